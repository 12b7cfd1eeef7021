import type { LiveHub } from '../live/hub.ts';
import type { Board } from '../sites/board.ts';
import type { Storage } from '../storage/storage.ts';

/** A company that no user has: only those who see every company are notified. */
const ofSeveral = 0;

/** Notifies the consoles of a plan's company that it changed. */
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
  // Stations that are out of use belong to nobody: those who follow the rest are notified as before.
  const companies = new Set([
    ...rows.flatMap((row) => board.siteOfRtu(row.rtu_id)?.project.companyId ?? []),
    ...skips.flatMap((row) => board.companyOf(row.station_id) ?? []),
  ]);
  const [only = ofSeveral] = companies;
  hub.tell(companies.size === 1 ? only : ofSeveral, { type: 'plans', planId });
}
