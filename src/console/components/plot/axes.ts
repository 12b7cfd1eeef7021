import type { PlotAxis } from './plot-spec.ts';
import { numberAxis } from './ticks.ts';

/** About as wide as the plots are; it only decides how many ticks there are. */
export const plotWidth = 900;

/** Least and greatest of some lists; numbers alone. */
export function extent(...lists: readonly ArrayLike<number>[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const list of lists)
    for (let i = 0; i < list.length; i += 1) {
      const value = list[i] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return high >= low ? [low, high] : [0, 1];
}

/** An axis that holds some lists with a margin; `zero`: 0 too. */
export function axisOf(lists: readonly ArrayLike<number>[], count: number, zero = false): PlotAxis {
  const [least, most] = extent(...lists, zero ? [0] : []);
  const pad = (most - least || Math.abs(most) * 0.1 || 1) * 0.08;
  return numberAxis(zero && least === 0 ? 0 : least - pad, most + pad, count);
}
