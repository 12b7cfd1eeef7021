/** Derives in the background what waits for it in the database, a piece at a time. */

/** ms between pieces: ingest goes first. */
const PAUSE = 20;
/** ms before a piece that failed is tried again. */
const RETRY = 5000;
/** ms between looks for what others have noted in the database. */
const LOOK = 2000;

export class Rederiver {
  readonly #piece: () => Promise<boolean>;
  readonly #waits: () => Promise<boolean>;
  readonly #looking: NodeJS.Timeout;
  #timer: NodeJS.Timeout | null = null;
  #working: Promise<void> = Promise.resolve();
  #closed = false;

  /**
   * @param piece does some of the work in one transaction; answers false when nothing waits
   * @param waits whether something does, without writing
   */
  constructor(piece: () => Promise<boolean>, waits: () => Promise<boolean>) {
    this.#piece = piece;
    this.#waits = waits;
    this.#looking = setInterval(() => {
      this.#waits().then(
        (is) => is && this.start(),
        // A database that cannot be read is reported by those who need it.
        () => undefined,
      );
    }, LOOK);
    this.#looking.unref();
  }

  /** Something waits. */
  start(after = PAUSE): void {
    if (this.#closed || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#working = this.#work();
    }, after);
    this.#timer.unref();
  }

  async #work(): Promise<void> {
    let after: number | null = PAUSE;
    try {
      if (!(await this.#piece())) after = null;
    } catch {
      after = RETRY;
    }
    this.#timer = null;
    if (after !== null) this.start(after);
  }

  /** Does everything that waits, now. Rejects as `piece` does. */
  async settle(): Promise<void> {
    await this.#working;
    while (await this.#piece());
  }

  /** Stops; what waits is found again at the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#looking);
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#working;
  }
}
