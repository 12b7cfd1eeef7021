/** Standard sets of companies: kept, checked by the catalogue, changed only by those who saw their newest state. */
import type { Selectable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { kindByCode } from '../../catalogue/index.ts';
import type { GroupDefinition, ParameterValue } from '../../catalogue/model.ts';
import type { BodyOf } from '../../contract/call.ts';
import type {
  createStandard as createCall,
  Standard,
  StandardWatch,
  updateStandard as updateCall,
} from '../../contract/devices/standards.ts';
import { parameterFields } from '../../derive/parameter-fields.ts';
import { unnamedOwn } from '../../domain/parameters/own-fields.ts';
import { checkGroup } from '../../domain/parameters/parameter-rules.ts';
import { auditBy, type By } from '../audit/by.ts';
import { keepDeleted, takeDeleted } from '../deleted-rows.ts';
import { refuse } from '../delivery/check-order.ts';
import { groupOf, ownerOf, parseValues, type Values } from '../delivery/row.ts';
import type { Db } from '../delivery/store.ts';
import { ownCompany } from '../sites/edit/scope.ts';
import { type CompanyScope, sees } from '../sites/visible.ts';
import type { StandardTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { readWatches, takeWatch, type WatchRow } from './watch-rows.ts';

type Create = BodyOf<typeof createCall>;
type Update = BodyOf<typeof updateCall>;
type Row = Selectable<StandardTable>;
/** Sensor type code; null = the RTU. */
type KindOf = Pick<Standard, 'kind'>;

/** What standard sets are kept with. */
export interface StandardBook {
  readonly storage: Storage;
  readonly now: () => number;
}

const plain = (value: ParameterValue) => (typeof value === 'object' && value !== null ? [...value] : value);

export const shownStandard = (row: Row, companyName: string, watch: StandardWatch | null): Standard => ({
  id: row.id,
  companyId: row.company_id,
  companyName,
  name: row.name,
  kind: row.kind,
  group: row.group_id,
  values: Object.fromEntries(
    Object.entries(parseValues(row.wanted)).map(([id, value]) => [id, plain(value)]),
  ),
  revision: row.revision,
  updatedAt: row.updated_at,
  updatedBy: row.account_name,
  watch,
});

function visible(db: Db, { companyId }: CompanyScope) {
  const all = db.selectFrom('standards').innerJoin('companies', 'companies.id', 'standards.company_id');
  return companyId === null ? all : all.where('standards.company_id', '=', companyId);
}

/** @throws Refusal 404 for one that does not exist, or is of another company */
export async function ownStandard(db: Db, viewer: CompanyScope, id: number) {
  const row = await visible(db, viewer)
    .selectAll('standards')
    .select('companies.name as company_name')
    .where('standards.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `standard ${id}` });
  return row;
}

/** @throws Refusal 422 for a name of blanks alone */
function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new Refusal(422, 'bound.required', {}, 'name');
  return trimmed;
}

/** @throws Refusal 422 for a group that the kind does not have */
function definitionOf(group: string, kind: number | null): GroupDefinition {
  const found = groupOf(group);
  if (found === undefined || ownerOf(kind)?.groups.includes(found.id) !== true)
    throw new Refusal(422, 'parameterProblem.unknownField', {}, 'group');
  const fields = parameterFields(found.id, kind === null ? undefined : kindByCode(kind));
  return { ...found, fields };
}

/** @throws Refusal 422: none at all, bounds, rules between the values, a secret, what belongs to one device unnamed */
function checkValues(
  group: GroupDefinition,
  values: Values,
  own: readonly string[],
  language: Language,
): void {
  const ids = Object.keys(values);
  if (ids.length === 0) throw new Refusal(422, 'standards.nothing', {}, 'values');
  const secret = group.fields.find(({ id, type }) => type === 'secret' && id in values);
  if (secret !== undefined) throw new Refusal(422, 'standards.secret', {}, secret.id);
  const [unnamed] = unnamedOwn(group, ids, own);
  if (unnamed !== undefined) throw new Refusal(422, 'standards.ownField', {}, unnamed);
  refuse(checkGroup(group, values), language, group);
}

/** @throws Refusal 422 for a name that another one of the same sort has */
async function refuseTaken(db: Db, row: Pick<Row, 'company_id' | 'group_id' | 'kind'>, name: string, id = 0) {
  const taken = await db
    .selectFrom('standards')
    .select(['id', 'kind'])
    .where('company_id', '=', row.company_id)
    .where('group_id', '=', row.group_id)
    .where('name', '=', name)
    .execute();
  if (taken.some((other) => other.id !== id && other.kind === row.kind))
    throw new Refusal(422, 'standards.taken', { name }, 'name');
}

/** Writes into the audit what was done with a standard set; `more` beside what it says. */
export const tellStandard = (
  db: Db,
  by: By,
  at: number,
  row: Row,
  action: `standard.${'create' | 'update' | 'delete' | 'restore' | 'assign'}`,
  more: object = {},
) =>
  auditBy(db, by, {
    at,
    action,
    // Of the company: who reads its audit reads of it also when it is gone.
    subject: `company:${row.company_id}`,
    detail: JSON.stringify({
      standard: row.id,
      name: row.name,
      group: row.group_id,
      kind: row.kind,
      revision: row.revision,
      values: parseValues(row.wanted),
      ...more,
    }),
  });

/** By name. */
export async function readStandards({ storage }: StandardBook, viewer: CompanyScope) {
  const watches = await readWatches(storage.db);
  const rows = await visible(storage.db, viewer)
    .selectAll('standards')
    .select('companies.name as company_name')
    .orderBy('standards.name')
    .orderBy('standards.id')
    .execute();
  return { standards: rows.map((row) => shownStandard(row, row.company_name, watches.get(row.id) ?? null)) };
}

/** What would keep a standard set from being kept, whoever writes it. @throws Refusal 422 */
export function checkStandard(
  { name, group, kind, values, own = [] }: Pick<Create, 'name' | 'group' | 'values' | 'own'> & KindOf,
  language: Language,
): void {
  checkedName(name);
  checkValues(definitionOf(group, kind), values, own, language);
}

/** Makes one within the caller's transaction. @throws Refusal 404, 422 */
export async function insertStandard(
  db: Db,
  by: By,
  language: Language,
  body: Omit<Create, 'kind'> & KindOf,
  at: number,
): Promise<Standard> {
  const name = checkedName(body.name);
  const company = await ownCompany(db, by.viewer, body.companyId);
  checkStandard(body, language);
  const values = {
    company_id: company.id,
    kind: body.kind,
    group_id: body.group,
    name,
    wanted: JSON.stringify(body.values),
    revision: 1,
    updated_at: at,
    account_name: by.viewer.accountName,
  };
  await refuseTaken(db, values, name);
  const row = await db.insertInto('standards').values(values).returningAll().executeTakeFirstOrThrow();
  await tellStandard(db, by, row.updated_at, row, 'standard.create');
  return shownStandard(row, company.name, null);
}

/** @throws Refusal 404, 422 */
export function createStandard(
  { storage, now }: StandardBook,
  by: By,
  language: Language,
  body: Create,
): Promise<{ standard: Standard }> {
  return storage.write(async (db) => ({
    standard: await insertStandard(db, by, language, { ...body, kind: body.kind ?? null }, now()),
  }));
}

/** Changes one within the caller's transaction. @throws Refusal 404, 409, 422 */
export async function changeStandard(
  db: Db,
  by: By,
  language: Language,
  { id, ...body }: Update & { readonly id: number },
  at: number,
): Promise<Standard> {
  const name = checkedName(body.name);
  const { company_name: companyName, ...before } = await ownStandard(db, by.viewer, id);
  if (before.revision !== body.revision) throw new Refusal(409, 'standards.stale');
  checkValues(definitionOf(before.group_id, before.kind), body.values, body.own ?? [], language);
  await refuseTaken(db, before, name, id);
  const row = {
    ...before,
    name,
    wanted: JSON.stringify(body.values),
    revision: before.revision + 1,
    updated_at: at,
    account_name: by.viewer.accountName,
  };
  const { id: _id, ...changed } = row;
  await db.updateTable('standards').set(changed).where('id', '=', id).execute();
  await tellStandard(db, by, row.updated_at, row, 'standard.update');
  return shownStandard(row, companyName, (await readWatches(db, id)).get(id) ?? null);
}

/** @throws Refusal 404, 409, 422 */
export function updateStandard(
  { storage, now }: StandardBook,
  by: By,
  language: Language,
  id: number,
  body: Update,
): Promise<{ standard: Standard }> {
  return storage.write(async (db) => ({
    standard: await changeStandard(db, by, language, { ...body, id }, now()),
  }));
}

/**
 * Deletes one within the caller's transaction; it can be put back for a day.
 * @param revision the one that is meant; left out = whichever is there
 * @throws Refusal 404, 409
 */
export async function removeStandard(
  db: Db,
  by: By,
  { id, revision }: { readonly id: number; readonly revision?: number },
  at: number,
): Promise<void> {
  const { company_name: _name, ...row } = await ownStandard(db, by.viewer, id);
  if (revision !== undefined && row.revision !== revision) throw new Refusal(409, 'standards.stale');
  await db.deleteFrom('standards').where('id', '=', id).execute();
  const kept = { ...row, watch: await takeWatch(db, id) };
  await keepDeleted(db, 'standards', kept, at);
  await tellStandard(db, by, at, row, 'standard.delete');
}

/** It can be put back for a day. @throws Refusal 404 */
export function deleteStandard({ storage, now }: StandardBook, by: By, id: number): Promise<object> {
  return storage.write(async (db) => {
    await removeStandard(db, by, { id }, now());
    return {};
  });
}

/** Puts one back that was deleted within a day, as it was. @throws Refusal 404, 422 for a name that is taken meanwhile */
export function restoreStandard({ storage, now }: StandardBook, by: By, id: number): Promise<object> {
  return storage.write(async (db) => {
    const at = now();
    const taken = await takeDeleted<Row & { watch?: WatchRow | null }>(db, 'standards', id, {
      ...{ now: at, what: 'standard' },
    });
    const { watch = null, ...row } = taken;
    if (!sees(by.viewer, row.company_id)) throw new Refusal(404, 'api.notFound', { what: `standard ${id}` });
    await refuseTaken(db, row, row.name);
    await db.insertInto('standards').values(row).execute();
    if (watch !== null) await db.insertInto('standard_watches').values(watch).execute();
    await tellStandard(db, by, at, row, 'standard.restore');
    return {};
  });
}
