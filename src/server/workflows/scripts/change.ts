/** Changes of scripts: each one transaction with its audit entry. */
import { Refusal } from '../../../base/errors.ts';
import type { BodyOf } from '../../../contract/call.ts';
import { mostVersions } from '../../../contract/company/company-bounds.ts';
import type {
  createScript as createCall,
  renameScript as renameCall,
  ScriptDetail,
  ScriptShare,
  saveScript as saveCall,
  shareScript as shareCall,
} from '../../../contract/scripts.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { auditBy, type By } from '../../audit/by.ts';
import { restorableFor } from '../../deleted-rows.ts';
import { ulid } from '../../delivery/ulid.ts';
import { boundInForce } from '../../platform/state.ts';
import type { Db } from '../../sites/edit/editor.ts';
import type { ScriptTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ScriptLibrary } from './library.ts';
import { deletedScriptOf, detailOf, mayDelete, mayEdit, scriptOf, versionOf } from './store.ts';

/** What scripts are kept with. */
export interface ScriptBook {
  readonly storage: Storage;
  readonly library: ScriptLibrary;
  readonly now: () => number;
}

type Owner = Pick<Viewer, 'companyId' | 'userId'>;

/** Scripts of one user. */
export const mostScripts = 200;

/** A name as it is kept. @throws Refusal 422 for blanks alone, or one that another script of the owner has */
async function checkedName(db: Db, ownerId: number, name: string, but: string | null): Promise<string> {
  const trimmed = name.trim();
  if (trimmed === '') throw new Refusal(422, 'bound.required', {}, 'name');
  const taken = await db
    .selectFrom('scripts')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', trimmed)
    .where('deleted_at', 'is', null)
    .execute();
  if (taken.some(({ id }) => id !== but))
    throw new Refusal(422, 'scripts.nameTaken', { name: trimmed }, 'name');
  return trimmed;
}

/**
 * Sees to it that one more version may be kept: where the company has as many as it may, those of the script that was
 * deleted longest ago go. @throws Refusal 422 where none of its scripts was deleted
 */
async function roomForVersion(db: Db, { companyId, userId }: Owner): Promise<void> {
  const ofCompany = db.selectFrom('scripts').select('id');
  const own =
    companyId === null
      ? ofCompany.where('company_id', 'is', null).where('owner_id', '=', userId)
      : ofCompany.where('company_id', '=', companyId);
  const limit = await boundInForce(db, 'scriptVersions');
  for (;;) {
    const { count } = await db
      .selectFrom('script_versions')
      .select((on) => on.fn.countAll().as('count'))
      .where('script_id', 'in', own)
      .executeTakeFirstOrThrow();
    if (Number(count) < limit) return;
    const deleted = await own
      .where('deleted_at', 'is not', null)
      .where('id', 'in', db.selectFrom('script_versions').select('script_id'))
      .orderBy('deleted_at')
      .limit(1)
      .executeTakeFirst();
    if (deleted === undefined) throw new Refusal(422, 'scripts.tooManyVersions', { limit });
    await db.deleteFrom('script_versions').where('script_id', '=', deleted.id).execute();
  }
}

/** @throws Refusal 422 where a user has as many scripts as they may */
async function roomForScript(db: Db, ownerId: number): Promise<void> {
  const own = await db
    .selectFrom('scripts')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (Number(own?.count ?? 0) >= mostScripts)
    throw new Refusal(422, 'scripts.tooMany', { limit: mostScripts });
}

const audited = (
  db: Db,
  by: By,
  at: number,
  action: `script.${'create' | 'save' | 'rename' | 'share' | 'delete' | 'restore'}`,
  scriptId: string,
  detail: string,
) => auditBy(db, by, { at, action, subject: `script:${scriptId}`, detail });

