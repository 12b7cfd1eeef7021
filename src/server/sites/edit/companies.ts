import { type LevelWords, levels } from '../../../base/alarm-words.ts';
import { Refusal } from '../../../base/errors.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { createCompany, createProject } from '../../../contract/sites/sites.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import { reconsiderCompany } from '../../notify/follow.ts';
import { fromJson, toJson } from '../../storage/json.ts';
import { noteRederivation, sourcesOfProject } from '../../storage/rederive.ts';
import { sees } from '../visible.ts';
import type { By, Db, SiteEditor } from './editor.ts';
import { refuseForeign } from './foreign-values.ts';
import { checkName, checkZone, refuseTaken } from './rules.ts';
import { everyCompany, ownCompany, ownProject } from './scope.ts';

type Company = BodyOf<typeof createCompany>;
type Project = BodyOf<typeof createProject>;

/** What is kept of a company's words for levels: null where all are those of the edition. @throws Refusal */
function levelWordsOf(given: Company['levelWords']) {
  if (given == null) return null;
  const words = {
    blue: given.blue.trim(),
    yellow: given.yellow.trim(),
    orange: given.orange.trim(),
    red: given.red.trim(),
  };
  const own = levels.filter((level) => words[level] !== '');
  for (const level of own) {
    const isTwice = own.some((other) => other !== level && words[other] === words[level]);
    if (isTwice)
      throw new Refusal(422, 'sites.levelWord.twice', { value: words[level] }, `levelWords.${level}`);
  }
  return own.length === 0 ? null : words;
}

/** A company's name with its words for levels, for the audit. */
const detailOf = (name: string, words: LevelWords | null): string =>
  words === null ? name : `${name} · ${levels.map((level) => words[level] || '–').join(' / ')}`;

/** Makes a company; only for who sees every company. Answers its id. @throws Refusal */
export function addCompany(editor: SiteEditor, by: By, body: Company): Promise<{ id: number }> {
  everyCompany(by.viewer);
  const name = checkName(body.name);
  const words = levelWordsOf(body.levelWords);
  return editor.change(by, 'sites.company.create', async (db) => {
    const same = await db.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirst();
    refuseTaken(same, 'name', name);
    const { id } = await db
      .insertInto('companies')
      .values({
        ...{ name, created_at: editor.now() },
        level_words: words === null ? null : toJson(words),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { subject: `company:${id}`, detail: detailOf(name, words), answer: { id } };
  });
}

/** Renames a company, and sets its words for levels where they are given. @throws Refusal */
export function changeCompany(editor: SiteEditor, by: By, id: number, body: Company): Promise<object> {
  const name = checkName(body.name);
  return editor.change(by, 'sites.company.update', async (db) => {
    const before = await ownCompany(db, by.viewer, id);
    const kept = before.level_words === null ? null : fromJson(before.level_words);
    const words = body.levelWords === undefined ? kept : levelWordsOf(body.levelWords);
    const same = await db
      .selectFrom('companies')
      .select('id')
      .where('name', '=', name)
      .where('id', '!=', id)
      .executeTakeFirst();
    const isSeen = by.viewer.companyId === null;
    if (name !== before.name)
      await refuseForeign(db, by, { field: 'name', value: name, found: same, isSeen }, editor.now());
    const level_words = words === null ? null : toJson(words);
    await db.updateTable('companies').set({ name, level_words }).where('id', '=', id).execute();
    return { subject: `company:${id}`, detail: detailOf(name, words), answer: {} };
  });
}

/**
 * Switches a company off or on again; only for who sees every company. The sessions of its people end.
 * @throws Refusal
 */
export async function switchCompany(
  editor: SiteEditor,
  sessions: Pick<Sessions, 'closeAll'>,
  by: By,
  id: number,
  off: boolean,
): Promise<object> {
  everyCompany(by.viewer);
  const action = off ? 'sites.company.off' : 'sites.company.on';
  const people = await editor.change(by, action, async (db) => {
    const { name, off_at: since } = await ownCompany(db, by.viewer, id);
    const offAt = off ? (since ?? editor.now()) : null;
    await db.updateTable('companies').set({ off_at: offAt }).where('id', '=', id).execute();
    await reconsiderCompany(db, id, editor.now());
    const answer = await db.selectFrom('users').select('id').where('company_id', '=', id).execute();
    return { subject: `company:${id}`, detail: name, answer };
  });
  if (off) for (const person of people) await sessions.closeAll(person.id);
  return {};
}

async function projectRow(editor: SiteEditor, db: Db, by: By, body: Project, id = 0, code = '') {
  await ownCompany(db, by.viewer, body.companyId);
  checkZone(body.timeZone);
  const same = await db
    .selectFrom('projects')
    .select(['id', 'company_id'])
    .where('code', '=', body.code)
    .where('id', '!=', id)
    .executeTakeFirst();
  const isSeen = same !== undefined && sees(by.viewer, same.company_id);
  if (body.code !== code)
    await refuseForeign(db, by, { field: 'code', value: body.code, found: same, isSeen }, editor.now());
  return {
    company_id: body.companyId,
    code: body.code,
    name: checkName(body.name),
    time_zone: body.timeZone,
    day_boundary: body.dayBoundary,
    retention_days: body.retentionDays,
  };
}

/** Makes a project. @throws Refusal */
export function addProject(editor: SiteEditor, by: By, body: Project): Promise<{ id: number }> {
  return editor.change(by, 'sites.project.create', async (db) => {
    const row = await projectRow(editor, db, by, body);
    const { id } = await db.insertInto('projects').values(row).returning('id').executeTakeFirstOrThrow();
    return { subject: `project:${id}`, detail: row.name, answer: { id } };
  });
}

/** Changes a project, also the company that it belongs to. @throws Refusal */
export function changeProject(editor: SiteEditor, by: By, id: number, body: Project): Promise<object> {
  return editor.change(by, 'sites.project.update', async (db) => {
    const before = await ownProject(db, by.viewer, id);
    const row = await projectRow(editor, db, by, body, id, before.code);
    await db.updateTable('projects').set(row).where('id', '=', id).execute();
    if (before.time_zone !== row.time_zone || before.day_boundary !== row.day_boundary) {
      await noteRederivation(db, await sourcesOfProject(db, id));
    }
    return { subject: `project:${id}`, detail: row.name, answer: {} };
  });
}
