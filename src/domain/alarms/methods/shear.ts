import { type Point, type QuantityInput, readingsSince } from '../model.ts';
import { lineOfWindow } from './line.ts';
import { day } from './points.ts';

export interface Shear {
  /** Of the node, as it is read (m); null where it is not. */
  readonly depth: number | null;
  /** mm per day, of both axes together. */
  readonly rate: number;
}

interface Track {
  readonly a: Point[];
  readonly b: Point[];
  depth: number | null;
}

/**
 * The node of a profile whose incremental displacement moves fastest: the root of the squares of the least-squares
 * rates along A and B. Nodes that were not read at the moment itself, or too rarely for a rate, are passed over; of
 * equal ones the upper. Null where no node has a rate. Readings before the present datum do not count.
 * @param window ms
 */
export function strongestShear(input: QuantityInput, window: number): Shear | null {
  const { t: now, datumAt } = input;
  const tracks = new Map<number, Track>();
  const from = Math.max(now - window, datumAt ?? Number.NEGATIVE_INFINITY) - 1;
  for (const { t, element, values } of readingsSince(input, from)) {
    if (element === 0) continue;
    const track = tracks.get(element) ?? { a: [], b: [], depth: null };
    tracks.set(element, track);
    const { incrementalA, incrementalB, depth } = values;
    if (typeof incrementalA === 'number') track.a.push({ t, value: incrementalA });
    if (typeof incrementalB === 'number') track.b.push({ t, value: incrementalB });
    if (t === now && typeof depth === 'number') track.depth = depth;
  }
  let strongest: Shear | null = null;
  for (const [, { a, b, depth }] of [...tracks].sort(([one], [other]) => one - other)) {
    if (a.at(-1)?.t !== now || b.at(-1)?.t !== now) continue;
    const alongA = lineOfWindow(a, window);
    const alongB = lineOfWindow(b, window);
    if (alongA === null || alongB === null) continue;
    const rate = Math.hypot(alongA.slope, alongB.slope) * day;
    if (strongest === null || rate > strongest.rate) strongest = { depth, rate };
  }
  return strongest;
}