/** Keeps a new script within the caller's transaction. Answers its id. @throws Refusal 422 */
export async function insertScript(
  db: Db,
  by: By,
  given: {
    readonly name: string;
    readonly text: string;
    readonly library: string | null;
    readonly share: ScriptShare;
    readonly companyId: number | null;
  },
  at: number,
): Promise<string> {
  const { userId, accountName } = by.viewer;
  const { name, text, library, share, companyId } = given;
  await roomForScript(db, userId);
  await roomForVersion(db, { userId, companyId });
  const id = ulid(at);
  const kept = await checkedName(db, userId, name, null);
  await db
    .insertInto('scripts')
    .values({
      id,
      name: kept,
      owner_id: userId,
      owner_name: accountName,
      company_id: companyId,
      share,
      revision: 1,
      version: 1,
      library,
      saved_at: at,
      deleted_at: null,
    })
    .execute();
  await db
    .insertInto('script_versions')
    .values({ script_id: id, version: 1, text, note: '', saved_at: at, saved_by: accountName })
    .execute();
  await audited(db, by, at, 'script.create', id, library === null ? kept : `${kept} (${library})`);
  return id;
}

/** @throws Refusal 422 */
export function createScript(
  { storage, library, now }: ScriptBook,
  by: By,
  { name, text, library: origin = null }: BodyOf<typeof createCall>,
): Promise<ScriptDetail> {
  return storage.write(async (db) => {
    if (origin !== null) library.textOf(origin);
    const given = { name, text, library: origin, share: 'private', companyId: by.viewer.companyId } as const;
    const id = await insertScript(db, by, given, now());
    return detailOf(db, by.viewer, id);
  });
}

/** Changes a script of one's own that is still as it was based on. @throws Refusal 403, 404, 409 */
function change(
  { storage, now }: ScriptBook,
  by: By,
  scriptId: string,
  revision: number,
  work: (db: Db, row: ScriptTable, at: number) => Promise<Partial<ScriptTable> | null>,
): Promise<ScriptDetail> {
  return storage.write(async (db) => {
    const row = await scriptOf(db, by.viewer, scriptId);
    if (!mayEdit(by.viewer, row)) throw new Refusal(403, 'scripts.notOwn');
    if (row.revision !== revision) throw new Refusal(409, 'scripts.stale');
    const set = await work(db, row, now());
    if (set !== null)
      await db
        .updateTable('scripts')
        .set({ ...set, revision: revision + 1 })
        .where('id', '=', scriptId)
        .execute();
    return detailOf(db, by.viewer, scriptId);
  });
}

/** Keeps a text as the newest version, unless it is as it was: what of the script's row is to be set. @throws Refusal 422 */
async function addVersion(
  db: Db,
  by: By,
  row: ScriptTable,
  { text, note }: { readonly text: string; readonly note: string },
  at: number,
): Promise<Pick<ScriptTable, 'version' | 'saved_at'> | null> {
  if ((await versionOf(db, row.id, row.version)).text === text) return null;
  const version = row.version + 1;
  if (version > mostVersions) throw new Refusal(422, 'scripts.tooManyOfOne', { limit: mostVersions }, 'text');
  await roomForVersion(db, { companyId: row.company_id, userId: row.owner_id });
  await db
    .insertInto('script_versions')
    .values({
      script_id: row.id,
      version,
      text,
      note: note.trim(),
      saved_at: at,
      saved_by: by.viewer.accountName,
    })
    .execute();
  await audited(db, by, at, 'script.save', row.id, `${row.name} v${version}`);
  return { version, saved_at: at };
}

/**
 * Gives a script another text and name within the caller's transaction, as somebody has reviewed them: of one's own, or of
 * what the company shares with the right to delete such. Answers its version.
 * @throws Refusal 403, 404, 409, 422
 */
