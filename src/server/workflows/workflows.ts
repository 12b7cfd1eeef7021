/** Workflows at work: runs are started, gone on with after a restart, parked while devices sleep, and ended once. */
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import type { BodyOf, DataOf } from '../../contract/call.ts';
import type { checkWorkflow, RunDetail, RunSource, startWorkflow } from '../../contract/workflows.ts';
import type { HostCallArgs } from '../../script/calls.ts';
import type { ScriptProblem } from '../../script/problem.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { By } from '../audit/by.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { CommandLists } from '../delivery/lists.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Board } from '../sites/board.ts';
import { answerCall } from './calls/answer.ts';
import { cancelRun, pauseRun, resumeRun } from './control.ts';
import { Declarations, type KnownDeclarations } from './declarations.ts';
import { failRun, planRun } from './ending.ts';
import { type Ending, RunExecution } from './execution.ts';
import type { WorkflowFaults } from './faults.ts';
import { Readers } from './readers.ts';
import { runViewer } from './rights.ts';
import { detailOf, openStates, type RunRow, stateOf } from './row.ts';
import { Sandbox } from './sandbox/sandbox.ts';
import { insertRun } from './start.ts';
import { RunStore } from './store.ts';
import { RunTeller } from './teller.ts';

export interface WorkflowsOptions {
  readonly delivery: Delivery;
  readonly commands: CommandLists;
  readonly board: Board;
  readonly hub: LiveHub;
  /** Told of plans that runs made. */
  readonly planned: (planId: string) => void;
  readonly failed: (error: unknown) => void;
  readonly faults?: WorkflowFaults;
  /** What texts declare that were read before this process. */
  readonly declared?: KnownDeclarations;
  readonly now?: () => number;
  /** ms that a thread is kept for a script that waits for devices. */
  readonly patience?: number;
  /** ms before what the storage refused is done again. */
  readonly againTime?: number;
}

/** Scripts that run at the same time. */
const mostAtOnce = 4;
/** Executions of one run that the death of the sandbox may end before the run is given up. */
const mostLost = 3;

