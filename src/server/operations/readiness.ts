import { steady } from '../steady.ts';
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
  /** Steady ms of the last write that went through, of whichever process. */
  readonly writtenAt: () => number;
  /** False while its clock is wrong and that of another process is right: it takes no RTU then. */
  readonly isFit?: () => boolean;
}

/** ms after which a question is answered by what the last look found: balancers take a late answer for none. */
const soon = 400;
/** What was found is good for so many ms where the next look takes longer: beyond that nobody has asked for a while. */
const stillGood = 15_000;

interface Found {
  readonly reasons: readonly string[];
  readonly at: number;
}

/** Whether the product can do its work: a write is tried, the broker is up, readings do not pile up. */
export class Readiness {
  readonly #options: ReadinessOptions;
  #looking: Promise<readonly string[]> | null = null;
  #found: Found | null = null;
  /** A write that is tried, and since when. */
  #trying: { readonly result: Promise<string | null>; readonly since: number } | null = null;
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
   * `storage-busy`, `storage-unreachable`, `storage-failed`, `storage-slow`, `broker-down`, `clock-wrong`, `draining`, `stopping`.
   */
  async reasons(): Promise<readonly string[]> {
    if (this.#isStopping) return ['stopping'];
    const reasons = await this.#reasons();
    return this.#isDraining ? ['draining', ...reasons] : reasons;
  }

  async #reasons(): Promise<readonly string[]> {
    const age = this.#found === null ? Number.POSITIVE_INFINITY : steady() - this.#found.at;
    if (this.#found !== null && age < (this.#options.goodFor ?? 500)) return this.#found.reasons;
    this.#looking ??= this.#look()
      .then((reasons) => {
        this.#found = { reasons, at: steady() };
        return reasons;
      })
      .finally(() => {
        this.#looking = null;
      });
    if (this.#found === null || age > stillGood) return this.#looking;
    return inTime(this.#looking, soon, this.#found.reasons);
  }

  async #look(): Promise<readonly string[]> {
    const { gateway, changed, isFit = () => true } = this.#options;
    const written = await this.#write();
    // The smallest write may still find room where readings do not.
    const fault = written ?? gateway.load.stalled;
    const reasons = [
      ...(fault === null ? [] : [`storage-${fault}`]),
      ...(gateway.phase === 'offline' ? ['broker-down'] : []),
      ...(isFit() ? [] : ['clock-wrong']),
    ];
    const reported = reasons.join(' ');
    if (reported !== this.#reported) changed(reasons);
    this.#reported = reported;
    return reasons;
  }

  /**
   * Tries a write, one at a time. One that waits while others go through stands in line: the storage does its work, and
   * whoever sent devices and people elsewhere would find the same line there.
   */
  async #write(): Promise<string | null> {
    const { storage, patience = 3000, writtenAt } = this.#options;
    if (this.#trying === null) {
      const trying = { result: this.#try(storage), since: steady() };
      this.#trying = trying;
      void trying.result.then(() => {
        this.#trying = null;
      });
    }
    const { result, since } = this.#trying;
    const fault = await inTime(result, since + patience - steady(), 'slow');
    return fault === 'slow' && writtenAt() > steady() - patience ? null : fault;
  }

  #try(storage: Storage): Promise<string | null> {
    const row = { key: 'operations.probe', value: String(Date.now()) };
    return storage
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
  }
}

/** What the promise comes to within so many ms, else `otherwise`. */
async function inTime<T>(promise: Promise<T>, ms: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), otherwise);
  });
  const found = await Promise.race([promise, late]);
  clearTimeout(timer);
  return found;
}
