import type { MessageId } from '../../../../base/messages.ts';
import type { DeviceState, Plan, PlanItem } from '../../../../contract/plans/plans.ts';
import { hasProblem, itemLook } from '../item-state.ts';

/** Devices that a draft would go to. */
export const goingDevices = (items: readonly PlanItem[]): number =>
  new Set(
    items
      .filter((item) => item.type !== 'skip' && !item.excluded && !hasProblem(item))
      .map(({ target }) => target.rtuId),
  ).size;

/** Alarm rules that a draft would save. */
export const goingRules = ({ proposals }: Pick<Plan, 'proposals'>): number =>
  proposals.filter(({ excluded, obstacle, skipped }) => !excluded && obstacle === null && skipped === null)
    .length;

/** How many devices of an approved plan stand how, the ones without any left out, in the order of their way. */
export function deviceCounts({ progress }: Pick<Plan, 'progress'>): readonly {
  readonly state: DeviceState;
  readonly count: number;
}[] {
  const counts = progress?.devices ?? {};
  const of = (state: DeviceState) => counts[state] ?? 0;
  return [
    { state: 'passed' as const, count: of('passed') },
    { state: 'failed' as const, count: of('failed') },
    { state: 'timedOut' as const, count: of('timedOut') },
    { state: 'underWay' as const, count: of('underWay') },
    { state: 'notStarted' as const, count: of('notStarted') },
    { state: 'skipped' as const, count: of('skipped') },
    { state: 'cancelled' as const, count: of('cancelled') },
  ].filter(({ count }) => count > 0);
}

export interface FailureReason {
  /** What the device itself said; empty = `message` says it. */
  readonly said: string;
  readonly message: MessageId;
  readonly devices: number;
}

/** Why devices of a plan failed, the most frequent reason first; each device once, by its first set that failed. */
export function failureReasons(items: readonly PlanItem[], now: number): readonly FailureReason[] {
  const found = new Map<string, FailureReason & { devices: number }>();
  const seen = new Set<number>();
  for (const item of items) {
    const { rtuId } = item.target;
    if (rtuId === null || seen.has(rtuId) || (item.device !== 'failed' && item.device !== 'timedOut'))
      continue;
    const { tone, message } = itemLook(item, now);
    const isLate = item.device === 'timedOut';
    if (!isLate && (tone === 'good' || item.state === 'skipped')) continue;
    seen.add(rtuId);
    const reason: MessageId = isLate ? 'plans.outcome.timedOut' : message;
    const said = isLate ? '' : (item.order?.text ?? '');
    const key = `${reason} ${said}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { said, message: reason, devices: 1 });
    else known.devices += 1;
  }
  return [...found.values()].sort((a, b) => b.devices - a.devices);
}

/** Devices of which something did not go, not begun, skipped or cancelled, that can be tried again. */
export const notGone = (items: readonly PlanItem[]): number =>
  new Set(
    items
      .filter(
        ({ type, excluded, device, state, skipped }) =>
          type !== 'skip' &&
          !excluded &&
          skipped?.message !== 'plans.unchanged' &&
          (device === 'notStarted' ||
            ((device === 'skipped' || device === 'cancelled') &&
              (state === 'skipped' || state === 'cancelled' || state === 'notStarted'))),
      )
      .map(({ target }) => target.rtuId),
  ).size;

/** Devices that failed and can be tried again: what was sent and may still land of a late one is not sent twice. */
export const retriable = (items: readonly PlanItem[], now: number): number =>
  new Set(
    items
      .filter((item) => {
        if (item.excluded || (item.device !== 'failed' && item.device !== 'timedOut')) return false;
        const { tone } = itemLook(item, now);
        return tone === 'bad' || tone === 'odd' || tone === 'off' || tone === 'ready';
      })
      .map(({ target }) => target.rtuId),
  ).size;
