import { useLayoutEffect, useRef, useState } from 'react';
import { tickDigits, timeLabels, timeTicks, valueTicks } from '../../../../base/axis-ticks.ts';
import { alarmText, digitsOfTerm, termLimit } from '../../../../derive/alarm-text.ts';
import { type CurvePoint, curveFrame, curvePath } from '../../../../domain/alarms/term-curve.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { levelPaths } from '../../../components/levels/level-shapes.ts';
import type { AlarmEntry, AlarmView } from '../../../state/alarms/alarms.ts';
import { shownRank } from '../../../state/alarms/order.ts';
import { useAlarmCurve } from './use-alarm-curve.ts';

const height = 200;
const room = { left: 52, right: 72, top: 10, bottom: 22 } as const;
/** The limit that is drawn, if any. */
const limitOf = ({ facts: { terms }, isBlind }: AlarmView): number | null =>
  terms[0] === undefined || isBlind || termLimit(terms[0]) === '' ? null : terms[0].limit;

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
}) {
  const { alarm, entries, points, span, zone, width } = props;
  const format = useFormat();
  const [term] = alarm.facts.terms;
  if (term === undefined) return null;
  const rank = shownRank(alarm);
  const digits = digitsOfTerm(term);
  const { low, high, limits } = curveFrame(points, { limit: limitOf(alarm), either: term.either });
  const [right, bottom] = [width - room.right, height - room.bottom];
  const x = (t: number) => room.left + ((t - span.from) / (span.to - span.from)) * (right - room.left);
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - room.top);
  const ticks = timeTicks(zone, span.from / 1000, span.to / 1000, right - room.left, 72);
  const labels = timeLabels(zone, ticks);
  const values = valueTicks(low, high, 4);
  const axisDigits = tickDigits(values);
  const end = points.findLast(({ value }) => value !== null);
  const steps = entries.filter(({ type, t }) => (type === 'raise' || type === 'rise') && t >= span.from);
  const blindFrom = alarm.isBlind && alarm.facts.readAt !== null ? alarm.facts.readAt : null;
  return (
    <svg width={width} height={height} aria-hidden="true" className="acurve__plot">
      {limits.map((limit, index) => {
        const isUp = term.either ? index === 0 : term.side === 'above';
        const [from, to] = isUp ? [room.top, y(limit)] : [y(limit), bottom];
        return (
          <rect
            key={`band ${limit}`}
            x={room.left}
            y={from}
            width={right - room.left}
            height={Math.max(0, to - from)}
            fill={`var(--lv${rank})`}
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
          <path d={`M${x(tick * 1000)} ${room.top}V${bottom}`} stroke="var(--chart-grid)" />
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
      {steps.map(({ id, t, to }) => (
        <path
          key={id}
          d={`M${x(t)} ${room.top}V${bottom}`}
          stroke={`var(--lv${Math.max(1, to)}-edge)`}
          strokeDasharray="1.5 2.5"
        />
      ))}
      {limits.map((limit) => (
        <g key={limit}>
          <path
            d={`M${room.left} ${y(limit)}H${right}`}
            stroke={`var(--lv${rank}-edge)`}
            strokeDasharray="4 3"
          />
          <g transform={`translate(${right + 6} ${y(limit) - 4.5}) scale(.75)`}>
            <path
              d={levelPaths[rank]}
              fill={`var(--lv${rank})`}
              stroke={`var(--lv${rank}-edge)`}
              strokeWidth="1.2"
            />
          </g>
          <text x={right + 18} y={y(limit) + 4} style={{ fill: `var(--lv${rank}-text)` }}>
            {format.number(limit, digits)}
          </text>
        </g>
      ))}
      <path
        d={curvePath(points, x, y)}
        fill="none"
        stroke="var(--c1)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      {end !== undefined && <circle cx={x(end.t)} cy={y(end.value ?? 0)} r="3" fill="var(--c1)" />}
    </svg>
  );
}

interface CurveProps {
  readonly alarm: AlarmView;
  readonly entries: readonly AlarmEntry[];
  readonly zone: string;
}

function Figure(props: CurveProps & Pick<ReturnType<typeof useAlarmCurve>, 'points' | 'span' | 'error'>) {
  const { alarm, entries, zone, points, span, error } = props;
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
      <div ref={box} style={{ minHeight: said === null ? height : undefined }}>
        {said !== null && <p className="text-12 dim padded">{said}</p>}
        {said === null && points !== null && width > 200 && (
          <Plot alarm={alarm} entries={entries} points={points} span={span} zone={zone} width={width} />
        )}
      </div>
    </figure>
  );
}

/** What decided the alarm over about a day, with its limit, and when it rose; nothing where there is no curve of it. */
export default function AlarmCurve(props: CurveProps) {
  const { plan, points, span, error } = useAlarmCurve(props.alarm);
  if (plan === null) return null;
  return <Figure {...props} points={points} span={span} error={error} />;
}
