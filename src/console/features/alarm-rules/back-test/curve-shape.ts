import { silenceOf } from '../../../../base/silence.ts';

/** A curve of many values on few pixels: of each column its lowest and highest, so that no peak is lost. */

export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** Lowest and highest of values and limits, with some room. */
export function scaleOf(values: readonly (number | null)[], limits: readonly number[]): Scale {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const take = (value: number | null) => {
    if (value === null || !Number.isFinite(value)) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const value of values) take(value);
  for (const limit of limits) take(limit);
  if (low > high) return { low: 0, high: 1 };
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  return { low: low - room, high: high + room };
}

/** The path of a curve in a box, broken at unknown values and where readings are missing; one that stands alone is a dot. */
export function curvePath(
  t: readonly number[],
  values: readonly (number | null)[],
  span: { readonly from: number; readonly to: number },
  scale: Scale,
  box: { readonly width: number; readonly height: number },
): string {
  const columns = new Map<
    number,
    { low: number; high: number; first: number; last: number; isJoined: boolean }
  >();
  const silence = silenceOf(t);
  let before: number | null = null;
  for (const [place, at] of t.entries()) {
    const value = values[place] ?? null;
    if (value === null) before = null;
    if (value === null || at < span.from || at > span.to) continue;
    const isJoined = before !== null && at - before <= silence;
    before = at;
    const column = Math.round(((at - span.from) / (span.to - span.from)) * box.width);
    const known = columns.get(column);
    if (known === undefined)
      columns.set(column, { low: value, high: value, first: value, last: value, isJoined });
    else {
      known.low = Math.min(known.low, value);
      known.high = Math.max(known.high, value);
      known.last = value;
    }
  }
  const y = (value: number) =>
    (box.height - ((value - scale.low) / (scale.high - scale.low)) * box.height).toFixed(1);
  return [...columns]
    .map(([column, { low, high, first, last, isJoined }]) => {
      const start = `${isJoined ? 'L' : 'M'}${column} ${y(first)}`;
      if (low !== high) return `${start}V${y(low)}V${y(high)}V${y(last)}`;
      return isJoined ? start : `${start}h0`;
    })
    .join('');
}

/** A value as a limit is written: to a two hundredth of what is in view. */
export function toStep(value: number, { low, high }: Scale): number {
  const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10((high - low) / 200))));
  return Number(value.toFixed(digits));
}
