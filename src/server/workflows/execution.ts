/** One pass over a run: calls in its journal are answered from there, in the same order; the rest is executed. */

import { setImmediate as turn } from 'node:timers/promises';
import { toLanguage } from '../../base/messages.ts';
import { isHostCall } from '../../script/calls.ts';
import { limits } from '../../script/limits.ts';
import type { ScriptProblem, ScriptProblemId } from '../../script/problem.ts';
import type { ProposalStep } from '../../script/proposal.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { noteChange } from '../changes/change-log.ts';
import { steady } from '../steady.ts';
import { toJson } from '../storage/json.ts';
import { Mutex } from '../storage/mutex.ts';
import type { PackedAnswer } from './packed.ts';
import { missingRight, runViewer } from './rights.ts';
import { argsOf, type CallRow, hashOf, type JournalRow, modulesOf, type RunRow } from './row.ts';
import type { ScriptAct, Turn } from './sandbox/messages.ts';
import type { Lost, Sandbox, Execution as Sandboxed } from './sandbox/sandbox.ts';
import type { RunStore } from './store.ts';

export type Ending =
  | { readonly is: 'done'; readonly steps: readonly ProposalStep[]; readonly viewer: Viewer }
  | { readonly is: 'failed' | 'halted'; readonly problem: ScriptProblem }
  /** It waits for devices: no thread is kept for it. */
  | { readonly is: 'parked' }
  /** The sandbox died, which may be another script's fault. */
  | { readonly is: 'lost' }
  /** Another host continues it too, and was first: it is executed anew from what the journal says. */
  | { readonly is: 'overtaken' }
  | { readonly is: 'stopped' };

export interface ExecutionOptions {
  readonly store: RunStore;
  readonly sandbox: Sandbox;
  readonly row: RunRow;
  /** Answers a call that takes no waiting for devices, aside; null = the run was ended meanwhile. */
  readonly perform: (
    viewer: Viewer,
    call: Pick<CallRow, 'call' | 'args'>,
    most: () => number,
  ) => Promise<PackedAnswer | null>;
  /** Begins a call that waits for devices; its answer comes through `settled`. */
  readonly wait: (call: CallRow) => void;
  readonly ended: (ending: Ending) => void;
  readonly reported: (
    row: RunRow,
    lines: readonly (Extract<ScriptAct, { op: 'line' }> & { at: number })[],
  ) => void;
  readonly failed: (error: unknown) => void;
  /** ms that a thread is kept for a script that waits for devices. */
  readonly patience: number;
}

/** ms of a turn's acts that are gone through without letting others be served. */
const together = 5;
const waits = (call: string) => call === 'read';
const nowhere = (id: ScriptProblemId, params: ScriptProblem['params'] = {}): ScriptProblem => ({
  id,
  params,
  line: null,
  column: null,
});

export class RunExecution {
  readonly #mutex = new Mutex();
  readonly #options: ExecutionOptions;
  #row: RunRow;
  #sandboxed: Sandboxed | null = null;
  #ended = false;
  /** Answers of the journal, in the order in which the script had them. */
  #replay: JournalRow[] = [];
  readonly #journal = new Map<number, JournalRow>();
  /** Calls without an answer, by their number, with the guest's own id. */
  readonly #open = new Map<number, { readonly guest: number; readonly call: string }>();
  readonly #ready: JournalRow[] = [];
  /** Calls whose answer the script has. */
  readonly #given = new Set<number>();
  readonly #steps: ProposalStep[] = [];
  #seq = 0;
  #chain = '';
  /** Of all its calls so far (limits.work). */
  #work: number;
  #busy = true;
  #fresh = false;
  #park: NodeJS.Timeout | null = null;

  constructor(options: ExecutionOptions) {
    this.#options = options;
    this.#row = options.row;
    this.#work = Number(options.row.work);
  }

