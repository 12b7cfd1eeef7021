/**
 * Worker of the demo: makes the fleet's past, a part at a time, so that the server's own thread only stores it.
 * Takes {from, to, skip}, answers batches of readings; the next one is made when the last was taken.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { planFleet } from '../../simulator/fleet/index.ts';
import { type PastReading, past } from '../../simulator/history.ts';

/** What the worker is started with; ids by `<sn>/<slot>`. */
export interface PastPlan {
  readonly seed: number;
  readonly anchor: number;
  readonly stations: number;
  readonly sources: ReadonlyMap<string, number>;
}
export interface PastOrder {
  readonly from: number;
  readonly to: number;
  /** RTUs of this span that are stored already. */
  readonly skip: number;
  /** Serial numbers of the RTUs; all where it is left out. */
  readonly only?: readonly string[];
}
/** `done` RTUs of `of` are complete with this batch. */
export interface PastBatch {
  readonly readings: readonly PastReading[];
  readonly done: number;
  readonly of: number;
}

const batchSize = 1500;
const port = parentPort;
if (port !== null) {
  const plan = workerData as PastPlan;
  const rtus = planFleet(plan).projects.flatMap((project) => project.stations.map((station) => station.rtu));
  const sourceOf = (sn: string, slot: number) => plan.sources.get(`${sn}/${slot}`) ?? 0;

  function* batches({ from, to, skip, only }: PastOrder): Generator<PastBatch> {
    let readings: PastReading[] = [];
    const wanted = only === undefined ? rtus : rtus.filter(({ sn }) => only.includes(sn));
    for (const [index, rtu] of wanted.entries()) {
      if (index < skip) continue;
      for (const reading of past(rtu, plan.anchor, from, to, sourceOf)) {
        readings.push(reading);
        if (readings.length >= batchSize) {
          yield { readings, done: index, of: wanted.length };
          readings = [];
        }
      }
      if (readings.length >= batchSize / 3 || index === wanted.length - 1) {
        yield { readings, done: index + 1, of: wanted.length };
        readings = [];
      }
    }
  }

  let running: Generator<PastBatch> | null = null;
  port.on('message', (proposal: PastOrder | 'more') => {
    if (proposal !== 'more') running = batches(proposal);
    const next = running?.next();
    port.postMessage(next === undefined || next.done ? null : next.value);
  });
}
