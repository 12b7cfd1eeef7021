/** Orders in words: what they order, and how they stand (src/server/delivery/README.md#words). */
import type { MessageId } from '../base/messages.ts';
import { deviceActions, groups, kindByCode } from '../catalogue/index.ts';
import type { GroupId, ParameterField, ParameterValue } from '../catalogue/model.ts';
import { argumentMessage, deviceActionMessage, fieldMessage } from './messages.ts';
import { parameterFields } from './parameter-fields.ts';
import { parameterWords } from './parameter-words.ts';

type Text = (id: MessageId) => string;
type Values = Readonly<Record<string, ParameterValue>>;
/** What was ordered (contract/devices/orders), and of which kind of sensor; null = the RTU. */
export interface OrderedContent {
  readonly content:
    | { readonly type: 'set'; readonly group: string; readonly edits: Values }
    | { readonly type: 'action'; readonly action: string; readonly args: Values };
  readonly kind: number | null;
}
export const isGroup = (id: string): id is GroupId => Object.hasOwn(groups, id);

/** The field of a group as the kind has it; undefined for one that the catalogue does not know (any more). */
export function fieldOf(group: string, id: string, kind: number | null): ParameterField | undefined {
  if (!isGroup(group)) return undefined;
  return parameterFields(group, kind === null ? undefined : kindByCode(kind)).find(
    (field) => field.id === id,
  );
}

/** A field's name; its id where the catalogue does not know it. */
export const fieldWords = (group: string, id: string, text: Text): string =>
  isGroup(group) && fieldOf(group, id, null) !== undefined ? text(fieldMessage(group, id)) : id;

/** A field's value in words. */
export function fieldValueWords(
  group: string,
  id: string,
  kind: number | null,
  value: ParameterValue,
  text: Text,
): string {
  const field = fieldOf(group, id, kind);
  return field === undefined ? String(value) : parameterWords(field, value, text);
}

/** What an order orders: "Send cycle 600 s", "Sound alarm: Clip 1, Volume 70 %". */
export function orderWords({ content, kind }: OrderedContent, text: Text): string {
  if (content.type === 'set') {
    const { group, edits } = content;
    return Object.entries(edits)
      .map(([id, to]) => `${fieldWords(group, id, text)} ${fieldValueWords(group, id, kind, to, text)}`)
      .join(text('list.comma'));
  }
  const definition = deviceActions.find(({ id }) => id === content.action);
  if (definition === undefined) return content.action;
  const args = definition.arguments.flatMap((argument) => {
    const given = content.args[argument.id];
    if (given === undefined) return [];
    return [`${text(argumentMessage(definition.id, argument.id))} ${parameterWords(argument, given, text)}`];
  });
  return [text(deviceActionMessage(definition.id)), ...args].join(text('list.comma'));
}

/** What is known of an order (contract/devices/orders). */
export interface OrderFacts {
  readonly state: string;
  readonly verification: string | null;
  readonly trial: string | null;
  readonly expected: { readonly at: number; readonly plusMinus: number } | null;
  readonly content: { readonly type: string };
}

/** How an order stands. @param now distinguishes accepted (its device is in reach) from waiting for the next wake-up */
export function orderStateMessage(
  { state, verification, trial, expected, content }: OrderFacts,
  now: number,
) {
  switch (state) {
    case 'queued':
      return expected !== null && (expected.plusMinus === 0 || expected.at <= now)
        ? 'orderState.accepted'
        : 'orderState.waiting';
    case 'sending':
      return trial === 'trying' ? 'orderState.trying' : 'orderState.sent';
    case 'retry':
      return 'orderState.retry';
    case 'succeeded':
      if (content.type !== 'set') return 'orderState.answered';
      if (verification === 'verified') return 'orderState.verified';
      if (verification === 'different') return 'orderState.different';
      return verification === 'unreadable' ? 'orderState.unreadable' : 'orderState.answered';
    case 'failed':
      return trial === 'rolledBack' ? 'orderState.rolledBack' : 'orderState.rejected';
    case 'expired':
      return 'orderState.expired';
    case 'cancelled':
      return 'orderState.cancelled';
    case 'superseded':
      return 'orderState.replaced';
    default:
      return 'orderState.unknown';
  }
}
