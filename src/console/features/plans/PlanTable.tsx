import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { useCommands } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { PlanItem } from '../../state/plans.ts';
import { hasProblem, itemLook } from './item-state.ts';
import type { Line } from './lines.ts';
import { usePlanText } from './use-plan-text.ts';

const rowHeight = 32;
const heads = [
  'plans.station',
  'plans.device',
  'plans.field',
  'plans.onDevice',
  'plans.new',
  'plans.landsAt',
  'plans.state',
] as const;

/** False for what will not be sent, and for what has ended. */
const isOnItsWay = (item: PlanItem) =>
  item.command === null ? item.state === 'waiting' && !hasProblem(item) : item.command.endedAt === null;

/** The sets of a plan, virtualised: arrows go from one to the next, Space leaves one out or takes it in again. */
export function PlanTable(props: {
  readonly lines: readonly Line[];
  readonly current: number | null;
  readonly isDraft: boolean;
  readonly zone: string;
  readonly now: number;
}) {
  const { lines, current, isDraft, zone, now } = props;
  const text = useText();
  const format = useFormat();
  const plan = usePlanText();
  const commands = useCommands();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: rowHeight,
  });
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
      commands.run('plans.choose', { position: line.item.position }, origin);
      return;
    }
  };
  const onPress = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (row !== null && String(getSelection() ?? '') === '')
      commands.run('plans.choose', { position: Number(row.dataset['row']) }, 'button');
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
      commands.run('plans.exclude', { position: current }, 'key');
    else return;
    event.preventDefault();
  };
  const landing = ({ expected }: Extract<Line, { type: 'field' }>['item']) => {
    if (expected === null) return text('plans.notKnown');
    if (expected.plusMinus === 0) return text('plans.landsNow');
    return `${format.time(expected.at, zone, 'dayTime')} ± ${format.duration(expected.plusMinus)}`;
  };
  const cellsOf = ({ item, field, isFirst }: Extract<Line, { type: 'field' }>) => {
    const before = item.before[field];
    const look = itemLook(item, now);
    const why = plan.why(item);
    const seen = item.command?.seen[field];
    return [
      {
        key: 'station',
        look: 'plans__strong',
        content: isFirst ? `${item.stationCode} ${item.stationName}` : '',
      },
      { key: 'device', look: '', content: isFirst ? plan.device(item) : '' },
      { key: 'field', look: '', content: plan.field(item, field) },
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
              {plan.value(item, field, before.value)}
              <small className="faint">
                {text('plans.age', { age: format.duration(Math.max(0, now - before.at)) })}
              </small>
            </>
          ),
      },
      { key: 'new', look: 'num plans__strong', content: plan.value(item, field, item.edits[field] ?? null) },
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
          <span title={why}>
            {text(look.message)}
            {seen !== undefined && ` (${plan.value(item, field, seen)})`}
            {why !== '' && <small>{why}</small>}
            {item.state === 'failed' && item.command !== null && <small>{item.command.text}</small>}
            {item.batch !== null && <small>{text('plans.batch', { batch: item.batch })}</small>}
          </span>
        ) : (
          ''
        ),
      },
    ];
  };
  return (
    <div
      ref={scroller}
      className="plans__scroll"
      role="grid"
      tabIndex={0}
      aria-label={text('plans.table')}
      aria-rowcount={lines.length + 1}
      aria-colcount={heads.length}
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      onKeyDown={onKeyDown}
      onClick={onPress}
    >
      <div className="plans__row plans__heads" role="row" tabIndex={-1}>
        {heads.map((head) => (
          <span key={head} role="columnheader" tabIndex={-1}>
            {text(head)}
            {head === 'plans.landsAt' && (
              <small className="faint num">{format.offset(zone, Date.now())}</small>
            )}
          </span>
        ))}
      </div>
      <div role="presentation" className="plans__lines" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          const style = { transform: `translateY(${start - rowHeight}px)` };
          if (line.type === 'section')
            return (
              <div
                key={line.key}
                className="plans__row plans__section"
                role="row"
                tabIndex={-1}
                style={style}
              >
                <span role="gridcell" tabIndex={-1} aria-colspan={heads.length}>
                  {text(line.message)} <small className="num">{line.count}</small>
                </span>
              </div>
            );
          const { position, excluded } = line.item;
          const classes = [
            'plans__row',
            position === current ? 'is-current' : '',
            excluded ? 'is-excluded' : '',
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
              style={style}
              data-row={position}
            >
              {cellsOf(line).map(({ key, look, content }) => (
                <span key={key} role="gridcell" tabIndex={-1} className={look}>
                  {content}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
