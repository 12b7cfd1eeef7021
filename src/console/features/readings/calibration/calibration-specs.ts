import { silenceOf } from '../../../../base/silence.ts';
import type { TemperatureFit } from '../../../../domain/readings/temperature-fit.ts';
import type { PlotSpec } from '../../../components/plot/plot-spec.ts';
import { numberAxis, timeAxis } from '../../../components/plot/ticks.ts';
import type { Calibration } from './use-calibration.ts';

/** About as wide as the plots are; it only decides how many ticks there are. */
const width = 700;

/** Least and greatest of some lists, with a margin; numbers alone. */
function rangeOf(...lists: readonly ArrayLike<number>[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const list of lists)
    for (let i = 0; i < list.length; i += 1) {
      const value = list[i] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  if (!(high >= low)) return [0, 1];
  const pad = (high - low || Math.abs(high) * 0.1 || 1) * 0.08;
  return [low - pad, high + pad];
}

/** Temperature as it was `lag` before each reading, by the reading nearest to that moment. */
function laggedTemperatures({ t, temperatures }: Calibration, lag: number): Float64Array {
  let index = 0;
  return Float64Array.from(t, (at) => {
    while (index + 1 < t.length && (t[index + 1] as number) <= at - lag) index += 1;
    return (t[index] as number) <= at - lag ? (temperatures[index] as number) : Number.NaN;
  });
}

/** Value over temperature, with the line of the fit where there is one. */
export function scatterSpec(calibration: Calibration, fit: TemperatureFit | null, title: string): PlotSpec {
  const { values, temperatures, t } = calibration;
  const x = fit === null ? temperatures : laggedTemperatures(calibration, fit.lag);
  const [cold, warm] = rangeOf(x);
  const [low, high] = rangeOf(values);
  // The line lies at the middle of the time: there the trend is as much before as after.
  const middle =
    values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0) / Math.max(1, t.length);
  return {
    x: numberAxis(cold, warm, 6),
    y: numberAxis(low, high, 5),
    layers: [
      { type: 'points', x, y: values, color: '--c1', size: 1.5 },
      ...(fit === null
        ? []
        : [
            {
              type: 'line' as const,
              x: [cold, warm],
              y: [cold, warm].map((temperature) => middle + fit.coefficient * (temperature - fit.mean)),
              color: '--c2',
            },
          ]),
    ],
    title,
    showX: true,
  };
}

/** The curve as it was measured and, beside it, as it would be at the mean temperature. */
export function curveSpec({ t, values, corrected }: Calibration, zone: string, title: string): PlotSpec {
  const [low, high] = rangeOf(values, corrected);
  const [from, to] = [t[0] ?? 0, t.at(-1) ?? 1];
  return {
    x: timeAxis(from, to > from ? to : from + 1, zone, width),
    y: numberAxis(low, high, 5),
    layers: [
      { type: 'line', x: t, y: values, color: '--c1', pale: corrected.length > 0, silence: silenceOf(t) },
      ...(corrected.length === 0
        ? []
        : [{ type: 'line' as const, x: t, y: corrected, color: '--c2', silence: silenceOf(t) }]),
    ],
    title,
    showX: false,
  };
}

/** The temperature over the same time. */
export function temperatureSpec({ t, temperatures }: Calibration, zone: string, title: string): PlotSpec {
  const [low, high] = rangeOf(temperatures);
  const [from, to] = [t[0] ?? 0, t.at(-1) ?? 1];
  return {
    x: timeAxis(from, to > from ? to : from + 1, zone, width),
    y: numberAxis(low, high, 3),
    layers: [{ type: 'line', x: t, y: temperatures, color: '--c3', silence: silenceOf(t) }],
    title,
    showX: true,
  };
}
