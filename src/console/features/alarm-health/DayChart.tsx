import { useLayoutEffect, useRef, useState } from 'react';
import { manageablePerDay, targetPerDay } from '../../../domain/alarms/health.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import type { AlarmHealth } from '../../state/alarms/health.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';

const height = 196;
const room = { left: 44, right: 116, top: 12, bottom: 24 } as const;
const narrow = 520;
const levels = [1, 2, 3, 4] as const;

/** A round number that is not below a value, for the axis's end. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 3, 4, 5, 8, 10].map((part) => part * unit).find((end) => end >= value) ?? value;
}

/** Announcements per operator of each day, stacked by level, against what an operator can manage. */
export function DayChart({ health, zone }: { readonly health: AlarmHealth; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const level = useLevelWord(useText());
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { days, operators } = health;
  const sums = days.map(({ byRank }) => byRank.reduce((sum, count) => sum + count, 0) / operators);
  const most = Math.max(...sums, 0);
  // The targets are in sight where the load comes near them; else said in words above.
  const lines = [
    { at: targetPerDay, name: text('health.target', { count: targetPerDay }) },
    { at: manageablePerDay, name: text('health.manageable', { count: manageablePerDay }) },
  ];
  const top = roundUp(Math.max(manageablePerDay + 12, most));
  const right = width - (width < narrow ? 12 : room.right);
  const bottom = height - room.bottom;
  const y = (value: number) => bottom - (value / top) * (bottom - room.top);
  const step = (right - room.left) / Math.max(1, days.length);
  const every = Math.max(1, Math.ceil(64 / Math.max(1, step)));
  const ticks = [0, 1, 2, 3, 4].map((part) => (part * top) / 4);
  const description = text('health.days.said', {
    days: days.length,
    most: format.number(most, 1),
    average: format.number(health.perOperatorDay, 1),
  });
  return (
    <section className="panel health__days" aria-label={text('health.days')}>
      <header className="panel__head">
        <h2>{text('health.days')}</h2>
        <span className="dim text-12 num">{text('health.days.of', { days: days.length, operators })}</span>
        <ul className="health__legend row gap-12 text-12 dim">
          {levels.map((rank) => (
            <li key={rank} className="row gap-6">
              <LevelGlyph rank={rank} />
              {level(rank)}
            </li>
          ))}
        </ul>
      </header>
      <div ref={box} className="health__plot">
        {width > 120 && (
          <svg width={width} height={height} role="img" aria-label={description}>
            {ticks.map((tick) => (
              <g key={tick}>
                <path d={`M${room.left} ${y(tick)}H${right}`} stroke="var(--chart-grid)" />
                <text x={room.left - 8} y={y(tick) + 4} textAnchor="end">
                  {format.number(tick, 0)}
                </text>
              </g>
            ))}
            {days.map(({ from, byRank }, index) => {
              let base = 0;
              const x = room.left + index * step + step * 0.1;
              return (
                <g key={from}>
                  {levels.map((rank) => {
                    const count = (byRank[rank - 1] ?? 0) / operators;
                    if (count === 0) return null;
                    const [low, high] = [y(base), y(base + count)];
                    base += count;
                    return (
                      <rect
                        key={rank}
                        x={x}
                        y={Math.min(high, low - 1)}
                        width={Math.max(1, step * 0.8)}
                        height={Math.max(1, low - high)}
                        fill={`var(--lv${rank})`}
                      />
                    );
                  })}
                  {index % every === 0 && (
                    <text x={x + step * 0.4} y={height - 7} textAnchor="middle">
                      {format.time(from + 12 * 3_600_000, zone, 'date').slice(5)}
                    </text>
                  )}
                  <title>{`${format.time(from + 12 * 3_600_000, zone, 'date')}: ${format.number(sums[index] ?? 0, 1)}`}</title>
                </g>
              );
            })}
            {lines.map(({ at, name }) => (
              <g key={at}>
                <path
                  d={`M${room.left} ${y(at)}H${right}`}
                  stroke="var(--text-muted)"
                  strokeDasharray="4 3"
                />
                <text
                  x={width < narrow ? right : right + 8}
                  y={width < narrow ? y(at) - 4 : y(at) + 4}
                  textAnchor={width < narrow ? 'end' : 'start'}
                >
                  {name}
                </text>
              </g>
            ))}
          </svg>
        )}
      </div>
    </section>
  );
}
