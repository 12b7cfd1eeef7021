import { uptime } from 'node:os';

/** Milliseconds that only pass: no setting of the clock moves them. For waits and ages, never for dates. */
export const steady = (): number => performance.now();

/** A difference between the clocks that no drift explains, ms. */
const jump = 60_000;

/** `steady`, with the time that the machine was suspended, which counts as an age. */
export class SteadyClock {
  readonly #began: number;
  #drift: number;
  #slept = 0;

  constructor(
    readonly now: () => number = Date.now,
    readonly ran: () => number = steady,
    readonly up: () => number = () => uptime() * 1000,
  ) {
    this.#began = up() - ran();
    this.#drift = now() - ran();
  }

  read(): number {
    const ran = this.ran();
    const drift = this.now() - ran;
    // Asking the machine costs more: only when one of the two clocks has jumped.
    if (Math.abs(drift - this.#drift) > jump) {
      this.#drift = drift;
      this.#slept = this.up() - ran - this.#began;
    }
    return ran + this.#slept;
  }
}
