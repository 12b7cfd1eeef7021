/** Values by their rank without sorting all of them. Answers are to the bit those of a sorted `Float64Array`. Pure. */

/** Puts values that are not numbers last, as a sort does; answers how many others there are. */
function numbersFirst(values: Float64Array): number {
  let count = values.length;
  for (let i = values.length - 1; i >= 0; i -= 1) {
    const value = values[i] as number;
    if (!Number.isNaN(value)) continue;
    count -= 1;
    values[i] = values[count] as number;
    values[count] = value;
  }
  return count;
}

/** A sort puts −0 before 0, which no comparison tells apart. */
function zeroAt(values: Float64Array, rank: number): number {
  let before = 0;
  for (const value of values) if (value < 0 || Object.is(value, -0)) before += 1;
  return rank < before ? -0 : 0;
}

/**
 * The value that stands at a place (from 0) when all are sorted, by quickselect (Hoare 1961); NaN outside of them.
 * @param values their order is changed
 */
export function ranked(values: Float64Array, rank: number): number {
  const count = numbersFirst(values);
  if (!(rank >= 0 && rank < count)) return Number.NaN;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const [a, b, c] = [values[low] as number, values[(low + high) >> 1] as number, values[high] as number];
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let [i, j] = [low, high];
    while (i <= j) {
      while ((values[i] as number) < pivot) i += 1;
      while ((values[j] as number) > pivot) j -= 1;
      if (i > j) break;
      const value = values[i] as number;
      values[i] = values[j] as number;
      values[j] = value;
      i += 1;
      j -= 1;
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else break;
  }
  const found = values[rank] as number;
  return found === 0 ? zeroAt(values, rank) : found;
}

/** Finite values next to each other, kept sorted while their stretch moves on. */
export class Neighbourhood {
  readonly #values: Float64Array;
  readonly #sorted: Float64Array;
  readonly #away: Float64Array;
  #first = 0;

  /** The first `size` of the values, or all where there are less. */
  constructor(values: Float64Array, size: number) {
    this.#values = values;
    this.#sorted = values.slice(0, size).sort();
    this.#away = new Float64Array(this.#sorted.length);
  }

  /** Moves on, never back; the end may not lie behind the values. */
  moveTo(first: number): void {
    for (; this.#first < first; this.#first += 1)
      this.#change(
        this.#values[this.#first] as number,
        this.#values[this.#first + this.#sorted.length] as number,
      );
  }

  #change(gone: number, come: number): void {
    const sorted = this.#sorted;
    let at = 0;
    while (sorted[at] !== gone) at += 1;
    for (; at > 0 && (sorted[at - 1] as number) > come; at -= 1) sorted[at] = sorted[at - 1] as number;
    for (; at + 1 < sorted.length && (sorted[at + 1] as number) < come; at += 1)
      sorted[at] = sorted[at + 1] as number;
    sorted[at] = come;
  }

  /** The middle value, of an even number the mean of the two in the middle; NaN of none. */
  median(): number {
    return middleOf(this.#sorted);
  }

  /** The median of the distances from a value that lies among them. */
  deviation(from: number): number {
    const [sorted, away] = [this.#sorted, this.#away];
    // Distances grow to both sides: merged, they are sorted.
    let right = 0;
    while (right < sorted.length && (sorted[right] as number) < from) right += 1;
    let left = right - 1;
    for (let i = 0; i < away.length; i += 1) {
      const below = left < 0 ? Number.POSITIVE_INFINITY : Math.abs((sorted[left] as number) - from);
      const above =
        right >= sorted.length ? Number.POSITIVE_INFINITY : Math.abs((sorted[right] as number) - from);
      if (right >= sorted.length || below < above) {
        away[i] = below;
        left -= 1;
      } else {
        away[i] = above;
        right += 1;
      }
    }
    return middleOf(away);
  }
}

function middleOf(sorted: Float64Array): number {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}
