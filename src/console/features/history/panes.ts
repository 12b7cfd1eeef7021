import { groupBy } from '../../../base/group.ts';
import type { RawValues } from '../../../base/raw-values.ts';
import { silenceAfter, silenceOf } from '../../../base/silence.ts';
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

/** What is usual of a reading's distance, by its times: views that move reckon it once. */
const usual = new WeakMap<Float64Array, number>();
/**
 * Beyond which distance a line is broken. Where readings are usually further apart than the cycle of now, it was another
 * one then. Bins of readings that are regular are not: between two that hold one there may be an empty one or none.
 * @param step width of bins, ms; 0 = readings
 */
function silenceFor(t: Float64Array, cycle: number, step: number): number {
  const known = usual.get(t) ?? silenceOf(t);
  usual.set(t, known);
  const own = silenceAfter(cycle) + step;
  return Number.isFinite(known) && known > (step > 0 ? own : 2 * own) ? known : own;
}

const breaks = new WeakMap<Loaded, ReadonlySet<number>>();
/** Readings after which the server found silence, by the cycles that were in force. */
function breaksOf(loaded: Loaded): ReadonlySet<number> {
  const known =
    breaks.get(loaded) ??
    new Set(loaded.gaps.flatMap(({ kind, from }) => (kind === 'silent' || kind === 'removed' ? [from] : [])));
  breaks.set(loaded, known);
  return known;
}

