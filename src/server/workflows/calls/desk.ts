/** Where calls of scripts that wait for no device are handed in: they are answered in a thread of their own. */
import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Refusal } from '../../../base/errors.ts';
import { knownOwnKinds, type OwnKind } from '../../../catalogue/own-kinds.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Board } from '../../sites/board.ts';
import type { CompanyScope } from '../../sites/visible.ts';
import { steady } from '../../steady.ts';
import { startThread } from '../../storage/sqlite/thread.ts';
import type { StorageReach } from '../../storage/storage.ts';
import type { PackedAnswer } from '../packed.ts';
import type { FromCalls, ToCalls } from './messages.ts';
import { factsOf, type ScriptStation } from './station-facts.ts';

/** A call of a run. */
export interface DeskCall {
  readonly runId: string;
  /** Whom it is done for: companies take turns. */
  readonly company: string;
  readonly viewer: Pick<Viewer, 'companyId' | 'language'>;
  readonly call: string;
  /** JSON, checked. */
  readonly args: string;
  /** Work that the run may still do when the call's turn has come. */
  readonly most: () => number;
}
interface Asked extends DeskCall {
  readonly resolve: (answer: PackedAnswer | null) => void;
  readonly reject: (error: unknown) => void;
}
interface StationList {
  readonly id: number;
  readonly at: number;
  /** The thread that receives it, and the end of its transfer. */
  readonly thread: Worker;
  readonly sent: Promise<void>;
  users: number;
}

/** ms of the loop that a part of a list of stations may take. */
const partTime = 4;
/** ms for which what is known of stations is good enough for another call. */
const freshFor = 500;

/** Answers calls, each run's one after the other. */
export class CallDesk {
  readonly #queues = new Map<string, Asked[]>();
  readonly #jobs = new Map<number, { readonly asked: Asked; readonly list: StationList }>();
  /** The newest by company; null = those of all. */
  readonly #lists = new Map<number | null, StationList>();
  #thread: Worker | null = null;
  /** Companies' kinds as a thread knows them. */
  readonly #ownKinds = new WeakMap<Worker, readonly OwnKind[]>();
  #last = 0;
  #stopped = false;

  constructor(
    readonly reach: StorageReach,
    readonly board: Board,
    readonly now: () => number,
    /** Called with each thread that is started. */
    readonly started: (thread: Worker) => void = () => {},
  ) {}

