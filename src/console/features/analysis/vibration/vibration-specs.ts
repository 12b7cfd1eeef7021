import {
  limitAt,
  type VibrationAnswer,
  type VibrationLimitId,
  type VibrationRecord,
} from '../../../../domain/lenses/vibration.ts';
import type { PlotAxis, PlotLayer, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { numberAxis } from '../../../components/plot/ticks.ts';

export interface RecordCursors {
  readonly a: number | null;
  readonly b: number | null;
}

/** The three traces of a record on one scale, with peaks and cursors. */
export function traceLanes(
  record: VibrationRecord,
  cursors: RecordCursors,
  unit: string,
): readonly PlotSpec[] {
  const { rate, axes } = record;
  const count = Math.max(1, ...axes.map(({ samples }) => samples.length));
  const most = Math.max(1e-6, ...axes.map(({ peak }) => Math.abs(peak?.value ?? 0))) * 1.1;
  const x = numberAxis(0, count / rate, 9, 's');
  const times = Float64Array.from({ length: count }, (_, i) => i / rate);
  const marks = (['a', 'b'] as const).flatMap((name) => {
    const sample = cursors[name];
    return sample === null ? [] : [{ at: sample / rate, color: '--chart-cross', label: name.toUpperCase() }];
  });
  return axes.map(({ axis, samples, peak }, i): PlotSpec => {
    const color = `--c${i + 1}`;
    const at: PlotLayer[] =
      peak === null ? [] : [{ type: 'points', x: [peak.at / rate], y: [peak.value], color, size: 3.5 }];
    return {
      x,
      y: numberAxis(-most, most, 5),
      layers: [{ type: 'line', x: times, y: samples, color }, ...at],
      marks,
      title: `${axis.toUpperCase()}, ${unit}`,
      showX: i === axes.length - 1,
    };
  });
}

/** The spectra of the three axes; null where the record is too short. */
export function spectraSpec({ axes }: VibrationRecord, title: string): PlotSpec | null {
  const known = axes.flatMap(({ spectrum }, i) => (spectrum === null ? [] : [{ spectrum, i }]));
  if (known.length === 0) return null;
  const end = Math.max(...known.map(({ spectrum }) => spectrum.step * (spectrum.amplitudes.length - 1)));
  const most = Math.max(1e-9, ...known.map(({ spectrum }) => Math.max(...spectrum.amplitudes.slice(2))));
  return {
    x: numberAxis(0, Math.min(end, 200), 8, 'Hz'),
    y: numberAxis(0, most * 1.1, 4),
    layers: known.map(({ spectrum, i }): PlotLayer => {
      const y = spectrum.amplitudes.slice(2);
      const x = Float64Array.from(y, (_, k) => (k + 2) * spectrum.step);
      return { type: 'line', x, y, color: `--c${i + 1}`, dash: i as 0 | 1 | 2 };
    }),
    title,
    showX: true,
  };
}

const frequencyTicks = [1, 2, 5, 10, 20, 50, 100];
const velocityTicks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const log = Math.log10;
const logAxis = (from: number, to: number, ticks: readonly number[]): PlotAxis => ({
  from: log(from),
  to: log(to),
  ticks: ticks.filter((at) => at >= from && at <= to).map((at) => ({ at: log(at), label: String(at) })),
});

/** Peak velocities by frequency on logarithmic axes, the axis nearest to its limit of each event, with the limit. */
export function limitSpec({ events, worst }: VibrationAnswer, id: VibrationLimitId, title: string): PlotSpec {
  const shown = events.flatMap((event) => (event.worst === null ? [] : [event.worst]));
  const grid = Array.from({ length: 121 }, (_, i) => 10 ** (i / 60));
  const limits = grid.map((frequency) => limitAt(id, frequency) ?? Number.NaN);
  const all = [...shown.map(({ velocity }) => velocity), ...limits].filter((one) => one > 0);
  const [low, high] = [Math.max(0.01, Math.min(...all) * 0.7), Math.max(...all) * 1.6];
  const x = grid.map(log);
  return {
    x: logAxis(1, 100, frequencyTicks),
    y: logAxis(low, high, velocityTicks),
    layers: [
      { type: 'area', x, low: limits.map(log), high: limits.map(() => log(high)), color: '--lv4' },
      { type: 'line', x, y: limits.map(log), color: '--lv4-edge' },
      { type: 'line', x, y: limits.map((one) => log(one * 0.8)), color: '--lv3-edge', dash: 1 },
      {
        type: 'points',
        x: shown.map(({ frequency }) => log(frequency)),
        y: shown.map(({ velocity }) => log(Math.max(velocity, 0.001))),
        color: '--text-muted',
        size: 2.5,
      },
      ...(worst?.worst == null
        ? []
        : [
            {
              type: 'points' as const,
              x: [log(worst.worst.frequency)],
              y: [log(worst.worst.velocity)],
              color: '--c1',
              size: 4.5,
            },
          ]),
    ],
    title,
    showX: true,
  };
}
