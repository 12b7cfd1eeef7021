import type { NextContact } from '../../../domain/link-state.ts';
import { batchNumbers, batchSizes, type Rollout } from '../../../domain/rollout/rollout.ts';

/** When an RTU would be reached now; null = not known. */
export type Landing = (rtuId: number) => NextContact | null;

/** The devices of a plan in the order in which they begin, with their batches from 0; once each. */
export function deviceOrder(
  { order, batches }: Pick<Rollout, 'order' | 'batches'>,
  rtuIds: readonly number[],
  landing: Landing,
): readonly { readonly rtuId: number; readonly batch: number }[] {
  const given = [...new Set(rtuIds)];
  const never = Number.POSITIVE_INFINITY;
  const ordered =
    order === 'given'
      ? given
      : given
          .map((rtuId) => ({ rtuId, at: landing(rtuId)?.at ?? never }))
          .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
          .map(({ rtuId }) => rtuId);
  const numbers = batchNumbers(batchSizes(ordered.length, batches));
  return ordered.map((rtuId, position) => ({ rtuId, batch: numbers[position] ?? 0 }));
}
