import type { LogLine } from '../../contract/workflows.ts';
import type { LiveHub } from '../live/hub.ts';
import { WorkLoop } from '../work/loop.ts';
import { type RunRow, viewOf } from './row.ts';
import type { RunStore } from './store.ts';

const every = 200;
/** A company that no user has: only those who see every company are notified. */
const ofSeveral = 0;

/** Notifies consoles of runs that moved, bundled, and of what they log. */
export class RunNotifier {
  readonly #changed = new Set<string>();
  readonly #loop: WorkLoop;

  constructor(
    readonly store: RunStore,
    readonly hub: LiveHub,
    failed: (error: unknown) => void,
  ) {
    this.#loop = new WorkLoop({ run: () => this.#send(), failed });
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  changed(runId: string): void {
    this.#changed.add(runId);
    this.#loop.wake(undefined, every);
  }

  lines(run: RunRow, lines: readonly LogLine[]): void {
    this.changed(run.id);
    if (lines.length === 0) return;
    const reported = lines.map(({ line, at, kind, text }) => ({ line, at, kind, text }));
    this.hub.tellOfRuns(run.company_id ?? ofSeveral, {
      type: 'runLog',
      runId: run.id,
      lines: reported,
      more: run.more,
    });
  }

  async #send(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    const rows = await this.store.db.selectFrom('workflow_runs').selectAll().where('id', 'in', ids).execute();
    const companies = new Set(rows.map((row) => row.company_id ?? ofSeveral));
    for (const company of companies) {
      const runs = rows.filter((row) => (row.company_id ?? ofSeveral) === company).map(viewOf);
      this.hub.tellOfRuns(company, { type: 'runs', runs });
    }
  }
}
