import { gather } from './collect.ts';
import { recently } from './fleet/index.ts';
import { rtuMemory, rtuSlot, sensorMemory } from './parameters.ts';
import { seedOf, unit } from './random.ts';
import type { SimulatedRtu } from './rtu.ts';
import type { Sample } from './sample.ts';
import { delay, nextMoment } from './schedule.ts';
import { code, type SimulatedSensor } from './sensor.ts';
import { day, hour } from './signals/calendar.ts';
import { status } from './signals/status.ts';

/** A stored reading of the past: the shape that storage's ingest takes. */
export interface PastReading extends Sample {
  readonly sourceId: number;
  readonly receivedAt: number;
  readonly historical: boolean;
}

/** Id of a sensor by slot, or of the RTU itself for `rtuSlot` (−1). */
export type SourceOf = (sn: string, slot: number) => number;

/** Part of the reports of the past that were simply lost. */
const lost = 0.002;

/** The cycles an RTU had at a moment: its own, or the fast one since shortly before the anchor. */
function cyclesAt(rtu: SimulatedRtu, anchor: number, t: number): { collection: number; send: number } {
  const { fast, collectionCycle: collection, sendCycle: send } = rtu;
  return fast !== null && t >= anchor - recently ? { collection: fast, send: fast } : { collection, send };
}

/** Moments of a cycle in [from, to) whose length may change at `anchor − recently`. */
function* moments(
  rtu: SimulatedRtu,
  anchor: number,
  from: number,
  to: number,
  which: 'collection' | 'send',
): Iterable<number> {
  const change = anchor - recently;
  for (const [begin, end] of [
    [from, Math.min(to, change)],
    [Math.max(from, change), to],
  ] as const) {
    if (begin >= end) continue;
    const cycle = cyclesAt(rtu, anchor, begin)[which];
    for (let t = nextMoment(rtu, cycle, begin); t < end; t += cycle * 1000) yield t;
  }
}

/** What became of a report of moment t: null = it never arrived. */
function arrival(
  rtu: SimulatedRtu,
  anchor: number,
  t: number,
): { readonly receivedAt: number; readonly historical: boolean } | null {
  const { silentSince } = rtu.temper;
  if (silentSince !== null && t >= silentSince) return null;
  const sent = nextMoment(rtu, cyclesAt(rtu, anchor, t).send, t) + delay(rtu);
  if (t >= anchor) return { receivedAt: sent, historical: sent - t > 2 * hour };
  const spans = rtu.past.spans.filter((candidate) => t >= candidate.from && t < candidate.to);
  if (spans.some(({ kind }) => kind !== 'resent') || unit(seedOf(rtu.seed, 'lost'), t) < lost) return null;
  const [resent] = spans;
  if (resent) return { receivedAt: Math.round(resent.to) + delay(rtu), historical: true };
  return { receivedAt: sent, historical: false };
}

function* sensorPast(
  rtu: SimulatedRtu,
  sensor: SimulatedSensor,
  anchor: number,
  from: number,
  to: number,
  sourceId: number,
): Iterable<PastReading> {
  const parameters = sensorMemory(rtu, sensor);
  for (const t of moments(rtu, anchor, from, to, 'collection')) {
    const cycle = cyclesAt(rtu, anchor, t).collection;
    for (const sample of gather(sensor, parameters, t - cycle * 1000, t)) {
      const arrived = arrival(rtu, anchor, sample.t);
      if (arrived) yield { ...sample, sourceId, ...arrived };
    }
  }
}

function* statusPast(
  rtu: SimulatedRtu,
  anchor: number,
  from: number,
  to: number,
  sourceId: number,
): Iterable<PastReading> {
  const memory = rtuMemory(rtu);
  for (const t of moments(rtu, anchor, from, to, 'send')) {
    const cycles = cyclesAt(rtu, anchor, t);
    memory.set('rtu/fastCollect', cycles.send === rtu.fast);
    const removed = rtu.past.spans.find((span) => span.kind === 'removed' && t >= span.from && t < span.to);
    if (removed && t - removed.from < cycles.send * 1000) {
      // The last report before it was taken down.
      const { values } = status(rtu, memory, t);
      const installState = code('installState', 'removed');
      const taken = { ...values, installState };
      yield {
        row: 'status',
        element: 0,
        t,
        values: taken,
        sourceId,
        receivedAt: t + delay(rtu),
        historical: false,
      };
    }
    const arrived = arrival(rtu, anchor, t);
    if (arrived) yield { ...status(rtu, memory, t), sourceId, ...arrived };
  }
}

/**
 * What storage holds of an RTU in [from, to): its sensors' rows and its own, as the live device would have sent
 * them, with the gaps of its past. Deterministic, and the parts of a span add up to the whole.
 */
export function* past(
  rtu: SimulatedRtu,
  anchor: number,
  from: number,
  to: number,
  sourceOf: SourceOf,
): Iterable<PastReading> {
  const begin = Math.max(from, anchor - rtu.past.days * day, rtu.installedAt);
  if (begin >= to || rtu.past.days === 0) return;
  for (const sensor of rtu.sensors)
    yield* sensorPast(rtu, sensor, anchor, begin, to, sourceOf(rtu.sn, sensor.slot));
  yield* statusPast(rtu, anchor, begin, to, sourceOf(rtu.sn, rtuSlot));
}
