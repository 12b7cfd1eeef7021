/** Walking over columns of readings as moments move on. */
import type { ColumnInput } from '../model.ts';

const none = new Float64Array(0);

export const columnOf = ({ readings, channel }: ColumnInput): Float64Array =>
  (channel === null ? undefined : readings.values.get(channel)) ?? none;

/** The value of the moment itself, at each moment; NaN where it has none. */
export function valuesNow(input: ColumnInput): Float64Array {
  const { moments, readings } = input;
  const column = columnOf(input);
  // Of one's own sensor the moments are its readings, without those before the stretch.
  if (moments.buffer === readings.t.buffer) return column.subarray(readings.t.length - moments.length);
  const found = new Float64Array(moments.length).fill(Number.NaN);
  let place = 0;
  for (let at = 0; at < moments.length; at += 1) {
    const t = moments[at] ?? Number.NaN;
    while ((readings.t[place] ?? Number.POSITIVE_INFINITY) < t) place += 1;
    if (readings.t[place] === t) found[at] = column[place] ?? Number.NaN;
  }
  return found;
}

/** The start of the datum in force at moments that ascend; −∞ where there is none. */
export function datumWalk(datums: readonly number[]): (t: number) => number {
  let next = 0;
  let present = Number.NEGATIVE_INFINITY;
  return (t) => {
    for (;;) {
      const start = datums[next];
      if (start === undefined || start > t) return present;
      present = start;
      next += 1;
    }
  };
}