  /** The answer; null where its run was cancelled before. @throws what went wrong with the thread or the storage */
  perform(call: DeskCall): Promise<PackedAnswer | null> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) {
        resolve(null);
        return;
      }
      const queue = this.#queues.get(call.runId) ?? [];
      this.#queues.set(call.runId, queue);
      queue.push({ ...call, resolve, reject });
      if (queue.length === 1) void this.#begin(call.runId);
    });
  }

  /** Nothing more is done for a run: what the thread is at for it ends after the piece of work that it is at. */
  cancel(runId: string): void {
    for (const asked of this.#queues.get(runId) ?? []) asked.resolve(null);
    this.#queues.delete(runId);
    for (const [job, { asked, list }] of this.#jobs)
      if (asked.runId === runId) {
        this.#jobs.delete(job);
        this.#release(list);
        this.#post({ cancel: job });
      }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const runId of [...this.#queues.keys()]) this.cancel(runId);
    const thread = this.#thread;
    this.#thread = null;
    if (thread === null) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.ref();
    thread.postMessage({ close: true } satisfies ToCalls);
    await ended;
  }

  /** Hands the first call of a run's queue to the thread. */
  async #begin(runId: string): Promise<void> {
    const asked = this.#queues.get(runId)?.[0];
    if (asked === undefined || this.#stopped) return;
    const { company, call, args, viewer, most } = asked;
    let list: StationList;
    try {
      list = this.#listOf(viewer);
      list.users += 1;
      await list.sent;
    } catch (error) {
      this.#over(asked, () => asked.reject(error));
      return;
    }
    // It may have been cancelled meanwhile.
    if (this.#queues.get(runId)?.[0] !== asked) {
      this.#release(list);
      return;
    }
    // The thread that received these stations has died: the next one receives them again.
    if (list.thread !== this.#thread) {
      await this.#begin(runId);
      return;
    }
    const ownKinds = knownOwnKinds();
    if (this.#ownKinds.get(list.thread) !== ownKinds) this.#post({ ownKinds });
    this.#ownKinds.set(list.thread, ownKinds);
    const job = ++this.#last;
    this.#jobs.set(job, { asked, list });
    const { language } = viewer;
    const now = this.now();
    this.#post({ job, company, call, args, viewer: { language }, stations: list.id, now, most: most() });
  }

  /** A call is over: its caller is notified, and the next of its run begins. */
  #over(asked: Asked, tell: () => void): void {
    const queue = this.#queues.get(asked.runId);
    if (queue?.[0] === asked) queue.shift();
    if (queue?.length === 0) this.#queues.delete(asked.runId);
    tell();
    if (queue !== undefined && queue.length > 0) void this.#begin(asked.runId);
  }

  #hear(message: FromCalls): void {
    const going = this.#jobs.get(message.job);
    if (going === undefined) return;
    const { asked, list } = going;
    this.#jobs.delete(message.job);
    this.#release(list);
    this.#over(asked, () => {
      if ('packed' in message) asked.resolve({ packed: message.packed, work: message.work });
      else asked.reject(new Error(`a call of a script was not answered: ${message.failed}`));
    });
  }

  #post(message: ToCalls): Worker {
    this.#thread ??= this.#start();
    this.#thread.postMessage(message);
    return this.#thread;
  }

  #start(): Worker {
    const built = new URL('./script-calls.js', import.meta.url);
    const thread = startThread(
      existsSync(built) ? built : new URL('./thread.ts', import.meta.url),
      this.reach,
      { maxOldGenerationSizeMb: 512 },
    );
    this.started(thread);
    thread.unref();
    thread.on('message', (message: FromCalls) => this.#hear(message));
    const ended = (why: unknown) => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#lists.clear();
      const jobs = [...this.#jobs.values()];
      this.#jobs.clear();
      for (const { asked } of jobs)
        this.#over(asked, () => asked.reject(new Error('the thread of calls ended', { cause: why })));
    };
    thread.on('error', ended);
    thread.on('exit', ended);
    return thread;
  }

  /** The stations that somebody may see, as they are now, in the thread. */
  #listOf(viewer: CompanyScope): StationList {
    const known = this.#lists.get(viewer.companyId);
    if (known !== undefined && steady() - known.at < freshFor) return known;
    const id = ++this.#last;
    const thread = this.#post({ list: id, part: [] });
    const list: StationList = { id, at: steady(), thread, sent: this.#send(id, viewer), users: 1 };
    this.#lists.set(viewer.companyId, list);
    if (known !== undefined) this.#release(known);
    return list;
  }

  /** Forgotten by the thread once nobody uses it: the newest of a company counts as a user of itself. */
  #release(list: StationList): void {
    list.users -= 1;
    if (list.users === 0 && list.thread === this.#thread) this.#post({ forget: list.id });
  }

  async #send(list: number, viewer: CompanyScope): Promise<void> {
    let part: ScriptStation[] = [];
    let until = steady() + partTime;
    for (const { station } of this.board.sites(viewer)) {
      const facts = this.#factsOf(viewer, station.id);
      if (facts !== null) part.push(facts);
      if (steady() < until) continue;
      this.#post({ list, part });
      part = [];
      await turn();
      until = steady() + partTime;
    }
    this.#post({ list, part });
  }

  /** Null for a station that went meanwhile. */
  #factsOf(viewer: CompanyScope, stationId: number): ScriptStation | null {
    try {
      const { site, summary } = this.board.one(viewer, stationId);
      return factsOf(site, summary);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}