/** The curve of a series from what was loaded; null when it was not. `place`: its own among those that are drawn. */
export function curveOf(
  entry: StationSeries,
  place: readonly [index: number, count: number],
  loaded: Loaded,
): KeptCurve | null {
  const columns = loaded.columns.get(placeKey(entry));
  if (columns === undefined) return null;
  const { sum, circular } = entry.series;
  const base = {
    key: entry.key,
    label: entry.label,
    unit: entry.series.unit ?? '',
    digits: entry.series.digits,
    color: colorOf(entry, ...place),
    dash: entry.series.dash,
    silence: silenceFor(columns.t, entry.cycle * 1000, columns.step),
    breaks: breaksOf(loaded),
    step: columns.step,
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

/** The sum of bars so far, from the first of them on: where a bar ends it has it in. */
function sumOf(bars: KeptCurve, name: string): KeptCurve {
  const { value } = readerOf(bars);
  const width = bars.step ?? 0;
  let sum = 0;
  const line = Float64Array.from(bars.t, (_, index) => {
    const own = value(index);
    if (!Number.isNaN(own)) sum += own;
    return sum;
  });
  const { key, unit, digits } = bars;
  const t = bars.t.map((start) => start + width);
  const base = { key: `${key} sum`, label: name, unit, digits, color: '--c2', dash: 1 as const };
  // What did not fall is known: a sum has no gap of its own.
  return {
    ...base,
    look: 'line',
    isSum: true,
    t,
    line,
    low: null,
    high: null,
    silence: Number.POSITIVE_INFINITY,
  };
}

/** Words of panes. */
export interface PaneWords {
  /** Name of the sum of bars. */
  readonly sum: string;
  /** The title of bars: channel, unit, and the width of a bar in ms (0 = each is an interval of its own). */
  readonly bars: (channel: string, unit: string, step: number) => string;
}

/** Curves of one unit of which one would be a line beside another: their spans differ by so much. */
const apartFrom = 50;

/** Curves in groups that can share an axis: each is seen to move beside the others of its group. */
function byScale(curves: readonly KeptCurve[]): readonly (readonly KeptCurve[])[] {
  const spans = curves.map((curve) => {
    const { low, high } = readerOf(curve);
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = 0; index < curve.t.length; index++) {
      const [a, b] = [low(index), high(index)];
      if (a < least) least = a;
      if (b > most) most = b;
    }
    return { curve, least, most, own: Math.max(most - least, 10 ** -curve.digits) };
  });
  const groups: { members: KeptCurve[]; least: number; most: number; own: number }[] = [];
  for (const { curve, least, most, own } of spans) {
    const fits = groups.find((group) => {
      if (least > most || group.least > group.most) return true;
      const whole = Math.max(group.most, most) - Math.min(group.least, least);
      return whole <= apartFrom * Math.min(group.own, own);
    });
    if (fits === undefined) groups.push({ members: [curve], least, most, own });
    else {
      fits.members.push(curve);
      fits.least = Math.min(fits.least, least);
      fits.most = Math.max(fits.most, most);
      fits.own = Math.min(fits.own, own);
    }
  }
  return groups.map(({ members }) => members);
}

/** Curves at the left of a pane that has an axis at the right at most: more would hide the one that is read there. */
const mostBeside = 3;

/**
 * Panes of two units as one: a curve that is the only one of its unit is read at the right of another unit, in its colour. What
 * stands apart from its own unit for its scale, and what is drawn in points or bars, keeps a pane of its own, as does a third
 * unit.
 */
function paired(panes: readonly Pane<KeptCurve>[]): readonly Pane<KeptCurve>[] {
  const unitOf = ({ curves: [first] }: Pane<KeptCurve>) => first?.unit;
  const isFree = (one: Pane<KeptCurve>) =>
    one.isApart !== true && one.right === undefined && one.curves.every(({ look }) => look === 'line');
  const found: Pane<KeptCurve>[] = [];
  for (const pane of panes) {
    const [only, ...others] = pane.curves;
    const at =
      isFree(pane) && others.length === 0
        ? found.findIndex(
            (one) => isFree(one) && unitOf(one) !== unitOf(pane) && one.curves.length <= mostBeside,
          )
        : -1;
    const other = found[at];
    if (other === undefined || only === undefined) found.push(pane);
    else
      found[at] = {
        ...other,
        key: `${other.key} | ${pane.key}`,
        right: pane.title,
        curves: [...other.curves, { ...only, axis: 'right' }],
      };
  }
  return found;
}

/**
 * Panes by unit and scale, two units to a pane where the second has one curve; rain last and hanging. Curves of one reading row are
 * distinguished by dash as well as colour.
 */
export function panesOf(
  chosen: readonly StationSeries[],
  loaded: Loaded,
  words: PaneWords,
): readonly Pane<KeptCurve>[] {
  const indexed = chosen.map((entry, index) => ({ entry, index }));
  const panes = [...groupBy(indexed, ({ entry }) => entry.series.pane)].flatMap(([key, members]) => {
    const all = members
      .map(({ entry, index }) => curveOf(entry, [index, chosen.length], loaded))
      .filter((curve) => curve !== null);
    const { unit, digits, sum: hanging } = members[0]?.entry.series ?? { unit: null, digits: 2, sum: false };
    return (hanging ? [all] : byScale(all)).map((curves, place): Pane<KeptCurve> => {
      const [first] = curves;
      const base = {
        ...{ key: place === 0 ? key : `${key} ${place}`, hanging, digits },
        ...(place === 0 ? {} : { isApart: true }),
      };
      if (hanging && first !== undefined) {
        const title = words.bars(curves.length === 1 ? first.label : '', unit ?? '', first.step ?? 0);
        // Of several gauges each sum would be taken for that of all.
        return { ...base, title, curves: curves.length === 1 ? [first, sumOf(first, words.sum)] : curves };
      }
      const title = curves.length === 1 && first ? `${first.label} ${unit ?? ''}`.trim() : (unit ?? '');
      return { ...base, title, curves };
    });
  });
  const shown = panes.filter((pane) => pane.curves.length > 0);
  return paired(shown).toSorted((a, b) => Number(a.hanging) - Number(b.hanging));
}

/** Readings between two moments of the curve that has most. */
export const mostReadings = (panes: readonly Pane<KeptCurve>[], from: number, to: number): number =>
  Math.max(
    0,
    ...panes.flatMap(({ curves }) => curves.map(({ t }) => lowerBound(t, to) - lowerBound(t, from))),
  );

export type CurveStatistics =
  | {
      readonly type: 'level';
      readonly min: number;
      readonly max: number;
      readonly mean: number;
      readonly sigma: number;
    }
  /** Of amounts: all of them together, and the most of one bar. */
  | { readonly type: 'amount'; readonly total: number; readonly most: number; readonly step: number };

/** For how long a reading stands, ms: half of the way to each neighbour; a silence belongs to nobody. */
function weightOf({ t, silence }: KeptCurve, index: number): number {
  const at = t[index] ?? 0;
  const reach = (other: number | undefined) => {
    const apart = other === undefined ? Number.POSITIVE_INFINITY : Math.abs(at - other);
    return apart <= silence ? apart / 2 : 0;
  };
  const weight = reach(t[index - 1]) + reach(t[index + 1]);
  // One that stands alone still counts.
  return weight > 0 ? weight : Number.isFinite(silence) ? silence / 4 : 1;
}

/**
 * What a curve does between two moments; null where it has no value. Mean and spread are by time, not by reading: devices that
 * collect more often during an event would otherwise count it more.
 */
export function statisticsOf(curve: KeptCurve, from: number, to: number): CurveStatistics | null {
  const { value, low, high } = readerOf(curve);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [weights, mean, squares, total] = [0, 0, 0, 0];
  const end = lowerBound(curve.t, to);
  for (let index = lowerBound(curve.t, from); index < end; index++) {
    const own = value(index);
    if (Number.isNaN(own)) continue;
    min = Math.min(min, low(index));
    max = Math.max(max, high(index));
    total += own;
    // West's weighted running mean and squares: values far from zero lose no digits.
    const weight = weightOf(curve, index);
    weights += weight;
    const delta = own - mean;
    mean += (delta * weight) / weights;
    squares += weight * delta * (own - mean);
  }
  if (weights === 0) return null;
  if (curve.look === 'bars') return { type: 'amount', total, most: max, step: curve.step ?? 0 };
  return { type: 'level', min, max, mean, sigma: Math.sqrt(squares / weights) };
}
