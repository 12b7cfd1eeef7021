/**
 * The thread that answers calls of scripts: it has a reading connection of its own, so that neither the loop that serves
 * devices nor the readers of the consoles wait for a script. Work is done in pieces, in turns between companies.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { setOwnKinds } from '../../../catalogue/own-kinds.ts';
import { openReading } from '../../storage/reading.ts';
import type { StorageReach } from '../../storage/storage.ts';
import { pack } from '../packed.ts';
import { answerCall } from './answer.ts';
import { Answers } from './answers.ts';
import { Work } from './call.ts';
import type { CallJob, FromCalls, ToCalls } from './messages.ts';
import { CallProblem } from './problem.ts';
import type { ScriptStation } from './station-facts.ts';
import { FairTurns, type Piecework } from './turns.ts';

const reading = openReading(workerData as StorageReach);
const turns = new FairTurns();
const lists = new Map<number, Map<number, ScriptStation>>();
const going = new Map<number, Piecework>();

const tell = (message: FromCalls) =>
  parentPort?.postMessage(message, 'packed' in message ? [message.packed.buffer] : []);
const copied = (bytes: Uint8Array) => Uint8Array.from(bytes);

async function answered(job: number, work: Work, text: string): Promise<void> {
  tell({ job, work: work.done, packed: copied(await pack(text)) });
}

function begin({ job, company, call, args, viewer, stations, now, most }: CallJob): void {
  const answers = new Answers();
  const work = new Work(most);
  const known = lists.get(stations) ?? new Map<number, ScriptStation>();
  const failed = (error: unknown) =>
    tell({
      job,
      work: work.done,
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  const piecework: Piecework = {
    company,
    pieces: answerCall({ ...reading, viewer, stations: known, now, work, answers }, { call, args }),
    ended: (error) => {
      going.delete(job);
      if (error === null) answered(job, work, answers.text).catch(failed);
      else if (error instanceof CallProblem) answered(job, work, JSON.stringify(error.result)).catch(failed);
      else failed(error);
    },
  };
  going.set(job, piecework);
  turns.add(piecework);
}

parentPort?.on('message', (message: ToCalls) => {
  if ('job' in message) begin(message);
  else if ('cancel' in message) {
    const piecework = going.get(message.cancel);
    going.delete(message.cancel);
    if (piecework !== undefined) turns.cancel(piecework);
  } else if ('list' in message) {
    const list = lists.get(message.list) ?? new Map<number, ScriptStation>();
    lists.set(message.list, list);
    for (const station of message.part) list.set(station.id, station);
  } else if ('ownKinds' in message) setOwnKinds(message.ownKinds);
  else if ('forget' in message) lists.delete(message.forget);
  else {
    for (const piecework of going.values()) turns.cancel(piecework);
    going.clear();
    // An end from outside, in the middle of a read, would abort the process from within SQLite.
    void reading.close().finally(() => parentPort?.close());
  }
});
