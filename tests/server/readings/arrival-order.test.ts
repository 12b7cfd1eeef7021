/**
 * R2, R4: what is stored is a function of what was measured, whatever order it arrives in: rows in parts, late, twice,
 * with kills in between. Compared with rows and derived values that are worked out here from the formulas of the
 * catalogue's README, not by the product's code.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reading, StoredValue } from '../../../src/server/storage/storage.ts';
import { naiveBinStart } from '../../support/naive-bins.ts';
import { openBoth, type Project, projects, reading } from '../../support/storage-fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const long = process.env['LONG'] === '1';
const schedules = long ? 5000 : 200;
/** Collection cycle of the fixture's RTUs, ms. */
const cycle = 600_000;

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(schedules + 20);
});
afterAll(() => both?.close());

type Row = 'tilt' | 'crack' | 'rain';
type Values = Record<string, number>;
interface Measured {
  readonly t: number;
  readonly values: Values;
}
interface Schedule {
  readonly project: Project;
  readonly row: Row;
  readonly rows: readonly Measured[];
  /** Parts of rows in the order of arrival: which row, which of its channels. */
  readonly parts: readonly { readonly row: number; readonly channels: readonly string[] }[];
  readonly batch: number;
  /** After which batches the background work is finished. */
  readonly settle: readonly boolean[];
}

const channels: Record<Row, readonly string[]> = {
  tilt: ['x', 'y', 'z', 'temperature', 'tilt', 'direction', 'x1h'],
  crack: ['length', 'installedLength', 'temperature', 'opening'],
  rain: ['amount', 'interval', 'dataType', 'daily', 'resolution'],
};
/** Channels that a device seldom sends, since the server derives them. */
const seldom = new Set(['tilt', 'direction', 'x1h', 'opening', 'daily']);

const number = fc.integer({ min: -4000, max: 4000 }).map((value) => value / 100);
const measurement = (channel: string): fc.Arbitrary<number> => {
  if (channel === 'interval') return fc.constantFrom(300, 300, 300, 3600, 90_000);
  if (channel === 'dataType') return fc.constantFrom(0, 1, 1, 1);
  if (channel === 'amount') return fc.integer({ min: 0, max: 40 }).map((tips) => tips / 4);
  return number;
};
const measured = (row: Row, t: number): fc.Arbitrary<Measured> =>
  fc
    .record(
      Object.fromEntries(
        channels[row].map((channel) => [
          channel,
          fc.option(measurement(channel), { nil: undefined, freq: seldom.has(channel) ? 2 : 8 }),
        ]),
      ),
    )
    .map((found) => {
      const drop = (channel: string) => seldom.has(channel) && (t / MINUTE) % 3 === 0;
      const values = Object.entries(found).filter(
        ([channel, value]) => value !== undefined && !drop(channel),
      );
      return { t, values: Object.fromEntries(values) as Values };
    });

const schedule: fc.Arbitrary<Schedule> = fc
  .record({
    project: fc.constantFrom<Project>('shanghai', 'berlin', 'kathmandu'),
    row: fc.constantFrom<Row>('tilt', 'tilt', 'crack', 'rain', 'rain'),
    // Near days that begin, also where clocks change.
    start: fc.constantFrom(
      Date.UTC(2026, 4, 3, 21, 0),
      Date.UTC(2026, 2, 28, 20, 30),
      Date.UTC(2026, 9, 24, 19, 55),
    ),
    // Of five minutes: references lie at the window, at the end of its slack, and beyond it.
    steps: fc.array(fc.constantFrom(1, 2, 2, 3, 9, 12, 15, 57, 60, 63), { minLength: 2, maxLength: 45 }),
    seed: fc.integer(),
  })
  .chain(({ project, row, start, steps, seed }) => {
    let t = start + ((seed % 3) + 3) * 100_000;
    const times = steps.map((step) => {
      t += step * 5 * MINUTE;
      return t - (t % (5 * MINUTE)) + (seed % 2 === 0 ? 0 : 2 * MINUTE);
    });
    const rows = fc.tuple(...[...new Set(times)].map((time) => measured(row, time)));
    return fc.record({
      project: fc.constant(project),
      row: fc.constant(row),
      rows,
      order: fc.array(fc.record({ row: fc.nat(), key: fc.double({ noNaN: true }), cut: fc.nat(7) }), {
        minLength: steps.length * 2,
        maxLength: steps.length * 3,
      }),
      batch: fc.integer({ min: 1, max: 30 }),
      settle: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    });
  })
  .map(({ order, rows, ...rest }): Schedule => {
    const parts: { row: number; channels: string[]; key: number }[] = [];
    rows.forEach(({ values }, index) => {
      const all = Object.keys(values);
      const { cut, key } = order[index % order.length] ?? { cut: 0, key: 0 };
      // Now and then a row comes whole, else in two parts far from each other.
      parts.push({ row: index, channels: all.slice(0, cut), key: cut % 2 === 0 ? key : index });
      parts.push({ row: index, channels: all.slice(cut), key: cut % 3 === 0 ? index : (key * 7) % 1 });
    });
    // Some come twice, whole or in part.
    for (const { row, key, cut } of order.slice(rows.length)) {
      const index = row % rows.length;
      const all = Object.keys(rows[index]?.values ?? {});
      parts.push({
        row: index,
        channels: all.filter((_, nth) => (nth + cut) % 2 === 0),
        key: (key * 13) % 1,
      });
    }
    return {
      ...rest,
      rows,
      parts: parts.sort((a, b) => a.key - b.key).filter((part) => part.channels.length > 0),
    };
  });

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const radians = (angle: number): number => (angle * Math.PI) / 180;
const round = (angle: number): number => ((angle % 360) + 360) % 360;

