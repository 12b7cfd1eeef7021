import type { ReactNode } from 'react';
import type { PlanItem } from '../../../../contract/plans/plans.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { hasProblem, itemLook } from '../item-state.ts';
import type { FieldLine } from '../lines.ts';
import { usePlanText } from '../use-plan-text.ts';

/** A cell of the table of a plan. */
export interface PlanCell {
  /** Ends the name of its class: `plans__cell--…`. */
  readonly key: string;
  /** More classes. */
  readonly look: string;
  readonly content: ReactNode;
}

/** False for what will not be sent, and for what has ended. */
const isOnItsWay = (item: PlanItem) =>
  item.order === null ? item.state === 'waiting' && !hasProblem(item) : item.order.endedAt === null;

/** Returns the cells of a line, in the order of the columns; those of a set stand in its first line alone. */
export function usePlanCells(of: {
  readonly isDraft: boolean;
  readonly hasBatches: boolean;
  readonly narrow: boolean;
  readonly zone: string;
  readonly now: number;
  /** What a set would cost, by its position; null = not known yet. */
  readonly impactOf: (position: number) => string | null;
}): (line: FieldLine) => readonly PlanCell[] {
  const { isDraft, hasBatches, narrow, zone, now, impactOf } = of;
  const text = useText();
  const format = useFormat();
  const say = usePlanText();
  const landing = ({ expected }: PlanItem) => {
    if (expected === null) return text('plans.notKnown');
    if (expected.plusMinus === 0) return text('plans.landsNow');
    return `${format.time(expected.at, zone, 'dayTime')} ± ${format.duration(expected.plusMinus)}`;
  };
  const batchCell = (batch: number) => (narrow ? text('plans.batch', { batch }) : batch);
  return ({ item, field, isFirst }) => {
    const before = item.before[field];
    const look = itemLook(item, now);
    const why = say.why(item);
    const impact = item.type === 'set' ? (impactOf(item.position) ?? '…') : '';
    const seen = item.order?.seen[field];
    return [
      {
        key: 'station',
        look: 'rows__strong',
        content: isFirst ? `${item.stationCode} ${item.stationName}` : '',
      },
      { key: 'device', look: '', content: isFirst ? say.device(item) : '' },
      ...(hasBatches
        ? [
            {
              key: 'batch',
              look: 'num',
              content: isFirst && item.batch !== null ? batchCell(item.batch) : '',
            },
          ]
        : []),
      { key: 'field', look: '', content: say.field(item, field) },
      {
        key: 'before',
        look: 'num',
        content:
          before === undefined ? (
            ''
          ) : before.at === null ? (
            <span className="faint">{text('plans.notKnown')}</span>
          ) : (
            <>
              {say.value(item, field, before.value)}
              <small className="faint">
                {text('plans.age', { age: format.duration(Math.max(0, now - before.at)) })}
              </small>
            </>
          ),
      },
      { key: 'new', look: 'num rows__strong', content: say.value(item, field, item.edits[field] ?? null) },
      ...(isDraft
        ? [
            {
              key: 'impact',
              look: 'num dim',
              content: isFirst ? <span title={impact}>{impact}</span> : '',
            },
          ]
        : []),
      {
        key: 'lands',
        look: 'num dim',
        content: isFirst ? (
          <>
            {isOnItsWay(item) && landing(item)}
            {item.order?.endedAt != null && format.time(item.order.endedAt, zone, 'dayTime')}
          </>
        ) : (
          ''
        ),
      },
      {
        key: 'state',
        look: `plans__word plans__word--${look.tone}`,
        content: isFirst ? (
          <span title={why === '' ? item.reason : why}>
            {text(look.message)}
            {seen !== undefined && ` (${say.value(item, field, seen)})`}
            {why !== '' && <small>{why}</small>}
            {why === '' && item.reason !== '' && <small className="faint">{item.reason}</small>}
            {item.state === 'failed' && item.order !== null && <small>{item.order.text}</small>}
          </span>
        ) : (
          ''
        ),
      },
    ];
  };
}
