import { useLayoutEffect, useRef, useState } from 'react';
import { apart } from '../../../../base/apart.ts';
import { tickDigits, timeLabels, timeTicks, valueTicks } from '../../../../base/axis-ticks.ts';
import { alarmText, digitsOfTerm, termLimit } from '../../../../derive/alarm-text.ts';
import { type CurvePoint, comesNear, curvePath } from '../../../../domain/alarms/term-curve.ts';
import { alertColour } from '../../../components/chart/curve-colour.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { levelPaths } from '../../../components/levels/level-shapes.ts';
import type { AlarmCurveGrounds, AlarmEntry, AlarmView, FrozenTerm } from '../../../state/alarms/alarms.ts';
import { shownRank } from '../../../state/alarms/order.ts';
import { RainLane, rainHeight } from './RainLane.tsx';
import { useAlarmCurve } from './use-alarm-curve.ts';
import { type AlarmRain, useAlarmRain } from './use-alarm-rain.ts';

const plotHeight = 200;
/** Labels of limits are so far apart, px. */
const labelHeight = 14;
const room = { left: 52, right: 72, top: 10, bottom: 22 } as const;

/** A limit of a level; `isUp`: it is reached from below. */
interface LevelLimit {
  readonly rank: number;
  readonly value: number;
  readonly isUp: boolean;
}

function limitsAt(rank: number, term: FrozenTerm | undefined): readonly LevelLimit[] {
  if (term === undefined || term.limit === null || termLimit(term) === '') return [];
  const { limit } = term;
  if (!term.either) return [{ rank, value: limit, isUp: term.side === 'above' }];
  return [
    { rank, value: limit, isUp: true },
    { rank, value: -limit, isUp: false },
  ];
}

/** The limits of the levels that it reached, on both sides where amounts are compared; the mildest level first. */
function limitsOf(alarm: AlarmView, entries: readonly AlarmEntry[]): readonly LevelLimit[] {
  const [term] = alarm.facts.terms;
  if (term === undefined || alarm.isBlind) return [];
  const byRank = new Map<number, readonly LevelLimit[]>();
  for (const { type, to, facts } of entries) {
    const own = facts?.terms[0];
    const isSame =
      own !== undefined &&
      own.quantity === term.quantity &&
      own.channel === term.channel &&
      JSON.stringify(own.args) === JSON.stringify(term.args);
    if (isSame && (type === 'raise' || type === 'rise')) byRank.set(to, limitsAt(to, own));
  }
  if (byRank.size === 0) return limitsAt(shownRank(alarm), term);
  return [...byRank].sort(([one], [other]) => one - other).flatMap(([, own]) => own);
}

/** Where the band of a limit ends: at that of the next level, or at the edge. */
const bandEnd = (limit: LevelLimit, limits: readonly LevelLimit[], edge: number) =>
  limits.find(({ rank, isUp }) => rank > limit.rank && isUp === limit.isUp)?.value ?? edge;

/** Room of a box, measured before it is painted. */
function useWidth() {
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
  return { box, width };
}

