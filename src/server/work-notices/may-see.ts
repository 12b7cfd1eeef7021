/** Whether somebody may see a plan or a run, with the rights of now. */
import { hasPermission, type Permission } from '../../base/permissions.ts';
import { isActive } from '../accounts/active.ts';
import { visiblePlans } from '../plans/visible.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { Db } from '../storage/schema.ts';

/** Of a plan, a standard set, a run: the rights of the calls that show them. */
export const rightOf = (work: string): Permission =>
  work.startsWith('run:') ? 'device:workflow:view' : 'device:parameter:view';

const idOf = (work: string) => work.slice(work.indexOf(':') + 1);

/** Those of some works that somebody with these rights may see. */
export async function seenAmong(
  db: Db,
  viewer: CompanyScope & { readonly permissions: readonly string[] },
  works: readonly string[],
): Promise<ReadonlySet<string>> {
  const allowed = [...new Set(works)].filter((work) => hasPermission(viewer.permissions, rightOf(work)));
  const plans = allowed.filter((work) => work.startsWith('plan:')).map(idOf);
  const runs = allowed.filter((work) => work.startsWith('run:')).map(idOf);
  const found = new Set<string>();
  if (plans.length > 0)
    for (const { id } of await visiblePlans(db, viewer)
      .select('plans.id')
      .where('plans.id', 'in', plans)
      .execute())
      found.add(`plan:${id}`);
  if (runs.length > 0) {
    const all = db.selectFrom('workflow_runs').select('id').where('id', 'in', runs);
    const own = viewer.companyId === null ? all : all.where('company_id', '=', viewer.companyId);
    for (const { id } of await own.execute()) found.add(`run:${id}`);
  }
  const standards = allowed.filter((work) => work.startsWith('standard:')).map((work) => Number(idOf(work)));
  if (standards.length > 0) {
    const all = db.selectFrom('standards').select('id').where('id', 'in', standards);
    const own = viewer.companyId === null ? all : all.where('company_id', '=', viewer.companyId);
    for (const { id } of await own.execute()) found.add(`standard:${id}`);
  }
  return found;
}

/** True while an account may see a plan or a run. */
export async function maySeeWork(db: Db, userId: number, work: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(['company_id', 'role_id'])
    .where('id', '=', userId)
    .where(isActive)
    .executeTakeFirst();
  if (user === undefined) return false;
  const granted = await db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', user.role_id)
    .execute();
  const viewer = { companyId: user.company_id, permissions: granted.map(({ permission }) => permission) };
  return (await seenAmong(db, viewer, [work])).has(work);
}
