/**
 * The thread of back-tests: it has a reading connection of its own and stands back behind the others, so that neither
 * ingest nor the consoles wait for it. Companies take turns, a target at a time.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openReading } from '../../storage/reading.ts';
import { standBack } from '../../storage/stand-back.ts';
import type { StorageReach } from '../../storage/storage.ts';
import { FairTurns, type Piecework } from '../../workflows/calls/turns.ts';
import type { BackTestJob, FromBackTests, ToBackTests } from './messages.ts';
import { testPast, valuesOfPast } from './run.ts';

standBack();
const reading = openReading(workerData as StorageReach);
const turns = new FairTurns();
const going = new Map<number, Piecework>();
const tell = (message: FromBackTests) => parentPort?.postMessage(message);

function begin({ job, company, past, most, asksValues }: BackTestJob): void {
  const { source } = reading;
  const piecework: Piecework = {
    company,
    pieces: asksValues
      ? valuesOfPast(source, past, (values) => tell({ job, values }))
      : testPast(source, past, performance.now() + most, (found) => tell({ job, found })),
    ended: (error) => {
      going.delete(job);
      if (error !== null)
        tell({ job, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    },
  };
  going.set(job, piecework);
  turns.add(piecework);
}

function cancel(job: number): void {
  const piecework = going.get(job);
  going.delete(job);
  if (piecework !== undefined) turns.cancel(piecework);
}

parentPort?.on('message', (message: ToBackTests) => {
  if ('job' in message) begin(message);
  else if ('cancel' in message) cancel(message.cancel);
  else {
    for (const job of [...going.keys()]) cancel(job);
    // An end from outside, in the middle of a read, would abort the process from within SQLite.
    void reading.close().finally(() => parentPort?.close());
  }
});
