import { termLimit } from '../../../../derive/alarm-text.ts';
import { curveFrame, curvePath } from '../../../../domain/alarms/term-curve.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import type { AlarmGlance } from '../../../state/alarms/glances.ts';
import { shownRank } from '../../../state/alarms/order.ts';

const [width, height] = [58, 22];

/** The last day of what decided an alarm, with its limit in the colour of its level: decoration beside the numbers. */
export function AlarmSpark({
  alarm,
  glance,
}: {
  readonly alarm: AlarmView;
  readonly glance?: AlarmGlance | undefined;
}) {
  const [term] = alarm.facts.terms;
  const spark = glance?.spark ?? null;
  if (spark === null || term === undefined) return <i className="aspark" />;
  const points = spark.t.map((t, index) => ({ t, value: spark.values[index] ?? null }));
  const { low, high, limits } = curveFrame(points, {
    limit: alarm.isBlind || termLimit(term) === '' ? null : term.limit,
    either: term.either,
  });
  const x = (t: number) => 2 + ((t - spark.from) / Math.max(1, spark.to - spark.from)) * (width - 5);
  const y = (value: number) => height - 2 - ((value - low) / (high - low)) * (height - 4);
  const last = points.findLast(({ value }) => value !== null);
  return (
    <svg className="aspark" width={width} height={height} aria-hidden="true">
      {limits.map((limit) => (
        <path
          key={limit}
          d={`M0 ${y(limit).toFixed(1)}H${width}`}
          stroke={`var(--lv${shownRank(alarm)}-edge)`}
          strokeDasharray="3 2"
        />
      ))}
      <path
        d={curvePath(points, x, y)}
        fill="none"
        stroke="var(--c1)"
        strokeWidth="1.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last !== undefined && <circle cx={x(last.t)} cy={y(last.value ?? low)} r="1.75" fill="var(--c1)" />}
    </svg>
  );
}
