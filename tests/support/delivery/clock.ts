/** Time that passes only when the test says so. */
interface Timer {
  readonly at: number;
  readonly work: () => void;
  readonly owner: object;
}

export class Clock {
  #timers: Timer[] = [];
  constructor(public now: number) {}

  /** A scheduler whose timers end with their owner. */
  after(owner: object) {
    return (ms: number, work: () => void): (() => void) => {
      const timer = { at: this.now + Math.max(0, ms), work, owner };
      this.#timers.push(timer);
      return () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      };
    };
  }

  end(owner: object): void {
    this.#timers = this.#timers.filter((timer) => timer.owner !== owner);
  }

  /** Lets so many ms pass; `idle` is awaited before and after each timer. */
  async pass(ms: number, idle: () => Promise<void>): Promise<void> {
    const end = this.now + ms;
    await idle();
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.now = Math.max(this.now, next.at);
      next.work();
      await idle();
    }
    this.now = Math.max(this.now, end);
  }
}
