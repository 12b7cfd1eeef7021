/** How much a quantity moves while nothing happens, so that limits inside of that can be called noise. */

const day = 86_400_000;
/** Days of a calm month, and how many of them must have values. */
const month = 30;
const leastDays = 20;
/** Values that a deviation is calculated of at least. */
const leastValues = 100;
/** Standard deviations within which a limit is noise. */
export const noiseWidth = 3;

interface DaySums {
  count: number;
  /** Of the values less the first of all. */
  sum: number;
  squares: number;
}

export interface CalmMonth {
  /** Its first day (UTC), ms. */
  readonly from: number;
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
}

/** Gathers values, and finds the 30 days in which they moved least. */
export class Calm {
  readonly #days = new Map<number, DaySums>();
  #first: number | null = null;
  /** Of the day that was added to last. */
  #day = Number.NaN;
  #sums: DaySums = { count: 0, sum: 0, squares: 0 };

  add(t: number, value: number): void {
    this.#first ??= value;
    const own = Math.floor(t / day);
    if (own !== this.#day) {
      this.#day = own;
      this.#sums = this.#days.get(own) ?? { count: 0, sum: 0, squares: 0 };
      this.#days.set(own, this.#sums);
    }
    const sums = this.#sums;
    const shifted = value - this.#first;
    sums.count += 1;
    sums.sum += shifted;
    sums.squares += shifted * shifted;
  }

  /** null where no month has enough values. */
  month(): CalmMonth | null {
    const all = [...this.#days].sort(([a], [b]) => a - b);
    let best: CalmMonth | null = null;
    for (const [first, [start]] of all.entries()) {
      let days = 0;
      let count = 0;
      let sum = 0;
      let squares = 0;
      for (let at = first; at < all.length; at += 1) {
        const [own, sums] = all[at] ?? [start + month, { count: 0, sum: 0, squares: 0 }];
        if (own >= start + month) break;
        days += 1;
        count += sums.count;
        sum += sums.sum;
        squares += sums.squares;
      }
      if (days < leastDays || count < leastValues) continue;
      const mean = sum / count;
      const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
      if (best === null || deviation < best.deviation)
        best = { from: start * day, mean: mean + (this.#first ?? 0), deviation };
    }
    return best;
  }
}

/** Whether values of a calm month come so near to a limit that it is reached without an event. */
export function isNoise({ mean, deviation }: CalmMonth, side: 'above' | 'below', limit: number): boolean {
  const reach = noiseWidth * deviation;
  return side === 'above' ? limit < mean + reach : limit > mean - reach;
}
