import { groupBy } from '../../../base/group.ts';
import type { Curve, Pane } from '../../components/chart/plot-data.ts';
import type { StationSeries } from './series.ts';
import type { Loaded } from './use-history.ts';
import { placeKey } from './use-history.ts';

/** Colour of a curve by its place among the chosen: the series colours of the theme, rain its own. */
export function colorOf(entry: StationSeries, index: number): string {
  return entry.series.sum ? '--chart-rain' : `--c${(index % 8) + 1}`;
}

/** Panes by unit, rain last and hanging. Curves of one reading row are told apart by dash as well as colour. */
export function panesOf(
  chosen: readonly StationSeries[],
  loaded: Loaded,
  collectionCycle: number,
): readonly Pane[] {
  const indexed = chosen.map((entry, index) => ({ entry, index }));
  const panes = [...groupBy(indexed, ({ entry }) => entry.series.pane)].map(([key, members]) => {
    const curves = members.flatMap(({ entry, index }): Curve[] => {
      const columns = loaded.columns.get(placeKey(entry));
      const channel = columns?.channels.find((candidate) => candidate.channel === entry.series.channel);
      if (columns === undefined || channel === undefined) return [];
      const binned = columns.mode === 'bins';
      const { sum, circular } = entry.series;
      const line = binned ? (circular ? channel.last : channel.mean) : channel.value;
      if (line === null) return [];
      const cycle = Math.max(collectionCycle * 1000, columns.step);
      const middle = binned && !sum ? columns.step / 2 : 0;
      return [
        {
          key: entry.key,
          label: entry.label,
          unit: entry.series.unit ?? '',
          digits: entry.series.digits,
          color: colorOf(entry, index),
          dash: entry.series.dash,
          look: sum ? 'bars' : circular ? 'points' : 'line',
          t: middle === 0 ? columns.t : columns.t.map((t) => t + middle),
          line,
          low: binned && !sum && !circular ? channel.min : null,
          high: binned && !sum && !circular ? channel.max : null,
          silence: Math.max(2.1 * cycle, cycle + 120_000),
        },
      ];
    });
    const first = members[0]?.entry;
    const unit = first?.series.unit ?? '';
    const title = members.length === 1 && first ? `${first.label}${unit === '' ? '' : ` ${unit}`}` : unit;
    return { key, title, hanging: first?.series.sum ?? false, digits: first?.series.digits ?? 2, curves };
  });
  return panes.filter((pane) => pane.curves.length > 0).sort((a, b) => Number(a.hanging) - Number(b.hanging));
}

/** Value of a curve at or just before a moment. */
export function valueAt(curve: Curve, t: number): number | null {
  let low = 0;
  let high = curve.t.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((curve.t[middle] ?? 0) <= t) low = middle + 1;
    else high = middle;
  }
  const value = curve.line[low - 1];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Lowest, highest, mean of the lines, and the envelope's ends, over what is loaded. */
export function statisticsOf(curve: Curve): { min: number; max: number; mean: number; sigma: number } | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let squares = 0;
  let n = 0;
  curve.line.forEach((value, index) => {
    if (Number.isNaN(value)) return;
    min = Math.min(min, curve.low?.[index] ?? value);
    max = Math.max(max, curve.high?.[index] ?? value);
    sum += value;
    squares += value * value;
    n += 1;
  });
  if (n === 0) return null;
  const mean = sum / n;
  return { min, max, mean, sigma: Math.sqrt(Math.max(0, squares / n - mean * mean)) };
}
