/** Ends the RTUs' connections of a process that drains, a few at a time, so that they come to other processes evenly. */

/** RTUs that are ended together. */
const together = 20;
/** ms between two such groups. */
const every = 250;

export interface DrainOptions {
  /** RTUs that are connected here now. */
  readonly connected: () => readonly number[];
  readonly letGo: (rtuId: number) => void;
  /** Connections that are no RTU's. */
  readonly letGoOthers: () => void;
}

export class Drain {
  readonly #options: DrainOptions;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: DrainOptions) {
    this.#options = options;
  }

  /** Begins; goes on for as long as the process drains, for an RTU whose connection was just about to begin. */
  begin(): void {
    if (this.#timer !== null) return;
    this.#options.letGoOthers();
    this.#step();
    this.#timer = setInterval(() => this.#step(), every);
  }

  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #step(): void {
    const { connected, letGo } = this.#options;
    for (const rtuId of connected().slice(0, together)) letGo(rtuId);
  }
}
