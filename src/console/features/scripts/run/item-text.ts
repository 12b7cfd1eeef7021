/** Items of a plan in words: of which device, of which parameter or action, and how they stand. */
import type { MessageId } from '../../../../base/messages.ts';
import { groups, kindByCode } from '../../../../catalogue/index.ts';
import type { ParameterField } from '../../../../catalogue/model.ts';
import type { PlanItem } from '../../../../contract/plans/plans.ts';
import {
  argumentMessage,
  deviceActionMessage,
  fieldMessage,
  kindMessage,
} from '../../../../derive/messages.ts';
import type { Text } from '../../../components/i18n.ts';

const groupOf = (item: Pick<PlanItem, 'group'>) =>
  Object.values(groups).find((group) => group.id === item.group);
export const fieldOf = (item: Pick<PlanItem, 'group'>, id: string): ParameterField | undefined =>
  groupOf(item)?.fields.find((field) => field.id === id);

/** The fields that an item speaks of; '' = the action as a whole. */
export const fieldsOf = ({ type, edits }: Pick<PlanItem, 'type' | 'edits'>): readonly string[] =>
  type === 'send' ? [''] : Object.keys(edits);

/** Name of a field, or of the action. */
export function fieldText(item: Pick<PlanItem, 'type' | 'group'>, id: string, text: Text): string {
  if (item.type === 'send') return text(deviceActionMessage(item.group));
  const group = groupOf(item);
  return group === undefined || fieldOf(item, id) === undefined ? id : text(fieldMessage(group.id, id));
}

/** Arguments of an action: names and values. */
export const argumentsText = (item: Pick<PlanItem, 'group' | 'edits'>, text: Text): string =>
  Object.entries(item.edits)
    .map(([id, value]) => `${text(argumentMessage(item.group, id))} ${String(value)}`)
    .join(text('list.comma'));

/** The RTU, or a sensor by its slot and kind. */
export function deviceText({ target, kind }: Pick<PlanItem, 'target' | 'kind'>, text: Text): string {
  if (target.slot === null) return text('plans.rtu');
  const known = kind === null ? undefined : kindByCode(kind);
  return text('plans.slot', {
    slot: target.slot,
    kind: known === undefined ? '' : text(kindMessage(known.id)),
  });
}

/** Where an item stands, in the words of the plan's review. */
export function stateMessage({ type, state, order }: Pick<PlanItem, 'type' | 'state' | 'order'>): MessageId {
  if (state === 'succeeded' && type === 'send') return 'planItem.done';
  if (state === 'succeeded')
    return order?.verification === 'verified' ||
      order?.verification === 'different' ||
      order?.verification === 'unreadable'
      ? `planItem.${order.verification}`
      : 'planItem.answered';
  const words = {
    waiting: 'planItem.ready',
    notStarted: 'planItem.notStarted',
    excluded: 'planItem.excluded',
    skipped: 'planItem.skipped',
    timedOut: 'planItem.timedOut',
    queued: 'planItem.wake',
    sending: 'planItem.sent',
    retry: 'planItem.retry',
    failed: 'planItem.rejected',
    expired: 'planItem.expired',
    cancelled: 'planItem.cancelled',
    superseded: 'planItem.replaced',
    indeterminate: 'planItem.unknown',
  } as const satisfies Record<Exclude<PlanItem['state'], 'succeeded'>, MessageId>;
  return words[state];
}
