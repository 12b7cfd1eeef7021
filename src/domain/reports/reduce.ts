/** A series for a picture. Pure. */
import { knownOf, type TimeSeries, typicalStep } from '../lenses/series.ts';
import type { ReportCurve } from './model.ts';

/** Points of a curve in a report: two for each point (1/72 inch) of its picture are not seen apart. Assumed. */
export const mostPoints = 360;
/** Distances of neighbouring readings beyond which they are not joined. */
const breakSteps = 2.6;

interface Envelope {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * At most `most` points: the readings themselves where they are not more, else of each stretch of the range its mean with
 * the least and greatest value. A stretch without readings leaves a gap.
 * @param envelope of a series that is put together already
 */
export function reducedCurve(
  series: TimeSeries,
  { from, to }: { readonly from: number; readonly to: number },
  envelope: Envelope | null = null,
  most = mostPoints,
): ReportCurve {
  const known = knownOf(series);
  const step = typicalStep(known.t);
  if (known.t.length <= most && envelope === null)
    return {
      t: [...known.t],
      value: [...known.values],
      low: [],
      high: [],
      breakAfter: Math.max(1, step * breakSteps),
    };
  const width = Math.max(1, (to - from) / most);
  const t: number[] = [];
  const value: number[] = [];
  const low: number[] = [];
  const high: number[] = [];
  let [at, sum, count, least, greatest] = [-1, 0, 0, Infinity, -Infinity];
  const close = () => {
    if (count === 0) return;
    t.push(from + (at + 0.5) * width);
    value.push(sum / count);
    low.push(least);
    high.push(greatest);
  };
  for (let i = 0; i < series.t.length; i += 1) {
    const one = series.values[i] as number;
    if (!Number.isFinite(one)) continue;
    const place = Math.floor(((series.t[i] as number) - from) / width);
    if (place !== at) {
      close();
      [at, sum, count, least, greatest] = [place, 0, 0, Infinity, -Infinity];
    }
    sum += one;
    count += 1;
    least = Math.min(least, envelope?.low[i] ?? one);
    greatest = Math.max(greatest, envelope?.high[i] ?? one);
  }
  close();
  return { t, value, low, high, breakAfter: Math.max(width * 1.5, step * breakSteps) };
}
