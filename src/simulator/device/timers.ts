/** Timers of one device, which end with it. */
export class Timers {
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopped = false;

  /** Does work in so many ms; the answer forgets it. */
  after(ms: number, work: () => unknown): () => void {
    if (this.#stopped) return () => {};
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        void work();
      },
      Math.min(2_000_000_000, Math.max(0, ms)),
    );
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Forgets all work; nothing is done from now on. */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
