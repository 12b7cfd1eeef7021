/** Runs, their journal and their log in the database; each step one transaction with its two fault points. */

import { setImmediate as turn } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { limits } from '../../script/limits.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Db } from '../delivery/store.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { WorkflowRunTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { journalFull } from './calls/problem.ts';
import type { WorkflowFaultPoint, WorkflowFaults, workflowSteps } from './faults.ts';
import { type CallResult, type PackedAnswer, pack, unpack } from './packed.ts';
import { type CallRow, type JournalRow, openStates, type RunRow } from './row.ts';
import type { ScriptAct } from './sandbox/messages.ts';

export type WorkflowStepName = (typeof workflowSteps)[number];
type Line = Extract<ScriptAct, { op: 'line' }>;

export type { CallResult } from './packed.ts';

/** Lines of a log that one transaction writes. */
const linesAtOnce = 250;
const facts = ['run_id', 'seq', 'call', 'args_hash', 'settled', 'at'] as const;

export class RunStore {
  constructor(
    readonly storage: Storage,
    readonly now: () => number,
    readonly faults: WorkflowFaults,
  ) {}

  get db(): Db {
    return this.storage.db;
  }

  async write<T>(step: WorkflowStepName, work: (db: Db) => Promise<T>): Promise<T> {
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
    if (numUpdatedRows !== 1n) return false;
    await noteChange(db, 'run', runId, this.now());
    return true;
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

  /** Calls of a run in their order, without what they were asked and answered. */
  journal(runId: string): Promise<JournalRow[]> {
    return this.db
      .selectFrom('workflow_journal')
      .select(facts)
      .where('run_id', '=', runId)
      .orderBy('seq')
      .execute();
  }

  /** Calls of a run that wait for devices. */
  waiting(runId: string): Promise<CallRow[]> {
    return this.db
      .selectFrom('workflow_journal')
      .select(['run_id', 'seq', 'call', 'args_hash', 'args'])
      .where('run_id', '=', runId)
      .where('call', '=', 'read')
      .where('settled', 'is', null)
      .orderBy('seq')
      .execute();
  }

  /** The answer of a call as JSON of a CallResult. */
  async resultOf(runId: string, seq: number): Promise<string> {
    const row = await this.db
      .selectFrom('workflow_journal')
      .select(['result', 'packed'])
      .where('run_id', '=', runId)
      .where('seq', '=', seq)
      .executeTakeFirst();
    if (row === undefined) return '{}';
    return row.packed === null ? (row.result ?? '{}') : unpack(row.packed);
  }

  /** A call that waits for devices is written down before anything is ordered for it. */
  async begin(row: CallRow): Promise<void> {
    await this.write('call', async (db) => {
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('workflow_journal')
        .values({ ...row, result: null, packed: null, settled: null, at: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (added === 1n) await this.#took(db, row.run_id, row.args.length);
    });
  }

  #took(db: Db, runId: string, bytes: number, more: Updateable<WorkflowRunTable> = {}) {
    return db
      .updateTable('workflow_runs')
      .set((on) => ({ ...more, journal_bytes: on('journal_bytes', '+', bytes) }))
      .where('id', '=', runId)
      .execute();
  }

  /**
   * The answer of a call, as the next one of its run; null where it has one already or the run has ended. Where the
   * journal takes no more the answer says so. `work`: of the run, this call's included.
   */
  async answer(
    call: CallRow,
    given: CallResult | PackedAnswer,
  ): Promise<(JournalRow & { readonly work: number }) | null> {
    const { packed, work } =
      'packed' in given ? given : { packed: await pack(JSON.stringify(given)), work: 0 };
    const instead = await pack(JSON.stringify(journalFull().result));
    return this.write('answer', async (db) => {
      const run = await db
        .selectFrom('workflow_runs')
        .select(['answers', 'journal_bytes', 'work'])
        .where('id', '=', call.run_id)
        .where('state', 'in', [...openStates])
        .executeTakeFirst();
      if (run === undefined) return null;
      const known = await db
        .selectFrom('workflow_journal')
        .select('settled')
        .where('run_id', '=', call.run_id)
        .where('seq', '=', call.seq)
        .executeTakeFirst();
      if (known !== undefined && known.settled !== null) return null;
      const fits = Number(run.journal_bytes) + packed.length <= limits.journal;
      const kept = fits ? packed : instead;
      const { run_id, seq, call: name, args_hash } = call;
      const row = { run_id, seq, call: name, args_hash, settled: run.answers, at: this.now() };
      await db
        .insertInto('workflow_journal')
        .values({ ...row, args: '', result: null, packed: kept })
        .onConflict((conflict) =>
          conflict
            .columns(['run_id', 'seq'])
            .doUpdateSet({ result: null, packed: kept, settled: row.settled, at: row.at }),
        )
        .execute();
      const sum = Number(run.work) + work;
      await this.#took(db, run_id, kept.length, { answers: run.answers + 1, work: sum });
      return { ...row, work: sum };
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
    let written = 0;
    // Each part by itself: others are served and write in between. What is not written yet is reported again after a
    // kill.
    do {
      const part = fresh.slice(written, written + linesAtOnce);
      written += part.length;
      const isLast = written >= fresh.length;
      const next = {
        lines: run.lines + written,
        ...(isLast ? { more: Math.max(more, run.more) } : {}),
      };
      await this.write('log', async (db) => {
        if (part.length > 0)
          await db
            .insertInto('workflow_log')
            .values(part.map(({ line, at, kind, text }) => ({ run_id: run.id, line, at, kind, text })))
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        await db.updateTable('workflow_runs').set(next).where('id', '=', run.id).execute();
        await noteChange(db, 'run', run.id, this.now());
      });
      await turn();
    } while (written < fresh.length);
    return fresh;
  }
}