/** Change against the last value at or before `t − window`, none older than the slack. */
function change(rows: readonly Measured[], now: Measured, axis: string, window: number): number | undefined {
  const value = now.values[axis];
  const slack = Math.max(1.5 * cycle, 10 * MINUTE);
  const before = rows
    .filter(
      ({ t, values }) => t <= now.t - window && t >= now.t - window - slack && values[axis] !== undefined,
    )
    .at(-1);
  const reference = before?.values[axis];
  return value === undefined || reference === undefined ? undefined : value - reference;
}

/** The day's rain so far: what fell since the day began, of the rows up to this one. */
function daily(rows: readonly Measured[], now: Measured, project: Project): number {
  const { timeZone, boundary } = projects[project];
  const from = naiveBinStart(timeZone, boundary, DAY, now.t - 1);
  return rows
    .filter(
      ({ t, values }) => t <= now.t && t > from && values['dataType'] !== 0 && values['amount'] !== undefined,
    )
    .reduce((sum, { t, values }) => {
      const seconds = values['interval'];
      const amount = values['amount'] ?? 0;
      const inside = seconds === undefined ? 1 : Math.min(1, (t - from) / (seconds * 1000));
      return sum + amount * inside;
    }, 0);
}

/** A row with everything that follows from the rows before it. */
function whole(row: Row, rows: readonly Measured[], now: Measured, project: Project): Values {
  const { values } = now;
  const derived: Record<string, number | undefined> = {};
  if (row === 'crack') {
    const { length, installedLength } = values;
    if (length !== undefined && installedLength !== undefined) derived['opening'] = length - installedLength;
  }
  if (row === 'rain') derived['daily'] = daily(rows, now, project);
  if (row === 'tilt') {
    for (const axis of ['x', 'y', 'z']) {
      derived[`${axis}1h`] = change(rows, now, axis, HOUR);
      derived[`${axis}5h`] = change(rows, now, axis, 5 * HOUR);
    }
    const { x, y } = values;
    if (x !== undefined && y !== undefined) {
      const [tx, ty] = [Math.tan(radians(x)), Math.tan(radians(y))];
      derived['tilt'] = degrees(Math.atan(Math.sqrt(tx * tx + ty * ty)));
      derived['direction'] = round(degrees(Math.atan2(ty, tx)));
    }
    const direction = values['direction'] ?? derived['direction'];
    if (direction !== undefined) derived['azimuth'] = round(direction);
  }
  const known = Object.entries(derived).filter(
    ([channel, value]) => value !== undefined && values[channel] === undefined,
  );
  return { ...values, ...(Object.fromEntries(known) as Values) };
}

const near = (found: Readonly<Record<string, StoredValue>>, expected: Values, what: string): void => {
  expect(Object.keys(found).sort(), what).toEqual(Object.keys(expected).sort());
  for (const [channel, value] of Object.entries(expected))
    expect(Number(found[channel]), `${what} ${channel}`).toBeCloseTo(value, 7);
};

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test(
    'R2 R4 rows, derived channels, newest values and sums end the same for any order of arrival',
    async () => {
      const { storage, sensor } = both.fixtures[dialect];
      await fc.assert(
        fc.asyncProperty(schedule, async ({ project, row, rows, parts, batch, settle }) => {
          const sourceId = sensor(project);
          const readings = parts.map((part, nth): Reading => {
            const { t = 0, values = {} } = rows[part.row] ?? {};
            const some = Object.fromEntries(
              part.channels.map((channel) => [channel, values[channel] ?? null]),
            );
            return reading(sourceId, t, some, { row, receivedAt: t + nth });
          });
          for (let at = 0, nth = 0; at < readings.length; at += batch, nth += 1) {
            const { conflictCount } = await storage.readings.ingest(readings.slice(at, at + batch));
            expect(conflictCount).toBe(0);
            if (settle[nth % settle.length]) await storage.readings.settle();
          }
          const arrived = new Set(parts.map((part) => part.row));
          const stored = rows.filter((_, index) => arrived.has(index));
          const expected = stored.map((now) => ({ t: now.t, values: whole(row, stored, now, project) }));
          const query = { sourceId, row, element: 0, from: 0, to: Date.UTC(2030, 0), limit: 1000 };
          const page = await storage.readings.rows(query);
          expect(page.rows.map(({ t }) => t).reverse()).toEqual(expected.map(({ t }) => t));
          expect(page.total).toBe(expected.length);
          for (const found of page.rows) {
            near(found.values, expected.find(({ t }) => t === found.t)?.values ?? {}, `row ${found.t}`);
          }
          const [latest] = await storage.readings.latest(row, [sourceId]);
          const newest: Values = {};
          const times: Values = {};
          for (const { t, values } of expected) {
            for (const [channel, value] of Object.entries(values)) {
              newest[channel] = value;
              times[channel] = t;
            }
          }
          expect(latest?.t).toBe(expected.at(-1)?.t);
          near(latest?.values ?? {}, newest, 'latest');
          for (const [channel, t] of Object.entries(times)) {
            expect(latest?.times?.[channel] ?? latest?.t, `time of ${channel}`).toBe(t);
          }
        }),
        { numRuns: schedules },
      );
    },
    long ? 3_600_000 : 120_000,
  );
});
