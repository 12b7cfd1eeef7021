/** A plan's sets and actions as rows of a report: what was, what was wanted, what was read back. */
import type { MessageId } from '../../../../base/messages.ts';
import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import type { Plan, PlanItem } from '../../../../contract/plans/plans.ts';
import type { Text } from '../../../components/i18n.ts';
import { argumentsText, deviceText, fieldOf, fieldsOf, fieldText, stateMessage } from '../run/item-text.ts';

/** A number keeps its type; anything else is written in words. */
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
  readonly reportedAt: number | null;
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

/** A value of a field as a cell has it; a secret is never shown. */
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

/** What is wanted as a cell has it: the value of a field, or the arguments of an action (field ''). */
export function wantedOf(
  item: Pick<PlanItem, 'type' | 'group' | 'edits'>,
  field: string,
  text: Text,
  valueText: ValueText,
): ReportValue {
  if (item.type !== 'send') return cellOf(item, field, item.edits[field], valueText);
  return argumentsText(item, text) || null;
}

/** One row for each field of a set, and one for each action and for what was left out by name. */
export function rowsOf(plan: Plan, text: Text, valueText: ValueText): readonly ReportRow[] {
  return plan.items.flatMap((item) =>
    (item.type === 'skip' ? [''] : fieldsOf(item)).map((id): ReportRow => {
      const { order } = item;
      const field = fieldOf(item, id);
      const before = item.before[id];
      const isRead = order?.verification === 'verified' || order?.verification === 'different';
      const seen = order !== null && id in order.seen ? order.seen[id] : item.edits[id];
      const endedAt = order?.endedAt ?? null;
      const why = item.skipped ?? item.obstacle;
      return {
        station: item.stationCode,
        name: item.stationName,
        sn: item.sn,
        device: deviceText(item, text),
        parameter: item.type === 'skip' ? '' : fieldText(item, id, text),
        unit: field !== undefined && 'unit' in field ? String(field.unit ?? '') : '',
        before: before === undefined || before.at === null ? null : cellOf(item, id, before.value, valueText),
        reportedAt: before?.at ?? null,
        wanted: item.secrets.includes(id) ? text('scripts.secret') : wantedOf(item, id, text, valueText),
        readBack: isRead && item.type === 'set' ? cellOf(item, id, seen, valueText) : null,
        state: text(stateMessage(item)),
        endedAt,
        elapsed:
          endedAt === null || plan.approvedAt === null
            ? null
            : Math.round((endedAt - plan.approvedAt) / 1000),
        reason: why === null ? (order?.text ?? '') : text(why.message as MessageId, why.params),
        item: itemOf(plan.id, item.position, id),
      };
    }),
  );
}
