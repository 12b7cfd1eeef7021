/**
 * ms that one turn of the loop may spend on what connections bring. Assumed: at 5 an answer of a device waited for several
 * turns behind the readings of others, and a plan took a quarter longer; without a bound the writer's thread waits for seconds.
 */
const longest = 25;

/**
 * Lets what many connections bring take turns with everything else that the process does. Thousands of sockets may be
 * readable at once, and the loop would work through all of them before it hears the writer's thread or a timer again.
 */
export class LoopTurns {
  readonly #longest: number;
  /** Work that waits for a later turn, in the order in which it came. */
  #waiting: (() => void)[] = [];
  #next = 0;
  /** When this turn began; null before the first work of a turn. */
  #since: number | null = null;

  /** @param most ms of a turn */
  constructor(most = longest) {
    this.#longest = most;
  }

  /** Does the work: at once while the turn lasts, else in one of the next, behind what waits already. */
  take(work: () => void): void {
    if (this.#waiting.length > 0 || this.#isSpent()) this.#waiting.push(work);
    else work();
  }

  #isSpent(): boolean {
    const now = performance.now();
    if (this.#since === null) {
      this.#since = now;
      setImmediate(() => {
        this.#since = null;
        this.#goOn();
      });
    }
    return now - this.#since > this.#longest;
  }

  readonly #goOn = (): void => {
    const work = this.#waiting[this.#next];
    if (work === undefined) {
      this.#waiting = [];
      this.#next = 0;
      return;
    }
    // The end of this turn continues with the next.
    if (this.#isSpent()) return;
    this.#next += 1;
    work();
    // Streams hand on what they were given in a tick of its own: that is to be counted, too.
    process.nextTick(this.#goOn);
  };
}
