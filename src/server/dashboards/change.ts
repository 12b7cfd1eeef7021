/** Changes of dashboards: each one transaction with its audit entry. */
import type { DashboardShare } from '../../base/bounds/dashboards.ts';
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import type {
  createDashboard as createCall,
  updateDashboard as updateCall,
} from '../../contract/dashboards.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { companyMeant } from '../dictionaries/entries.ts';
import { ownCompany } from '../sites/edit/scope.ts';
import type { CompanyScope } from '../sites/visible.ts';
import { toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { checkCount, checkedName, checkLayout, type DashboardShelf } from './rules.ts';
import { canShare, editable } from './store.ts';

/** Changes of dashboards are made with. */
export interface DashboardBook {
  readonly storage: Storage;
  readonly now: () => number;
}

/** How long a deletion can be taken back. Assumed, as that of folders. */
const keptFor = 30 * 86_400_000;

const noted = (
  db: Db,
  by: By,
  at: number,
  action: `dashboard.${'create' | 'update' | 'delete' | 'restore'}`,
  id: number,
  detail: string,
) => auditBy(db, by, { at, action, subject: `dashboard:${id}`, detail });

/** @throws Refusal 403, 404 */
async function shelfFor(
  db: Db,
  viewer: Viewer,
  share: DashboardShare,
  companyId: number | null,
): Promise<DashboardShelf> {
  const meant = companyMeant(viewer, companyId ?? undefined);
  if (companyId !== null) await ownCompany(db, viewer, companyId);
  if (share === 'company' && !canShare(viewer)) throw new Refusal(403, 'dashboards.notShare');
  return { share, owner_id: viewer.userId, company_id: share === 'own' ? viewer.companyId : meant };
}

/** What a shared dashboard names is its company's, whoever makes it. */
const scopeOf = (viewer: CompanyScope, { share, company_id: companyId }: DashboardShelf): CompanyScope =>
  share === 'company' && companyId !== null ? { companyId } : viewer;

/** @throws Refusal 403, 404, 422 */
export function createDashboard(
  { storage, now }: DashboardBook,
  by: By,
  { name: given, share, companyId, layout }: BodyOf<typeof createCall>,
): Promise<{ id: number }> {
  return storage.write(async (db) => {
    const name = checkedName(given);
    const shelf = await shelfFor(db, by.viewer, share, companyId);
    await checkCount(db, shelf);
    await checkLayout(db, scopeOf(by.viewer, shelf), layout);
    const at = now();
    await db
      .deleteFrom('dashboards')
      .where('deleted_at', '<', at - keptFor)
      .execute();
    const { id } = await db
      .insertInto('dashboards')
      .values({
        ...shelf,
        name,
        owner_name: by.viewer.accountName,
        layout: toJson(layout),
        revision: 1,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await noted(db, by, at, 'dashboard.create', id, name);
    return { id };
  });
}

/** Replaces name, share and layout. @throws Refusal 403, 404, 409, 422 */
export function updateDashboard(
  { storage, now }: DashboardBook,
  by: By,
  id: number,
  { revision, name: given, share, layout }: BodyOf<typeof updateCall>,
): Promise<{ revision: number }> {
  return storage.write(async (db) => {
    const row = await editable(db, by.viewer, id);
    if (row.revision !== revision) throw new Refusal(409, 'dashboards.changed', { name: row.name });
    const name = checkedName(given);
    if (share !== row.share && !canShare(by.viewer)) throw new Refusal(403, 'dashboards.notShare');
    // One that is shared no longer is its maker's again.
    const shelf = { share, owner_id: row.owner_id, company_id: row.company_id };
    if (share !== row.share) await checkCount(db, shelf);
    await checkLayout(db, scopeOf(by.viewer, shelf), layout);
    await db
      .updateTable('dashboards')
      .set({ name, share, layout: toJson(layout), revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    await noted(db, by, now(), 'dashboard.update', id, name === row.name ? name : `${row.name} → ${name}`);
    return { revision: revision + 1 };
  });
}

/** @throws Refusal 403, 404 */
export async function deleteDashboard({ storage, now }: DashboardBook, by: By, id: number) {
  await storage.write(async (db) => {
    const row = await editable(db, by.viewer, id);
    const at = now();
    await db.updateTable('dashboards').set({ deleted_at: at }).where('id', '=', id).execute();
    await noted(db, by, at, 'dashboard.delete', id, row.name);
  });
  return {};
}

/** Takes a deletion back. @throws Refusal 403, 404, 422 */
export async function restoreDashboard({ storage, now }: DashboardBook, by: By, id: number) {
  await storage.write(async (db) => {
    const row = await editable(db, by.viewer, id, true);
    await checkCount(db, row);
    await db.updateTable('dashboards').set({ deleted_at: null }).where('id', '=', id).execute();
    await noted(db, by, now(), 'dashboard.restore', id, row.name);
  });
  return {};
}
