/** Maintenance ends by itself: its end stands in the database, so that a restart forgets none. */
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { endMaintenance } from './edit/maintenance.ts';

/** What another process has written is noticed by then, ms. */
const longestWait = 5000;

export interface MaintenanceEndsOptions {
  readonly storage: Storage;
  /** Board and consoles look again. */
  readonly ended: () => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

export class MaintenanceEnds {
  readonly #options: MaintenanceEndsOptions;
  readonly #now: () => number;
  readonly #loop: WorkLoop<'due'>;

  constructor(options: MaintenanceEndsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#loop = new WorkLoop({
      run: () => this.#run(),
      failed: options.failed,
      permit: options.permit,
      again: [500, 1000, 2000, 5000],
    });
  }

  wake(): void {
    this.#loop.wake('due');
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #run(): Promise<number> {
    const { storage, ended } = this.#options;
    const next = async () => {
      const row = await storage.db
        .selectFrom('stations')
        .select(({ fn }) => fn.min('maintenance_until').as('until'))
        .executeTakeFirst();
      return row?.until == null ? null : Number(row.until);
    };
    const until = await next();
    if (until !== null && until <= this.#now()) {
      const count = await storage.write((db) => endMaintenance(db, this.#now()));
      if (count > 0) await ended();
    }
    const following = await next();
    return Math.max(1, Math.min(longestWait, (following ?? Number.POSITIVE_INFINITY) - this.#now()));
  }
}
