/** Workflows at work: runs are started, gone on with after a restart, parked while devices sleep, and ended once. */
import { randomInt } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { Language, MessageId } from '../../base/messages.ts';
import type { BodyOf, DataOf } from '../../contract/call.ts';
import type {
  checkWorkflow,
  RunDetail,
  RunSource,
  startWorkflow,
  WorkflowArgument,
} from '../../contract/workflows.ts';
import { checkArguments } from '../../script/arguments.ts';
import type { HostCallArgs } from '../../script/calls.ts';
import type { ScriptProblem } from '../../script/problem.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { appendAudit } from '../audit/audit.ts';
import { auditBy, type By } from '../audit/by.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { CommandLists } from '../delivery/lists.ts';
import { stepIn } from '../delivery/store.ts';
import { ulid } from '../delivery/ulid.ts';
import type { LiveHub } from '../live/hub.ts';
import { createPlan } from '../plans/create.ts';
import type { Board } from '../sites/board.ts';
import { answerCall } from './calls/answer.ts';
import { Declarations, type KnownDeclarations } from './declarations.ts';
import { type Ending, RunExecution } from './execution.ts';
import type { WorkflowFaults } from './faults.ts';
import { proposalOf } from './proposing.ts';
import { Readers } from './readers.ts';
import { runViewer } from './rights.ts';
import { detailOf, hashOf, openStates, type RunRow, stateOf } from './row.ts';
import { Sandbox } from './sandbox/sandbox.ts';
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

/** Scripts that run at the same time; and runs of one user that have not ended. */
const mostAtOnce = 4;
const mostOpen = 50;
/** Executions of one run that the death of the sandbox may end before the run is given up. */
const mostLost = 3;

