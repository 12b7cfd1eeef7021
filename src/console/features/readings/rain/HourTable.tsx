import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { rain as rainCommands } from '../../../../../commands/rain.ts';
import type { RainHour } from '../../../../domain/readings/rain-hours.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';

const rowHeight = 26;

type Line =
  | { readonly type: 'day'; readonly day: number; readonly last: RainHour; readonly missing: number }
  | { readonly type: 'hour'; readonly hour: RainHour };

/** Hours newest first, under the rain day that each belongs to. */
function linesOf(hours: readonly RainHour[]): readonly Line[] {
  const lines: Line[] = [];
  const missing = new Map<number, number>();
  for (const hour of hours) missing.set(hour.day, (missing.get(hour.day) ?? 0) + hour.missing);
  let shown = Number.NaN;
  for (const hour of hours.toReversed()) {
    if (hour.day !== shown)
      lines.push({ type: 'day', day: hour.day, last: hour, missing: missing.get(hour.day) ?? 0 });
    shown = hour.day;
    lines.push({ type: 'hour', hour });
  }
  return lines;
}

/** The hours as a table: amount, most in five minutes, tips, sum of the rain day; a lower bound has an asterisk. */
export function HourTable(props: {
  readonly hours: readonly RainHour[];
  readonly zone: string;
  /** The moment that is marked. */
  readonly at: number | null;
}) {
  const { hours, zone, at } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(hours), [hours]);
  const most = Math.max(1, ...hours.map(({ amount }) => amount ?? 0));
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const marked = lines.findIndex(
    (line) => line.type === 'hour' && at !== null && line.hour.from < at && at <= line.hour.to,
  );
  useEffect(() => {
    if (marked >= 0) virtual.scrollToIndex(marked, { align: 'auto' });
  }, [marked, virtual]);
  const clock = (t: number) => format.time(t, zone, 'minute');
  const gaps = hours.filter(({ missing }) => missing > 0).length;
  return (
    <section className="hours column paper" aria-label={text('rain.byHour')}>
      <div className="hours__row hours__head rigid text-11 dim" aria-hidden="true">
        <span>{text('rain.hour')}</span>
        <span />
        <span>mm</span>
        <span>{text('rain.most5')}</span>
        <span>{text('rain.tips')}</span>
        <span>{text('rain.sum')}</span>
      </div>
      <div ref={scroller} className="scroll">
        <ol className="hours__lines" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            const style = { transform: `translateY(${start}px)` };
            if (line === undefined) return null;
            if (line.type === 'day')
              return (
                <li key={`day ${line.day}`} className="hours__day inset raised text-12 num" style={style}>
                  <b className="strong">{format.time(line.day, zone, 'date')}</b>{' '}
                  {text('rain.dayFrom', { time: clock(line.day) })}{' '}
                  <b className="strong">
                    {format.number(line.last.sum, 1)}
                    {line.missing > 0 && '*'} mm
                  </b>
                  {line.missing > 0 &&
                    ` · ${text('rain.missing', { length: format.duration(line.missing) })}`}
                </li>
              );
            const { from, to, amount, most: five, tips, sum, missing, open } = line.hour;
            return (
              <li key={from} style={style}>
                <button
                  type="button"
                  tabIndex={-1}
                  className="hours__row num text-12"
                  aria-current={index === marked}
                  onClick={() => commands.run(rainCommands.at, { t: to }, 'button')}
                >
                  <span>{`${clock(from)}–${clock(to)}`}</span>
                  <span>
                    <i className="hours__bar" style={{ width: `${((amount ?? 0) / most) * 100}%` }} />
                  </span>
                  <b className="strong">
                    {amount === null ? '–' : format.number(amount, 1)}
                    {missing > 0 && amount !== null && '*'}
                    {open && '…'}
                  </b>
                  <span>{five === null ? '–' : format.number(five, 1)}</span>
                  <span>{tips === null || amount === null ? '–' : format.number(tips, 0)}</span>
                  <span>{format.number(sum, 1)}</span>
                </button>
              </li>
            );
          })}
        </ol>
      </div>
      <footer className="hours__foot row between rigid inset text-11 dim">
        <span>{text('rain.lowerBound')}</span>
        <span className="num">{text('rain.hoursShown', { count: hours.length, gaps })}</span>
      </footer>
    </section>
  );
}
