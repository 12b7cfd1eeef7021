import { integer, seedOf } from './random.ts';
import type { SimulatedRtu } from './rtu.ts';

/** Offset of an RTU's collections in their cycle, ms: whole minutes where it is its seed's, so that a fleet does not act at once. */
export function phase(rtu: SimulatedRtu, cycle: number): number {
  if (rtu.actedAt !== undefined) return rtu.actedAt % (cycle * 1000);
  return integer(seedOf(rtu.seed, 'phase'), cycle, 0, Math.max(0, Math.floor(cycle / 60) - 1)) * 60_000;
}

/** What a report needs from its collection to its arrival, ms: 3–45 s, an RTU's own. */
export const delay = (rtu: SimulatedRtu): number => integer(seedOf(rtu.seed, 'delay'), 0, 3, 45) * 1000;

/** First moment at or after t at which the RTU acts on a cycle of so many seconds. */
export function nextMoment(rtu: SimulatedRtu, cycle: number, t: number): number {
  const offset = phase(rtu, cycle);
  return Math.ceil((t - offset) / (cycle * 1000)) * cycle * 1000 + offset;
}
