/** Back-tests: who may ask for what, and the thread that answers. */
import type { Worker } from 'node:worker_threads';
import { Refusal } from '../../../base/errors.ts';
import { type BackTestResult, longestBackTest, mostBackTested } from '../../../contract/alarms/back-test.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import { momentsFollowLimits } from '../../../domain/alarms/past.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Board } from '../../sites/board.ts';
import { steady } from '../../steady.ts';
import type { Storage } from '../../storage/storage.ts';
import { checkRule } from '../rules/rule-check.ts';
import type { FromBackTests, TestedPast, ToBackTests } from './messages.ts';
import { startBackTests } from './start.ts';
import { testedTargets } from './tested.ts';

/** What is asked for. */
export interface AskedPast {
  readonly definition: Definition;
  readonly companyId?: number | undefined;
  readonly from: number;
  readonly to: number;
}
interface Job {
  /** Who asked: one back-test a person. */
  readonly person: string;
  readonly resolve: (message: FromBackTests) => void;
  readonly reject: (error: unknown) => void;
}

/** ms that one may take; what was tested until then is answered (*assumed*). */
const mostTime = 60_000;
const day = 86_400_000;
/** It was ended before its end: another one took its place, nobody waits for it, or the server stops. */
const ended = () => new Refusal(409, 'rules.backTest.ended');

export class BackTests {
  readonly #jobs = new Map<number, Job>();
  #thread: Worker | null = null;
  #last = 0;
  #stopped = false;

  constructor(
    readonly storage: Storage,
    readonly board: Board,
    readonly now: () => number = Date.now,
    readonly most: number = mostTime,
  ) {}

  /** What is under way, for tests. */
  get going(): number {
    return this.#jobs.size;
  }

  /**
   * Tests a definition over the stored past of its scope.
   * @param targets of the scope; undefined = all
   * @param given ends it when it aborts
   * @throws Refusal 422 for a rule or a span that cannot be tested, 404 for what is another company's, 409 where the same
   *   person has asked for another one meanwhile
   */
  async test(
    viewer: Viewer,
    asked: AskedPast,
    targets: readonly number[] | undefined,
    given: AbortSignal,
  ): Promise<BackTestResult> {
    const began = steady();
    const past = await this.#past(viewer, asked, targets);
    const answer = await this.#ask(viewer, past, given, false);
    if (!('found' in answer)) throw new Error('a back-test answered something else');
    const { from, to } = past;
    return { from, to, ...answer.found, took: Math.round(steady() - began) };
  }

  /** What the terms of a definition were for one target. @throws Refusal as `test` */
  async values(viewer: Viewer, asked: AskedPast, targetId: number, given: AbortSignal) {
    const past = await this.#past(viewer, asked, [targetId]);
    const answer = await this.#ask(viewer, past, given, true);
    if (!('values' in answer)) throw new Error('a back-test answered something else');
    const { t, values, isCut } = answer.values;
    const { from, to, now, targets } = past;
    const isWhole = !isCut && !momentsFollowLimits(asked.definition.terms);
    return {
      ...{ from, to, now, isWhole },
      sendCycle: targets[0]?.sendCycle ?? 0,
      t: [...t],
      values: values.map((column) => [...column]),
    };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const [job, { reject }] of this.#jobs) {
      this.#post({ cancel: job });
      reject(ended());
    }
    this.#jobs.clear();
    const thread = this.#thread;
    this.#thread = null;
    if (thread === null) return;
    const exit = new Promise((resolve) => thread.once('exit', resolve));
    thread.ref();
    thread.postMessage({ close: true } satisfies ToBackTests);
    await exit;
  }

  /** @throws Refusal 404 for another company, 422 where several come into question */
  #companyOf(viewer: Viewer, companyId: number | undefined): number {
    const own = new Set(this.board.projects(viewer).map((project) => project.companyId));
    const [only, ...more] = own;
    const found = companyId ?? viewer.companyId ?? (more.length === 0 ? only : undefined);
    if (found === undefined) throw new Refusal(422, 'rules.chooseCompany', {}, 'companyId');
    if (!own.has(found)) throw new Refusal(404, 'api.notFound', { what: `company ${found}` });
    return found;
  }

  async #past(
    viewer: Viewer,
    { definition, companyId, from, to: wanted }: AskedPast,
    only: readonly number[] | undefined,
  ): Promise<TestedPast> {
    const now = this.now();
    const to = Math.min(wanted, now);
    if (from >= to || to - from > longestBackTest * day)
      throw new Refusal(422, 'rules.backTest.span', { days: longestBackTest }, 'from');
    const { storage, board } = this;
    const company = this.#companyOf(viewer, companyId);
    const all = await checkRule({ storage, board }, company, definition);
    const byId = new Map(all.map((target) => [target.id, target]));
    const targets = (only ?? [...byId.keys()].sort((a, b) => b - a)).map((id) => {
      const target = byId.get(id);
      if (target === undefined) throw new Refusal(404, 'api.notFound', { what: `${definition.of} ${id}` });
      return target;
    });
    if (targets.length > mostBackTested)
      throw new Refusal(422, 'rules.backTest.targets', { most: mostBackTested, count: targets.length });
    const sites = board.sites({ companyId: company });
    return {
      definition,
      from,
      to,
      now,
      targets: await testedTargets(storage.db, definition, targets, sites),
    };
  }

  #ask(viewer: Viewer, past: TestedPast, given: AbortSignal, asksValues: boolean): Promise<FromBackTests> {
    const person = `${viewer.userId} ${asksValues}`;
    const company = String(viewer.companyId);
    return new Promise((resolve, reject) => {
      if (this.#stopped) {
        reject(ended());
        return;
      }
      for (const [job, known] of this.#jobs) if (known.person === person) this.#end(job, ended());
      const job = ++this.#last;
      this.#jobs.set(job, { person, resolve, reject });
      this.#post({ job, company, past, most: this.most, asksValues });
      const gone = () => this.#end(job, ended());
      if (given.aborted) gone();
      else given.addEventListener('abort', gone, { once: true });
    });
  }

  /** Ends one that nobody waits for any more. */
  #end(job: number, why: Refusal): void {
    const known = this.#jobs.get(job);
    if (known === undefined) return;
    this.#jobs.delete(job);
    this.#post({ cancel: job });
    known.reject(why);
  }

  #hear(message: FromBackTests): void {
    const known = this.#jobs.get(message.job);
    this.#jobs.delete(message.job);
    if ('failed' in message) known?.reject(new Error(`a back-test failed: ${message.failed}`));
    else known?.resolve(message);
  }

  #post(message: ToBackTests): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage(message);
  }

  #start(): Worker {
    const thread = startBackTests(this.storage.replica);
    thread.unref();
    thread.on('message', (message: FromBackTests) => this.#hear(message));
    const over = (why: unknown) => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      const jobs = [...this.#jobs.values()];
      this.#jobs.clear();
      for (const { reject } of jobs) reject(new Error('the thread of back-tests ended', { cause: why }));
    };
    thread.on('error', over);
    thread.on('exit', over);
    return thread;
  }
}
