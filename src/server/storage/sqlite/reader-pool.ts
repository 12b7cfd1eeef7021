/** Reader threads: started when they are needed, each answering one request at a time. */
import type { Worker } from 'node:worker_threads';
import { type StorageFault, StorageProblem } from '../problem.ts';
import type { ReadRequest } from '../readings/reads.ts';
import { startThread, threadUrl } from './thread.ts';

interface Answer {
  readonly result?: unknown;
  readonly problem?: { readonly fault: StorageFault; readonly message: string };
}
interface Job {
  readonly request: ReadRequest;
  readonly resolve: (result: unknown) => void;
  readonly reject: (problem: StorageProblem) => void;
}

export class ReaderPool {
  readonly #path: string;
  readonly #url: URL;
  readonly #size: number;
  readonly #idle: Worker[] = [];
  readonly #jobs = new Map<Worker, Job>();
  readonly #queue: Job[] = [];
  #closed = false;

  constructor(path: string, size: number, url?: URL) {
    this.#path = path;
    this.#size = size;
    this.#url = url ?? threadUrl('reader');
  }

  /** Rejects with the reader's StorageProblem, or `failed` when its thread ended. */
  ask(request: ReadRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) reject(new StorageProblem('closed', 'the storage is closed'));
      else {
        this.#queue.push({ request, resolve, reject });
        this.#next();
      }
    });
  }

  #next(): void {
    const [job] = this.#queue;
    if (!job) return;
    const worker = this.#idle.pop() ?? (this.#jobs.size < this.#size ? this.#start() : undefined);
    if (!worker) return;
    this.#queue.shift();
    this.#jobs.set(worker, job);
    worker.ref();
    worker.postMessage({ id: 0, request: job.request });
  }

  #start(): Worker {
    const worker = startThread(this.#url, { path: this.#path });
    worker.on('message', ({ result, problem }: Answer) => {
      const job = this.#jobs.get(worker);
      this.#jobs.delete(worker);
      // One that is being closed holds the process until it has ended.
      if (!this.#closed) {
        worker.unref();
        this.#idle.push(worker);
      }
      if (problem) job?.reject(new StorageProblem(problem.fault, problem.message));
      else job?.resolve(result);
      this.#next();
    });
    const ended = (reason: string): void => {
      const job = this.#jobs.get(worker);
      this.#jobs.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
      job?.reject(new StorageProblem('failed', `a reader thread ended: ${reason}`));
      this.#next();
    };
    worker.on('error', (error) => ended(error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => ended(`exit ${code}`));
    return worker;
  }

  /**
   * Ends the threads; requests that are not answered yet are rejected as `closed`. A thread that is in the middle of a
   * read ends after it: to end it before would abort the process from within SQLite.
   */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new StorageProblem('closed', 'the storage is closed');
    for (const job of [...this.#queue.splice(0), ...this.#jobs.values()]) job.reject(closed);
    const workers = [...this.#idle, ...this.#jobs.keys()];
    await Promise.all(
      workers.map((worker) => {
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        worker.ref();
        worker.postMessage('close');
        return ended;
      }),
    );
  }
}
