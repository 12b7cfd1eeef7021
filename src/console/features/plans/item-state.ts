/** Where a set of a plan stands, in a word that is true of what is known (src/server/delivery/README.md#words). */
import type { MessageId } from '../../../base/messages.ts';
import { groups } from '../../../catalogue/index.ts';
import type { PlanItem } from '../../../contract/plans/plans.ts';
import { ownFields } from '../../../domain/parameters/own-fields.ts';

/** `wait` and `on`: not over yet; `good`, `odd` and `bad`: how it ended; `off`: it did nothing. */
export type ItemTone = 'ready' | 'wait' | 'on' | 'good' | 'odd' | 'bad' | 'off';
export interface ItemLook {
  /** Also what it is filtered and counted by. */
  readonly key: string;
  readonly message: MessageId;
  readonly tone: ItemTone;
}

/** Where sets stand, with their number. */
export type Counted = ItemLook & { readonly count: number };

const look = (key: string, message: MessageId, tone: ItemTone): ItemLook => ({ key, message, tone });
type Facts = Pick<PlanItem, 'state' | 'order' | 'expected' | 'problems' | 'obstacle'> &
  Partial<Pick<PlanItem, 'type' | 'device' | 'late'>>;

/** True for a set of a draft that would not be sent. */
export const hasProblem = ({ problems, obstacle }: Pick<PlanItem, 'problems' | 'obstacle'>): boolean =>
  problems.length > 0 || obstacle !== null;

/** True for a set of what belongs to one device: its calibration, its installation, its identity. */
export function setsOwn({ type, group, edits }: Pick<PlanItem, 'type' | 'group' | 'edits'>): boolean {
  const definition = Object.values(groups).find(({ id }) => id === group);
  return type === 'set' && definition !== undefined && ownFields(definition, Object.keys(edits)).length > 0;
}

/** @param now distinguishes accepted (its device is in reach) from waiting for the next wake-up */
export function itemLook(item: Facts, now: number): ItemLook {
  const { state, order, expected } = item;
  switch (state) {
    case 'notStarted':
      return look('notStarted', 'planItem.notStarted', 'ready');
    case 'waiting':
      if (item.device === 'underWay') return look('step', 'planItem.step', 'wait');
      if (hasProblem(item)) return look('problem', 'planItem.problem', 'bad');
      return (item.late ?? null) === null
        ? look('ready', 'planItem.ready', 'ready')
        : look('late', 'planItem.late', 'odd');
    case 'excluded':
      return look('excluded', 'planItem.excluded', 'off');
    case 'skipped':
      if (item.type === 'skip') return look('left', 'planItem.skipped', 'off');
      return look('skipped', 'planItem.skipped', 'bad');
    case 'timedOut':
      return look('timedOut', 'planItem.timedOut', 'bad');
    case 'queued':
      return expected !== null && (expected.plusMinus === 0 || expected.at <= now)
        ? look('accepted', 'planItem.accepted', 'wait')
        : look('wake', 'planItem.wake', 'wait');
    case 'sending':
      return look('sent', 'planItem.sent', 'on');
    case 'retry':
      return look('retry', 'planItem.retry', 'on');
    case 'succeeded':
      if (order?.verification === 'verified') return look('verified', 'planItem.verified', 'good');
      if (order?.verification === 'different') return look('different', 'planItem.different', 'odd');
      if (item.type === 'send') return look('done', 'planItem.done', 'good');
      if (order?.verification === 'unreadable') return look('unreadable', 'planItem.unreadable', 'good');
      return look('answered', 'planItem.answered', 'on');
    case 'failed':
      return look('rejected', 'planItem.rejected', 'bad');
    case 'expired':
      return look('expired', 'planItem.expired', 'off');
    case 'cancelled':
      return look('cancelled', 'planItem.cancelled', 'off');
    case 'superseded':
      return look('replaced', 'planItem.replaced', 'off');
    case 'indeterminate':
      return look('unknown', 'planItem.unknown', 'odd');
  }
}

/** Sets by where they stand, with their numbers, in the order of their first one. */
export function counted(items: readonly PlanItem[], now: number): readonly Counted[] {
  const found = new Map<string, ItemLook & { count: number }>();
  for (const item of items) {
    const is = itemLook(item, now);
    const known = found.get(is.key);
    if (known === undefined) found.set(is.key, { ...is, count: 1 });
    else known.count += 1;
  }
  return [...found.values()];
}