  async start(): Promise<void> {
    const { store, sandbox, row } = this.#options;
    const journal = await store.journal(row.id);
    for (const entry of journal) this.#journal.set(entry.seq, entry);
    this.#replay = journal
      .filter(({ settled }) => settled !== null)
      .sort((a, b) => (a.settled ?? 0) - (b.settled ?? 0));
    const known = new Set(this.#replay.map(({ seq }) => seq));
    this.#ready.splice(0, this.#ready.length, ...this.#ready.filter(({ seq }) => !known.has(seq)));
    if (this.#ended) return;
    this.#sandboxed = sandbox.begin(
      {
        text: row.script,
        modules: modulesOf(row),
        mode: 'run',
        seed: row.seed,
        at: row.created_at,
        args: argsOf(row),
        language: toLanguage(row.language),
      },
      { turn: (turn) => this.#run(() => this.#turn(turn)), lost: (why) => this.#lost(why) },
    );
  }

  /** An answer was journalled. */
  settled(row: JournalRow): void {
    // Also in the journal that was read meanwhile: it is given once.
    if (this.#given.has(row.seq) || this.#replay.some(({ seq }) => seq === row.seq)) return;
    this.#ready.push(row);
    this.#run(() => this.#next());
  }

  stop(): void {
    this.#end({ is: 'stopped' });
  }

  #end(ending: Ending): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#park !== null) clearTimeout(this.#park);
    this.#sandboxed?.end();
    this.#options.ended(ending);
  }

  #run(work: () => Promise<void>): void {
    void this.#mutex
      .run(async () => {
        if (!this.#ended) await work();
      })
      .catch((error: unknown) => {
        this.#options.failed(error);
        this.#end({ is: 'lost' });
      });
  }

  #lost(why: Lost): void {
    if (why === 'sandbox') this.#end({ is: 'lost' });
    else this.#end({ is: 'failed', problem: nowhere(why) });
  }

  async #turn({ acts, more, standing }: Turn): Promise<void> {
    const { store } = this.#options;
    this.#busy = false;
    const viewer = await runViewer(store.storage, this.#row);
    const refused = 'id' in viewer ? viewer : missingRight(viewer, acts);
    await this.#tell(acts, more);
    if (refused !== null || 'id' in viewer)
      return this.#end({ is: 'failed', problem: refused ?? nowhere('accountGone') });
    let until = steady() + together;
    for (const act of acts) {
      if (steady() > until) {
        await turn();
        if (this.#ended) return;
        until = steady() + together;
      }
      if (act.op === 'step') {
        this.#steps.push(act.step);
        this.#chain = hashOf(this.#chain, JSON.stringify(act.step));
      } else if (act.op === 'call' && !(await this.#call(viewer, act))) return;
    }
    if (standing.is === 'failed') return this.#end({ is: 'failed', problem: standing.problem });
    if (standing.is === 'done') {
      if (this.#replay.length > 0) return this.#halt();
      return this.#end({ is: 'done', steps: this.#steps, viewer });
    }
    await this.#next();
  }

  #halt(): void {
    this.#end({ is: 'halted', problem: nowhere('nonDeterministic') });
  }

  /** False where the run ends by it. */
  async #call(viewer: Viewer, act: Extract<ScriptAct, { op: 'call' }>): Promise<boolean> {
    const { store, perform, wait } = this.#options;
    const seq = this.#seq++;
    const args = JSON.stringify(act.args);
    this.#chain = hashOf(this.#chain, act.call, args);
    const call = { run_id: this.#row.id, seq, call: act.call, args_hash: this.#chain, args };
    const known = this.#journal.get(seq);
    if (known !== undefined && (known.call !== act.call || known.args_hash !== this.#chain)) {
      this.#halt();
      return false;
    }
    this.#open.set(seq, { guest: act.id, call: act.call });
    if (known !== undefined && known.settled !== null) return true;
    if (waits(act.call)) {
      if (known === undefined) {
        this.#fresh = true;
        await store.begin(call);
      }
      wait(call);
      return true;
    }
    if (!isHostCall(act.call)) return true;
    void perform(viewer, call, () => limits.work - this.#work)
      .then(async (answer) => {
        if (this.#ended || answer === null) return;
        const row = await store.answer(call, answer);
        if (row === null) {
          this.#end({ is: 'overtaken' });
          return;
        }
        this.#work = row.work;
        this.settled(row);
      })
      .catch((error: unknown) => {
        this.#options.failed(error);
        this.#end({ is: 'lost' });
      });
    return true;
  }

  async #next(): Promise<void> {
    if (this.#busy || this.#sandboxed === null) return;
    const row = this.#replay.shift() ?? this.#ready.shift();
    if (row === undefined) {
      this.#idle();
      return;
    }
    const open = this.#open.get(row.seq);
    // Answered before, and not asked now.
    if (open === undefined) {
      this.#halt();
      return;
    }
    if (this.#park !== null) clearTimeout(this.#park);
    this.#park = null;
    this.#open.delete(row.seq);
    this.#given.add(row.seq);
    this.#busy = true;
    const result = await this.#options.store.resultOf(row.run_id, row.seq);
    if (!this.#ended) this.#sandboxed.answer({ id: open.guest, at: row.at ?? 0, result });
  }

  #idle(): void {
    if (this.#open.size === 0) {
      this.#end({ is: 'failed', problem: nowhere('settles') });
      return;
    }
    const devices = [...this.#open.values()].every(({ call }) => waits(call));
    if (!devices || this.#park !== null) return;
    // Gone through again to where it was: nothing is new, and nothing will come soon.
    const patience = this.#fresh ? this.#options.patience : Math.min(500, this.#options.patience);
    this.#park = setTimeout(() => {
      this.#run(async () => {
        if (!this.#busy && this.#ready.length === 0) this.#end({ is: 'parked' });
      });
    }, patience);
  }

  async #tell(acts: readonly ScriptAct[], more: number): Promise<void> {
    const { store, reported } = this.#options;
    const lines = acts.filter((act) => act.op === 'line');
    const progress = acts.findLast((act) => act.op === 'progress');
    const fresh = await store.addLines(this.#row, lines, more);
    const shown =
      progress === undefined
        ? this.#row.progress
        : toJson({ done: progress.done, total: progress.total, text: progress.text });
    const changed = fresh.length > 0 || more > this.#row.more || shown !== this.#row.progress;
    this.#row = {
      ...this.#row,
      lines: this.#row.lines + fresh.length,
      more: Math.max(more, this.#row.more),
      progress: shown,
    };
    if (progress !== undefined) {
      await store.storage.write(async (db) => {
        await db
          .updateTable('workflow_runs')
          .set({ progress: shown })
          .where('id', '=', this.#row.id)
          .execute();
        await noteChange(db, 'run', this.#row.id);
      });
    }
    if (changed) reported(this.#row, fresh);
  }
}
