/** Everything that a mapping makes of a sample, without keeping any of it. */
import type { MessageParams } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import type { Mapping } from '../../contract/mapping.ts';
import type { SampleResult } from '../../contract/sources.ts';
import type { Encoding } from '../imports/encoding.ts';
import { type Compiled, compileMapping, type RecordedLine, readRecording } from '../imports/recording.ts';
import { lookUpTargets } from '../imports/targets.ts';
import type { Reading, Storage } from '../storage/storage.ts';
import type { Message } from './message.ts';
import { tableOf } from './message.ts';
import { MessageReader } from './reader.ts';

const DAY = 86_400_000;
const badShown = 500;
const groupsShown = 100;
/** Points of one curve. */
const pointsShown = 600;
const conflictsShown = 100;
const together = 2000;

export interface TrySource {
  readonly path: string;
  readonly encoding: Encoding;
  /** The message that the sample is; null = it is a file. */
  readonly message: Message | null;
  readonly now: number;
  readonly say: (id: MessageId, params?: MessageParams) => string;
}

async function linesOf(
  mapping: Mapping,
  { path, encoding, message, now }: TrySource,
): Promise<{ readonly lines: readonly RecordedLine[]; readonly compiled: Compiled | null }> {
  if (message !== null) {
    const lines = new MessageReader(mapping).read(message);
    return { lines, compiled: compileMapping(mapping, tableOf(message, mapping).header) };
  }
  const lines: RecordedLine[] = [];
  const found: { compiled: Compiled | null } = { compiled: null };
  const onCompiled = (compiled: Compiled) => {
    found.compiled = compiled;
  };
  for await (const line of readRecording(path, mapping, encoding, { latest: now + DAY, onCompiled }))
    lines.push(line);
  return { lines, compiled: found.compiled };
}

function groupsOf(lines: readonly RecordedLine[], zone: string, say: TrySource['say']) {
  const groups = new Map<string, SampleResult['groups'][number]>();
  const bad: SampleResult['bad'] = [];
  for (const { bad: wrong } of lines)
    for (const { line, reason, detail, channel } of wrong) {
      if (bad.length < badShown) bad.push({ line, channel });
      const key = `${reason} ${channel}`;
      const known = groups.get(key);
      if (known !== undefined) {
        groups.set(key, { ...known, count: known.count + 1 });
        continue;
      }
      const text = say(`import.reason.${reason}`, { detail, channel, zone });
      groups.set(key, { reason, channel, count: 1, line, text });
    }
  const sorted = [...groups.values()].sort((a, b) => b.count - a.count);
  return { groups: sorted.slice(0, groupsShown), bad };
}

/** Curves of numbers by sensor and channel; of many points the first and last of each stretch are left. */
function curvesOf(lines: readonly RecordedLine[], { plans }: Compiled): SampleResult['curves'] {
  return plans.flatMap((plan, sensor) =>
    plan.channels
      .filter(({ constant }) => !constant)
      .map(({ channel, unit }) => {
        const all: [number, number][] = [];
        for (const { readings } of lines)
          for (const { plan: at, reading } of readings) {
            const value = reading.values[channel];
            if (at === sensor && typeof value === 'number') all.push([reading.t, value]);
          }
        all.sort((a, b) => a[0] - b[0]);
        const last = all.at(-1)?.[1] ?? null;
        return { sensor, channel, unit, points: thinned(all), last };
      }),
  );
}

/** Least and greatest of each of equal parts: a peak stays. */
function thinned(points: readonly [number, number][]): [number, number][] {
  if (points.length <= pointsShown) return [...points];
  const size = Math.ceil((points.length * 2) / pointsShown);
  const kept: [number, number][] = [];
  for (let at = 0; at < points.length; at += size) {
    const part = points.slice(at, at + size);
    const least = part.reduce((best, point) => (point[1] < best[1] ? point : best));
    const most = part.reduce((best, point) => (point[1] > best[1] ? point : best));
    kept.push(...(least === most ? [least] : [least, most].sort((a, b) => a[0] - b[0])));
  }
  return kept;
}

function stepOf(times: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const [at, t] of times.slice(1).entries()) {
    const step = t - (times[at] ?? t);
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/**
 * Reads a sample and says what would come of it.
 * @throws Refusal where the mapping does not fit the sample, or names what there is not
 */
export async function tryMapping(
  storage: Storage,
  projectId: number,
  mapping: Mapping,
  source: TrySource,
): Promise<SampleResult> {
  const { lines, compiled } = await linesOf(mapping, source);
  const wanted = await lookUpTargets(storage.db, undefined, mapping.sensors, null, projectId);
  const counts = { stored: 0, filled: 0, known: 0, conflictCount: 0 };
  const conflicts: SampleResult['conflicts'] = [];
  const readings: Reading[] = [];
  for (const { readings: own } of lines)
    for (const { plan, reading } of own) {
      const sourceId = wanted[plan]?.sourceId ?? null;
      if (sourceId !== null) readings.push({ ...reading, sourceId, receivedAt: reading.t });
    }
  for (let at = 0; at < readings.length; at += together) {
    const part = readings.slice(at, at + together);
    const result = await storage.readings.ingest(part, { dryRun: true, conflicts: 'keep' });
    counts.stored += result.stored;
    counts.filled += result.filled;
    counts.known += result.duplicates;
    counts.conflictCount += result.conflictCount;
    for (const { sourceId, row, element, t, channel, stored, offered } of result.conflicts) {
      const sensor = wanted.findIndex(
        (one) => one.sourceId === sourceId && one.sensor.row === row && (one.sensor.element ?? 0) === element,
      );
      if (conflicts.length < conflictsShown)
        conflicts.push({ sensor, channel, t, stored: String(stored), offered: String(offered) });
    }
  }
  const good = lines.filter(({ readings: own }) => own.length > 0);
  const edge = (line: RecordedLine | undefined) =>
    line === undefined ? null : { line: line.number, t: line.readings[0]?.reading.t ?? 0 };
  return {
    lines: lines.length,
    rejected: lines.length - good.length,
    ...counts,
    ...groupsOf(lines, mapping.timeZone, source.say),
    first: edge(good[0]),
    last: edge(good.at(-1)),
    step: stepOf(good.map(({ readings: [one] }) => one?.reading.t ?? 0)),
    curves: compiled === null ? [] : curvesOf(lines, compiled),
    conflicts,
  };
}
