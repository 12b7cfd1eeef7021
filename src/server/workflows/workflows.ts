/** Workflows at work: runs are started, resumed after a restart, parked while devices sleep, and ended once. */
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import type { BodyOf, DataOf } from '../../contract/call.ts';
import type {
  checkWorkflow,
  RunDetail,
  RunSource,
  startWorkflow,
  workflowModules,
} from '../../contract/workflows.ts';
import type { HostCallArgs } from '../../script/calls.ts';
import { noModules } from '../../script/modules.ts';
import type { ScriptProblem } from '../../script/problem.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { RuleBook } from '../alarms/rules/rule-book.ts';
import type { By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { OrderLists } from '../delivery/lists.ts';
import type { LiveHub } from '../live/hub.ts';
import { permitted } from '../processes/fence.ts';
import { shareOf } from '../shares.ts';
import type { Board } from '../sites/board.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { CallDesk } from './calls/desk.ts';
import { JournalCleaner } from './cleaner.ts';
import { cancelRun, pauseRun, resumeRun } from './control.ts';
import { Declarations, type KnownDeclarations } from './declarations.ts';
import { failRun, planRun } from './ending.ts';
import { type Ending, RunExecution } from './execution.ts';
import type { WorkflowFaults } from './faults.ts';
import { nextRun } from './next-run.ts';
import { Readers } from './readers.ts';
import { runViewer } from './rights.ts';
import { detailOf, openStates, type RunRow, shownModule, stateOf } from './row.ts';
import { Sandbox } from './sandbox/sandbox.ts';
import { modulesFor } from './scripts/modules.ts';
import { insertRun } from './start.ts';
import { RunStore } from './store.ts';

export interface WorkflowsOptions {
  readonly delivery: Delivery;
  readonly orders: OrderLists;
  readonly board: Board;
  readonly ruleBook: RuleBook;
  readonly hub: LiveHub;
  readonly failed: (error: unknown) => void;
  readonly faults?: WorkflowFaults;
  /** What texts declare that were read before this process. */
  readonly declared?: KnownDeclarations;
  readonly now?: () => number;
  /** ms that a thread is kept for a script that waits for devices. */
  readonly patience?: number;
  /** ms before what the storage refused is done again. */
  readonly againTime?: number;
  /** Left out: this process is the only one that runs scripts. */
  readonly permit?: WorkPermit | undefined;
}

/** Scripts that run at the same time, and those of one company: another's never wait for all of its own. */
const mostAtOnce = 4;
const mostOfCompany = 3;
/** Executions of one run that the death of the sandbox may end before the run is given up. */
const mostLost = 3;

/** Whom a run is done for: what is shared is shared between these. */
const companyOf = ({ company_id: companyId, user_id: userId }: Pick<RunRow, 'company_id' | 'user_id'>) =>
  shareOf({ companyId, userId });

export class Workflows {
  /** What people ask of runs, on any process. */
  readonly store: RunStore;
  /** What runs themselves write. */
  readonly #runStore: RunStore;
  readonly sandbox = new Sandbox();
  readonly #options: WorkflowsOptions;
  readonly #readers: Readers;
  readonly #desk: CallDesk;
  readonly #cleaner: JournalCleaner;
  readonly #running = new Map<string, RunExecution>();
  /** Whom runs that were woken are done for. */
  readonly #companies = new Map<string, string>();
  readonly #runs: WorkLoop<string>;
  /** Writes down how many devices runs wait for. */
  readonly #waiting: WorkLoop<string>;
  readonly #declarations: Declarations;
  readonly #lost = new Map<string, number>();

  constructor(options: WorkflowsOptions) {
    this.#options = options;
    const { delivery, board, failed, now = Date.now, faults = () => {}, againTime = 2000 } = options;
    this.#declarations = new Declarations(this.sandbox, options.declared);
    const { permit } = options;
    this.store = new RunStore(delivery.store.storage, now, faults);
    this.#runStore =
      permit === undefined
        ? this.store
        : new RunStore(permitted(delivery.store.storage, permit), now, faults);
    this.#desk = new CallDesk(this.store.storage.reach, board, now);
    this.#cleaner = new JournalCleaner(this.store, failed, permit);
    this.#runs = new WorkLoop({
      run: (runId) => this.#execute(runId),
      failed,
      again: [againTime],
      permit,
      next: (due, running) => this.#next(due, running),
    });
    this.#waiting = new WorkLoop({ run: (runId) => this.#awaits(runId), failed, permit });
    this.#readers = new Readers({
      delivery,
      board,
      now,
      againTime,
      failed,
      permit,
      viewer: (runId) => this.#reader(runId),
      goesOn: (db, runId) => this.store.isOpen(db, runId),
      answered: async (call, result) => {
        const waiting = await this.store.waiting(call.runId);
        const known = waiting.find(({ seq }) => seq === call.seq);
        if (known === undefined) return;
        const row = await this.#runStore.answer(known, result);
        if (row === null) return;
        const execution = this.#running.get(call.runId);
        if (execution !== undefined) execution.settled(row);
        else await this.#wake(call.runId);
      },
      awaits: (runId) => this.#waiting.wake(runId),
      ordered: () => {
        faults('workflow.ordered:inside');
        faults('workflow.ordered:committed');
      },
    });
  }

  /** Goes on with what an earlier process left, and with what another one leaves. */
  async start(): Promise<void> {
    const { permit, failed } = this.#options;
    permit?.onHeld(() => void this.#resume().catch(failed));
    permit?.onLost(() => {
      for (const runId of [...this.#companies.keys()]) this.#forget(runId);
    });
    if (permit === undefined) await this.#resume();
    this.#cleaner.start();
  }

  /** Runs changed by another process: begun, paused, resumed or cancelled there. */
  async changed(runIds: readonly string[]): Promise<void> {
    if (this.#options.permit?.isHeld !== true) return;
    for (const runId of runIds) {
      const row = await this.store.byId(runId);
      if (row === undefined || !openStates.includes(stateOf(row))) this.#forget(runId);
      else if (row.state === 'paused') this.#running.get(runId)?.stop();
      else if (!this.#running.has(runId)) this.#launch(row);
    }
  }

  async #resume(): Promise<void> {
    const rows = await this.store.db
      .selectFrom('workflow_runs')
      .select(['id', 'state'])
      .where('state', 'in', [...openStates])
      .orderBy('id')
      .execute();
    for (const { id, state } of rows) {
      await this.#wait(id);
      if (state !== 'paused') await this.#wake(id);
    }
  }

  async stop(): Promise<void> {
    const loops = [this.#runs, this.#waiting, this.#readers, this.#cleaner];
    const stopped = loops.map((loop) => loop.stop());
    for (const execution of [...this.#running.values()]) execution.stop();
    this.sandbox.stop();
    await this.#desk.stop();
    await Promise.all(stopped);
  }

  /** Removes the journals of runs that ended long enough ago; done by itself every hour. */
  async clean(): Promise<void> {
    await this.#cleaner.clean();
  }

  /** What a script declares, without its body being gone through; `viewer`: who would run it, null = it imports nothing. */
  async check(script: string, viewer: Viewer | null): Promise<DataOf<typeof checkWorkflow>> {
    const modules = viewer === null ? noModules : await modulesFor(this.store.db, viewer, script);
    return this.#declarations.check(script, modules);
  }

  /** What a script imports, as a run of the viewer would find it now. */
  async modules(script: string, viewer: Viewer): Promise<DataOf<typeof workflowModules>> {
    const { modules, problem } = await modulesFor(this.store.db, viewer, script);
    const problems = problem === null ? [] : [{ ...problem, params: { ...problem.params } }];
    return { modules: modules.map(shownModule), problems };
  }

  /** Starts a run whose words() speak a language; answers its id. @throws Refusal 422, 429 */
  async begin(
    by: By,
    body: BodyOf<typeof startWorkflow>,
    language: Language,
    source: RunSource | null,
  ): Promise<string> {
    const resolved = await modulesFor(this.store.db, by.viewer, body.script);
    const declared = await this.#declarations.of(body.script, resolved);
    const { modules } = resolved;
    const id = await insertRun(this.store, by, body, declared, { language, source, modules });
    await this.#wake(id);
    return id;
  }

  async one(viewer: Pick<Viewer, 'companyId'>, runId: string): Promise<RunDetail> {
    return detailOf(await this.store.own(viewer, runId));
  }

  /** @throws Refusal 404, 409 */
  async cancel(by: By, runId: string): Promise<void> {
    const touched = await cancelRun(this.store, by, runId);
    this.#forget(runId);
    for (const rtuId of touched) this.#options.delivery.touched(rtuId);
  }

  /** @throws Refusal 404, 409 */
  async pause(by: By, runId: string): Promise<void> {
    await pauseRun(this.store, by, runId);
    this.#running.get(runId)?.stop();
  }

  /** @throws Refusal 404, 409 */
  async resume(by: By, runId: string): Promise<void> {
    await resumeRun(this.store, by, runId);
    await this.#wake(runId);
  }

  #forget(runId: string): void {
    this.#readers.end(runId);
    this.#lost.delete(runId);
    this.#companies.delete(runId);
    this.#running.get(runId)?.stop();
  }

  /** Who reads for a run: null where it is over, or its user may not (any more). */
  async #reader(runId: string): Promise<Viewer | null> {
    const row = await this.store.byId(runId);
    if (row === undefined || !openStates.includes(stateOf(row))) return null;
    const viewer = await runViewer(this.store.storage, row);
    const needed = ['device:parameter:view', 'device:command:send'];
    const lacks = 'id' in viewer || needed.some((permission) => !viewer.permissions.includes(permission));
    // The run itself is notified of that by its next turn, which a run that is parked would else never have.
    if (lacks && stateOf(row) === 'waiting') this.#launch(row);
    return lacks ? null : viewer;
  }

  /** Goes on waiting for what the journal says was asked of devices. */
  async #wait(runId: string): Promise<void> {
    const row = await this.store.byId(runId);
    if (row === undefined) return;
    for (const { seq, args } of await this.store.waiting(runId)) this.#read(row, seq, args);
  }

  #read({ id, title, address }: Pick<RunRow, 'id' | 'title' | 'address'>, seq: number, args: string): void {
    const parsed: HostCallArgs<'read'> = JSON.parse(args);
    this.#readers.begin({ runId: id, seq, title, address, args: parsed });
  }

  async #awaits(runId: string): Promise<void> {
    const awaited = this.#readers.awaited(runId);
    await this.store.storage.write(async (db) => {
      await db
        .updateTable('workflow_runs')
        .set({ awaited })
        .where('id', '=', runId)
        .where('state', 'in', [...openStates])
        .execute();
      await noteChange(db, 'run', runId);
    });
  }

  async #wake(runId: string): Promise<void> {
    const row = await this.store.byId(runId);
    if (row !== undefined && ['running', 'waiting'].includes(row.state)) this.#launch(row);
  }

  #launch(row: Pick<RunRow, 'id' | 'company_id' | 'user_id'>): void {
    this.#companies.set(row.id, companyOf(row));
    this.#runs.wake(row.id);
  }

  #next(due: ReadonlySet<string>, running: readonly string[]): string | null {
    if (running.length >= mostAtOnce) return null;
    const company = (runId: string) => this.#companies.get(runId) ?? '';
    const waiting = new Map([...due].map((runId) => [runId, company(runId)]));
    return nextRun(waiting, running.map(company), mostOfCompany);
  }

  /** Goes through a run until it ends, one way or another. */
  async #execute(runId: string): Promise<number | null> {
    const row = await this.store.byId(runId);
    const mayRun = row !== undefined && ['running', 'waiting'].includes(row.state);
    if (!mayRun || this.#runs.isStopped) return null;
    const ending = await new Promise<Ending>((ended, failed) => this.#start(row, ended).catch(failed));
    if (this.#runs.isStopped || ending.is === 'stopped') return null;
    try {
      return await this.#ended(row, ending);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { field } = (error.data ?? {}) as { readonly field?: string };
      await this.#fail(row, 'failed', {
        id: error.messageId === 'plans.twice' ? 'twice' : 'thrown',
        params: { field: field ?? '', text: error.message },
        line: null,
        column: null,
      });
      return null;
    } finally {
    }
  }

  async #start(row: RunRow, ended: (ending: Ending) => void): Promise<void> {
    const { failed, patience = 10_000 } = this.#options;
    const store = this.#runStore;
    const runId = row.id;
    const execution = new RunExecution({
      store,
      sandbox: this.sandbox,
      row,
      patience,
      failed,
      perform: (viewer, { call, args }, most) =>
        this.#desk.perform({ runId, company: companyOf(row), viewer, call, args, most }),
      wait: ({ seq, args }) => this.#read(row, seq, args),
      reported: (now, lines) => this.#options.hub.logged(now, lines),
      ended: (ending) => {
        // What is answered from now on wakes the run.
        this.#running.delete(runId);
        this.#desk.cancel(runId);
        ended(ending);
      },
    });
    this.#running.set(runId, execution);
    try {
      if (row.state === 'waiting')
        await store.write('park', (db) => store.move(db, runId, ['waiting'], { state: 'running' }));
      await execution.start();
    } catch (error) {
      this.#running.delete(runId);
      throw error;
    }
  }

  /** Answers in how many ms the run is gone through again. @throws Refusal where its plan may not be made */
  async #ended(row: RunRow, ending: Exclude<Ending, { is: 'stopped' }>): Promise<number | null> {
    const { againTime = 2000 } = this.#options;
    if (ending.is === 'overtaken') return againTime;
    if (ending.is === 'done') await this.#plan(row, ending);
    else if (ending.is === 'parked')
      await this.#runStore.write('park', (db) =>
        this.#runStore.move(db, row.id, ['running'], { state: 'waiting' }),
      );
    else if (ending.is === 'lost') {
      const lost = (this.#lost.get(row.id) ?? 0) + 1;
      this.#lost.set(row.id, lost);
      if (lost < mostLost) return againTime;
      await this.#fail(row, 'failed', { id: 'sandbox', params: {}, line: null, column: null });
    } else await this.#fail(row, ending.is, ending.problem);
    return null;
  }

  async #fail(row: RunRow, state: 'failed' | 'halted', problem: ScriptProblem): Promise<void> {
    await failRun(this.#runStore, row, state, problem);
    this.#forget(row.id);
  }

  async #plan(row: RunRow, ending: Extract<Ending, { is: 'done' }>): Promise<void> {
    const { board, delivery, ruleBook } = this.#options;
    const store = this.#runStore;
    await planRun({ store, orders: delivery.store, board, ruleBook }, row, ending);
    this.#forget(row.id);
  }
}
