import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '../../../script/limits.ts';
import { underNone } from '../../processes/fence.ts';
import type { Answer, FromProcess, ScriptAct, Start, ToProcess, Turn } from './messages.ts';

/** ms between looks whether the sandbox's process still answers, and how long it may take. */
const pingEvery = 5000;
const pongWithin = 60_000;

/** ms within which a turn has ended in any case: its own time, and that of bringing up process and thread. */
const turnWithin = limits.turnTime + 60_000;

/** Why an execution ended without a turn of its own. */
export type Lost = 'time' | 'memory' | 'sandbox';
export interface Execution {
  answer(answer: Answer): void;
  end(): void;
}
interface Listener {
  readonly turn: (turn: Turn) => void;
  readonly lost: (why: Lost) => void;
}

/** Characters of one message to the process: what is longer goes in parts, and others are served between two. */
const partLength = 65_536;

/** An answer as the guest gets it: one that is too long for the border becomes a problem. */
function textOf({ id, at, result }: Answer): string {
  const head = `{"id":${id},"at":${at}`;
  if (head.length + result.length <= limits.answer)
    return result === '{}' ? `${head}}` : `${head},${result.slice(1)}`;
  const problem = { id: 'size', params: { limit: limits.answer }, text: 'the answer is too large' };
  return `${head},"problem":${JSON.stringify(problem)}}`;
}

/** Scripts run here: in one child process, started when it is needed and anew when it dies. */
export class Sandbox {
  #child: ChildProcess | null = null;
  /** The process listens: what is sent to it before is lost. */
  #ready = false;
  readonly #unsent: ToProcess[] = [];
  #heard = 0;
  #ping: NodeJS.Timeout | null = null;
  #last = 0;
  #stopped = false;
  readonly #watchdogs = new Map<number, NodeJS.Timeout>();
  /** Listeners, with what their scripts did in a turn that has not ended. */
  readonly #runs = new Map<number, Listener & { readonly acts: ScriptAct[] }>();

  /** Id of the child process; null while there is none. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Begins an execution in a worker of its own. */
  begin(start: Start, listener: Listener): Execution {
    const run = ++this.#last;
    this.#runs.set(run, { ...listener, acts: [] });
    this.#watch(run);
    this.#send({ run, start });
    return {
      answer: (answer) => {
        if (!this.#runs.has(run)) return;
        this.#watch(run);
        void this.#answer(run, textOf(answer));
      },
      end: () => {
        this.#unwatch(run);
        if (this.#runs.delete(run)) this.#send({ run, end: true });
      },
    };
  }

  /** One turn alone: what a script declares, or why it cannot run. */
  once(start: Start): Promise<Turn | { readonly lost: Lost }> {
    return new Promise((resolve) => {
      const execution = this.begin(start, {
        turn: (turn) => {
          execution.end();
          resolve(turn);
        },
        lost: (lost) => resolve({ lost }),
      });
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#runs.clear();
    this.#child?.kill('SIGKILL');
    this.#forget();
  }

  #send(message: ToProcess): void {
    if (this.#stopped) return;
    this.#child ??= this.#start();
    if (this.#ready) this.#child.send(message, () => {});
    else this.#unsent.push(message);
  }

  async #answer(run: number, text: string): Promise<void> {
    const child = this.#child;
    let from = 0;
    for (; text.length - from > partLength; from += partLength) {
      this.#send({ run, part: text.slice(from, from + partLength) });
      await turn();
      // It ended meanwhile, or its process did.
      if (!this.#runs.has(run) || this.#child !== child) return;
    }
    this.#send({ run, answer: text.slice(from) });
  }

  /** What it says is no work of whoever needed it first. */
  #start(): ChildProcess {
    return underNone(() => this.#fork());
  }

  #fork(): ChildProcess {
    const built = new URL('./sandbox.js', import.meta.url);
    const isBuilt = import.meta.url.endsWith('.js') && existsSync(built);
    const program = fileURLToPath(isBuilt ? built : new URL('./process.ts', import.meta.url));
    const child = fork(program, [], {
      // Nothing of the server's environment, its secrets least of all.
      env: { NODE_NO_WARNINGS: '1', ...(isBuilt ? {} : { PATH: process.env['PATH'] ?? '' }) },
      execArgv: isBuilt ? [] : ['--import', import.meta.resolve('tsx')],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#heard = Date.now();
    child.on('message', (message: FromProcess) => this.#hear(child, message));
    const gone = () => this.#gone(child);
    child.on('exit', gone);
    child.on('error', gone);
    this.#ping = setInterval(() => {
      if (Date.now() - this.#heard > pongWithin) child.kill('SIGKILL');
      else child.send({ run: 0, ping: true } satisfies ToProcess, () => {});
    }, pingEvery);
    this.#ping.unref();
    return child;
  }

  #hear(child: ChildProcess, message: FromProcess): void {
    if (child !== this.#child) return;
    this.#heard = Date.now();
    this.#ready = true;
    for (const unsent of this.#unsent.splice(0)) child.send(unsent, () => {});
    if ('pong' in message) return;
    this.#unwatch(message.run);
    const listener = this.#runs.get(message.run);
    if (listener === undefined) return;
    if ('acts' in message) {
      this.#watch(message.run);
      listener.acts.push(...message.acts);
      return;
    }
    if ('lost' in message) {
      this.#runs.delete(message.run);
      listener.lost(message.lost);
      return;
    }
    const { turn: last } = message;
    if (last.standing.is !== 'waits') this.#runs.delete(message.run);
    const acts = listener.acts.splice(0);
    listener.turn(acts.length === 0 ? last : { ...last, acts: acts.concat(last.acts) });
  }

  /** The process ends what takes too long; where it does not even say so, it is ended itself. */
  #watch(run: number): void {
    this.#unwatch(run);
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), turnWithin);
    timer.unref();
    this.#watchdogs.set(run, timer);
  }

  #unwatch(run: number): void {
    clearTimeout(this.#watchdogs.get(run));
    this.#watchdogs.delete(run);
  }

  #forget(): void {
    for (const timer of this.#watchdogs.values()) clearTimeout(timer);
    this.#watchdogs.clear();
    if (this.#ping !== null) clearInterval(this.#ping);
    this.#ping = null;
    this.#child = null;
    this.#ready = false;
    this.#unsent.length = 0;
  }

  #gone(child: ChildProcess): void {
    if (child !== this.#child) return;
    this.#forget();
    const lost = [...this.#runs.values()];
    this.#runs.clear();
    for (const listener of lost) listener.lost('sandbox');
  }
}