const messageOf = (id: string) => id as MessageId;

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
  async check(script: string): Promise<DataOf<typeof checkWorkflow>> {
    const { problem, declaration } = await this.#declarations.of(script);
    return {
      problems: problem === null ? [] : [{ ...problem, params: { ...problem.params } }],
      arguments: declaration.arguments.map(({ name, is }): WorkflowArgument => ({ ...is, name })),
      title: declaration.title ?? null,
      description: declaration.description ?? null,
    };
  }

  /** Starts a run whose words() speak a language; answers its id. @throws Refusal 422, 429 */
  async begin(
    by: By,
    { script, args, title }: BodyOf<typeof startWorkflow>,
    language: Language,
    source: RunSource | null,
  ): Promise<string> {
    const named = title.trim();
    if (named === '') throw new Refusal(422, 'bound.required', {}, 'title');
    const { problem, declaration } = await this.#declarations.of(script);
    if (problem !== null)
      throw new Refusal(422, messageOf(`workflow.problem.${problem.id}`), problem.params, 'script', {
        problem,
      });
    const { values, problems } = checkArguments(declaration, args);
    const [wrong] = problems;
    if (wrong !== undefined)
      throw new Refusal(
        422,
        messageOf(`workflow.argument.${wrong.reason}`),
        { name: wrong.name },
        wrong.name,
      );
    const { viewer, address } = by;
    const now = this.store.now();
    const id = ulid(now);
    await this.store.write('start', async (db) => {
      const open = await db
        .selectFrom('workflow_runs')
        .select('id')
        .where('user_id', '=', viewer.userId)
        .where('state', 'in', [...openStates])
        .execute();
      if (open.length >= mostOpen) throw new Refusal(429, 'workflow.tooMany', { limit: mostOpen });
      const hash = hashOf(script);
      await db
        .insertInto('workflow_runs')
        .values({
          id,
          title: named,
          script,
          script_hash: hash,
          args: JSON.stringify(values),
          seed: randomInt(2 ** 31),
          language,
          user_id: viewer.userId,
          account_name: viewer.accountName,
          address,
          company_id: viewer.companyId,
          state: 'running',
          created_at: now,
          updated_at: now,
          ended_at: null,
          problem: null,
          plan_id: null,
          proposal: null,
          source: source === null ? null : JSON.stringify(source),
          progress: null,
          lines: 0,
          more: 0,
          awaited: 0,
        })
        .execute();
      await auditBy(db, by, {
        at: now,
        action: 'workflow.start',
        subject: `run:${id}`,
        detail: JSON.stringify({ title: named, script: hash, args: values }).slice(0, 2000),
      });
    });
    this.#teller.changed(id);
    this.#launch(id);
    return id;
  }

  async one(viewer: Pick<Viewer, 'companyId'>, runId: string): Promise<RunDetail> {
    return detailOf(await this.store.own(viewer, runId));
  }

  /** @throws Refusal 404, 409 */
  async cancel(by: By, runId: string): Promise<void> {
    const row = await this.store.own(by.viewer, runId);
    const touched = await this.store.write('end', async (db) => {
      const now = this.store.now();
      const moved = await this.store.move(db, runId, openStates, {
        state: 'cancelled',
        ended_at: now,
        awaited: 0,
      });
      if (!moved) throw new Refusal(409, 'workflow.ended');
      await auditBy(db, by, {
        at: now,
        action: 'workflow.cancel',
        subject: `run:${runId}`,
        detail: JSON.stringify({ title: row.title }),
      });
      return this.#takeBack(db, row, by);
    });
    this.#forget(runId);
    for (const rtuId of touched) this.#options.delivery.touched(rtuId);
    this.#teller.changed(runId);
  }

  /** @throws Refusal 404, 409 */
  async pause(by: By, runId: string): Promise<void> {
    await this.store.own(by.viewer, runId);
    await this.store.write('park', async (db) => {
      const moved = await this.store.move(db, runId, openStates, { state: 'paused' });
      if (!moved) throw new Refusal(409, 'workflow.ended');
    });
    this.#running.get(runId)?.stop();
    this.#teller.changed(runId);
  }

  /** @throws Refusal 404, 409 */
  async resume(by: By, runId: string): Promise<void> {
    const row = await this.store.own(by.viewer, runId);
    await this.store.write('park', async (db) => {
      const moved = await this.store.move(db, runId, ['paused'], { state: 'running' });
      if (!moved)
        throw new Refusal(409, openStates.includes(stateOf(row)) ? 'workflow.notPaused' : 'workflow.ended');
    });
    this.#teller.changed(runId);
    this.#launch(runId);
  }

  /** Reads that were ordered and never sent are taken back. Answers the RTUs concerned. */
  async #takeBack(db: Parameters<typeof stepIn>[0], row: RunRow, by: By): Promise<readonly number[]> {
    const rows = await db
      .selectFrom('commands')
      .selectAll()
      .where('user_id', '=', row.user_id)
      .where('state', '=', 'queued')
      .where('idempotency_key', 'like', `${row.id}-%`)
      .execute();
    for (const command of rows) await stepIn(db, command, 'cancel', this.store.now(), { by });
    return [...new Set(rows.map((command) => command.rtu_id))];
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
    const { id, title, user_id: userId, account_name: accountName, address } = row;
    await this.store.write('end', async (db) => {
      const at = this.store.now();
      const set = { state, ended_at: at, problem: JSON.stringify(problem), awaited: 0 };
      const moved = await this.store.move(db, id, openStates, set);
      if (!moved) return;
      await appendAudit(db, {
        at,
        userId,
        accountName,
        address,
        action: 'workflow.halt',
        subject: `run:${id}`,
        result: 'failed',
        detail: JSON.stringify({ title, state, problem: problem.id, line: problem.line }),
      });
    });
    this.#forget(id);
    this.#teller.changed(id);
  }

  /** The proposal and its plan, once: in the transaction that ends the run. */
  async #plan(row: RunRow, { steps, viewer }: Extract<Ending, { is: 'done' }>): Promise<void> {
    const { board, planned, delivery } = this.#options;
    const { proposal, items, rollout } = proposalOf(board, viewer, row.title, steps);
    const finish = async (db: Parameters<typeof stepIn>[0], planId: string | null) => {
      const at = this.store.now();
      const set = {
        state: 'done',
        ended_at: at,
        plan_id: planId,
        proposal: JSON.stringify(proposal),
        awaited: 0,
      };
      if (!(await this.store.move(db, row.id, ['running', 'waiting'], set))) throw new Overtaken();
      this.store.faults('workflow.plan:inside');
    };
    try {
      if (items.length === 0) await this.store.storage.write((db) => finish(db, null));
      else {
        const body = { title: proposal.title.slice(0, 120), items, rollout, surface: 'script' };
        const planId = await createPlan(delivery.store, { viewer, address: row.address }, body, finish);
        planned(planId);
      }
      this.store.faults('workflow.plan:committed');
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
    this.#forget(row.id);
  }
}

/** The run was paused or cancelled before its end was written: nothing is made. */
class Overtaken extends Error {}
