/** What became of a plan's devices after its approval, as lines of the log. */
import type { MessageId } from '../../../../base/messages.ts';
import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import type { Plan, PlanItem } from '../../../../contract/plans/plans.ts';
import type { Text } from '../../../components/i18n.ts';
import { argumentsText, deviceText, fieldOf, fieldsOf, fieldText, stateMessage } from './item-text.ts';

type ValueText = (field: ParameterField, value: ParameterValue) => string;
/** `good`: as it was wanted; `trouble`: otherwise; `on`: not over yet; `plan`: of the plan as a whole. */
export type StoryTone = 'good' | 'trouble' | 'on' | 'plan';
export interface StoryLine {
  readonly key: string;
  /** UTC ms. */
  readonly at: number;
  readonly word: MessageId;
  readonly tone: StoryTone;
  readonly stationId: number | null;
  readonly station: string;
  readonly text: string;
}
/** When which word was first true of an item, by `position/word`. */
export type Seen = Map<string, { readonly at: number; readonly item: PlanItem; readonly word: MessageId }>;

const tones: Readonly<Partial<Record<MessageId, StoryTone>>> = {
  'planItem.verified': 'good',
  'planItem.done': 'good',
  'planItem.unreadable': 'good',
  'planItem.answered': 'on',
  'planItem.different': 'trouble',
  'planItem.rejected': 'trouble',
  'planItem.expired': 'trouble',
  'planItem.unknown': 'trouble',
  'planItem.skipped': 'trouble',
  'planItem.timedOut': 'trouble',
  'planItem.cancelled': 'trouble',
  'planItem.replaced': 'trouble',
};

/**
 * Notes what is true of a plan's items now. What ended before it was looked at has the time of its end; what comes to be
 * while it is looked at, `now` where the plan has no time of its own for it.
 */
export function note(seen: Seen, plan: Plan, now: number): void {
  if (plan.approvedAt === null) return;
  const isFirst = seen.size === 0;
  for (const item of plan.items) {
    if (item.type === 'skip' || item.excluded) continue;
    const word = stateMessage(item);
    const key = `${item.position}/${word}`;
    if (tones[word] === undefined || seen.has(key)) continue;
    // A read-back comes after the answer, which has its own line.
    const isLater = seen.has(`${item.position}/planItem.answered`);
    const ended = item.order?.endedAt ?? null;
    const at = ended !== null && !isLater ? ended : isFirst ? plan.approvedAt : now;
    seen.set(key, { at, item, word });
  }
}

/** What was to be changed, and what came of it. */
function itemText(item: PlanItem, word: MessageId, text: Text, valueText: ValueText): string {
  const value = (id: string, of: ParameterValue | undefined) => {
    const field = fieldOf(item, id);
    if (of === undefined) return '–';
    return field === undefined ? String(of) : valueText(field, of);
  };
  const change = (id: string) => {
    const name = fieldText(item, id, text);
    if (item.type === 'send')
      return [name, argumentsText(item, text)].filter((part) => part !== '').join(' ');
    if (item.secrets.includes(id)) return name;
    const before = item.before[id];
    const reported = before === undefined || before.at === null ? '' : `${value(id, before.value)} → `;
    const seen = word === 'planItem.different' ? item.order?.seen[id] : undefined;
    const read = seen === undefined ? '' : text('scripts.readBack', { value: value(id, seen) });
    return `${name} ${reported}${value(id, item.edits[id])}${read}`;
  };
  const why =
    item.skipped === null
      ? (item.order?.text ?? '')
      : text(item.skipped.message as MessageId, item.skipped.params);
  return [deviceText(item, text), fieldsOf(item).map(change).join(text('list.comma')), why]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The lines, in no order: the approval, each device as it landed, and the end. */
export function storyOf(plan: Plan, seen: Seen, text: Text, valueText: ValueText): readonly StoryLine[] {
  const { id, approvedAt, approvedBy, reason, endedAt, state } = plan;
  if (approvedAt === null) return [];
  const whole = { tone: 'plan' as const, stationId: null, station: '', word: 'scriptLog.plan' as const };
  const devices = [...seen].map(([key, { at, item, word }]): StoryLine => {
    const { stationId, stationCode, stationName } = item;
    return {
      key: `${id}/${key}`,
      at,
      word,
      tone: tones[word] ?? 'on',
      stationId,
      station: `${stationCode} ${stationName}`,
      text: itemText(item, word, text, valueText),
    };
  });
  return [
    {
      ...whole,
      key: `${id}/approved`,
      at: approvedAt,
      text: [text('scripts.logApproved', { by: approvedBy ?? '–', title: plan.title }), reason]
        .filter((part) => part !== '')
        .join(' · '),
    },
    ...devices,
    ...(endedAt === null
      ? []
      : [{ ...whole, key: `${id}/ended`, at: endedAt, text: text(`planState.${state}`) }]),
  ];
}
