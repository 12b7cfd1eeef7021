import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef } from 'react';
import type { Plan } from '../../../contract/plans/plans.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { drawnRow } from '../../components/table/drawn-row.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import type { PlanLine } from './lines.ts';
import { ChosenFoot } from './table/ChosenFoot.tsx';
import { FieldLineRow } from './table/FieldLineRow.tsx';
import { SectionRow } from './table/SectionRow.tsx';
import { usePlanCells } from './table/use-plan-cells.tsx';
import { usePlanKeys } from './table/use-plan-keys.ts';
import { useImpacts } from './use-impacts.ts';
import '../../components/table/rows.css';
import { keepKeys } from '../../components/table/keep-keys.ts';

/** A card is a phone's: place and state, what is set, where and when; of a draft also what it would cost. */
const heights = { row: 32, card: 76, draft: 98 } as const;
const heads = {
  'plans.station': 'station',
  'plans.device': 'device',
  'plans.batchHead': 'batch',
  'plans.field': 'field',
  'plans.onDevice': 'before',
  'plans.new': 'new',
  'plans.impact': 'impact',
  'plans.landsAt': 'lands',
  'plans.state': 'state',
} as const;
const named = Object.keys(heads) as (keyof typeof heads)[];

/** The sets of a plan, virtualised: arrows go from one to the next, Space leaves one out or takes it in again. */
export function PlanTable(props: {
  readonly plan: Plan;
  readonly lines: readonly PlanLine[];
  readonly current: number | null;
  readonly zone: string;
  readonly now: number;
}) {
  const { plan, lines, current, zone, now } = props;
  const isDraft = plan.state === 'draft';
  const narrow = useNarrow();
  const headHeight = narrow ? 0 : heights.row;
  const hasBatches = !isDraft && (plan.progress?.batches ?? 1) > 1;
  const columns = named.filter((head) =>
    head === 'plans.impact' ? isDraft : head === 'plans.batchHead' ? hasBatches : true,
  );
  const text = useText();
  const format = useFormat();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const line = lines[index];
      const isCard = narrow && line?.type === 'field' && line.isFirst;
      return !isCard ? heights.row : isDraft ? heights.draft : heights.card;
    },
    overscan: 12,
    scrollMargin: headHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are of another height where it is narrow
  useEffect(() => rows.measure(), [narrow, isDraft, lines, rows]);
  const visible = rows.getVirtualItems();
  const impactOf = useImpacts(
    plan,
    visible.flatMap(({ index }) => {
      const line = lines[index];
      return line?.type === 'field' ? [line.item.position] : [];
    }),
  );
  const at = lines.findIndex(
    (line) => line.type === 'field' && line.isFirst && line.item.position === current,
  );
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  }, [at, rows]);
  const { onPress, onKeyDown } = usePlanKeys({ lines, at, current, isDraft });
  const cellsOf = usePlanCells({ isDraft, hasBatches, narrow, zone, now, impactOf });
  const line = lines[at];
  const chosen = line?.type === 'field' ? line.item : null;
  return (
    <>
      <div
        ref={scroller}
        className={`rows ${isDraft ? 'plans__scroll--draft' : ''} ${hasBatches ? 'plans__scroll--batches' : ''}`}
        role="grid"
        tabIndex={0}
        aria-label={text('plans.table')}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={drawnRow(visible, at, `${id}-${at}`)}
        onFocus={keepKeys}
        onKeyDown={onKeyDown}
        onClick={onPress}
      >
        <div className="rows__row rows__heads plans__row plans__heads" role="row" tabIndex={-1}>
          {columns.map((head) => (
            <span key={head} className={`plans__cell--${heads[head]}`} role="columnheader" tabIndex={-1}>
              {text(head)}
              {head === 'plans.landsAt' && (
                <small className="faint num">{format.offset(zone, Date.now())}</small>
              )}
            </span>
          ))}
        </div>
        <div role="presentation" className="rows__lines plans__lines" style={{ height: rows.getTotalSize() }}>
          {visible.map(({ index, start, size }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const style = { transform: `translateY(${start - headHeight}px)` };
            if (line.type === 'section')
              return <SectionRow key={line.key} line={line} columns={columns.length} style={style} />;
            const cardHeight = narrow ? { height: size } : {};
            return (
              <FieldLineRow
                key={line.key}
                id={`${id}-${index}`}
                line={line}
                cells={cellsOf(line)}
                index={index}
                current={current}
                style={{ ...style, ...cardHeight }}
              />
            );
          })}
        </div>
      </div>
      {chosen !== null && (
        <ChosenFoot
          item={chosen}
          impact={isDraft && chosen.type === 'set' ? (impactOf(chosen.position) ?? '') : ''}
        />
      )}
    </>
  );
}
