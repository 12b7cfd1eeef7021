/**
 * Columns that follow from another column of the same chunk: its change over some time, or itself. Which rows do is
 * kept as a bit a row, and only the others are written. A change is a subtraction, which gives the same bits everywhere.
 */
import type { Cell } from '../executor.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

/** How a column may follow from another. */
export interface Prediction {
  /** The other column. */
  readonly of: string;
  /** Its change against the last value that is at least so old, ms; 0 = its value. */
  readonly lag: number;
}

/** What a column is predicted to hold; null = nothing. */
export function predicted({ lag }: Prediction, t: ArrayLike<number>, base: readonly Cell[]): Cell[] {
  if (lag === 0) return [...base];
  let behind = 0;
  let reference: number | null = null;
  return base.map((value, nth) => {
    const until = (t[nth] ?? 0) - lag;
    for (; (t[behind] ?? Number.POSITIVE_INFINITY) <= until; behind += 1) {
      const earlier = base[behind];
      if (typeof earlier === 'number') reference = earlier;
    }
    return typeof value === 'number' && reference !== null ? value - reference : null;
  });
}

/** Writes where a column is as predicted; null where that saves nothing. Answers also the cells that are not. */
export function writePrediction(
  prediction: Prediction,
  cells: readonly Cell[],
  expected: readonly Cell[],
): { readonly head: Uint8Array; readonly rest: readonly Cell[] } | null {
  const marks = new Uint8Array(Math.ceil(cells.length / 8));
  const rest: Cell[] = [];
  cells.forEach((cell, nth) => {
    if (Object.is(cell, expected[nth])) marks[nth >> 3] = (marks[nth >> 3] ?? 0) | (1 << (nth & 7));
    else rest.push(cell);
  });
  if (rest.length * 2 > cells.length) return null;
  const out = new ByteWriter();
  const name = Buffer.from(prediction.of);
  out.whole(name.length);
  out.put(name);
  out.whole(prediction.lag);
  out.whole(rest.length);
  out.put(marks);
  return { head: out.end(), rest };
}

export interface ReadPrediction extends Prediction {
  /** Cells that are not as predicted. */
  readonly others: number;
  readonly marks: Uint8Array;
  /** The block of those cells; empty where they are all missing. */
  readonly block: Uint8Array;
}

/** Reads what `writePrediction` wrote of so many rows, and the block behind it. */
export function readPrediction(bytes: Uint8Array, rows: number): ReadPrediction {
  const reader = new ByteReader(bytes);
  const of = Buffer.from(reader.take(reader.whole())).toString();
  const lag = reader.whole();
  const others = reader.whole();
  const marks = reader.take(Math.ceil(rows / 8));
  return { of, lag, others, marks, block: reader.rest() };
}
