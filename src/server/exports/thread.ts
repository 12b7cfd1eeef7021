/**
 * The thread of exports: it reads on a connection of its own that cannot write, and stands back behind the others. A
 * piece of a file is made when the one before was taken, so that no file is ever in memory.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openReading } from '../storage/reading.ts';
import { standBack } from '../storage/stand-back.ts';
import type { StorageReach } from '../storage/storage.ts';
import type { ExportJob, FromExports, ToExports } from './messages.ts';
import { fileOf, openJob } from './write-job.ts';

/** A file under way: it waits for the next piece to be wanted. */
interface Going {
  wanted: () => void;
  isCancelled: boolean;
}

standBack();
const reading = openReading(workerData as StorageReach);
const going = new Map<number, Going>();
const jobs = new Set<Promise<void>>();
const tell = (message: FromExports, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

/** Bytes of their own, which can be handed over. */
function ownBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
  return Uint8Array.from(bytes);
}

async function begin(job: ExportJob): Promise<void> {
  const one: Going = { wanted: () => undefined, isCancelled: false };
  going.set(job.job, one);
  try {
    const table = await openJob(job, reading);
    if (job.format === null) {
      tell({ job: job.job, counted: await table.count() });
      return;
    }
    const { bytes, written } = fileOf(job, table);
    for await (const chunk of bytes) {
      // The next piece is made only once this one was taken.
      const taken = new Promise<void>((resolve) => {
        one.wanted = resolve;
      });
      if (one.isCancelled) break;
      const own = ownBytes(chunk);
      tell({ job: job.job, bytes: own, rows: written() }, [own.buffer]);
      await taken;
      if (one.isCancelled) break;
    }
    if (!one.isCancelled) tell({ job: job.job, ended: true, rows: written() });
  } catch (error) {
    tell({ job: job.job, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    going.delete(job.job);
  }
}

function cancel(job: number): void {
  const one = going.get(job);
  if (one === undefined) return;
  one.isCancelled = true;
  one.wanted();
}

parentPort?.on('message', (message: ToExports) => {
  if ('table' in message) {
    const work = begin(message).finally(() => jobs.delete(work));
    jobs.add(work);
  } else if ('more' in message) going.get(message.more)?.wanted();
  else if ('cancel' in message) cancel(message.cancel);
  else {
    for (const job of [...going.keys()]) cancel(job);
    // An end from outside, in the middle of a read, would abort the process from within SQLite.
    void Promise.all(jobs)
      .then(() => reading.close())
      .finally(() => parentPort?.close());
  }
});