function Plot(props: {
  readonly alarm: AlarmView;
  readonly entries: readonly AlarmEntry[];
  readonly points: readonly CurvePoint[];
  readonly span: { readonly from: number; readonly to: number };
  readonly zone: string;
  readonly width: number;
  readonly rain: AlarmRain | null;
}) {
  const { alarm, entries, points, span, zone, width, rain } = props;
  const format = useFormat();
  const [term] = alarm.facts.terms;
  if (term === undefined) return null;
  const digits = digitsOfTerm(term);
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const reached = limitsOf(alarm, entries);
  // Of two sides the one is shown that the curve comes near.
  const isNear = ({ value }: LevelLimit) => comesNear(value, known);
  const limits = term.either && reached.some(isNear) ? reached.filter(isNear) : reached;
  const all = [...known, ...limits.map(({ value }) => value)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const pad = (most - least || Math.abs(most) || 1) * 0.12;
  const [low, high] = [least - pad, most + pad];
  const lane = rain === null ? 0 : rainHeight;
  const height = plotHeight + lane;
  const [right, bottom] = [width - room.right, height - room.bottom - lane];
  const x = (t: number) => room.left + ((t - span.from) / (span.to - span.from)) * (right - room.left);
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - room.top);
  const labelYs = apart(
    limits.map(({ value }) => y(value)),
    labelHeight,
    bottom,
  );
  const ticks = timeTicks(zone, span.from / 1000, span.to / 1000, right - room.left, 72);
  const labels = timeLabels(zone, ticks);
  const values = valueTicks(low, high, 4);
  const axisDigits = tickDigits(values);
  const end = points.findLast(({ value }) => value !== null);
  const inSight = entries.filter(({ t }) => t >= span.from && t <= span.to);
  const steps = inSight.filter(({ type }) => ['raise', 'rise', 'fall', 'return'].includes(type));
  const answers = inSight.filter(({ type }) => type === 'acknowledge' || type === 'close');
  const blindFrom = alarm.isBlind && alarm.facts.readAt !== null ? alarm.facts.readAt : null;
  return (
    <svg width={width} height={height} aria-hidden="true" className="acurve__plot">
      {limits.map((limit) => {
        const ends = [y(limit.value), y(bandEnd(limit, limits, limit.isUp ? high : low))];
        return (
          <rect
            key={`band ${limit.value}`}
            x={room.left}
            y={Math.min(...ends)}
            width={right - room.left}
            height={Math.abs((ends[1] ?? 0) - (ends[0] ?? 0))}
            fill={`var(--lv${limit.rank})`}
            fillOpacity=".14"
          />
        );
      })}
      {values.map((value) => (
        <g key={value}>
          <path d={`M${room.left} ${y(value)}H${right}`} stroke="var(--chart-grid)" />
          <text x={room.left - 6} y={y(value) + 4} textAnchor="end">
            {format.number(value, axisDigits)}
          </text>
        </g>
      ))}
      {ticks.map((tick, index) => (
        <g key={tick}>
          <path d={`M${x(tick * 1000)} ${room.top}V${height - room.bottom}`} stroke="var(--chart-grid)" />
          <text x={x(tick * 1000)} y={height - 6} textAnchor="middle">
            {labels[index]}
          </text>
        </g>
      ))}
      {blindFrom !== null && blindFrom < span.to && (
        <rect
          x={x(Math.max(blindFrom, span.from))}
          y={room.top}
          width={right - x(Math.max(blindFrom, span.from))}
          height={bottom - room.top}
          fill="url(#acurve-blind)"
        />
      )}
      <pattern
        id="acurve-blind"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 0V6" stroke="var(--silent)" strokeOpacity=".6" />
      </pattern>
      {steps.map(({ id, t, from, to }) => (
        <path
          key={id}
          d={`M${x(t)} ${room.top}V${bottom}`}
          stroke={to > from ? `var(--lv${Math.max(1, to)}-edge)` : 'var(--text-muted)'}
          strokeDasharray={to > from ? '1.5 2.5' : '1 4'}
        />
      ))}
      {answers.map(({ id, t }) => (
        <path
          key={id}
          d={`M${x(t) - 3.5} ${bottom - 7}l2.5 3l4.5 -6`}
          fill="none"
          stroke="var(--text-muted)"
          strokeWidth="1.5"
        />
      ))}
      {limits.map(({ rank, value }, index) => (
        <g key={value}>
          <path
            d={`M${room.left} ${y(value)}H${right}`}
            stroke={`var(--lv${rank}-edge)`}
            strokeDasharray="4 3"
          />
          <g transform={`translate(${right + 6} ${(labelYs[index] ?? 0) - 4.5}) scale(.75)`}>
            <path
              d={levelPaths[rank]}
              fill={`var(--lv${rank})`}
              stroke={`var(--lv${rank}-edge)`}
              strokeWidth="1.2"
            />
          </g>
          <text x={right + 18} y={(labelYs[index] ?? 0) + 4} style={{ fill: `var(--lv${rank}-text)` }}>
            {format.number(value, digits)}
          </text>
        </g>
      ))}
      <path
        d={curvePath(points, x, y)}
        fill="none"
        stroke={`var(${alertColour(0)})`}
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {rain !== null && (
        <RainLane
          hours={rain.hours}
          day={rain.day}
          of={rain.of}
          x={x}
          left={room.left}
          right={right}
          top={bottom}
        />
      )}
      {end !== undefined && (
        <circle cx={x(end.t)} cy={y(end.value ?? 0)} r="3" fill={`var(${alertColour(0)})`} />
      )}
    </svg>
  );
}

interface CurveProps {
  readonly alarm: AlarmView;
  /** What it was judged with; null = not known yet. */
  readonly grounds: AlarmCurveGrounds | null;
  readonly entries: readonly AlarmEntry[];
  readonly zone: string;
}

function Figure(props: CurveProps & Pick<ReturnType<typeof useAlarmCurve>, 'points' | 'span' | 'error'>) {
  const { alarm, entries, zone, points, span, error } = props;
  const rain = useAlarmRain(alarm, span, zone);
  const text = useText();
  const { box, width } = useWidth();
  const isEmpty = points?.every(({ value }) => value === null) === true;
  const said = isEmpty
    ? text('alarms.curve.empty')
    : error !== null && points === null
      ? text('alarms.curve.failed')
      : null;
  return (
    <figure className="acurve underlined" aria-label={text('alarms.curve', { what: alarmText(alarm, text) })}>
      <div ref={box} style={{ minHeight: said === null ? plotHeight : undefined }}>
        {said !== null && <p className="text-12 dim padded">{said}</p>}
        {said === null && points !== null && width > 200 && (
          <Plot
            alarm={alarm}
            entries={entries}
            points={points}
            span={span}
            zone={zone}
            width={width}
            rain={rain}
          />
        )}
      </div>
    </figure>
  );
}

/** What decided the alarm, from before it was raised, with the limits it reached, and when it rose, fell, was answered, with the rain of its station, or of the nearest gauge, under it; nothing where there is no curve of it. */
export default function AlarmCurve(props: CurveProps) {
  const { plan, points, span, error } = useAlarmCurve(props.alarm, props.grounds);
  if (plan === null) return null;
  return <Figure {...props} points={points} span={span} error={error} />;
}
