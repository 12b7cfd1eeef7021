import { Refusal } from '../../base/errors.ts';
import type { Db } from '../delivery/store.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import type { PlanRow } from './row.ts';

/** Plans that a viewer may see: those with no device or rule of which the viewer may not know. */
export function visiblePlans(db: Db, viewer: CompanyScope) {
  const all = db.selectFrom('plans');
  if (viewer.companyId === null) return all;
  const own = visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select('rtus.id');
  const foreign = db.selectFrom('plan_items').select('plan_id').where('rtu_id', 'not in', own);
  const stations = visibleStations(db, viewer).select('stations.id');
  const foreignSkips = db.selectFrom('plan_skips').select('plan_id').where('station_id', 'not in', stations);
  const foreignRules = db
    .selectFrom('plan_rules')
    .select('plan_id')
    .where((on) => on.or([on('company_id', 'is', null), on('company_id', '!=', viewer.companyId)]));
  return all
    .where('plans.id', 'not in', foreign)
    .where('plans.id', 'not in', foreignSkips)
    .where('plans.id', 'not in', foreignRules);
}

/** @throws Refusal 404 for a plan that does not exist, or holds devices of another company */
export async function ownPlan(db: Db, viewer: CompanyScope, planId: string): Promise<PlanRow> {
  const row = await visiblePlans(db, viewer)
    .selectAll('plans')
    .where('plans.id', '=', planId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `plan ${planId}` });
  return row;
}
