/** When a rollout stands still: nothing of it has moved for longer than its devices need to come by. Pure; times ms. */
const minute = 60_000;
/** Send cycles of the slowest device that is waited for, and what that is held within. Assumed. */
const cycles = 2;
const shortest = 30 * minute;
/** Who waits for a device that comes once a day is notified on the day itself. */
const longest = 6 * 60 * minute;

/** For how long nothing moves before it counts as a standstill. @param sendCycles of the devices that are waited for, s */
export function standstillAfter(sendCycles: readonly number[]): number {
  const slowest = Math.max(0, ...sendCycles) * 1000;
  return Math.min(longest, Math.max(shortest, cycles * slowest));
}
