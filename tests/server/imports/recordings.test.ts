/** The recordings of ../shared/data go in, are counted, and their daily rain equals an independent calculation. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importRecording } from '../../../src/server/imports/import-recording.ts';
import { parseMapping } from '../../../src/server/imports/mapping.ts';
import { findTargets } from '../../../src/server/imports/targets.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';

const data = new URL('../../../../shared/data/', import.meta.url);
const recording = (name: string) => new URL(name, data).pathname;
const mappingOf = (name: string) =>
  parseMapping(readFileSync(new URL(`../../support/recordings/${name}`, import.meta.url), 'utf8'));

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-import-'));
  storage = await openStorage({ dataDir: folder });
  await storage.write(async (db) => {
    const company = await db
      .insertInto('companies')
      .values({ name: 'Recordings', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('projects')
      .values({
        company_id: company.id,
        code: 'REC',
        name: 'Recordings',
        time_zone: 'America/Los_Angeles',
        day_boundary: 0,
        retention_days: null,
      })
      .execute();
  });
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

async function take(file: string, mappingName: string, station = 'MK-1') {
  const mapping = mappingOf(mappingName);
  const place = {
    projectCode: 'REC',
    latitude: 47.94,
    longitude: -122.31,
    timeZone: mapping.timeZone,
    names: {},
  };
  const targets = await findTargets(storage, station, mapping.sensors, place);
  const shares: number[] = [];
  const report = await importRecording(storage, file, mapping, targets, (share) => shares.push(share));
  return { report, targets, shares };
}

/** Daily inches → mm, by the file's own date columns: the quarter of an hour that ends at midnight is the day before's. */
function dailyByHand(name: string): Map<string, number> {
  const sums = new Map<string, number>();
  const seen = new Set<string>();
  for (const line of readFileSync(recording(name), 'utf8').split('\n')) {
    const [year, month, day, hour, minute, inches] = line.trim().split(/\s+/);
    const stamp = `${year}-${month}-${day} ${hour}:${minute}`;
    if (inches === undefined || seen.has(stamp)) continue;
    seen.add(stamp);
    const ended = new Date(
      Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) - 1,
    );
    const date = ended.toISOString().slice(0, 10);
    sums.set(date, (sums.get(date) ?? 0) + Number(inches) * 25.4);
  }
  return sums;
}

describe('rain of coastal bluffs, US Geological Survey', () => {
  it.each([
    'waWatertonA_rain.txt',
    'waMVD116_rain.txt',
  ])('%s: daily sums equal those made by hand', async (name) => {
    const { report, targets, shares } = await take(recording(`usgs-mukilteo/${name}`), 'mukilteo-rain.json');
    expect(report.stored).toBeGreaterThan(12_900);
    expect(report.stored + report.rejected).toBe(report.lines);
    expect(shares.at(-1)).toBe(1);
    const sourceId = targets[0]?.sourceId ?? 0;
    const page = await storage.readings.rows({
      sourceId,
      row: 'rain',
      element: 0,
      from: 0,
      to: Date.now(),
      limit: 100_000,
    });
    const byHand = dailyByHand(`usgs-mukilteo/${name}`);
    const local = new Intl.DateTimeFormat('sv', { timeZone: 'America/Los_Angeles' });
    const last = new Map<string, number>();
    for (const row of page.rows.toReversed()) last.set(local.format(row.t - 1), Number(row.values['daily']));
    for (const [date, sum] of byHand)
      expect([date, last.get(date)?.toFixed(3)]).toEqual([date, sum.toFixed(3)]);
    expect(last.size).toBe(byHand.size);
  });

  it('reports by line the rows where the clock stepped back', async () => {
    const { report } = await take(recording('usgs-mukilteo/waMVD116_rain.txt'), 'mukilteo-rain.json');
    const repeated = report.bad.filter((entry) => entry.reason === 'repeatedTime').map((entry) => entry.line);
    expect(repeated).toEqual([4268, 4269, 4270, 4271].filter((line) => repeated.includes(line)));
    expect(repeated).toContain(4268);
  });

  it('imports a file twice and stores nothing new', async () => {
    const first = await take(recording('usgs-mukilteo/waWatertonA_rain.txt'), 'mukilteo-rain.json');
    const again = await take(recording('usgs-mukilteo/waWatertonA_rain.txt'), 'mukilteo-rain.json');
    expect(again.report).toMatchObject({ stored: 0, duplicates: first.report.stored });
  });
});

describe('fourteen days of a logger with eight sensors', () => {
  it.each([
    ['waWatertonA_14d.txt', 'mukilteo-watertonA-14d.json', 0.26],
    ['waMVD116_14d.txt', 'mukilteo-mvd116-14d.json', 0.213],
  ])('%s: units are converted', async (name, mapping, volts) => {
    const { report, targets } = await take(recording(`usgs-mukilteo/${name}`), mapping);
    expect(report.lines).toBe(1344);
    const rows = async (index: number, row: 'moisture' | 'status' | 'rain') => {
      const page = await storage.readings.rows({
        sourceId: targets[index]?.sourceId ?? 0,
        row,
        element: 0,
        from: 0,
        to: Date.now(),
        limit: 5000,
      });
      return page.rows.toReversed();
    };
    const moisture = await rows(2, 'moisture');
    expect(moisture[0]?.values['moisture']).toBeCloseTo((2.975 * volts - 0.4) * 100, 6);
    const status = await rows(0, 'status');
    expect(status).toHaveLength(1344);
    expect(Number(status[0]?.values['batteryVoltage'])).toBeGreaterThan(12);
    const tips = readFileSync(recording(`usgs-mukilteo/${name}`), 'utf8')
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + Number(line.split('\t')[name.startsWith('waW') ? 6 : 5]), 0);
    const rain = await rows(1, 'rain');
    expect(rain.reduce((sum, row) => sum + Number(row.values['amount']), 0)).toBeCloseTo(tips * 0.254, 6);
  });
});

