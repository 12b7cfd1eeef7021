import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { plans } from '../../../../commands/plans/index.ts';
import type { Plan, PlanItem } from '../../../contract/plans/plans.ts';
import { useCommands } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { hasProblem, itemLook } from './item-state.ts';
import type { PlanLine } from './lines.ts';
import { useImpacts } from './use-impacts.ts';
import { usePlanText } from './use-plan-text.ts';
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

/** False for what will not be sent, and for what has ended. */
const isOnItsWay = (item: PlanItem) =>
  item.command === null ? item.state === 'waiting' && !hasProblem(item) : item.command.endedAt === null;

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
  const say = usePlanText();
  const commands = useCommands();
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
  const choose = (index: number, step: 1 | -1, origin: 'button' | 'key') => {
    for (let next = index; next >= 0 && next < lines.length; next += step) {
      const line = lines[next];
      if (line?.type !== 'field' || !line.isFirst) continue;
      commands.run(plans.choose, { position: line.item.position }, origin);
      return;
    }
  };
  const onPress = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (row !== null && String(getSelection() ?? '') === '')
      commands.run(plans.choose, { position: Number(row.dataset['row']) }, 'button');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') choose(at + 1, 1, 'key');
    else if (event.key === 'ArrowUp') choose(at - 1, -1, 'key');
    else if (event.key === 'PageDown') choose(Math.min(lines.length - 1, at + 20), 1, 'key');
    else if (event.key === 'PageUp') choose(Math.max(0, at - 20), -1, 'key');
    else if (event.key === 'Home') choose(0, 1, 'key');
    else if (event.key === 'End') choose(lines.length - 1, -1, 'key');
    else if (event.key === ' ' && isDraft && current !== null)
      commands.run(plans.exclude, { position: current }, 'key');
    else return;
    event.preventDefault();
  };
  const landing = ({ expected }: Extract<PlanLine, { type: 'field' }>['item']) => {
    if (expected === null) return text('plans.notKnown');
    if (expected.plusMinus === 0) return text('plans.landsNow');
    return `${format.time(expected.at, zone, 'dayTime')} ± ${format.duration(expected.plusMinus)}`;
  };
  const batchCell = (batch: number) => (narrow ? text('plans.batch', { batch }) : batch);
  const cellsOf = ({ item, field, isFirst }: Extract<PlanLine, { type: 'field' }>) => {
    const before = item.before[field];
    const look = itemLook(item, now);
    const why = say.why(item);
    const impact = item.type === 'set' ? (impactOf(item.position) ?? '…') : '';
    const seen = item.command?.seen[field];
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
            {item.command?.endedAt != null && format.time(item.command.endedAt, zone, 'dayTime')}
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
            {item.state === 'failed' && item.command !== null && <small>{item.command.text}</small>}
          </span>
        ) : (
          ''
        ),
      },
    ];
  };
  const line = lines[at];
  const chosen = line?.type === 'field' ? line.item : null;
  // In full, where its row has no room for it.
  const reported =
    chosen === null
      ? []
      : [
          chosen.reason,
          say.why(chosen),
          isDraft && chosen.type === 'set' ? (impactOf(chosen.position) ?? '') : '',
        ];
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
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
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
              return (
                <div
                  key={line.key}
                  className="rows__row rows__section plans__row plans__section"
                  role="row"
                  tabIndex={-1}
                  style={style}
                >
                  <span role="gridcell" tabIndex={-1} aria-colspan={columns.length}>
                    {text(line.message)} <small className="num">{line.count}</small>
                  </span>
                </div>
              );
            const { position, excluded } = line.item;
            const cardHeight = narrow ? { height: size } : {};
            const classes = [
              'rows__row plans__row',
              position === current ? 'is-current' : '',
              excluded ? 'is-excluded' : '',
              line.isFirst ? '' : 'plans__row--more',
            ];
            return (
              <div
                key={line.key}
                id={`${id}-${index}`}
                className={classes.join(' ')}
                role="row"
                tabIndex={-1}
                aria-rowindex={index + 2}
                aria-selected={position === current}
                style={{ ...style, ...cardHeight }}
                data-row={position}
              >
                {cellsOf(line).map(({ key, look, content }) => (
                  <span key={key} role="gridcell" tabIndex={-1} className={`plans__cell--${key} ${look}`}>
                    {content}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      {chosen !== null && reported.some((part) => part !== '') && (
        <p className="plans__foot num">
          <strong>{chosen.stationCode}</strong>
          {reported.map((part) => part !== '' && <span key={part}>{part}</span>)}
        </p>
      )}
    </>
  );
}
