/** Cycles after which a value that should have been followed by another one is old. */
export const oldCycles = 2;

/**
 * True for a value that is older than two send cycles: its RTU has reported since, or should have, and brought no other.
 * @param t when it was measured, UTC ms
 * @param sendCycle seconds; an RTU collects at least as often
 */
export function isOld(t: number, now: number, sendCycle: number): boolean {
  return now - t > oldCycles * sendCycle * 1000;
}
