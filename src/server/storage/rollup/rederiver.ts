/** Derives in the background what waits for it in the database, a piece at a time. */
import { WorkLoop } from '../../work/loop.ts';

/** ms between pieces: ingest goes first. */
const PAUSE = 20;
/** ms before a piece that failed is tried again. */
const RETRY = 5000;
/** ms between looks for what others have noted in the database. */
const LOOK = 2000;

export class Rederiver {
  readonly #piece: () => Promise<boolean>;
  readonly #loop: WorkLoop;
  #isNoted = false;

  /**
   * @param piece does some of the work in one transaction; answers false when nothing waits
   * @param waits whether something does, without writing
   */
  constructor(piece: () => Promise<boolean>, waits: () => Promise<boolean>) {
    this.#piece = piece;
    this.#loop = new WorkLoop({
      run: async () => {
        // A database that cannot be read is reported by those who need it.
        this.#isNoted ||= await waits().catch(() => false);
        if (this.#isNoted) this.#isNoted = await piece();
        return this.#isNoted ? PAUSE : LOOK;
      },
      failed: () => {},
      again: [RETRY],
    });
    this.#loop.wake(undefined, LOOK);
  }

  /** Something waits. */
  start(): void {
    this.#isNoted = true;
    this.#loop.wake(undefined, PAUSE);
  }

  /** Does everything that waits, now. Rejects as `piece` does. */
  async settle(): Promise<void> {
    await this.#loop.settled();
    while (await this.#piece());
  }

  /** Stops; what waits is found again at the next start. */
  close(): Promise<void> {
    return this.#loop.stop();
  }
}
