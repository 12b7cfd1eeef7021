import { useEffect } from 'react';
import { useFormat, useText } from '../../../components/i18n.ts';
import { type FleetHealth, healthAxes, useFleetHealth } from '../../../state/dashboards.ts';
import type { TileProps } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';

const [cx, cy, size] = [150, 104, 70] as const;
/** A corner of the radar; axes go round from the top. */
const corner = (at: number, share: number): readonly [number, number] => {
  const angle = (at / healthAxes.length) * 2 * Math.PI - Math.PI / 2;
  return [cx + Math.cos(angle) * size * share, cy + Math.sin(angle) * size * share];
};
/** A line round the middle; axes of which nothing is known are left out. */
const shape = (shareOf: (at: number) => number | null) => {
  const corners = healthAxes.flatMap((_axis, at) => {
    const share = shareOf(at);
    return share === null
      ? []
      : [
          corner(at, share)
            .map((value) => value.toFixed(1))
            .join(' '),
        ];
  });
  return corners.length === 0 ? '' : `M${corners.join('L')}Z`;
};
const pathOf = (health: FleetHealth) => shape((at) => health[healthAxes[at] ?? 'arrival']);

/** Six shares of the last seven days as a radar, those of the week before dashed. */
export default function HealthTile({ settings, projectId, onNote }: TileProps<'health'>) {
  const text = useText();
  const format = useFormat();
  const project = settings.stationId === null ? (settings.projectId ?? projectId) : null;
  const { data, error } = useFleetHealth(project, settings.stationId);
  const note =
    data === undefined
      ? ''
      : data.counted < data.stations
        ? text('dashboards.counted', { counted: data.counted, all: data.stations })
        : text('dashboards.thisWeek');
  useEffect(() => onNote(note), [onNote, note]);
  if (error !== null && data === undefined) return <TileEmpty icon="cloud-off" says="dashboards.tileGone" />;
  if (data === undefined) return null;
  const percent = (share: number | null) => (share === null ? '–' : format.number(share * 100, 0));
  const words = healthAxes.map((axis) => `${text(`dashboards.axis.${axis}`)} ${percent(data.week[axis])}`);
  return (
    <svg viewBox="0 0 300 216" className="dradar" role="img" aria-label={words.join(', ')}>
      {[0.25, 0.5, 0.75, 1].map((share) => (
        <path key={share} d={shape(() => share)} fill="none" stroke="var(--chart-grid)" />
      ))}
      {healthAxes.map((axis, at) => (
        <path key={axis} d={`M${cx} ${cy}L${corner(at, 1).join(' ')}`} stroke="var(--chart-grid)" />
      ))}
      <path d={pathOf(data.before)} fill="none" stroke="var(--text-muted)" strokeDasharray="3 2" />
      <path
        d={pathOf(data.week)}
        fill="var(--accent)"
        fillOpacity=".12"
        stroke="var(--accent)"
        strokeWidth="1.5"
      />
      {healthAxes.map((axis, at) => {
        const [x, y] = corner(at, 1.14);
        const side = Math.abs(x - cx) < 5 ? 'middle' : x > cx ? 'start' : 'end';
        return (
          <text key={axis} x={x} y={y + 4} textAnchor={side}>
            <tspan className="dradar__axis">{text(`dashboards.axis.${axis}`)} </tspan>
            <tspan className="strong num">{percent(data.week[axis])}</tspan>
          </text>
        );
      })}
    </svg>
  );
}