export class Workflows {
  readonly store: RunStore;
  readonly sandbox = new Sandbox();
  readonly #options: WorkflowsOptions;
  readonly #readers: Readers;
  readonly #teller: RunTeller;
  readonly #running = new Map<string, RunExecution>();
  readonly #starting = new Set<string>();
  readonly #queue: string[] = [];
  readonly #declarations: Declarations;
  readonly #lost = new Map<string, number>();
  readonly #work = new Set<Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(options: WorkflowsOptions) {
    this.#options = options;
    const { delivery, board, hub, failed, now = Date.now, faults = () => {}, againTime = 2000 } = options;
    this.#declarations = new Declarations(this.sandbox, options.declared);
    this.store = new RunStore(delivery.store.storage, now, faults);
    this.#teller = new RunTeller(this.store, hub, failed);
    this.#readers = new Readers({
      delivery,
      board,
      now,
      againTime,
      failed,
      viewer: (runId) => this.#reader(runId),
      goesOn: (db, runId) => this.store.isOpen(db, runId),
      answered: async (call, result) => {
        const journal = await this.store.journal(call.runId);
        const known = journal.find(({ seq }) => seq === call.seq);
        if (known === undefined) return;
        const row = await this.store.answer(known, result);
        if (row === null) return;
        const execution = this.#running.get(call.runId);
        if (execution !== undefined) execution.settled(row);
        else await this.#wake(call.runId);
      },
      awaits: (runId, devices) => this.#do(() => this.#awaits(runId, devices)),
      ordered: () => {
        faults('workflow.ordered:inside');
        faults('workflow.ordered:committed');
      },
    });
  }

  /** Goes on with what an earlier process left. */
  async start(): Promise<void> {
    const rows = await this.store.db
      .selectFrom('workflow_runs')
      .select(['id', 'state'])
      .where('state', 'in', [...openStates])
      .orderBy('id')
      .execute();
    for (const { id, state } of rows) {
      await this.#wait(id);
      if (state !== 'paused') this.#launch(id);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#readers.stop();
    this.#teller.stop();
    for (const timer of this.#timers) clearTimeout(timer);
    for (const execution of [...this.#running.values()]) execution.stop();
    this.sandbox.stop();
    await Promise.all(this.#work);
  }

  /** What a script declares, without its body being gone through. */
  check(script: string): Promise<DataOf<typeof checkWorkflow>> {
    return this.#declarations.check(script);
  }

  /** Starts a run whose words() speak a language; answers its id. @throws Refusal 422, 429 */
  async begin(
    by: By,
    body: BodyOf<typeof startWorkflow>,
    language: Language,
    source: RunSource | null,
  ): Promise<string> {
    const declared = await this.#declarations.of(body.script);
    const id = await insertRun(this.store, by, body, declared, { language, source });
    this.#teller.changed(id);
    this.#launch(id);
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
    this.#teller.changed(runId);
  }

  /** @throws Refusal 404, 409 */
  async pause(by: By, runId: string): Promise<void> {
    await pauseRun(this.store, by, runId);
    this.#running.get(runId)?.stop();
    this.#teller.changed(runId);
  }

  /** @throws Refusal 404, 409 */
  async resume(by: By, runId: string): Promise<void> {
    await resumeRun(this.store, by, runId);
    this.#teller.changed(runId);
    this.#launch(runId);
  }

  #do(work: () => Promise<void>): void {
    const run = work()
      .catch(this.#options.failed)
      .finally(() => this.#work.delete(run));
    this.#work.add(run);
  }

  #forget(runId: string): void {
    this.#readers.end(runId);
    this.#lost.delete(runId);
    this.#running.get(runId)?.stop();
  }

  /** Who reads for a run: null where it is over, or its user may not (any more). */
  async #reader(runId: string): Promise<Viewer | null> {
    const row = await this.store.byId(runId);
    if (row === undefined || !openStates.includes(stateOf(row))) return null;
    const viewer = await runViewer(this.store.storage, row);
    const needed = ['device:parameter:view', 'device:command:send'];
    const lacks = 'id' in viewer || needed.some((permission) => !viewer.permissions.includes(permission));
    // The run itself is told so by its next turn, which a run that is parked would else never have.
    if (lacks && stateOf(row) === 'waiting') this.#launch(runId);
    return lacks ? null : viewer;
  }

  /** Goes on waiting for what the journal says was asked of devices. */
  async #wait(runId: string): Promise<void> {
    const row = await this.store.byId(runId);
    if (row === undefined) return;
    for (const { seq, call, args, settled } of await this.store.journal(runId))
      if (call === 'read' && settled === null) this.#read(row, seq, args);
  }

  #read({ id, title, address }: Pick<RunRow, 'id' | 'title' | 'address'>, seq: number, args: string): void {
    const parsed: HostCallArgs<'read'> = JSON.parse(args);
    this.#readers.begin({ runId: id, seq, title, address, args: parsed });
  }

  async #awaits(runId: string, awaited: number): Promise<void> {
    await this.store.storage.write((db) =>
      db
        .updateTable('workflow_runs')
        .set({ awaited })
        .where('id', '=', runId)
        .where('state', 'in', [...openStates])
        .execute(),
    );
    this.#teller.changed(runId);
  }

  async #wake(runId: string): Promise<void> {
    const row = await this.store.byId(runId);
    if (row !== undefined && ['running', 'waiting'].includes(row.state)) this.#launch(runId);
  }

  #launch(runId: string): void {
    if (this.#stopped || this.#running.has(runId) || this.#queue.includes(runId)) return;
    this.#queue.push(runId);
    this.#pull();
  }

  #pull(): void {
    while (this.#running.size + this.#starting.size < mostAtOnce) {
      const runId = this.#queue.shift();
      if (runId === undefined || this.#stopped) return;
      this.#starting.add(runId);
      this.#do(async () => {
        try {
          await this.#execute(runId);
        } finally {
          this.#starting.delete(runId);
          this.#pull();
        }
      });
    }
  }

  async #execute(runId: string): Promise<void> {
    const { commands, board, failed, patience = 10_000 } = this.#options;
    const { store } = this;
    const row = await store.byId(runId);
    if (row === undefined || !['running', 'waiting'].includes(row.state) || this.#stopped) return;
    if (this.#running.has(runId)) return;
    const execution: RunExecution = new RunExecution({
      store,
      sandbox: this.sandbox,
      row,
      patience,
      failed,
      perform: (viewer, call) =>
        answerCall({ viewer, storage: store.storage, board, commands, now: store.now() }, call),
      wait: ({ seq, args }) => this.#read(row, seq, args),
      told: (now, lines) => this.#teller.lines(now, lines),
      ended: (ending) => {
        this.#running.delete(runId);
        this.#do(() => this.#ended(row, ending));
        this.#pull();
      },
    });
    this.#running.set(runId, execution);
    this.#starting.delete(runId);
    if (row.state === 'waiting')
      await store.write('park', (db) => store.move(db, runId, ['waiting'], { state: 'running' }));
    this.#teller.changed(runId);
    await execution.start();
  }

  async #ended(row: RunRow, ending: Ending): Promise<void> {
    if (this.#stopped || ending.is === 'stopped') return;
    try {
      if (ending.is === 'done') await this.#plan(row, ending);
      else if (ending.is === 'parked') await this.#park(row);
      else if (ending.is === 'lost') await this.#again(row);
      else if (ending.is === 'overtaken') this.#later(row.id);
      else await this.#fail(row, ending.is, ending.problem);
    } catch (error) {
      if (error instanceof Refusal) {
        const { field } = (error.data ?? {}) as { readonly field?: string };
        await this.#fail(row, 'failed', {
          id: error.messageId === 'plans.twice' ? 'twice' : 'thrown',
          params: { field: field ?? '', text: error.message },
          line: null,
          column: null,
        });
        return;
      }
      this.#options.failed(error);
      this.#later(row.id);
    }
    this.#teller.changed(row.id);
  }

  async #park({ id }: RunRow): Promise<void> {
    await this.store.write('park', (db) => this.store.move(db, id, ['running'], { state: 'waiting' }));
    // What was answered while it was being parked would else be left.
    const execution = this.#running.get(id);
    if (execution === undefined && !this.#readers.waits(id)) this.#launch(id);
  }

  async #again(row: RunRow): Promise<void> {
    const lost = (this.#lost.get(row.id) ?? 0) + 1;
    this.#lost.set(row.id, lost);
    if (lost < mostLost) this.#later(row.id);
    else await this.#fail(row, 'failed', { id: 'sandbox', params: {}, line: null, column: null });
  }

  #later(runId: string): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#launch(runId);
    }, this.#options.againTime ?? 2000);
    this.#timers.add(timer);
  }

  async #fail(row: RunRow, state: 'failed' | 'halted', problem: ScriptProblem): Promise<void> {
    await failRun(this.store, row, state, problem);
    this.#forget(row.id);
    this.#teller.changed(row.id);
  }

  async #plan(row: RunRow, ending: Extract<Ending, { is: 'done' }>): Promise<void> {
    const { board, planned, delivery } = this.#options;
    const { store } = this;
    const planId = await planRun({ store, commands: delivery.store, board }, row, ending);
    if (planId !== null) planned(planId);
    this.#forget(row.id);
  }
}
