/** R10: a mapping that is guessed from a file and corrected takes the file as a mapping made by hand does. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkRecording } from '../../../src/server/imports/check.ts';
import { readFileFacts } from '../../../src/server/imports/encoding.ts';
import { guessMapping } from '../../../src/server/imports/guess.ts';
import { type Mapping, parseMapping, type SensorMapping } from '../../../src/server/imports/mapping.ts';
import { readRecording } from '../../../src/server/imports/recording.ts';
import { runProgram } from '../../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundwatch-guess-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const recording = (name: string) => new URL(`../../../../shared/data/${name}`, import.meta.url).pathname;
const byHand = (name: string) =>
  parseMapping(readFileSync(new URL(`../../support/recordings/${name}`, import.meta.url), 'utf8'));

let files = 0;
function csv(lines: readonly string[], end = '\n'): string {
  files += 1;
  const file = join(folder, `${files}.csv`);
  writeFileSync(file, lines.join(end));
  return file;
}
/** What a mapping takes of a file, as text. */
async function taken(file: string, mapping: Mapping): Promise<string[]> {
  const { encoding } = await readFileFacts(file, mapping.encoding);
  const all: string[] = [];
  for await (const line of readRecording(file, mapping, encoding)) {
    for (const { reading } of line.readings)
      all.push(JSON.stringify([reading.row, reading.t, reading.values]));
  }
  return all;
}
const times = (count: number, step: number, form: (t: Date) => string) =>
  Array.from({ length: count }, (_, i) => form(new Date(Date.UTC(2024, 4, 9, 22) + i * step)));
const two = (value: number) => String(value).padStart(2, '0');

describe('R10 real recordings', () => {
  test.each([
    ['usgs-mukilteo/waMVD116_rain.txt', 'mukilteo-rain.json', 'America/Los_Angeles'],
    ['usgs-mukilteo/waWatertonA_14d.txt', 'mukilteo-watertonA-14d.json', 'America/Los_Angeles'],
    ['munich-bridge/inclination-100hz.csv', 'munich-inclination.json', 'Europe/Berlin'],
    ['bowdoin/Th-Bowdoin-2_Therm.dat', 'bowdoin-thermistors.json', 'UTC'],
  ])('%s: with the sensors filled in, its times and cells are those of the mapping by hand', async (name, mapping, zone) => {
    const file = recording(name);
    const hand = byHand(mapping);
    const { mapping: guessed } = await guessMapping(file, zone);
    const corrected = {
      ...guessed,
      sensors: hand.sensors,
      ...(hand.repeated === undefined ? {} : { repeated: hand.repeated }),
    };
    parseMapping(JSON.stringify(corrected));
    const expected = await taken(file, hand);
    expect(expected.length).toBeGreaterThan(1000);
    expect(await taken(file, corrected)).toEqual(expected);
  });

  test('an inclination is known by its header, its unit with it', async () => {
    const { mapping } = await guessMapping(recording('munich-bridge/inclination-100hz.csv'), 'Europe/Berlin');
    expect(mapping.sensors[0]).toEqual({
      slot: 0,
      kind: 'rt1030',
      name: 'INC-01',
      row: 'tilt',
      channels: { x: { column: 'INC-01 [deg]', unit: 'deg' } },
    });
  });
});

describe('R10 forms of times', () => {
  const day = (t: Date) => [t.getUTCFullYear(), t.getUTCMonth() + 1, t.getUTCDate()] as const;
  const clock = (t: Date) => `${two(t.getUTCHours())}:${two(t.getUTCMinutes())}`;
  const start = Date.UTC(2024, 0, 0);
  test.each<[string, (t: Date) => string, Mapping['time'], number]>([
    [
      'day first',
      (t) => `${two(day(t)[2])}.${two(day(t)[1])}.${day(t)[0]} ${clock(t)};1,5`,
      { column: 0, pattern: 'D.M.YYYY H:m' },
      600_000,
    ],
    [
      'month first',
      (t) => `${day(t)[1]}/${day(t)[2]}/${day(t)[0]} ${clock(t)},1.5`,
      { column: 0, pattern: 'M/D/YYYY H:m' },
      7_200_000,
    ],
    [
      'two-digit years',
      (t) => `${two(day(t)[2])}.${two(day(t)[1])}.24 ${clock(t)}\t1.5`,
      { column: 0, pattern: 'D.M.YY H:m' },
      7_200_000,
    ],
    ['epoch seconds', (t) => `${t.getTime() / 1000},1.5`, { column: 0, pattern: 'epoch-s' }, 600_000],
    ['epoch milliseconds', (t) => `${t.getTime()},1.5`, { column: 0, pattern: 'epoch-ms' }, 600_000],
    ['ISO with Z', (t) => `${t.toISOString()},1.5`, { column: 0 }, 600_000],
    [
      'a date and a clock',
      (t) => `1.5,${day(t).map(two).join('-')},${clock(t)}:00`,
      { date: 1, clock: 2 },
      600_000,
    ],
    [
      'a date and a clock, day first',
      (t) => `${two(day(t)[2])}/${two(day(t)[1])}/${day(t)[0]};${clock(t)};1,5`,
      { date: 0, clock: 1, pattern: 'D/M/YYYY H:m' },
      7_200_000,
    ],
    [
      'day of the year with HHMM',
      (t) =>
        `${day(t)[0]},${Math.floor((t.getTime() - start) / 86_400_000)},${t.getUTCHours() * 100 + t.getUTCMinutes()},1.5`,
      { year: 0, dayOfYear: 1, clock: 2 },
      600_000,
    ],
    [
      'parts',
      (t) => `${day(t).join(' ')} ${t.getUTCHours()} ${t.getUTCMinutes()} 1.5`,
      { year: 0, month: 1, day: 2, hour: 3, minute: 4 },
      600_000,
    ],
  ])('%s', async (_, form, time, step) => {
    const file = csv(times(300, step, form));
    const guess = await guessMapping(file, 'UTC');
    expect(guess.mapping.time).toEqual(time);
    const column = guess.columns.find(({ guess: said }) => said === null)?.column ?? -1;
    const sensors: SensorMapping[] = [{ slot: 0, kind: 'rt1030', row: 'tilt', channels: { x: { column } } }];
    const rows = await taken(file, { ...guess.mapping, sensors });
    expect(rows).toEqual(times(300, step, (t) => JSON.stringify(['tilt', t.getTime(), { x: 1.5 }])));
  });

  test('dates whose day and month cannot be distinguished are marked ambiguous', async () => {
    const few = csv(
      times(10, 600_000, (t) => `0${t.getUTCMonth() + 1}/0${t.getUTCDate()}/2024 ${clock(t)},1`).slice(0, 8),
    );
    expect((await guessMapping(few, 'UTC')).time.isAmbiguous).toBe(true);
    const many = csv(
      times(300, 7_200_000, (t) => `${t.getUTCMonth() + 1}/${t.getUTCDate()}/2024 ${clock(t)},1`),
    );
    expect((await guessMapping(many, 'UTC')).time.isAmbiguous).toBe(false);
  });
});

