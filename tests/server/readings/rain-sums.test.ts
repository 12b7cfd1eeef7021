/** R3: hours and days of real recordings equal sums that are worked out here from the intervals alone. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importRecording } from '../../../src/server/imports/import-recording.ts';
import { parseMapping } from '../../../src/server/imports/mapping.ts';
import { findTargets } from '../../../src/server/imports/targets.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { naiveBinStart } from '../../support/naive-bins.ts';
import { reading, seed } from '../../support/storage-fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const data = new URL('../../../../shared/data/usgs-mukilteo/', import.meta.url);
const text = readFileSync(new URL('../../support/recordings/mukilteo-rain.json', import.meta.url), 'utf8');
const mapping = parseMapping(text);

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rain-'));
  storage = await openStorage({ dataDir: folder });
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

async function take(name: string, zone: string, boundary: number): Promise<number> {
  const code = `${name}-${zone}-${boundary}`.replaceAll(/[^A-Za-z0-9]/g, '').slice(-30);
  await storage.write(async (db) => {
    const company = await db
      .insertInto('companies')
      .values({ name: code, created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const project = { code, name: code, time_zone: zone, day_boundary: boundary, retention_days: null };
    await db
      .insertInto('projects')
      .values({ company_id: company.id, ...project })
      .execute();
  });
  const place = { projectCode: code, latitude: 47.94, longitude: -122.31, timeZone: zone, names: {} };
  const targets = await findTargets(storage, `S${code.slice(-20)}`, mapping.sensors, place);
  await importRecording(storage, new URL(name, data).pathname, mapping, targets, () => undefined);
  return targets[0]?.sourceId ?? 0;
}

/** Amounts by the start of the cell that they fell in; an interval across a border is split minute by minute. */
function byHand(
  rows: readonly { readonly t: number; readonly amount: number; readonly seconds: number }[],
  startOf: (t: number) => number,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { t, amount, seconds } of rows) {
    const minutes = seconds / 60;
    for (let minute = 0; minute < minutes; minute += 1) {
      // The minute that ends here.
      const start = startOf(t - minute * 60_000 - 1);
      sums.set(start, (sums.get(start) ?? 0) + amount / minutes);
    }
  }
  return sums;
}

describe.each([
  ['America/Los_Angeles', 0],
  ['America/Los_Angeles', 480],
  ['Asia/Shanghai', 480],
  ['Asia/Kathmandu', 0],
] as const)('R3 in %s, days from minute %i', (zone, boundary) => {
  test.each(['waWatertonA_rain.txt', 'waMVD116_rain.txt'])('%s by hour and by day', async (name) => {
    const sourceId = await take(name, zone, boundary);
    const all = { sourceId, row: 'rain', element: 0, from: 0, to: Date.UTC(2030, 0) } as const;
    const { rows, total } = await storage.readings.rows({ ...all, limit: 100_000 });
    expect(total).toBeGreaterThan(12_900);
    const intervals = rows.map(({ t, values }) => ({
      t,
      amount: Number(values['amount']),
      seconds: Number(values['interval']),
    }));
    const [from, to] = [Math.min(...rows.map(({ t }) => t)) - HOUR, Math.max(...rows.map(({ t }) => t)) + 1];
    for (const settled of [false, true]) {
      if (settled) await storage.readings.settle();
      for (const step of [HOUR, DAY]) {
        const bins = Math.ceil((to - from) / step);
        const answer = await storage.readings.history({ ...all, from, to, channels: ['amount'], bins });
        expect(answer).toMatchObject({ mode: 'bins', step });
        const expected = byHand(intervals, (t) => naiveBinStart(zone, boundary, step, t));
        let wet = 0;
        answer.t.forEach((start, i) => {
          const sum = answer.channels[0]?.mean?.[i] ?? Number.NaN;
          expect(sum, new Date(start).toISOString()).toBeCloseTo(expected.get(start) ?? Number.NaN, 6);
          if (sum > 0) wet += 1;
        });
        expect(answer.t.length).toBe(expected.size);
        expect(wet).toBeGreaterThan(step === HOUR ? 300 : 45);
      }
    }
    // The channel of the day's rain so far ends each day at the day's sum.
    const days = byHand(intervals, (t) => naiveBinStart(zone, boundary, DAY, t));
    const last = new Map<number, number>();
    for (const { t, values } of rows.toReversed()) {
      last.set(naiveBinStart(zone, boundary, DAY, t - 1), Number(values['daily']));
    }
    for (const [start, sum] of days)
      expect(last.get(start), new Date(start).toISOString()).toBeCloseTo(sum, 6);
  }, 300_000);
});

