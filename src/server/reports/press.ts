/** The thread that makes reports, as the room uses it. */
import { existsSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../storage/sqlite/thread.ts';
import type { StorageReach } from '../storage/storage.ts';
import type { FromReports, MadeReport, ReportJob, ToReports } from './messages.ts';

/** A year of 200 stations with its fonts; what is not used is tidied up. */
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

interface Going {
  readonly progress: (part: number) => void;
  readonly made: (made: MadeReport | null) => void;
  readonly fail: (error: Error) => void;
}

export class Press {
  readonly #jobs = new Map<number, Going>();
  #thread: Worker | null = null;
  #last = 0;
  #stopped = false;

  constructor(readonly reach: StorageReach) {}

  /** Makes a report; null = it was cancelled. @throws Error where it cannot be made */
  make(
    wanted: Omit<ReportJob, 'job'>,
    progress: (part: number) => void = () => undefined,
  ): { readonly made: Promise<MadeReport | null>; cancel(): void } {
    const job = ++this.#last;
    const made = new Promise<MadeReport | null>((resolve, reject) => {
      this.#jobs.set(job, { progress, made: resolve, fail: reject });
    });
    this.#post({ ...wanted, job });
    return { made, cancel: () => this.#post({ cancel: job }) };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const thread = this.#thread;
    this.#thread = null;
    for (const { made } of this.#jobs.values()) made(null);
    this.#jobs.clear();
    if (thread === null) return;
    const exit = new Promise((resolve) => thread.once('exit', resolve));
    thread.ref();
    thread.postMessage({ close: true } satisfies ToReports);
    await exit;
  }

  #post(message: ToReports): void {
    if (this.#stopped) {
      if ('job' in message) this.#jobs.get(message.job)?.made(null);
      return;
    }
    this.#thread ??= this.#start();
    this.#thread.postMessage(message);
  }

  #hear(message: FromReports): void {
    const going = this.#jobs.get(message.job);
    if (going === undefined) return;
    if ('progress' in message) {
      going.progress(message.progress);
      return;
    }
    this.#jobs.delete(message.job);
    if ('made' in message) going.made(message.made);
    else if ('cancelled' in message) going.made(null);
    else going.fail(new Error(message.failed));
  }

  #start(): Worker {
    const built = new URL('./reports.js', import.meta.url);
    const url = existsSync(built) ? built : new URL('./thread.ts', import.meta.url);
    const thread = startThread(url, this.reach, memory);
    thread.unref();
    thread.on('message', (message: FromReports) => this.#hear(message));
    const over = (why: unknown) => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      const jobs = [...this.#jobs.values()];
      this.#jobs.clear();
      for (const { fail } of jobs) fail(new Error('the thread of reports ended', { cause: why }));
    };
    thread.on('error', over);
    thread.on('exit', over);
    return thread;
  }
}
