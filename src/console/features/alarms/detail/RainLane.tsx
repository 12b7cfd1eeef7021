import type { RainHour } from '../../../../domain/readings/rain-hours.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { metresOf } from './metres.ts';
import type { AlarmRain } from './use-alarm-rain.ts';

/** Height of the lane with the room above it, px. */
export const rainHeight = 56;
const above = 12;

/** Rain by the hour under a curve, hanging from its line; an hour of which something is missing is hatched. */
export function RainLane(props: {
  readonly hours: readonly RainHour[];
  /** mm in the 24 hours before the end; null = not known. */
  readonly day: number | null;
  /** Whose gauge it is; null = the station's own. */
  readonly of: AlarmRain['of'];
  readonly x: (t: number) => number;
  readonly left: number;
  readonly right: number;
  /** Where its room begins, px. */
  readonly top: number;
}) {
  const { hours, day, of, x, left, right, top } = props;
  const text = useText();
  const format = useFormat();
  const line = top + above;
  const depth = rainHeight - above;
  const most = Math.max(1, ...hours.map(({ amount }) => amount ?? 0));
  const deepest = Math.ceil(most);
  const clamp = (at: number) => Math.min(right, Math.max(left, at));
  return (
    <g className="acurve__rain">
      <path d={`M${left} ${line}H${right}`} stroke="var(--chart-grid)" />
      {hours.map(({ from, to, amount, missing }) => {
        const [begin, end] = [clamp(x(from)), clamp(x(to))];
        const width = end - begin;
        if (width <= 0) return null;
        return (
          <g key={from}>
            {missing > 0 && (
              <rect x={begin} y={line} width={width} height={depth} fill="url(#acurve-missing)" />
            )}
            {amount !== null && amount > 0 && (
              <rect
                x={begin + (width > 3 ? 0.5 : 0)}
                y={line}
                width={Math.max(0.5, width - (width > 3 ? 1 : 0))}
                height={Math.max(1, (amount / deepest) * depth)}
                fill="var(--chart-rain)"
              />
            )}
          </g>
        );
      })}
      <text x={left - 6} y={line + 4} textAnchor="end">
        0
      </text>
      <text x={left - 6} y={line + depth} textAnchor="end">
        {format.number(deepest, 0)}
      </text>
      <text x={left + 6} y={line + depth - 3}>
        {of === null
          ? text('alarms.curve.rain')
          : text('alarms.curve.rainOf', { station: of.code, distance: metresOf(of.away, format) })}
      </text>
      {day !== null && (
        <text x={right + 6} y={line + 10}>
          <tspan>{format.number(day, 1)} mm</tspan>
          <tspan x={right + 6} dy="13">
            {text('alarms.curve.rainDay')}
          </tspan>
        </text>
      )}
      <pattern
        id="acurve-missing"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 0V6" stroke="var(--silent)" strokeOpacity=".5" />
      </pattern>
    </g>
  );
}