test('R10 headers in Chinese and Japanese are known, counters are left out, what is not known is marked', async () => {
  const rows = times(50, 600_000, (t) => t.toISOString().slice(0, 16).replace('T', ' '));
  const chinese = csv([
    '序号,时间,雨量(mm),土壤含水率(%),水位(cm),电池电压(V),备用',
    ...rows.map((t, i) => `${i},${t},0.2,31.5,120,12.6,7`),
  ]);
  const { mapping, columns } = await guessMapping(chinese, 'Asia/Shanghai');
  expect(columns.map(({ guess }) => guess)).toEqual([
    '–',
    'time',
    'rain rain.amount',
    'moisture moisture.moisture',
    'waterLevel level.level',
    'rtu status.batteryVoltage',
    null,
  ]);
  expect(
    mapping.sensors.map(({ slot, kind, row, channels }) => [slot, kind, row, Object.keys(channels)]),
  ).toEqual([
    [0, 'rain', 'rain', ['amount', 'interval']],
    [1, 'moisture', 'moisture', ['moisture']],
    [2, 'waterLevel', 'level', ['level']],
    ['rtu', undefined, 'status', ['batteryVoltage']],
    [3, '?', '?', ['?']],
  ]);
  expect(mapping.sensors[0]?.channels['interval']).toEqual({ constant: 600 });
  expect(mapping.sensors[2]?.channels['level']).toEqual({ column: '水位(cm)', unit: 'cm' });
  // As it stands it is refused by what is left open; without that entry it takes every row.
  const latest = Date.UTC(2026, 0, 1);
  await expect(checkRecording(chinese, mapping, 'utf-8', latest)).rejects.toMatchObject({
    messageId: 'import.mapping.row',
    params: { row: '?' },
  });
  const check = await checkRecording(
    chinese,
    { ...mapping, sensors: mapping.sensors.slice(0, 4) },
    'utf-8',
    latest,
  );
  expect(check).toMatchObject({ lines: 50, refused: 0 });
  expect(check.preview[0]?.reading.values).toEqual({ amount: 0.2, interval: 600 });

  const japanese = csv(['日時,傾斜角X(°),傾斜角Y(°),間隙水圧(kPa)', ...rows.map((t) => `${t},0.01,0.02,35`)]);
  const { mapping: other } = await guessMapping(japanese, 'Asia/Tokyo');
  expect(other.sensors.map(({ row, channels }) => [row, Object.keys(channels)])).toEqual([
    ['tilt', ['x', 'y']],
    ['pore', ['pressure']],
  ]);
});

test('R10 the command prints JSON alone on its standard output, and a zone that is left open is refused', async () => {
  const file = csv(['Time;Neigung X [deg]', ...times(30, 600_000, (t) => `${t.toISOString()};0,25`)]);
  const { code, output } = await runProgram('import', [file, '--guess']);
  expect(code).toBe(0);
  expect(output).toContain('put the zone of the logger');
  const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  const mapping = parseMapping(text);
  expect(mapping).toMatchObject({ separator: 'semicolon', header: 1, decimal: 'comma', timeZone: '?' });
  await expect(checkRecording(file, mapping, 'utf-8', Date.UTC(2026, 0, 1))).rejects.toMatchObject({
    messageId: 'import.mapping.zone',
    params: { zone: '?' },
  });
  const none = await runProgram('import', [csv(['a,b', '1,2', '3,4']), '--guess']);
  expect([none.code, none.output]).toEqual([1, expect.stringContaining('looks like a time')]);
  const zone = await runProgram('import', [file, '--guess', '--zone', 'Moon']);
  expect([zone.code, zone.output]).toEqual([1, expect.stringContaining('--zone Moon is no zone')]);
}, 300_000);
