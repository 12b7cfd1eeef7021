import type { LiveHub } from '../live/hub.ts';
import type { Board } from '../sites/board.ts';
import type { Storage } from '../storage/storage.ts';

/** Of which no user is: those alone who see every company are told. */
const ofSeveral = 0;

/** Tells the consoles of a plan's company that it changed. */
export async function tellOfPlan(
  { storage, board, hub }: { readonly storage: Storage; readonly board: Board; readonly hub: LiveHub },
  planId: string,
): Promise<void> {
  const rows = await storage.db
    .selectFrom('plan_items')
    .select('rtu_id')
    .distinct()
    .where('plan_id', '=', planId)
    .execute();
  const skips = await storage.db
    .selectFrom('plan_skips')
    .select('station_id')
    .distinct()
    .where('plan_id', '=', planId)
    .execute();
  // Stations that are out of use are nobody's: those who follow the rest are told as before.
  const companies = new Set([
    ...rows.flatMap((row) => board.siteOfRtu(row.rtu_id)?.project.companyId ?? []),
    ...skips.flatMap((row) => board.companyOf(row.station_id) ?? []),
  ]);
  const [only = ofSeveral] = companies;
  hub.tell(companies.size === 1 ? only : ofSeveral, { type: 'plans', planId });
}
