/** What sets of a draft would cost and cause, for as many of them as a reader looks at. */
import { Refusal } from '../../base/errors.ts';
import type { PlanItemImpact } from '../../contract/plans/plans.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { itemsOf, shownEdits } from '../plans/row.ts';
import { ownPlan } from '../plans/visible.ts';
import type { Board } from '../sites/board.ts';
import type { Storage } from '../storage/storage.ts';
import { readImpact } from './impact.ts';

/**
 * The impact of sets by their positions; what is no set, and a set that its device does not know, are left out.
 * @throws Refusal 404 for a plan that does not exist, or holds devices of another company
 */
export async function readPlanImpact(
  services: { storage: Storage; board: Pick<Board, 'one' | 'siteOfRtu'>; now: () => number },
  viewer: Viewer,
  planId: string,
  positions: readonly number[],
): Promise<{ impacts: PlanItemImpact[] }> {
  const { storage, board } = services;
  await ownPlan(storage.db, viewer, planId);
  const wanted = new Set(positions);
  const items = (await itemsOf(storage.db, planId)).filter(
    ({ type, position }) => type === 'set' && wanted.has(position),
  );
  const impacts: PlanItemImpact[] = [];
  // One after the other: other readers get their turn in between.
  for (const item of items) {
    const stationId = board.siteOfRtu(item.rtu_id)?.station.id;
    if (stationId === undefined) continue;
    const target = { rtuId: item.rtu_id, slot: item.slot };
    const edits = Object.fromEntries(
      Object.entries(shownEdits(item)).map(([id, value]) => [
        id,
        typeof value === 'object' && value !== null ? [...value] : value,
      ]),
    );
    try {
      const { impact } = await readImpact(services, viewer, stationId, {
        target,
        group: item.group_id,
        edits,
      });
      impacts.push({ position: item.position, impact });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return { impacts };
}
