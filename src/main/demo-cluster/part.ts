/** One program of the demo of three processes: started, watched, ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { within } from '../../server/within.ts';

/** A user of the machine by its numbers, as programs are run. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface PartPlan {
  /** As it is named on the terminal: `1`, `balancer`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Who runs it; null = who runs the demo. */
  readonly owner: Owner | null;
  /** File that its output is appended to. */
  readonly log: string;
  /** What it listens at, in words. */
  readonly place: string;
  /** True once it does its work; may reject while it does not. */
  isReady(): Promise<boolean>;
  /** The signal that ends it in good order. */
  readonly ends: 'SIGTERM' | 'SIGINT';
}

/** ms that a part may take until it is ready, and to its end; ms between two looks, and before it is tried again. */
const times = { start: 120_000, end: 20_000, look: 150, again: 500 };
/** How often a part is started that ends at once: what a killed database left behind holds its memory for a moment. */
const mostTries = 10;
/** Characters of a log that a failure is explained by. */
const tail = 600;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Hears that a part has ended, other than by `stop()`; `how` is a signal, or `code N`. */
export type PartEnded = (part: ClusterPart, pid: number, how: string) => void;

export class ClusterPart {
  readonly #ended: PartEnded;
  #child: ChildProcess | null = null;
  #isPaused = false;
  #isStopping = false;
  #starting: Promise<void> | null = null;

  constructor(
    readonly plan: PartPlan,
    ended: PartEnded,
  ) {
    this.#ended = ended;
  }

  /** Null while it does not run. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get state(): 'ended' | 'starting' | 'running' | 'paused' {
    if (this.#child === null) return 'ended';
    if (this.#isPaused) return 'paused';
    return this.#starting === null ? 'running' : 'starting';
  }

  /**
   * Starts it and waits until it is ready; nothing where it runs.
   * @throws Error with the end of its log where it ends instead, or is not ready in time
   */
  start(): Promise<void> {
    if (this.#child !== null && this.#starting === null) return Promise.resolve();
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #begin(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const failure = await this.#try();
      if (failure === null) return;
      if (tries >= mostTries || this.#isStopping) throw new Error(failure);
      await pause(times.again);
    }
  }

  /** Null once it is ready, else what happened. @throws Error where it is not ready in time */
  async #try(): Promise<string | null> {
    const { name, command, args, environment, owner, log } = this.plan;
    const file = openSync(log, 'a', 0o600);
    const from = statSync(log).size;
    const child = spawn(command, args, {
      env: environment,
      stdio: ['ignore', file, file],
      // Ctrl-C is for the demo alone, which ends its parts in their order.
      detached: true,
      ...(owner ?? {}),
    });
    closeSync(file);
    this.#child = child;
    this.#isPaused = false;
    let isReady = false;
    let end: string | null = null;
    const over = (how: string) => {
      if (end !== null) return;
      end = how;
      if (this.#child === child) this.#child = null;
      if (isReady && !this.#isStopping) this.#ended(this, child.pid ?? 0, how);
    };
    child.once('error', (error) => over(error.message));
    child.once('exit', (code, signal) => over(signal ?? `code ${code}`));
    const said = () => readFileSync(log, 'utf8').slice(from).trim().slice(-tail);
    for (const until = Date.now() + times.start; Date.now() < until; await pause(times.look)) {
      if (end !== null) return `${name} ended with ${end}: ${said()}`;
      isReady = await this.plan.isReady().catch(() => false);
      if (isReady && end === null) return null;
    }
    child.kill('SIGKILL');
    throw new Error(`${name} was not ready after ${times.start / 1000} s: ${said()}`);
  }

  /** Sends a signal, as `kill` does. False where it does not run. */
  signal(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): boolean {
    const child = this.#child;
    if (child === null) return false;
    if (signal === 'SIGSTOP') this.#isPaused = true;
    if (signal === 'SIGCONT') this.#isPaused = false;
    return child.kill(signal);
  }

  /** Ends it in good order, also where it stands still; by force where it takes too long. It is not started again. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child === null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(this.plan.ends);
    child.kill('SIGCONT');
    if (await within(gone, times.end)) return;
    child.kill('SIGKILL');
    await gone;
  }
}
