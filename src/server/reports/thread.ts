/** The thread of reports: it reads on a connection of its own that cannot write, and stands back behind the others. */
import { parentPort, workerData } from 'node:worker_threads';
import { lensesAsked } from '../../domain/reports/template.ts';
import { openReading } from '../storage/reading.ts';
import { standBack } from '../storage/stand-back.ts';
import type { StorageReach } from '../storage/storage.ts';
import { gatherModel } from './gather.ts';
import { asKept, makeFiles, unpackModel } from './make.ts';
import type { FromReports, ReportJob, ToReports } from './messages.ts';

/** Of the work that reading is. Assumed. */
const readingPart = 0.7;

class Cancelled extends Error {}

standBack();
const reading = openReading(workerData as StorageReach);
const cancelled = new Set<number>();
const jobs = new Set<Promise<void>>();
let isClosing = false;
const tell = (message: FromReports) => parentPort?.postMessage(message);

async function make(work: ReportJob): Promise<void> {
  const { job, of } = work;
  let last = -1;
  const progress = (part: number) => {
    if (isClosing || cancelled.has(job)) throw new Cancelled('cancelled');
    const percent = Math.floor(part * 100);
    if (percent === last) return;
    last = percent;
    tell({ job, progress: percent / 100 });
  };
  try {
    const isKept = of instanceof Uint8Array;
    const begin = isKept ? 0 : readingPart;
    // What is kept is what files are made of: numbers as JSON has them.
    const model = isKept
      ? unpackModel(of)
      : asKept(await gatherModel(reading, of, lensesAsked(work.template), (part) => progress(part * begin)));
    const made = await makeFiles(model, work, (part) => progress(begin + part * (1 - begin)));
    tell({ job, made });
  } catch (error) {
    if (error instanceof Cancelled) tell({ job, cancelled: true });
    else tell({ job, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    cancelled.delete(job);
  }
}

parentPort?.on('message', (message: ToReports) => {
  if ('cancel' in message) cancelled.add(message.cancel);
  else if ('close' in message) {
    isClosing = true;
    // An end from outside, in the middle of a read, would abort the process from within SQLite.
    void Promise.all(jobs)
      .then(() => reading.close())
      .finally(() => parentPort?.close());
  } else {
    const work = make(message).finally(() => jobs.delete(work));
    jobs.add(work);
  }
});
