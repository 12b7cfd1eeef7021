import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { tickDigits, timeLabels, timeTicks, valueTicks } from '../../../../base/axis-ticks.ts';
import { silenceOf } from '../../../../base/silence.ts';
import { type Formatters, useFormat, useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import type { PlotAxis, PlotLayer, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { preferences } from '../../../state/preferences.ts';
import { useStations } from '../../../state/sites/stations.ts';
import type { TileProps } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';
import { type TileCurve, useLine } from './use-line.ts';

/** Pixel columns that are asked for; a tile is rarely wider. */
const bins = 400;
const ticksAcross = 560;
/** The part of the height, from the top, into which rain hangs. */
const rainPart = 3;
const dashes = [0, 1, 2] as const;

function axisOf(lines: readonly TileCurve[], format: Formatters): PlotAxis | null {
  const known = lines.flatMap(({ y }) => Array.from(y).filter((value) => !Number.isNaN(value)));
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const pad = (most - least || Math.abs(most) || 1) * 0.08;
  const [from, to] = [least - pad, most + pad];
  const values = valueTicks(from, to, 4);
  const digits = tickDigits(values);
  return { from, to, ticks: values.map((at) => ({ at, label: format.number(at, digits) })) };
}

/** Rain hangs from the top, its axis at the right. */
function rainOf(rain: TileCurve | undefined, format: Formatters): Pick<PlotSpec, 'yRight' | 'right'> {
  if (rain === undefined || rain.t.length === 0) return {};
  const bars = Array.from(rain.t, (from, at) => {
    const next = rain.step > 0 ? from + rain.step : (rain.t[at + 1] ?? from + 600_000);
    return {
      from,
      to: Math.min(next, from + Math.max(rain.step, 3_600_000)),
      value: rain.y[at] ?? Number.NaN,
    };
  }).filter(({ value }) => value > 0);
  const most = bars.reduce((top, { value }) => Math.max(top, value), 1);
  const ticks = valueTicks(0, most, 2).map((at) => ({ at, label: format.number(at, most < 5 ? 1 : 0) }));
  return {
    yRight: { from: most * rainPart, to: 0, ticks },
    right: [{ type: 'bars', bars, color: '--chart-rain' }],
  };
}

/** Up to six channels over the last days, with the rain of a gauge. */
export default function CurveTile({ settings, onNote }: TileProps<'curve'>) {
  const text = useText();
  const format = useFormat();
  const { theme } = useSnapshot(preferences);
  const { data: sites } = useStations();
  const { lines, from, to, isFailed } = useLine(settings.channels, settings.days, bins);
  const { lines: gauges } = useLine(settings.gauge === null ? [] : [settings.gauge], settings.days, bins / 4);
  const [gauge] = gauges;
  const stationId = settings.channels[0]?.stationId;
  const zone = sites?.stations.find(({ id }) => id === stationId)?.timeZone ?? 'UTC';
  const note = text('dashboards.days', { days: settings.days });
  useEffect(() => onNote(gauge === undefined ? note : `${note} · ${gauge.name}`), [onNote, note, gauge]);
  const spec = useMemo((): PlotSpec | null => {
    const y = axisOf(lines, format);
    if (y === null) return null;
    const across = timeTicks(zone, from / 1000, to / 1000, ticksAcross, 80);
    const labels = timeLabels(zone, across);
    return {
      x: { from, to, ticks: across.map((at, index) => ({ at: at * 1000, label: labels[index] ?? '' })) },
      y,
      ...rainOf(gauge, format),
      layers: lines.map(
        (line, index): PlotLayer => ({
          type: 'line',
          x: line.t,
          y: line.y,
          silence: silenceOf(line.t),
          color: `--c${index + 1}`,
          dash: dashes[index % dashes.length] ?? 0,
        }),
      ),
      showX: true,
    };
  }, [lines, gauge, from, to, zone, format]);
  if (settings.channels.length === 0) return <TileEmpty icon="settings" says="dashboards.tileSetUp" />;
  if (isFailed) return <TileEmpty icon="cloud-off" says="dashboards.tileGone" />;
  if (spec === null)
    return lines.length === 0 ? null : <TileEmpty icon="line-chart" says="dashboards.noData" />;
  const last = ({ y, digits, unit }: TileCurve) => {
    const value = y.findLast((one) => !Number.isNaN(one));
    return value === undefined ? '–' : `${format.number(value, digits)} ${unit}`;
  };
  return (
    <div className="dcurve column fill">
      <ul className="dcurve__legend row wrap text-11">
        {lines.map((line, index) => (
          <li key={`${index} ${line.name}`} className="row gap-6">
            <svg viewBox="0 0 16 4" width="16" height="4" aria-hidden="true">
              <path
                d="M0 2H16"
                stroke={`var(--c${index + 1})`}
                strokeWidth="2"
                strokeDasharray={['', '5 3', '1.5 2.5'][index % 3]}
              />
            </svg>
            <span className="ellipsis">{line.name}</span>
            <b className="num">{last(line)}</b>
          </li>
        ))}
      </ul>
      <Plot
        spec={spec}
        theme={theme}
        className="dcurve__plot"
        label={lines.map((line) => `${line.name} ${last(line)}`).join(', ')}
      />
    </div>
  );
}
