/** The items of one device of a plan: which may be ordered now, and how the device has ended. Pure. Times ms. */

/** What an item waits for; delay in seconds. */
export type StepAfter = null | 'verified' | { readonly delay: number };

/**
 * How an item stands. `none`: not ordered yet. `open`: its outcome is still to come. `good`: verified; a secret:
 * answered; an action: succeeded. `bad`: rejected, different, expired, unknown. `off`: it was skipped by name or taken
 * back, and nothing went wrong.
 */
export type StepStanding = 'none' | 'open' | 'good' | 'bad' | 'off';

export interface Step {
  readonly standing: StepStanding;
  readonly after: StepAfter;
  /** When it ended; null before. */
  readonly endedAt: number | null;
}

/** What is to be done with the steps of a device that has begun. */
export interface StepsNow {
  /** To be ordered now, by index. */
  readonly order: readonly number[];
  /** Never to be ordered: the one before did not end well. By index. */
  readonly skip: readonly number[];
  /** When the next one may be ordered; null = not a matter of time. */
  readonly at: number | null;
}

/** In the order of the device's steps: one that waits holds up all behind it. */
export function stepsNow(steps: readonly Step[], now: number): StepsNow {
  const order: number[] = [];
  const skip: number[] = [];
  for (const [index, { standing, after }] of steps.entries()) {
    if (standing !== 'none') continue;
    const before = steps[index - 1];
    if (after === null || before === undefined) {
      order.push(index);
      continue;
    }
    const is = skip.includes(index - 1) ? 'off' : order.includes(index - 1) ? 'open' : before.standing;
    if (is === 'bad' || is === 'off') {
      skip.push(index);
      continue;
    }
    if (is !== 'good') return { order, skip, at: null };
    const at = after === 'verified' ? now : (before.endedAt ?? now) + after.delay * 1000;
    if (at > now) return { order, skip, at };
    order.push(index);
  }
  return { order, skip, at: null };
}

export type DeviceEnd = 'passed' | 'failed' | 'skipped';

/**
 * How a device has ended; null while any of its steps has not. What was skipped by name or taken back is no failure of
 * the device: it was never tried.
 */
export function deviceEnd(standings: readonly StepStanding[]): DeviceEnd | null {
  if (standings.some((one) => one === 'none' || one === 'open')) return null;
  if (standings.includes('bad')) return 'failed';
  return standings.includes('off') || standings.length === 0 ? 'skipped' : 'passed';
}
