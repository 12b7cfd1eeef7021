/** The writer's thread: stores readings on a connection of its own, so that the loop which serves devices only hands them over. */
import { parentPort, workerData } from 'node:worker_threads';
import { buffersOfOutcome, type PackedOutcome } from './ingest/packed.ts';
import type { WriteRequest } from './ingest/perform.ts';
import { toProblem } from './problem.ts';
import { openConnection } from './sqlite/connection.ts';
import { SqliteWriter } from './sqlite/writer.ts';

const { path, maxBytes } = workerData as { path: string; maxBytes: number | undefined };
const writer = new SqliteWriter(openConnection(path, false, maxBytes));

parentPort?.on('message', async (request: WriteRequest | 'close') => {
  if (request === 'close') {
    writer.close();
    parentPort?.close();
    return;
  }
  try {
    const result = await writer.run(request);
    parentPort?.postMessage(
      { result },
      request.name === 'store' ? buffersOfOutcome(result as PackedOutcome) : [],
    );
  } catch (error) {
    const { fault, message } = toProblem(error);
    parentPort?.postMessage({ problem: { fault, message } });
  }
});
