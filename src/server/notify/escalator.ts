/** Escalations under way: the next step of each is notified when it is due. Due times stand in the database. */
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { tellDue } from './follow.ts';

/** The longest wait, ms: what another process has written is noticed by then. */
const longestWait = 2000;
/** Escalations in one transaction. */
const together = 100;

export interface EscalatorOptions {
  readonly storage: Storage;
  readonly failed: (error: unknown) => void;
  /** Messages may have been written. */
  readonly notified: () => void;
  readonly now?: () => number;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

export class Escalator {
  readonly #options: EscalatorOptions;
  readonly #now: () => number;
  readonly #loop: WorkLoop<'due'>;

  constructor(options: EscalatorOptions) {
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

  /** Tells all that is due. */
  async settle(): Promise<void> {
    this.wake();
    await this.#loop.settled();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #run(): Promise<number> {
    const { storage, notified } = this.#options;
    const now = this.#now();
    const due = await storage.db
      .selectFrom('escalations')
      .select('id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(together)
      .execute();
    if (due.length > 0) {
      await storage.write(async (db) => {
        for (const { id } of due) {
          // It may have been answered since it was looked for.
          const row = await db
            .selectFrom('escalations')
            .selectAll()
            .where('id', '=', id)
            .where('due_at', '<=', now)
            .executeTakeFirst();
          if (row === undefined) continue;
          const alarm = await db
            .selectFrom('alarms')
            .selectAll()
            .where('id', '=', row.alarm_id)
            .executeTakeFirstOrThrow();
          await tellDue(db, row, alarm, now);
        }
      });
      notified();
    }
    if (due.length === together) return 1;
    const next = await storage.db
      .selectFrom('escalations')
      .select('due_at')
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    return Math.max(1, Math.min(longestWait, (next?.due_at ?? Number.POSITIVE_INFINITY) - this.#now()));
  }
}
