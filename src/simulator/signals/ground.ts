import { day, hour } from './calendar.ts';
import type { Weather } from './weather.ts';

/**
 * Response of the ground to rain. Each event counts as an impulse; `lag` is how long the water needs to the slip
 * surface. The rate of movement rises to its peak one lag after the rain and dies away (gamma response of order 2),
 * so that what has moved has a closed form: 1 − (1 + u) e^−u with u = time since / lag.
 */
export class Ground {
  readonly #weather: Weather;
  readonly #lag: number;
  readonly #totals: number[] = [];

  constructor(weather: Weather, lagHours = 18) {
    this.#weather = weather;
    this.#lag = lagHours * hour;
  }

  /** Rain in mm that has worked since `origin`: grows for ever, faster after rain. */
  worked(t: number): number {
    const settled = this.#weather.slotOf(t - 14 * this.#lag) - 1;
    for (let index = this.#totals.length; index <= settled; index++) {
      let own = 0;
      for (const event of this.#weather.events(index, index)) own += event.amount;
      this.#totals.push((this.#totals[index - 1] ?? 0) + own);
    }
    let sum = settled >= 0 ? (this.#totals[settled] ?? 0) : 0;
    for (const event of this.#weather.events(settled + 1, this.#weather.slotOf(t))) {
      const u = (t - event.start) / this.#lag;
      if (u > 0) sum += event.amount * (1 - (1 + u) * Math.exp(-u));
    }
    return sum;
  }

  /** Water in the soil above its dry value, mm-equivalent: wets within hours, drains over `days`. */
  wetness(t: number, days: number): number {
    const drain = days * day;
    const wet = 3 * hour;
    let sum = 0;
    for (const event of this.#weather.events(this.#weather.slotOf(t - 6 * drain), this.#weather.slotOf(t))) {
      const since = t - event.start;
      if (since > 0) sum += event.amount * (Math.exp(-since / drain) - Math.exp(-since / wet));
    }
    return Math.max(0, sum);
  }
}
