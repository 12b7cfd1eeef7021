/** A plan's sets as rows of a report, one for each field: what was, what was wanted, what was read back. */
import type { MessageId } from '../../../../base/messages.ts';
import { groups, kindByCode } from '../../../../catalogue/index.ts';
import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import { fieldMessage, kindMessage } from '../../../../derive/messages.ts';
import type { Text } from '../../../components/i18n.ts';
import type { Plan, PlanItem } from '../../../state/plans.ts';

/** A number keeps its type; anything else is told in words. */
export type ReportValue = string | number | null;
export interface ReportRow {
  readonly station: string;
  readonly name: string;
  readonly sn: string;
  readonly device: string;
  readonly parameter: string;
  readonly unit: string;
  readonly before: ReportValue;
  /** UTC ms. */
  readonly toldAt: number | null;
  readonly wanted: ReportValue;
  readonly readBack: ReportValue;
  readonly state: string;
  readonly endedAt: number | null;
  /** Seconds from the approval to the end. */
  readonly elapsed: number | null;
  readonly reason: string;
  /** By which the row is found again: `plan:position:field`. */
  readonly item: string;
}
export type ValueText = (field: ParameterField, value: ParameterValue) => string;

export const itemOf = (planId: string, position: number, field: string) => `${planId}:${position}:${field}`;

const groupOf = (item: Pick<PlanItem, 'group'>) =>
  Object.values(groups).find((group) => group.id === item.group);
const fieldOf = (item: Pick<PlanItem, 'group'>, id: string): ParameterField | undefined =>
  groupOf(item)?.fields.find((field) => field.id === id);

/** Where a set stands, in the words of the plan's review. */
function stateMessage({ state, command }: Pick<PlanItem, 'state' | 'command'>): MessageId {
  if (state === 'succeeded')
    return command?.verification === 'verified' ||
      command?.verification === 'different' ||
      command?.verification === 'unreadable'
      ? `planItem.${command.verification}`
      : 'planItem.answered';
  const words = {
    waiting: 'planItem.ready',
    excluded: 'planItem.excluded',
    skipped: 'planItem.skipped',
    queued: 'planItem.wake',
    sending: 'planItem.sent',
    retry: 'planItem.retry',
    failed: 'planItem.rejected',
    expired: 'planItem.expired',
    cancelled: 'planItem.cancelled',
    superseded: 'planItem.replaced',
    indeterminate: 'planItem.unknown',
  } as const satisfies Partial<Record<PlanItem['state'], MessageId>>;
  return state in words ? words[state as keyof typeof words] : 'planItem.ready';
}

/** @param value of a field as a cell has it; a secret is never told */
export function cellOf(
  item: Pick<PlanItem, 'group'>,
  id: string,
  value: ParameterValue | undefined,
  valueText: ValueText,
): ReportValue {
  if (value === undefined) return null;
  const field = fieldOf(item, id);
  if (field === undefined) return String(value);
  if (field.type === 'number' && typeof value === 'number') return value;
  return valueText(field, value);
}

export function rowsOf(plan: Plan, text: Text, valueText: ValueText): readonly ReportRow[] {
  return plan.items.flatMap((item) =>
    Object.entries(item.edits).map(([id, to]): ReportRow => {
      const { command } = item;
      const [group, field] = [groupOf(item), fieldOf(item, id)];
      const before = item.before[id];
      const kind = item.kind === null ? undefined : kindByCode(item.kind);
      const isRead = command?.verification === 'verified' || command?.verification === 'different';
      const seen = command !== null && id in command.seen ? command.seen[id] : to;
      const endedAt = command?.endedAt ?? null;
      const why = item.skipped ?? item.obstacle;
      return {
        station: item.stationCode,
        name: item.stationName,
        sn: item.sn,
        device:
          item.target.slot === null
            ? text('plans.rtu')
            : text('plans.slot', {
                slot: item.target.slot,
                kind: kind === undefined ? '' : text(kindMessage(kind.id)),
              }),
        parameter: group === undefined || field === undefined ? id : text(fieldMessage(group.id, id)),
        unit: field !== undefined && 'unit' in field ? String(field.unit ?? '') : '',
        before: before === undefined || before.at === null ? null : cellOf(item, id, before.value, valueText),
        toldAt: before?.at ?? null,
        wanted: item.secrets.includes(id) ? text('scripts.secret') : cellOf(item, id, to, valueText),
        readBack: isRead ? cellOf(item, id, seen, valueText) : null,
        state: text(stateMessage(item)),
        endedAt,
        elapsed:
          endedAt === null || plan.approvedAt === null
            ? null
            : Math.round((endedAt - plan.approvedAt) / 1000),
        reason: why === null ? (command?.text ?? '') : text(why.message as MessageId, why.params),
        item: itemOf(plan.id, item.position, id),
      };
    }),
  );
}
