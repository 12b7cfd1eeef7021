/** Items of a plan as steps of their devices. */
import type { OrderState } from '../../../contract/devices/order-states.ts';
import type { Step, StepStanding } from '../../../domain/rollout/rollout-steps.ts';
import type { OrderRow } from '../../delivery/row.ts';
import { afterOf, type PlanItemRow } from '../row.ts';

/** The columns of an order that determine how its item stands. */
export type StepOrder = Pick<
  OrderRow,
  'id' | 'rtu_id' | 'type' | 'state' | 'verification' | 'not_after' | 'ended_at' | 'verified_at'
>;
export const stepColumns = [
  'id',
  'rtu_id',
  'type',
  'state',
  'verification',
  'not_after',
  'ended_at',
  'verified_at',
] as const satisfies readonly (keyof StepOrder)[];

const bad: readonly string[] = ['failed', 'expired', 'indeterminate'] satisfies OrderState[];
export const openStates: readonly string[] = ['queued', 'sending', 'retry'] satisfies OrderState[];

/** A set that was answered and never read back is unknown once its time to live is over. */
export function standingOfItem(
  item: Pick<PlanItemRow, 'excluded' | 'skipped'>,
  order: StepOrder | undefined,
  now: number,
): StepStanding {
  if (item.excluded !== 0 || item.skipped !== null) return 'off';
  if (order === undefined) return 'none';
  const { state, type, verification } = order;
  if (openStates.includes(state)) return 'open';
  if (bad.includes(state)) return 'bad';
  if (state !== 'succeeded') return 'off';
  if (type !== 'set' || verification === 'verified' || verification === 'unreadable') return 'good';
  if (verification === 'different') return 'bad';
  return now >= order.not_after ? 'bad' : 'open';
}

export function stepOf(item: PlanItemRow, order: StepOrder | undefined, now: number): Step {
  return {
    standing: standingOfItem(item, order, now),
    after: afterOf(item),
    endedAt: order === undefined ? null : (order.verified_at ?? order.ended_at),
  };
}
