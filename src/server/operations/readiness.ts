import { StorageProblem } from '../storage/problem.ts';
import type { Storage } from '../storage/storage.ts';

export interface ReadinessOptions {
  readonly storage: Storage;
  readonly gateway: {
    readonly phase: 'offline' | 'standby' | 'online';
    readonly load: { readonly stalled: string | null };
  };
  /** Called on each change of the reasons, for the log. */
  readonly changed: (reasons: readonly string[]) => void;
  /** ms that an answer is good for: asking often must not write often. */
  readonly goodFor?: number;
  /** ms that the storage may take to write. */
  readonly patience?: number;
}

/** Whether the product can do its work: a write is tried, the broker is up, readings do not pile up. */
export class Readiness {
  readonly #options: ReadinessOptions;
  #last: Promise<readonly string[]> | null = null;
  #reported = '';
  #isStopping = false;
  #isDraining = false;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** From now on it is not ready: nobody is to be sent here any more. */
  stop(): void {
    this.#isStopping = true;
  }

  /** While this process drains, others are to be sent to. */
  drain(isDraining: boolean): void {
    this.#isDraining = isDraining;
  }

  /**
   * Why it is not ready, as short codes; empty = ready. `storage-full`, `storage-read-only`, `storage-io`,
   * `storage-busy`, `storage-unreachable`, `storage-failed`, `storage-slow`, `broker-down`, `draining`, `stopping`.
   */
  async reasons(): Promise<readonly string[]> {
    if (this.#isStopping) return ['stopping'];
    if (this.#last === null) {
      this.#last = this.#look();
      setTimeout(() => {
        this.#last = null;
      }, this.#options.goodFor ?? 500).unref();
    }
    const reasons = await this.#last;
    return this.#isDraining ? ['draining', ...reasons] : reasons;
  }

  async #look(): Promise<readonly string[]> {
    const { gateway, changed } = this.#options;
    const written = await this.#write();
    // The smallest write may still find room where readings do not.
    const fault = written ?? gateway.load.stalled;
    const reasons = [
      ...(fault === null ? [] : [`storage-${fault}`]),
      ...(gateway.phase === 'offline' ? ['broker-down'] : []),
    ];
    const reported = reasons.join(' ');
    if (reported !== this.#reported) changed(reasons);
    this.#reported = reported;
    return reasons;
  }

  async #write(): Promise<string | null> {
    let timer: NodeJS.Timeout | undefined;
    const slow = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, this.#options.patience ?? 3000, 'slow');
    });
    const row = { key: 'operations.probe', value: String(Date.now()) };
    const written = this.#options.storage
      .write((db) =>
        db
          .insertInto('settings')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
          .execute(),
      )
      .then(
        () => null,
        (error: unknown) => (error instanceof StorageProblem ? error.fault : 'failed'),
      );
    const fault = await Promise.race([written, slow]);
    clearTimeout(timer);
    return fault;
  }
}