describe('ten minutes of a bridge at 100 Hz', () => {
  it('keeps every sample, with jitter in its times', async () => {
    const { report, targets } = await take(
      recording('munich-bridge/inclination-100hz.csv'),
      'munich-inclination.json',
    );
    expect(report.stored + report.rejected).toBe(report.lines);
    expect(report.stored).toBeGreaterThan(59_000);
    const columns = await storage.readings.history({
      sourceId: targets[0]?.sourceId ?? 0,
      row: 'tilt',
      element: 0,
      channels: ['x', 'tilt'],
      from: Date.UTC(2022, 2, 7, 15, 35),
      to: Date.UTC(2022, 2, 7, 15, 46),
      bins: 1000,
    });
    expect(columns.mode).toBe('bins');
    expect(columns.t.length).toBeGreaterThan(500);
  });
});

describe('a TOA5 table of a borehole', () => {
  it('sixteen thermistors over three stations, NAN is missing, temperatures follow the coefficients', async () => {
    const { report, targets } = await take(
      recording('bowdoin/Th-Bowdoin-2_Therm.dat'),
      'bowdoin-thermistors.json',
    );
    expect(targets).toHaveLength(16);
    expect(new Set(targets.map((target) => target.stationId)).size).toBe(3);
    expect(report.lines).toBe(6033);
    const page = await storage.readings.rows({
      sourceId: targets[0]?.sourceId ?? 0,
      row: 'level',
      element: 0,
      from: 0,
      to: Date.now(),
      limit: 10_000,
    });
    const first = page.rows.at(-1);
    const ln = Math.log(27.06288);
    const kelvin = 1 / (0.00262948 + 0.000315882 * ln + -2.11729e-7 * ln ** 3);
    expect(first?.t).toBe(Date.UTC(2014, 6, 20, 19, 40));
    expect(first?.values['temperature']).toBeCloseTo(kelvin - 273.15, 6);
  });
});

describe('bad input', () => {
  const csv = (text: string) => {
    const file = join(folder, 'bad.csv');
    writeFileSync(file, text);
    return file;
  };

  it('reports each bad row by line and reason and keeps the good ones', async () => {
    const file = csv(
      [
        'Time (-),INC-01 [deg]',
        '2022-03-07 16:00:00,0.1',
        '2022-13-07 16:01:00,0.1',
        '2022-03-07 16:02:00,abc',
        '2022-03-07 16:03:00,"0.1',
        '2022-03-07 16:00:00,0.2',
        '2022-03-07 16:04:00,',
        '2022-03-27 02:30:00,0.3',
        '2022-03-07 16:05:00,0.2',
      ].join('\n'),
    );
    const { report } = await take(file, 'munich-inclination.json');
    expect(report.bad.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '3 time',
      '4 notANumber',
      '5 quotes',
      '6 repeatedTime',
      '7 empty',
      '8 skippedTime',
    ]);
    expect(report).toMatchObject({ lines: 8, stored: 2 });
  });

  it.each([
    ['{', 'import.mapping.json'],
    ['{"format":"xml"}', 'import.mapping.field'],
  ])('refuses the mapping %s', (text, messageId) => {
    expect(() => parseMapping(text)).toThrow(expect.objectContaining({ messageId }));
  });

  it.each([
    [{ column: 9, unit: 'kg' }, 'import.mapping.unit'],
    [{ column: 1, expression: 'v+' }, 'import.mapping.expression'],
    [{ column: 1, expression: 'import(v)' }, 'import.mapping.expression'],
    [{ column: 'missing' }, 'import.mapping.column'],
    [{ unit: 'deg' }, 'import.mapping.source'],
  ])('refuses the channel mapping %j', async (channel, messageId) => {
    const mapping = {
      format: 'delimited' as const,
      timeZone: 'UTC',
      time: { column: 0 },
      sensors: [{ slot: 0, kind: 'rt1030', row: 'tilt', channels: { x: channel } }],
    };
    const place = { projectCode: 'REC', latitude: 0, longitude: 0, timeZone: 'UTC', names: {} };
    const targets = await findTargets(storage, 'B-1', mapping.sensors, place);
    const file = csv('2022-03-07 16:00:00,1');
    await expect(importRecording(storage, file, mapping, targets, () => undefined)).rejects.toMatchObject({
      messageId,
    });
  });

  it('names a station and a sensor that do not exist', async () => {
    const [sensor] = mappingOf('mukilteo-rain.json').sensors;
    if (sensor === undefined) throw new Error('the mapping has a sensor');
    await expect(findTargets(storage, 'NONE', [sensor], null)).rejects.toMatchObject({
      messageId: 'import.target.station',
    });
  });
});
