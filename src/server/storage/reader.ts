/** A reader thread: answers long reads on a read-only connection of its own, so that they never delay the writer. */
import { parentPort, workerData } from 'node:worker_threads';
import { toProblem } from './problem.ts';
import { answer, buffersOf, type ReadRequest, readsOf } from './readings/reads.ts';
import { ReadingSource } from './readings/source.ts';
import { openConnection } from './sqlite/connection.ts';
import { standBack } from './stand-back.ts';

standBack();
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
