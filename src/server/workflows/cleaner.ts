/** Journals of runs that ended: nobody goes on by them, and they go after a while. */
import { setImmediate as turn } from 'node:timers/promises';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { journalKept } from './row.ts';
import type { RunStore } from './store.ts';

/** ms between two looks. */
const every = 3_600_000;
/** Runs of one look; calls that one transaction removes. */
const runsAtOnce = 50;
const callsAtOnce = 50;

export class JournalCleaner {
  readonly #loop: WorkLoop;

  constructor(
    readonly store: RunStore,
    failed: (error: unknown) => void,
    permit?: WorkPermit,
  ) {
    const run = async () => {
      await this.clean();
      return every;
    };
    this.#loop = new WorkLoop({ run, failed, permit, again: [every] });
  }

  start(): void {
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Removes what is old enough, piece by piece. */
  async clean(): Promise<void> {
    const { store } = this;
    for (;;) {
      const runs = await store.db
        .selectFrom('workflow_runs')
        .select('id')
        .where('ended_at', '<', store.now() - journalKept)
        .where('cleaned_at', 'is', null)
        .limit(runsAtOnce)
        .execute();
      for (const { id } of runs) await this.#cleanRun(id);
      if (runs.length < runsAtOnce || this.#loop.isStopped) return;
    }
  }

  async #cleanRun(runId: string): Promise<void> {
    const { store } = this;
    const last = await store.db
      .selectFrom('workflow_journal')
      .select((on) => on.fn.max('seq').as('seq'))
      .where('run_id', '=', runId)
      .executeTakeFirst();
    const end = last?.seq === null || last?.seq === undefined ? -1 : Number(last.seq);
    for (let from = 0; from <= end; from += callsAtOnce) {
      if (this.#loop.isStopped) return;
      await store.storage.write((db) =>
        db
          .deleteFrom('workflow_journal')
          .where('run_id', '=', runId)
          .where('seq', '>=', from)
          .where('seq', '<', from + callsAtOnce)
          .execute(),
      );
      await turn();
    }
    await store.storage.write((db) =>
      db
        .updateTable('workflow_runs')
        .set({ cleaned_at: store.now(), journal_bytes: 0 })
        .where('id', '=', runId)
        .execute(),
    );
  }
}
