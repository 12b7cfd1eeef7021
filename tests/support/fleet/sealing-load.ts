/** What comes late while readings are sealed: known beforehand, so that what is stored can be compared. */
import type { Reading } from '../../../src/server/storage/storage.ts';

export const sealedWeeks = 4;
const HOUR = 3_600_000;
/** Turns after which the same comes again. */
export const lateTurns = 24;

/** The nth late reading: a value that an earlier one lacks, or one between two others. */
export function lateAt(start: number, turn: number): Pick<Reading, 't' | 'values'> {
  const nth = turn % lateTurns;
  const t = start + ((nth * 29) % (sealedWeeks * 168)) * HOUR;
  return nth % 2 === 0 ? { t, values: { y: nth } } : { t: t + 60_000, values: { x: -nth } };
}