export async function replaceScript(
  db: Db,
  by: By,
  given: {
    readonly id: string;
    readonly revision: number;
    readonly name: string;
    readonly text: string;
    readonly note: string;
  },
  at: number,
): Promise<number> {
  const row = await scriptOf(db, by.viewer, given.id);
  if (!mayDelete(by.viewer, row)) throw new Refusal(403, 'scripts.notOwn');
  if (row.revision !== given.revision) throw new Refusal(409, 'scripts.stale');
  const name = await checkedName(db, row.owner_id, given.name, row.id);
  const saved = await addVersion(db, by, row, given, at);
  if (name !== row.name) await audited(db, by, at, 'script.rename', row.id, `${row.name} → ${name}`);
  await db
    .updateTable('scripts')
    .set({ ...saved, name, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute();
  return saved?.version ?? row.version;
}

/** Deletes within the caller's transaction; left out revision = whichever is there. @throws Refusal 403, 404, 409 */
export async function removeScript(
  db: Db,
  by: By,
  { id, revision }: { readonly id: string; readonly revision?: number },
  at: number,
): Promise<void> {
  const row = await scriptOf(db, by.viewer, id);
  if (!mayDelete(by.viewer, row)) throw new Refusal(403, 'scripts.notOwn');
  if (revision !== undefined && row.revision !== revision) throw new Refusal(409, 'scripts.stale');
  await db.updateTable('scripts').set({ deleted_at: at }).where('id', '=', id).execute();
  await audited(db, by, at, 'script.delete', id, `${row.owner_name}: ${row.name} v${row.version}`);
}

/** Keeps a new version of the text, unless it is as it was. @throws Refusal 403, 404, 409 */
export function saveScript(
  book: ScriptBook,
  by: By,
  scriptId: string,
  { revision, text, note = '' }: BodyOf<typeof saveCall>,
): Promise<ScriptDetail> {
  return change(book, by, scriptId, revision, (db, row, at) => addVersion(db, by, row, { text, note }, at));
}

/** @throws Refusal 403, 404, 409, 422 */
export function renameScript(
  book: ScriptBook,
  by: By,
  scriptId: string,
  { revision, name }: BodyOf<typeof renameCall>,
): Promise<ScriptDetail> {
  return change(book, by, scriptId, revision, async (db, row, at) => {
    const kept = await checkedName(db, row.owner_id, name, scriptId);
    if (kept === row.name) return null;
    await audited(db, by, at, 'script.rename', scriptId, `${row.name} → ${kept}`);
    return { name: kept };
  });
}

/** Lets others of the company read and run it, or no longer. @throws Refusal 403, 404, 409 */
export function shareScript(
  book: ScriptBook,
  by: By,
  scriptId: string,
  { revision, share }: BodyOf<typeof shareCall>,
): Promise<ScriptDetail> {
  return change(book, by, scriptId, revision, async (db, row, at) => {
    if (share === row.share) return null;
    await audited(db, by, at, 'script.share', scriptId, `${row.name}: ${row.share} → ${share}`);
    return { share };
  });
}

/** Takes it out of the lists; its texts stay stored for those who look into the past. @throws Refusal 403, 404 */
export async function deleteScript(
  { storage, now }: ScriptBook,
  by: By,
  scriptId: string,
): Promise<Record<string, never>> {
  await storage.write((db) => removeScript(db, by, { id: scriptId }, now()));
  return {};
}

/**
 * Puts a script back that was deleted within a day.
 * @throws Refusal 403; 404 where it is not seen or its texts are kept no more; 422 for a name that is taken, or too many
 */
export async function restoreScript(
  { storage, now }: ScriptBook,
  by: By,
  scriptId: string,
): Promise<Record<string, never>> {
  await storage.write(async (db) => {
    const at = now();
    const row = await deletedScriptOf(db, by.viewer, scriptId, at - restorableFor);
    if (!mayDelete(by.viewer, row)) throw new Refusal(403, 'scripts.notOwn');
    // Texts of deleted scripts make room for new ones.
    await versionOf(db, scriptId, row.version);
    await roomForScript(db, row.owner_id);
    await checkedName(db, row.owner_id, row.name, scriptId);
    await db.updateTable('scripts').set({ deleted_at: null }).where('id', '=', scriptId).execute();
    await audited(db, by, at, 'script.restore', scriptId, `${row.owner_name}: ${row.name} v${row.version}`);
  });
  return {};
}
