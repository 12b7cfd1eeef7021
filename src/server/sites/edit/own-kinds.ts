import { Refusal } from '../../../base/errors.ts';
import { languages } from '../../../base/messages.ts';
import { classOfColumn, ownColumns } from '../../../catalogue/own-columns.ts';
import { type OwnChannel, type OwnKindBody, ownKindId } from '../../../catalogue/own-kinds.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { createOwnKind, updateOwnKind } from '../../../contract/sites/own-kinds.ts';
import { fromJson, toJson } from '../../storage/json.ts';
import { sees } from '../visible.ts';
import type { By, Db, SiteEditor } from './editor.ts';
import { checkName } from './rules.ts';
import { ownCompany } from './scope.ts';

/** @throws Refusal 422 naming the field, such as `channels.2.min` */
function checkBody({ names, channels, primary }: OwnKindBody): OwnKindBody {
  const trimmed = (given: OwnKindBody['names'], field: string) => ({
    'zh-chs': checkName(given['zh-chs'], `${field}.zh-chs`),
    en: checkName(given.en, `${field}.en`),
    ja: checkName(given.ja, `${field}.ja`),
  });
  const columns = new Set<string>();
  const checked = channels.map((channel, index): OwnChannel => {
    const { column, min, max } = channel;
    const field = `channels.${index}`;
    if (columns.has(column)) throw new Refusal(422, 'sites.taken', { value: column }, `${field}.column`);
    columns.add(column);
    if (min !== null && max !== null && min >= max)
      throw new Refusal(422, 'kinds.bounds', {}, `${field}.max`);
    if (classOfColumn(column) === 'bearing' && channel.unit !== '°')
      throw new Refusal(422, 'kinds.bearingUnit', {}, `${field}.unit`);
    return { ...channel, names: trimmed(channel.names, `${field}.names`) };
  });
  for (const language of languages) {
    const seen = new Set<string>();
    for (const [index, { names: own }] of checked.entries()) {
      if (seen.has(own[language]))
        throw new Refusal(
          422,
          'sites.taken',
          { value: own[language] },
          `channels.${index}.names.${language}`,
        );
      seen.add(own[language]);
    }
  }
  const first = checked.find(({ column }) => column === primary);
  if (first === undefined || first.hidden || ownColumns.number.includes(primary))
    throw new Refusal(422, 'kinds.primary', {}, 'primary');
  return { names: trimmed(names, 'names'), channels: checked, primary };
}

/** What is there keeps its column and its unit, so that its readings stay what they are. @throws Refusal 422 */
function checkKept(before: OwnKindBody, after: OwnKindBody): void {
  for (const { column, unit } of before.channels) {
    const index = after.channels.findIndex((channel) => channel.column === column);
    if (index < 0) throw new Refusal(422, 'kinds.channelKept', {}, 'channels');
    if (after.channels[index]?.unit !== unit)
      throw new Refusal(422, 'kinds.unitKept', {}, `channels.${index}.unit`);
  }
}

async function noteVersion(
  editor: SiteEditor,
  db: Db,
  by: By,
  id: number,
  version: number,
  body: OwnKindBody,
) {
  const { userId, accountName } = by.viewer;
  await db
    .insertInto('own_kind_versions')
    .values({
      ...{ kind_id: id, version, body: toJson(body), at: editor.now() },
      ...{ user_id: userId, account_name: accountName },
    })
    .execute();
}

/** Makes a kind of a company. @throws Refusal */
export function addOwnKind(
  editor: SiteEditor,
  by: By,
  { companyId, ...given }: BodyOf<typeof createOwnKind>,
): Promise<{ id: number }> {
  const body = checkBody(given);
  return editor.change(by, 'kinds.create', async (db) => {
    await ownCompany(db, by.viewer, companyId);
    const { id } = await db
      .insertInto('own_kinds')
      .values({ company_id: companyId, version: 1, body: toJson(body) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await noteVersion(editor, db, by, id, 1, body);
    return { subject: `company:${companyId}`, detail: body.names['zh-chs'], answer: { id } };
  });
}

/** Writes a new version of a kind. @throws Refusal 404, 409 where another version came meanwhile, 422 */
export function changeOwnKind(
  editor: SiteEditor,
  by: By,
  id: number,
  { version, ...given }: BodyOf<typeof updateOwnKind>,
): Promise<object> {
  const body = checkBody(given);
  return editor.change(by, 'kinds.update', async (db) => {
    const found = await db.selectFrom('own_kinds').selectAll().where('id', '=', id).executeTakeFirst();
    if (found === undefined || !sees(by.viewer, found.company_id))
      throw new Refusal(404, 'api.notFound', { what: `kind ${id}` });
    await refuseOfFormula(db, id);
    if (found.version !== version) throw new Refusal(409, 'kinds.stale');
    checkKept(fromJson(found.body), body);
    await db
      .updateTable('own_kinds')
      .set({ version: version + 1, body: toJson(body) })
      .where('id', '=', id)
      .execute();
    await noteVersion(editor, db, by, id, version + 1, body);
    return { subject: `company:${found.company_id}`, detail: body.names['zh-chs'], answer: {} };
  });
}

/** The kind of a derived channel is no other sensor's, and changes with its formula alone. @throws Refusal 422 */
async function refuseOfFormula(db: Db, id: number): Promise<void> {
  const found = await db.selectFrom('formulas').select('id').where('kind_id', '=', id).executeTakeFirst();
  if (found !== undefined) throw new Refusal(422, 'formulas.kind', {}, 'kind');
}

/** A company's kind is for its own stations alone. @throws Refusal 422 as for a kind that there is not */
export async function checkKindOf(db: Db, kind: number, companyId: number): Promise<void> {
  const id = ownKindId(kind);
  if (id === null) return;
  const found = await db.selectFrom('own_kinds').select('company_id').where('id', '=', id).executeTakeFirst();
  if (found?.company_id !== companyId) throw new Refusal(422, 'sites.unknownCode', { value: kind }, 'kind');
  await refuseOfFormula(db, id);
}

/** Sensors of an RTU whose kind is another company's. */
export async function foreignKinds(db: Db, rtuId: number, companyId: number): Promise<boolean> {
  const sensors = await db.selectFrom('sensors').select('kind').where('rtu_id', '=', rtuId).execute();
  const ids = sensors.flatMap(({ kind }) => ownKindId(kind) ?? []);
  if (ids.length === 0) return false;
  const found = await db
    .selectFrom('own_kinds')
    .select('id')
    .where('id', 'in', ids)
    .where('company_id', '!=', companyId)
    .executeTakeFirst();
  return found !== undefined;
}
