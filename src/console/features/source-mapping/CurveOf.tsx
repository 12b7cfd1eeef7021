import { silenceOf } from '../../../base/silence.ts';
import { useFormat } from '../../components/i18n.ts';

const size = { width: 320, height: 84, left: 44, bottom: 14 } as const;

/** One channel of the sample as a curve, with the values that differ from stored ones. */
export function CurveOf(props: {
  readonly title: string;
  /** Number of a series colour. */
  readonly colour: number;
  readonly points: readonly (readonly [number, number])[];
  readonly conflicts: readonly { readonly t: number; readonly offered: string }[];
  readonly zone: string;
}) {
  const { title, colour, points, conflicts, zone } = props;
  const format = useFormat();
  const values = points.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 1];
  const x = (t: number) => size.left + ((t - from) / (to - from || 1)) * (size.width - size.left - 6);
  const y = (value: number) => 6 + (1 - (value - low) / (high - low || 1)) * (size.height - size.bottom - 12);
  const silence = silenceOf(points.map(([t]) => t));
  const isJoined = (at: number) => at > 0 && (points[at]?.[0] ?? 0) - (points[at - 1]?.[0] ?? 0) <= silence;
  const path = points
    .map(([t, value], at) =>
      isJoined(at)
        ? `L${x(t).toFixed(1)} ${y(value).toFixed(1)}`
        : `M${x(t).toFixed(1)} ${y(value).toFixed(1)}h0`,
    )
    .join('');
  const digits = high - low < 1 ? 3 : high - low < 100 ? 2 : 0;
  return (
    <figure className="mapping__curve">
      <figcaption className="text-11">{title}</figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={title}>
        <path
          d={`M${size.left} ${y(high)}H${size.width - 6}M${size.left} ${y(low)}H${size.width - 6}`}
          stroke="var(--chart-grid)"
        />
        <path d={path} fill="none" stroke={`var(--c${colour})`} strokeWidth="1.25" />
        {points.length === 1 && <circle cx={x(from)} cy={y(low)} r="2.5" fill={`var(--c${colour})`} />}
        {conflicts.map(({ t, offered }) => (
          <circle key={t} cx={x(t)} cy={y(Number(offered))} r="3" fill="none" stroke="var(--danger-text)" />
        ))}
        <g className="mapping__ticks num">
          <text x={size.left - 4} y={y(high) + 4} textAnchor="end">
            {format.number(high, digits)}
          </text>
          {high > low && (
            <text x={size.left - 4} y={y(low) + 4} textAnchor="end">
              {format.number(low, digits)}
            </text>
          )}
          <text x={size.left} y={size.height - 1}>
            {format.time(from, zone, 'dayTime')}
          </text>
          <text x={size.width - 6} y={size.height - 1} textAnchor="end">
            {format.time(to, zone, 'dayTime')}
          </text>
        </g>
      </svg>
    </figure>
  );
}
