/** Rows of scripts, and who may do what with them. */
import { Refusal } from '../../../base/errors.ts';
import { hasPermission } from '../../../base/permissions.ts';
import {
  type ScriptDetail,
  type ScriptShare,
  type ScriptView,
  scriptShares,
} from '../../../contract/scripts.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Db } from '../../sites/edit/editor.ts';
import type { ScriptTable } from '../../storage/schema.ts';

const edit = 'device:script:edit';
const isOwn = (viewer: Viewer, row: Pick<ScriptTable, 'owner_id'>) => row.owner_id === viewer.userId;
/** One's own; what is shared, to those of the company and those who see every company. */
const sees = (viewer: Viewer, row: ScriptTable) =>
  isOwn(viewer, row) ||
  (row.share === 'company' && (viewer.companyId === null || viewer.companyId === row.company_id));
export const mayEdit = (viewer: Viewer, row: ScriptTable) =>
  isOwn(viewer, row) && hasPermission(viewer.permissions, edit);
export const mayDelete = (viewer: Viewer, row: ScriptTable) =>
  mayEdit(viewer, row) || (sees(viewer, row) && hasPermission(viewer.permissions, 'device:script:delete'));
const shareOf = (row: ScriptTable): ScriptShare =>
  scriptShares.find((share) => share === row.share) ?? 'private';

const shown = (viewer: Viewer, row: ScriptTable): ScriptView => ({
  id: row.id,
  name: row.name,
  share: shareOf(row),
  revision: row.revision,
  version: row.version,
  owner: row.owner_name,
  isOwn: isOwn(viewer, row),
  library: row.library,
  savedAt: row.saved_at,
  canEdit: mayEdit(viewer, row),
  canShare: isOwn(viewer, row) && hasPermission(viewer.permissions, 'device:script:share'),
  canDelete: mayDelete(viewer, row),
});

/** What a viewer may see, by name. */
export async function listScripts(db: Db, viewer: Viewer): Promise<ScriptView[]> {
  const rows = await db
    .selectFrom('scripts')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((on) => {
      const shared = on('share', '=', 'company');
      const ofCompany =
        viewer.companyId === null ? shared : on.and([shared, on('company_id', '=', viewer.companyId)]);
      return on.or([on('owner_id', '=', viewer.userId), ofCompany]);
    })
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => shown(viewer, row));
}

/** @throws Refusal 404 for one that the viewer may not see */
export async function scriptOf(db: Db, viewer: Viewer, scriptId: string): Promise<ScriptTable> {
  const row = await db
    .selectFrom('scripts')
    .selectAll()
    .where('id', '=', scriptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || !sees(viewer, row))
    throw new Refusal(404, 'api.notFound', { what: `script ${scriptId}` });
  return row;
}

/** One that was deleted since a moment, UTC ms. @throws Refusal 404 for one that the viewer could not see */
export async function deletedScriptOf(
  db: Db,
  viewer: Viewer,
  scriptId: string,
  since: number,
): Promise<ScriptTable> {
  const row = await db
    .selectFrom('scripts')
    .selectAll()
    .where('id', '=', scriptId)
    .where('deleted_at', '>=', since)
    .executeTakeFirst();
  if (row === undefined || !sees(viewer, row))
    throw new Refusal(404, 'api.notFound', { what: `script ${scriptId}` });
  return row;
}

/** A version with its text. @throws Refusal 404 */
export async function versionOf(db: Db, scriptId: string, version: number) {
  const row = await db
    .selectFrom('script_versions')
    .selectAll()
    .where('script_id', '=', scriptId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `version ${version}` });
  const { saved_at: savedAt, saved_by: savedBy, note, text } = row;
  return { version: { version, savedAt, savedBy, note }, text };
}

/** With its newest text and what is known of all versions, newest first. @throws Refusal 404 */
export async function detailOf(db: Db, viewer: Viewer, scriptId: string): Promise<ScriptDetail> {
  const row = await scriptOf(db, viewer, scriptId);
  const versions = await db
    .selectFrom('script_versions')
    .select(['version', 'saved_at', 'saved_by', 'note'])
    .where('script_id', '=', scriptId)
    .orderBy('version', 'desc')
    .execute();
  const { text } = await versionOf(db, scriptId, row.version);
  return {
    ...shown(viewer, row),
    text,
    versions: versions.map(({ version, saved_at: savedAt, saved_by: savedBy, note }) => ({
      version,
      savedAt,
      savedBy,
      note,
    })),
  };
}
