/** Reader threads: started when they are needed, each answering one request at a time. */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type StorageFault, StorageProblem } from '../problem.ts';
import type { ReadRequest } from '../readings/reads.ts';

interface Answer {
  readonly result?: unknown;
  readonly problem?: { readonly fault: StorageFault; readonly message: string };
}
interface Job {
  readonly request: ReadRequest;
  readonly resolve: (result: unknown) => void;
  readonly reject: (problem: StorageProblem) => void;
}

/** Where the reader's code is: beside this code when built, one file up in the sources. */
function defaultUrl(): URL {
  const places = ['./reader.js', '../reader.js', '../reader.ts'].map(
    (place) => new URL(place, import.meta.url),
  );
  const found = places.find((place) => existsSync(place));
  if (!found) throw new StorageProblem('failed', 'the reader thread’s code is missing');
  return found;
}

/** In development and tests: `--import tsx` does not reach a thread under Node 20, so it registers the loader itself. */
function fromSource(url: URL): string {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); })`;
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
    this.#url = url ?? defaultUrl();
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
    const workerData = { path: this.#path };
    const worker = this.#url.pathname.endsWith('.ts')
      ? new Worker(fromSource(this.#url), { eval: true, workerData })
      : new Worker(this.#url, { workerData });
    worker.on('message', ({ result, problem }: Answer) => {
      const job = this.#jobs.get(worker);
      this.#jobs.delete(worker);
      worker.unref();
      if (!this.#closed) this.#idle.push(worker);
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

  /** Ends the threads; requests that are not answered yet are rejected as `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new StorageProblem('closed', 'the storage is closed');
    for (const job of [...this.#queue.splice(0), ...this.#jobs.values()]) job.reject(closed);
    const workers = [...this.#idle, ...this.#jobs.keys()];
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
