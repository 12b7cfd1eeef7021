import { cycleStretches } from '../cycles.ts';
import { day } from '../methods/points.ts';
import { type QuantityDefinition, type QuantityInput, readingsSince } from '../model.ts';

/** A stretch of the window with one cycle; `isOpen`: nothing is asked of its beginning itself, which is the window's. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
  /** It ends with the window, whose end is of it. */
  readonly isLast: boolean;
  /** ms */
  readonly cycle: number;
}

/** The window by the cycles that were in force in it: those of collection, of status reports those of sending. */
function partsOf(input: QuantityInput): readonly Part[] {
  const { t, row } = input;
  const from = t - day;
  const parts: Part[] = [];
  for (const stretch of cycleStretches(input)) {
    if (stretch.to <= from || stretch.from > t) continue;
    const cycle = (row === 'status' ? stretch.sendCycle : stretch.collectionCycle) * 1000;
    const before = parts.at(-1);
    const isLast = stretch.to > t;
    const to = isLast ? t : stretch.to;
    if (before?.cycle === cycle) parts[parts.length - 1] = { ...before, to, isLast };
    // One that begins at the window's very start begins with a moment that is not asked for.
    else parts.push({ from: Math.max(from, stretch.from), to, isOpen: stretch.from <= from, isLast, cycle });
  }
  return parts;
}

/** How many readings one stretch has, of how many: counted back from its newest, and on from it. */
function countsOf(
  { from, to, isOpen, isLast, cycle }: Part,
  times: readonly number[],
): { readonly received: number; readonly expected: number } {
  const own = times.filter((t) => (isOpen ? t > from : t >= from) && (isLast ? t <= to : t < to));
  const newest = own.at(-1);
  if (newest === undefined) return { received: 0, expected: Math.floor((to - from) / cycle) };
  const upToNewest = isOpen ? Math.ceil((newest - from) / cycle) : Math.floor((newest - from) / cycle) + 1;
  const later = isLast ? Math.floor((to - newest) / cycle) : Math.ceil((to - newest) / cycle) - 1;
  const received = new Set(own.map((t) => Math.round((newest - t) / cycle)));
  received.delete(upToNewest);
  return { received: received.size, expected: upToNewest + later };
}

/**
 * Readings of the last 24 hours that there are, against those that were expected, %. One is expected each cycle that was
 * in force then (collection cycle; of status reports the send cycle), counted back from the newest of that cycle and on
 * from it; a reading within half a cycle is that one, so that denser readings do not make up for a gap. 0 where nothing
 * was read.
 */
export const arrivalRate: QuantityDefinition = {
  id: 'arrivalRate',
  of: 'row',
  timed: 'hours',
  unit: { of: 'own', unit: '%' },
  args: {},
  history: () => day,
  evaluate: (input) => {
    const times = readingsSince(input, input.t - day).map(({ t }) => t);
    if (times.length === 0) return 0;
    const counts = partsOf(input).map((part) => countsOf(part, times));
    const expected = counts.reduce((sum, one) => sum + one.expected, 0);
    const received = counts.reduce((sum, one) => sum + one.received, 0);
    return (100 * received) / expected;
  },
};