test('R3 sums of a database from before are made anew when it is opened', async () => {
  const before = await mkdtemp(join(tmpdir(), 'rain-before-'));
  const first = await openStorage({ dataDir: before });
  const id = (await seed(first, 1))('shanghai');
  const eight = Date.UTC(2026, 5, 2);
  const rows = Array.from({ length: 2 * 288 }, (_, i) =>
    reading(id, eight - DAY + (i + 1) * 300_000, { amount: 1, interval: 300, dataType: 1 }, { row: 'rain' }),
  );
  await first.readings.ingest(rows);
  await first.readings.ingest([reading(id, eight + 4 * DAY, { amount: 0, interval: 300 }, { row: 'rain' })]);
  await first.readings.settle();
  await first.close();

  // As version 14 left it: the row of eight o'clock counted into the day that begins then, the last one into a day of its own.
  const old = new DatabaseSync(join(before, 'groundwatch.db'));
  const table = 'reading_rain';
  old.exec(`
    UPDATE ${table} SET daily = 99;
    DELETE FROM rollup_hours; DELETE FROM rollup_days WHERE day = ${eight - DAY};
    INSERT INTO rollup_days (row_id, source_id, element, day) VALUES ('rain', ${id}, 0, ${eight + DAY});
    UPDATE rollup_days SET day_rows = 288, summary = NULL WHERE day = ${eight};
    ALTER TABLE latest DROP COLUMN revision; ALTER TABLE sensors ADD COLUMN datum_at INTEGER;
    DROP TABLE reading_conflicts; DROP TABLE datums; DROP TABLE import_changes; DROP TABLE import_runs;
    DROP TABLE rederivations;
  `);
  for (const { name } of old
    .prepare(`SELECT name FROM sqlite_master WHERE name LIKE 'reading\\_%' ESCAPE '\\' AND type = 'table'`)
    .all()) {
    if (['reading_floors', 'reading_chunks'].includes(String(name))) continue;
    old.exec(`ALTER TABLE "${name}" DROP COLUMN not_good`);
    if (['reading_tilt', 'reading_crack', 'reading_rain'].includes(String(name))) {
      old.exec(`ALTER TABLE "${name}" DROP COLUMN computed`);
    }
  }
  // What came after it is not undone here: of versions after 15 nothing stands in its way.
  old.exec('DELETE FROM migrations WHERE id = 15');
  old.close();

  const again = await openStorage({ dataDir: before });
  await again.readings.settle();
  const query = { sourceId: id, row: 'rain', element: 0, channels: ['amount'] } as const;
  const days = await again.readings.history({
    ...query,
    from: eight - 2 * DAY,
    to: eight + 3 * DAY,
    bins: 5,
  });
  expect([...days.t]).toEqual([eight - DAY, eight]);
  expect([...(days.channels[0]?.mean ?? [])]).toEqual([288, 288]);
  const { rows: stored } = await again.readings.rows({ ...query, from: 0, to: eight + 2 * DAY, limit: 1000 });
  expect(stored.map(({ values }) => values['daily']).slice(0, 2)).toEqual([288, 287]);
  expect(stored.at(-1)?.values['daily']).toBe(1);
  await again.close();
  await rm(before, { recursive: true, force: true });
});
