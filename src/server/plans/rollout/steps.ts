/** Items of a plan as steps of their devices. */
import type { CommandState } from '../../../contract/devices/order-states.ts';
import type { Step, StepStanding } from '../../../domain/rollout/rollout-steps.ts';
import type { CommandRow } from '../../delivery/row.ts';
import { afterOf, type PlanItemRow } from '../row.ts';

/** The columns of a command that determine how its item stands. */
export type StepCommand = Pick<
  CommandRow,
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
] as const satisfies readonly (keyof StepCommand)[];

const bad: readonly string[] = ['failed', 'expired', 'indeterminate'] satisfies CommandState[];
export const openStates: readonly string[] = ['queued', 'sending', 'retry'] satisfies CommandState[];

/** A set that was answered and never read back is unknown once its time to live is over. */
export function standingOfItem(
  item: Pick<PlanItemRow, 'excluded' | 'skipped'>,
  command: StepCommand | undefined,
  now: number,
): StepStanding {
  if (item.excluded !== 0 || item.skipped !== null) return 'off';
  if (command === undefined) return 'none';
  const { state, type, verification } = command;
  if (openStates.includes(state)) return 'open';
  if (bad.includes(state)) return 'bad';
  if (state !== 'succeeded') return 'off';
  if (type !== 'set' || verification === 'verified' || verification === 'unreadable') return 'good';
  if (verification === 'different') return 'bad';
  return now >= command.not_after ? 'bad' : 'open';
}

export function stepOf(item: PlanItemRow, command: StepCommand | undefined, now: number): Step {
  return {
    standing: standingOfItem(item, command, now),
    after: afterOf(item),
    endedAt: command === undefined ? null : (command.verified_at ?? command.ended_at),
  };
}
