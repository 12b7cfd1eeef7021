/** The room's door: sources take messages in by every way, one mapping reads them all (src/server/sources/README.md). */
import { Refusal } from '../../base/errors.ts';
import { Allowance, guardDefaults } from '../gateway/connections/packet-guard.ts';
import type { IngestResult, Reading, Storage } from '../storage/storage.ts';
import { Intake, type Taken } from './intake.ts';
import type { Message } from './message.ts';
import { admitsSource, type SourceEntry, sourceOfKey } from './source.ts';
import { SourceTally } from './tally.ts';

/** Sustained rate of one source by HTTP (*assumed*: a gateway of a hundred loggers a minute, and its backlog at once). */
const limits = { ...guardDefaults, packetsPerSecond: 20, bytesPerSecond: 1024 * 1024, burstSeconds: 10 };

export interface SourcesOptions {
  readonly storage: Storage;
  readonly now: () => number;
  /** What was not written or not read, for the log. */
  readonly failed: (error: unknown, what: string) => void;
  /** After each commit. */
  readonly stored: (batch: readonly Reading[], result: IngestResult) => void;
  /** RTUs were heard of by a source. */
  readonly heard: (rtuIds: ReadonlySet<number>, at: number) => void;
}

export class DataSources {
  readonly tally: SourceTally;
  readonly intake: Intake;
  readonly #options: SourcesOptions;
  readonly #allowances = new Map<number, Allowance>();

  constructor(options: SourcesOptions) {
    this.#options = options;
    const { storage, stored, heard, failed } = options;
    this.tally = new SourceTally(storage, (error) => failed(error, 'counts of sources were not written'));
    this.intake = new Intake({ storage, tally: this.tally, stored, heard });
  }

  /** Sensors, stations or sources were changed. */
  sitesChanged(): void {
    this.intake.sitesChanged();
  }

  /**
   * The source that a key and a secret open.
   * @throws Refusal 401 for a wrong secret, and alike for a key that there is not; the source counts it
   */
  async admit(key: string, secret: string): Promise<SourceEntry> {
    const { storage, now } = this.#options;
    const source = await sourceOfKey(storage.db, key);
    const wrong = new Refusal(401, 'sources.token');
    if (source === null || source.way !== 'http' || secret === '') throw wrong;
    if (await admitsSource(storage, source, secret, now())) return source;
    this.intake.refuse(source, wrong, now());
    throw wrong;
  }

  /** ms that a source is to wait before it sends `bytes` more; 0 = it may. */
  pause({ id }: SourceEntry, bytes: number): number {
    const known = this.#allowances.get(id);
    const allowance = known ?? new Allowance(limits, this.#options.now());
    if (known === undefined) this.#allowances.set(id, allowance);
    const wait = allowance.pause(this.#options.now());
    if (wait > 0) return wait;
    allowance.packets -= 1;
    allowance.bytes -= bytes;
    return 0;
  }

  /** Takes a message of a source in. @throws as `Intake.take` */
  take(source: SourceEntry, message: Message): Promise<Taken> {
    return this.intake.take(source, message);
  }

  async stop(): Promise<void> {
    await this.tally.stop();
  }
}
