/** History equals a computation from scratch, whatever the order of arrival, in both dialects. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryChannel } from '../../../src/contract/history/columns.ts';
import type { Reading } from '../../../src/server/storage/storage.ts';
import { type NaiveBin, naiveBinStart, naiveBins, naiveParts } from '../../support/naive-bins.ts';
import { openBoth, type Project, projects, reading } from '../../support/storage-fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(80);
});
afterAll(() => both?.close());

interface Plan {
  readonly project: Project;
  readonly row: 'tilt' | 'rain';
  /** Seconds of rain before a row's time. */
  readonly interval: number;
  readonly start: number;
  readonly cadence: number;
  readonly days: number;
  readonly seed: number;
  readonly batches: number;
}

/** Small seeded generator (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Long intervals only where rows are few: the slow calculation walks through them. */
const intervalOf = ({ interval, cadence }: Plan): number => Math.min(interval, (30 * cadence) / 1000);

/** Readings with holes, jitter, missing values, test tips and a few late ones. */
function readingsOf(plan: Plan, sourceId: number): Reading[] {
  const next = random(plan.seed);
  const readings: Reading[] = [];
  for (let t = plan.start; t < plan.start + plan.days * DAY; t += plan.cadence) {
    if (next() < 0.05) continue;
    const jitter = Math.floor(next() * plan.cadence * 0.9);
    // Rain in whole seconds: now and then at the border of an hour itself.
    const at = plan.row === 'tilt' ? t + jitter : next() < 0.3 ? t : t + jitter - (jitter % 1000);
    const values: Record<string, number> =
      plan.row === 'rain'
        ? { amount: Math.round(next() * 50) / 10, dataType: next() < 0.1 ? 0 : 1, interval: intervalOf(plan) }
        : { x: next() * 20 - 10, azimuth: next() * 360, alarmState: next() < 0.1 ? 1 : 0 };
    if (plan.row === 'tilt' && next() < 0.9) values['temperature'] = next() * 40 - 10;
    readings.push(reading(sourceId, at, values, { row: plan.row }));
  }
  return readings;
}

/** In a random order, in batches, about a tenth of the readings twice. */
function arrivals(plan: Plan, readings: readonly Reading[]): Reading[][] {
  const next = random(plan.seed + 1);
  const order = readings
    .flatMap((one) => (next() < 0.1 ? [one, one] : [one]))
    .map((one): [number, Reading] => [one.t + (next() - 0.5) * (next() < 0.3 ? 3 * DAY : HOUR), one])
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
  const size = Math.ceil(order.length / plan.batches);
  return Array.from({ length: plan.batches }, (_, i) => order.slice(i * size, (i + 1) * size));
}

const plans = fc.record<Plan>({
  project: fc.constantFrom('shanghai', 'berlin', 'kathmandu'),
  row: fc.constantFrom('tilt', 'rain'),
  interval: fc.constantFrom(300, 900, 5400, 100_000),
  start: fc.constantFrom(Date.UTC(2026, 2, 27), Date.UTC(2026, 9, 23, 13, 7), Date.UTC(2025, 11, 30)),
  cadence: fc.constantFrom(60_000, 300_000, HOUR),
  days: fc.integer({ min: 1, max: 5 }),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  batches: fc.integer({ min: 1, max: 6 }),
});

/** Bins of rain: each part of an interval belongs to the hour and the bin that it fell in. */
function rainBins(plan: Plan, readings: readonly Reading[], step: number): NaiveBin[] {
  const { timeZone, boundary } = projects[plan.project];
  const known = new Map<number, string>();
  const cellOf = (t: number): string => {
    const second = Math.floor(t / 1000);
    let cell = known.get(second);
    if (cell === undefined) {
      const hour = naiveBinStart(timeZone, boundary, Math.min(step, HOUR), t);
      cell = `${naiveBinStart(timeZone, boundary, step, t)} ${hour}`;
      known.set(second, cell);
    }
    return cell;
  };
  const unit = step < 60_000 ? 1000 : 60_000;
  const binOf = (t: number): number => Number(cellOf(t).split(' ')[0]);
  const bins = new Map<number, NaiveBin>();
  const open = (start: number): NaiveBin => {
    const bin = bins.get(start) ?? { start, values: [] };
    bins.set(start, bin);
    return bin;
  };
  const hours = new Map<string, number[]>();
  for (const { t, values } of [...readings].sort((a, b) => a.t - b.t)) {
    open(binOf(t - 1));
    if (values['dataType'] === 0) continue;
    for (const part of naiveParts(t, intervalOf(plan), Number(values['amount']), unit, cellOf)) {
      const cell = cellOf(part.t - 1);
      hours.set(cell, [...(hours.get(cell) ?? []), part.amount]);
    }
  }
  for (const [cell, amounts] of [...hours].sort(
    ([a], [b]) => Number(a.split(' ')[1]) - Number(b.split(' ')[1]),
  )) {
    open(Number(cell.split(' ')[0])).values.push(...amounts);
  }
  return [...bins.values()].sort((a, b) => a.start - b.start);
}

