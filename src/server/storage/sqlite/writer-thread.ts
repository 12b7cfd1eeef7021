/** The writer of readings in a thread of its own, or on this one. */
import type { Worker } from 'node:worker_threads';
import { buffersOf } from '../ingest/packed.ts';
import type { AnswerTo, WriteRequest } from '../ingest/perform.ts';
import { type StorageFault, StorageProblem } from '../problem.ts';
import { openConnection } from './connection.ts';
import { startThread, threadUrl } from './thread.ts';
import { SqliteWriter } from './writer.ts';

interface Answer {
  readonly result?: unknown;
  readonly problem?: { readonly fault: StorageFault; readonly message: string };
}

/** Runs one request at a time: the caller waits for each answer before it asks again. */
export interface WriterPort {
  ask<R extends WriteRequest>(request: R): Promise<AnswerTo<R>>;
  close(): Promise<void>;
}

/** Writes on the thread of the caller: for a process of which all else waits anyway. */
export function writerHere(path: string, synchronous: 'FULL' | 'OFF'): WriterPort {
  const connection = openConnection(path, false);
  connection.database.exec(`PRAGMA synchronous = ${synchronous}`);
  const writer = new SqliteWriter(connection);
  return {
    ask: (request) => writer.run(request),
    close: async () => writer.close(),
  };
}

/** Writes in a thread, which is started with the first request and again after it has died. */
export class WriterThread implements WriterPort {
  readonly #workerData: { readonly path: string; readonly maxBytes: number | undefined };
  #worker: Worker | null = null;
  #asked: { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void } | null =
    null;
  #closed = false;

  constructor(path: string, maxBytes: number | undefined) {
    this.#workerData = { path, maxBytes };
  }

  ask<R extends WriteRequest>(request: R): Promise<AnswerTo<R>> {
    if (this.#closed) return Promise.reject(new StorageProblem('closed', 'the storage is closed'));
    if (this.#asked !== null) return Promise.reject(new Error('the writer is asked one thing at a time'));
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    worker.ref();
    return new Promise<unknown>((resolve, reject) => {
      this.#asked = { resolve, reject };
      worker.postMessage(request, request.name === 'store' ? buffersOf(request.batch) : []);
    }) as Promise<AnswerTo<R>>; // by the request's name
  }

  #start(): Worker {
    const worker = startThread(threadUrl('writer-thread'), this.#workerData);
    worker.on('message', ({ result, problem }: Answer) => {
      const asked = this.#asked;
      this.#asked = null;
      // One that is being closed holds the process until it has ended.
      if (!this.#closed) worker.unref();
      if (problem) asked?.reject(new StorageProblem(problem.fault, problem.message));
      else asked?.resolve(result);
    });
    const ended = (reason: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      const asked = this.#asked;
      this.#asked = null;
      asked?.reject(new StorageProblem('io', `the writer's thread ended: ${reason}`));
    };
    worker.on('error', (error) => ended(error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => ended(`exit ${code}`));
    return worker;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage('close');
    await ended;
  }
}
