/** Rows of dashboards, and who may do what with them. */
import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { Dashboard, DashboardHead } from '../../contract/dashboards.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { fromJson } from '../storage/json.ts';
import type { DashboardTable, Db } from '../storage/schema.ts';

export type DashboardRow = Omit<DashboardTable, 'id'> & { readonly id: number };

export const canShare = (viewer: Viewer) => hasPermission(viewer.permissions, 'station:folder:share');

/** One's own; what is shared, to those of the company and those who see every company. */
const isSeen = (viewer: Viewer, row: DashboardRow) =>
  row.share === 'own'
    ? row.owner_id === viewer.userId
    : viewer.companyId === null || row.company_id === viewer.companyId;
const mayEdit = (viewer: Viewer, row: DashboardRow) =>
  isSeen(viewer, row) && (row.share === 'own' || canShare(viewer));

const headOf = (viewer: Viewer, row: Omit<DashboardRow, 'layout'>): DashboardHead => ({
  id: row.id,
  name: row.name,
  share: row.share,
  companyId: row.company_id,
  owner: row.owner_name,
  revision: row.revision,
  canEdit: mayEdit(viewer, row as DashboardRow),
});

/** All that a viewer sees and that is not deleted, by name. */
export async function listDashboards(db: Db, viewer: Viewer): Promise<DashboardHead[]> {
  const rows = await db
    .selectFrom('dashboards')
    .select(['id', 'name', 'share', 'owner_id', 'owner_name', 'company_id', 'revision', 'deleted_at'])
    .where('deleted_at', 'is', null)
    .where((on) => {
      const shared = on('share', '=', 'company');
      const ofCompany =
        viewer.companyId === null ? shared : on.and([shared, on('company_id', '=', viewer.companyId)]);
      return on.or([on.and([on('share', '=', 'own'), on('owner_id', '=', viewer.userId)]), ofCompany]);
    })
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => headOf(viewer, row));
}

/** A dashboard that the viewer sees. `isDeleted`: one that can be restored. @throws Refusal 404 */
export async function seenRow(db: Db, viewer: Viewer, id: number, isDeleted = false): Promise<DashboardRow> {
  const row = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (row === undefined || !isSeen(viewer, row))
    throw new Refusal(404, 'api.notFound', { what: `dashboard ${id}` });
  return row;
}

/** A dashboard that the viewer may change. @throws Refusal 403, 404 */
export async function editable(db: Db, viewer: Viewer, id: number, isDeleted = false): Promise<DashboardRow> {
  const row = await seenRow(db, viewer, id, isDeleted);
  if (!mayEdit(viewer, row)) throw new Refusal(403, 'dashboards.notOwn', { name: row.name });
  return row;
}

export async function readDashboard(db: Db, viewer: Viewer, id: number): Promise<Dashboard> {
  const row = await seenRow(db, viewer, id);
  return { ...headOf(viewer, row), layout: fromJson(row.layout) };
}
