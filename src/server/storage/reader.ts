/** A reader thread: answers long reads on a read-only connection of its own, so that they never delay the writer. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { toProblem } from './problem.ts';
import { answer, buffersOf, type ReadRequest, readsOf } from './readings/reads.ts';
import { ReadingSource } from './readings/source.ts';
import { openConnection } from './sqlite/connection.ts';

/** Steps by which reads stand back behind what takes readings in (*assumed*): half its share of a busy processor. */
const standBack = 3;

/** Lets the other threads of the process go first where processors are scarce: an export may not hold up ingest. */
function lowerPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, Math.min(19, getPriority(thread) + standBack));
  } catch {
    // Only Linux has priorities of threads.
  }
}

lowerPriority();
const { path } = workerData as { path: string };
const connection = openConnection(path, true);
const reads = readsOf(new ReadingSource(connection));

parentPort?.on('message', async (message: { id: number; request: ReadRequest } | 'close') => {
  if (message === 'close') {
    connection.database.close();
    parentPort?.close();
    return;
  }
  const { id, request } = message;
  try {
    if (request.name === 'history') {
      const columns = await reads.history(request.query);
      parentPort?.postMessage({ id, result: columns }, buffersOf(columns));
    } else parentPort?.postMessage({ id, result: await answer(reads, request) });
  } catch (error) {
    const { fault, message } = toProblem(error);
    parentPort?.postMessage({ id, problem: { fault, message } });
  }
});
