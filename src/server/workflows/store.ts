/** Runs, their journal and their log in the database; each step one transaction with its two fault points. */
import type { Updateable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { Db } from '../delivery/store.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { WorkflowRunTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { WorkflowFaultPoint, WorkflowFaults, workflowSteps } from './faults.ts';
import { type JournalRow, openStates, type RunRow } from './row.ts';
import type { Act } from './sandbox/messages.ts';

export type StepName = (typeof workflowSteps)[number];
type Line = Extract<Act, { op: 'line' }>;
/** What a call was answered: a value, or a problem that the script can catch. */
export interface CallResult {
  readonly value?: unknown;
  readonly problem?: {
    readonly id: string;
    readonly params: Readonly<Record<string, string | number>>;
    readonly text: string;
  };
}

export class RunStore {
  constructor(
    readonly storage: Storage,
    readonly now: () => number,
    readonly faults: WorkflowFaults,
  ) {}

  get db(): Db {
    return this.storage.db;
  }

  async write<T>(step: StepName, work: (db: Db) => Promise<T>): Promise<T> {
    const result = await this.storage.write(async (db) => {
      const done = await work(db);
      this.faults(`workflow.${step}:inside` satisfies WorkflowFaultPoint);
      return done;
    });
    this.faults(`workflow.${step}:committed` satisfies WorkflowFaultPoint);
    return result;
  }

  byId(runId: string): Promise<RunRow | undefined> {
    return this.db.selectFrom('workflow_runs').selectAll().where('id', '=', runId).executeTakeFirst();
  }

  /** Runs that a viewer may see: those of the company. */
  visible(viewer: CompanyScope) {
    const all = this.db.selectFrom('workflow_runs');
    return viewer.companyId === null ? all : all.where('company_id', '=', viewer.companyId);
  }

  /** @throws Refusal 404 for a run that does not exist, or is another company's */
  async own(viewer: CompanyScope, runId: string): Promise<RunRow> {
    const row = await this.visible(viewer).selectAll().where('id', '=', runId).executeTakeFirst();
    if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `run ${runId}` });
    return row;
  }

  /** Moves a run that has not ended; false where another was first. */
  async move(
    db: Db,
    runId: string,
    from: readonly string[],
    set: Updateable<WorkflowRunTable>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('workflow_runs')
      .set({ ...set, updated_at: this.now() })
      .where('id', '=', runId)
      .where('state', 'in', [...from])
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** True while a run has not ended. */
  async isOpen(db: Db, runId: string): Promise<boolean> {
    const row = await db
      .selectFrom('workflow_runs')
      .select('id')
      .where('id', '=', runId)
      .where('state', 'in', [...openStates])
      .executeTakeFirst();
    return row !== undefined;
  }

  journal(runId: string): Promise<JournalRow[]> {
    return this.db
      .selectFrom('workflow_journal')
      .selectAll()
      .where('run_id', '=', runId)
      .orderBy('seq')
      .execute();
  }

  /** A call that waits for devices is written down before anything is ordered for it. */
  async begin(row: Pick<JournalRow, 'run_id' | 'seq' | 'call' | 'args_hash' | 'args'>): Promise<void> {
    await this.write('call', async (db) => {
      await db
        .insertInto('workflow_journal')
        .values({ ...row, result: null, settled: null, at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  /** The answer of a call, as the next one of its run; null where it has one already or the run has ended. */
  async answer(
    call: Pick<JournalRow, 'run_id' | 'seq' | 'call' | 'args_hash' | 'args'>,
    result: CallResult,
  ): Promise<JournalRow | null> {
    return this.write('answer', async (db) => {
      if (!(await this.isOpen(db, call.run_id))) return null;
      const of = db.selectFrom('workflow_journal').where('run_id', '=', call.run_id);
      const known = await of.select('settled').where('seq', '=', call.seq).executeTakeFirst();
      if (known !== undefined && known.settled !== null) return null;
      const last = await of.select((fn) => fn.fn.max('settled').as('last')).executeTakeFirst();
      const settled = last?.last === null || last?.last === undefined ? 0 : Number(last.last) + 1;
      const row = { ...call, result: JSON.stringify(result), settled, at: this.now() };
      await db
        .insertInto('workflow_journal')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['run_id', 'seq']).doUpdateSet({ result: row.result, settled, at: row.at }),
        )
        .execute();
      return row;
    });
  }

  /** New lines of a log; those that an earlier execution wrote stay as they are. Answers the new ones. */
  async addLines(
    run: Pick<RunRow, 'id' | 'lines' | 'more'>,
    lines: readonly Line[],
    more: number,
  ): Promise<readonly (Line & { readonly at: number })[]> {
    const fresh = lines.filter(({ line }) => line >= run.lines).map((line) => ({ ...line, at: this.now() }));
    if (fresh.length === 0 && more <= run.more) return [];
    const next = { lines: run.lines + fresh.length, more: Math.max(more, run.more) };
    await this.write('log', async (db) => {
      for (let from = 0; from < fresh.length; from += 500)
        await db
          .insertInto('workflow_log')
          .values(
            fresh
              .slice(from, from + 500)
              .map(({ line, at, kind, text }) => ({ run_id: run.id, line, at, kind, text })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await db.updateTable('workflow_runs').set(next).where('id', '=', run.id).execute();
    });
    return fresh;
  }
}