const close = (found: number | undefined, expected: number, what: string): void => {
  if (Number.isNaN(expected)) expect(found, what).toBeNaN();
  else
    expect(Math.abs((found ?? Number.NaN) - expected), what).toBeLessThanOrEqual(
      1e-5 * Math.max(1, Math.abs(expected)),
    );
};

function checkChannel(column: HistoryChannel, i: number, values: readonly number[]): void {
  const { channel } = column;
  const some = values.length > 0;
  const sum = values.reduce((total, value) => total + value, 0);
  const circular = channel === 'azimuth';
  const mean = channel === 'amount' ? sum : sum / values.length;
  const ordered = channel === 'amount' ? [] : values;
  close(column.first?.[i], ordered[0] ?? Number.NaN, `${channel} first`);
  close(column.last?.[i], ordered.at(-1) ?? Number.NaN, `${channel} last`);
  close(column.min?.[i], some && !circular ? Math.min(...values) : Number.NaN, `${channel} min`);
  close(column.max?.[i], some && !circular ? Math.max(...values) : Number.NaN, `${channel} max`);
  close(column.mean?.[i], some && !circular ? mean : Number.NaN, `${channel} mean`);
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test('bins equal those computed from scratch, for any arrival, zone, cadence and width', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const sourceId = sensor(plan.project);
        const readings = readingsOf(plan, sourceId);
        const batches = arrivals(plan, readings);
        let stored = 0;
        for (const [i, batch] of batches.entries()) {
          stored += (await storage.readings.ingest(batch)).stored;
          if (i === Math.floor(batches.length / 2)) await storage.readings.settle();
        }
        expect(stored).toBe(readings.length);
        if (plan.seed % 3 > 0) await storage.readings.settle();
        const { timeZone, boundary } = projects[plan.project];
        const channels = plan.row === 'rain' ? ['amount'] : ['x', 'azimuth', 'temperature', 'alarmState'];
        const from = plan.start + Math.floor(0.13 * plan.days * DAY);
        const to = plan.start + plan.days * DAY - 1;
        const byPixels = [2, 7, 20, 60, 200, 20_000].map((bins) => ({ bins }));
        const byWidth = [300_000, HOUR, DAY].map((width) => ({ bins: 20_000, step: width }));
        for (const asked of [...byPixels, ...byWidth]) {
          const { bins } = asked;
          const width = 'step' in asked ? asked.step : null;
          const query = { sourceId, row: plan.row, element: 0, channels, from, to, ...asked };
          const answer = await storage.readings.history(query);
          const inside = readings.filter(({ t }) => t >= from && t < to);
          const pick = (channel: string) => (one: Reading) => {
            const value = one.values[channel];
            const test = plan.row === 'rain' && one.values['dataType'] === 0;
            return typeof value === 'number' && !test ? value : undefined;
          };
          // Of a chosen width there are bins, however few readings there are.
          expect(answer.mode).toBe(width === null && inside.length <= 2 * bins ? 'raw' : 'bins');
          if (answer.mode === 'raw') {
            expect([...answer.t]).toEqual(inside.map(({ t }) => t));
            for (const { channel, value } of answer.channels) {
              expect([...(value ?? [])]).toEqual(inside.map((one) => pick(channel)(one) ?? Number.NaN));
            }
            continue;
          }
          const { step } = answer;
          if (width === null) expect(step).toBeGreaterThanOrEqual((to - from) / bins);
          else expect(step).toBe(width);
          const start = (t: number): number => naiveBinStart(timeZone, boundary, step, t);
          for (const column of answer.channels) {
            const expected = (
              plan.row === 'rain'
                ? rainBins(plan, readings, step)
                : naiveBins(readings, start, pick(column.channel))
            ).filter((bin) => bin.start >= start(from) && bin.start < to);
            expect([...answer.t]).toEqual(expected.map((bin) => bin.start));
            for (const [i, bin] of expected.entries()) checkChannel(column, i, bin.values);
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 300_000);

  test('R3 a row at the boundary is rain of the day before, an interval across it is split, test tips are left out', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const sourceId = sensor('shanghai');
    const eight = Date.UTC(2026, 5, 2, 0, 0);
    const tip = (t: number, amount: number, dataType: number): Reading =>
      reading(sourceId, t, { amount, dataType, interval: 300 }, { row: 'rain' });
    await storage.readings.ingest([
      tip(eight - 1, 1, 1),
      tip(eight, 2, 1),
      // A fifth of it fell before eight.
      tip(eight + 240_000, 10, 1),
      tip(eight + 60_000, 40, 0),
      tip(eight + 5 * HOUR, 4, 1),
      tip(eight + DAY, 8, 1),
    ]);
    const query = {
      sourceId,
      row: 'rain',
      element: 0,
      channels: ['amount'],
      from: eight - DAY,
      to: eight + DAY,
      bins: 1,
    } as const;
    await storage.readings.settle();
    const two = await storage.readings.history({ ...query, bins: 3 });
    expect(two.step).toBe(0);
    expect([...(two.channels[0]?.value ?? [])]).toEqual([1, 2, Number.NaN, 10, 4]);
    const late = Array.from({ length: 30 }, (_, i) => tip(eight + 6 * HOUR + i * 60_000, 0.5, 1));
    await storage.readings.ingest(late);
    for (const settled of [false, true]) {
      if (settled) await storage.readings.settle();
      const { mode, step, t, channels } = await storage.readings.history({ ...query, bins: 3 });
      expect({ mode, step }).toEqual({ mode: 'bins', step: DAY });
      expect([...t]).toEqual([eight - DAY, eight]);
      expect([...(channels[0]?.mean ?? [])]).toEqual([5, 8 + 4 + 8 + 15]);
    }
  });

  test('bins keep their values while the range is moved', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const sourceId = sensor('berlin');
    const start = Date.UTC(2026, 2, 27);
    const plan: Plan = {
      project: 'berlin',
      row: 'tilt',
      interval: 300,
      start,
      cadence: 60_000,
      days: 4,
      seed: 5,
      batches: 1,
    };
    await storage.readings.ingest(readingsOf(plan, sourceId));
    await storage.readings.settle();
    const seen = new Map<number, number>();
    for (const shift of [0, 17, 1234, 5000].map((minutes) => minutes * 60_000)) {
      const answer = await storage.readings.history({
        sourceId,
        row: 'tilt',
        element: 0,
        channels: ['x'],
        from: start + shift / 4,
        to: start + shift / 4 + 2 * DAY,
        bins: 40,
      });
      expect(answer.step).toBe(2 * HOUR);
      answer.t.forEach((t, i) => {
        const mean = answer.channels[0]?.mean?.[i] ?? Number.NaN;
        expect(seen.get(t) ?? mean).toBe(mean);
        seen.set(t, mean);
      });
    }
  });

  test('elements are series of their own', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const sourceId = sensor('shanghai');
    const start = Date.UTC(2026, 0, 5);
    const nodes = [1, 2, 3].flatMap((element) =>
      Array.from({ length: 100 }, (_, i) =>
        reading(sourceId, start + i * HOUR, { cumulativeA: element * 100 + i }, { row: 'profile', element }),
      ),
    );
    await storage.readings.ingest(nodes);
    await storage.readings.settle();
    const answer = await storage.readings.history({
      sourceId,
      row: 'profile',
      element: 2,
      channels: ['cumulativeA'],
      from: start,
      to: start + 100 * HOUR,
      bins: 5,
    });
    expect(answer.step).toBe(DAY);
    expect(answer.channels[0]?.first?.[0]).toBe(200);
    expect(answer.channels[0]?.last?.at(-1)).toBe(299);
    expect(await storage.readings.latest('profile', [sourceId])).toHaveLength(3);
  });
});

test('both dialects answer alike, rolled up or not', async () => {
  const plan: Plan = {
    project: 'berlin',
    row: 'tilt',
    interval: 300,
    start: Date.UTC(2026, 9, 23),
    cadence: 60_000,
    days: 5,
    seed: 77,
    batches: 4,
  };
  const answers: unknown[] = [];
  for (const { storage, sensor } of Object.values(both.fixtures)) {
    const sourceId = sensor('berlin');
    for (const batch of arrivals(plan, readingsOf(plan, sourceId))) await storage.readings.ingest(batch);
    const history = () =>
      Promise.all(
        [1, 3, 30, 90, 800].map((bins) =>
          storage.readings.history({
            sourceId,
            row: 'tilt',
            element: 0,
            channels: ['x', 'azimuth'],
            from: plan.start,
            to: plan.start + 5 * DAY,
            bins,
          }),
        ),
      );
    const before = await history();
    await storage.readings.settle();
    const after = await history();
    expect(after.map(({ t }) => [...t])).toEqual(before.map(({ t }) => [...t]));
    answers.push(after);
  }
  expect(answers[1]).toEqual(answers[0]);
});
