import { groupBy } from '../../../base/group.ts';
import type { RawValues } from '../../../base/raw-values.ts';
import { silenceAfter } from '../../../base/silence.ts';
import { curveColour } from '../../components/chart/curve-colour.ts';
import { readerOf } from '../../components/chart/curve-values.ts';
import type { KeptCurve } from '../../components/chart/dense.ts';
import type { Pane } from '../../components/chart/plot-data.ts';
import { lowerBound, Pyramid } from '../../components/chart/pyramid.ts';
import { type Loaded, placeKey } from './fetch-history.ts';
import type { StationSeries } from './series.ts';

/** Colour of a curve by its place among the `count` chosen, rain its own. */
export function colorOf(entry: StationSeries, index: number, count: number): string {
  return entry.color ?? (entry.series.sum ? '--chart-rain' : curveColour(index, count));
}

/** Pyramids of what was loaded: a view that moves within it makes none anew. */
const pyramids = new WeakMap<RawValues, Pyramid>();
function pyramidOf(times: Float64Array, values: RawValues): Pyramid {
  const known = pyramids.get(values) ?? new Pyramid(times, values);
  pyramids.set(values, known);
  return known;
}

/** The curve of a series from what was loaded; null when it was not. */
function curveOf(
  entry: StationSeries,
  place: readonly [index: number, count: number],
  loaded: Loaded,
): KeptCurve | null {
  const columns = loaded.columns.get(placeKey(entry));
  if (columns === undefined) return null;
  const { sum, circular } = entry.series;
  const cycle = Math.max(entry.cycle * 1000, columns.step);
  const base = {
    key: entry.key,
    label: entry.label,
    unit: entry.series.unit ?? '',
    digits: entry.series.digits,
    color: colorOf(entry, ...place),
    dash: entry.series.dash,
    silence: silenceAfter(cycle),
  };
  const look = sum ? 'bars' : circular ? 'points' : 'line';
  const whole = { low: null, high: null };
  if (columns.mode === 'raw') {
    const values = columns.channels.find(({ channel }) => channel === entry.series.channel)?.values;
    if (values === undefined) return null;
    if (look !== 'line') return { ...base, ...whole, look, t: columns.t, line: values.doubles() };
    return { ...base, look, t: columns.t, dense: pyramidOf(columns.t, values) };
  }
  const bins = columns.channels.find(({ channel }) => channel === entry.series.channel);
  if (bins === undefined) return null;
  if (sum) return { ...base, ...whole, look, t: columns.t, line: bins.mean };
  const t = columns.t.map((start) => start + columns.step / 2);
  if (circular) return { ...base, ...whole, look, t, line: bins.last };
  return { ...base, look, t, line: bins.mean, low: bins.min, high: bins.max };
}

/** Panes by unit, rain last and hanging. Curves of one reading row are distinguished by dash as well as colour. */
export function panesOf(chosen: readonly StationSeries[], loaded: Loaded): readonly Pane<KeptCurve>[] {
  const indexed = chosen.map((entry, index) => ({ entry, index }));
  const panes = [...groupBy(indexed, ({ entry }) => entry.series.pane)].map(([key, members]) => {
    const curves = members
      .map(({ entry, index }) => curveOf(entry, [index, chosen.length], loaded))
      .filter((curve) => curve !== null);
    const first = members[0]?.entry;
    const unit = first?.series.unit ?? '';
    const title = members.length === 1 && first ? `${first.label}${unit === '' ? '' : ` ${unit}`}` : unit;
    return { key, title, hanging: first?.series.sum ?? false, digits: first?.series.digits ?? 2, curves };
  });
  return panes.filter((pane) => pane.curves.length > 0).sort((a, b) => Number(a.hanging) - Number(b.hanging));
}

/** Readings between two moments of the curve that has most. */
export const mostReadings = (panes: readonly Pane<KeptCurve>[], from: number, to: number): number =>
  Math.max(
    0,
    ...panes.flatMap(({ curves }) => curves.map(({ t }) => lowerBound(t, to) - lowerBound(t, from))),
  );

/** Lowest, highest, mean and spread of a curve between two moments; null where it has no value. */
export function statisticsOf(
  curve: KeptCurve,
  from: number,
  to: number,
): { min: number; max: number; mean: number; sigma: number } | null {
  const { value, low, high } = readerOf(curve);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let n = 0;
  let mean = 0;
  let squares = 0;
  const end = lowerBound(curve.t, to);
  for (let index = lowerBound(curve.t, from); index < end; index++) {
    const own = value(index);
    if (Number.isNaN(own)) continue;
    min = Math.min(min, low(index));
    max = Math.max(max, high(index));
    // Welford's running mean and squares: values far from zero lose no digits.
    n += 1;
    const delta = own - mean;
    mean += delta / n;
    squares += delta * (own - mean);
  }
  return n === 0 ? null : { min, max, mean, sigma: Math.sqrt(squares / n) };
}
