/** R10: what does not fit is refused in a sentence before anything is made, and leaves nothing behind. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import en from '../../../locales/en.json' with { type: 'json' };
import { type Language, languages } from '../../../src/base/messages.ts';
import { importFile } from '../../../src/server/imports/import-file.ts';
import { type Mapping, parseMapping, type SensorMapping } from '../../../src/server/imports/mapping.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { everything, order, seedProject } from '../../support/imports.ts';
import { runOnTerminal, runProgram } from '../../support/process.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-refusals-'));
  storage = await openStorage({ dataDir: folder });
  await seedProject(storage);
  // A station with a tilt sensor in slot 0, for what does not fit one that is there.
  const file = join(folder, 'there.csv');
  writeFileSync(file, '2024-05-01 00:00,1\n');
  await importFile(storage, order(file, mappingOf({ x: { column: 1 } }), { station: 'THERE' }));
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const sensor = (channels: SensorMapping['channels'], more: Partial<SensorMapping> = {}): SensorMapping => ({
  slot: 0,
  kind: 'rt1030',
  row: 'tilt',
  channels,
  ...more,
});
const mappingOf = (channels: SensorMapping['channels'], more: Partial<Mapping> = {}): Mapping => ({
  format: 'delimited',
  timeZone: 'Asia/Shanghai',
  time: { column: 0 },
  sensors: [sensor(channels)],
  ...more,
});
const x = mappingOf({ x: { column: 1 } });
const withSensor = (
  more: Partial<SensorMapping>,
  channels: SensorMapping['channels'] = { x: { column: 1 } },
) => mappingOf({}, { sensors: [sensor(channels, more)] });

let files = 0;
function csv(text: string): string {
  files += 1;
  const file = join(folder, `${files}.csv`);
  writeFileSync(file, text);
  return file;
}
const good = Array.from(
  { length: 20 },
  (_, i) => `2024-05-01 ${String(i).padStart(2, '0')}:00,${i / 10},${i}`,
);

/** Everything that an import could leave, its record too. */
async function traces(): Promise<string> {
  const runs = await storage.db.selectFrom('import_runs').selectAll().execute();
  const audit = await storage.db.selectFrom('audit').select('id').execute();
  return JSON.stringify([await everything(storage), runs, audit.length]);
}

describe('R10 refused before anything is made', () => {
  let before: string;
  beforeEach(async () => {
    before = await traces();
  });
  afterEach(async () => {
    expect(await traces()).toBe(before);
  });

  it.each<[string, Mapping, string, object]>([
    ['an unknown zone', { ...x, timeZone: 'Asia/Peking' }, 'import.mapping.zone', { zone: 'Asia/Peking' }],
    [
      'a column beyond the last',
      mappingOf({ x: { column: 3 } }),
      'import.mapping.columnNumber',
      { column: 3, last: 2 },
    ],
    [
      'a time beyond the last',
      { ...x, time: { column: 7 } },
      'import.mapping.columnNumber',
      { column: 7, last: 2 },
    ],
    ['a kind that there is not', withSensor({ kind: 'tilt' }), 'import.mapping.kind', { kind: 'tilt' }],
    [
      'a kind that does not measure the row',
      withSensor({ kind: 'rain' }),
      'import.mapping.kindRow',
      { kind: 'rain', row: 'tilt' },
    ],
    [
      'no kind for a new sensor',
      withSensor({ kind: undefined as never }),
      'import.target.noKind',
      { slot: 0 },
    ],
    ['a status row of a sensor', withSensor({ row: 'status' }), 'import.mapping.statusRow', { slot: 0 }],
    ['a sensor row of the RTU', withSensor({ slot: 'rtu' }), 'import.mapping.statusRow', { slot: 'rtu' }],
    ['a row that there is not', withSensor({ row: 'tilts' }), 'import.mapping.row', { row: 'tilts' }],
    [
      'a channel that is filled twice',
      { ...x, sensors: [sensor({ x: { column: 1 } }), sensor({ x: { column: 2 } })] },
      'import.mapping.twice',
      { channel: 'x' },
    ],
    [
      'two kinds for one slot',
      {
        ...x,
        sensors: [
          sensor({ x: { column: 1 } }),
          sensor({ amount: { column: 2 } }, { kind: 'rain', row: 'rain' }),
        ],
      },
      'import.target.kind',
      { kind: 'rt1030', wanted: 'rain' },
    ],
    [
      'a constant that is no code',
      mappingOf({ x: { column: 1 }, runState: { constant: 77 } }),
      'import.mapping.constant',
      { constant: 77 },
    ],
    [
      'a pattern without a day',
      { ...x, time: { column: 0, pattern: 'HH:mm' } },
      'import.mapping.pattern',
      {},
    ],
    [
      'columns that are swapped',
      { ...x, time: { column: 1 }, sensors: [sensor({ x: { column: 0 } })] },
      'import.check.share',
      { refused: 20, lines: 20, percent: 100, limit: 5 },
    ],
  ])('%s', async (_, mapping, messageId, params) => {
    await expect(
      importFile(storage, order(csv(good.join('\n')), mapping, { station: 'NEW' })),
    ).rejects.toMatchObject({
      messageId,
      params,
    });
  });

  it('numbers in hexadecimal, also one among many', async () => {
    const file = csv([...good.slice(0, 19), '2024-05-01 19:00,0x1F,1'].join('\n'));
    await expect(importFile(storage, order(file, x, { maxRefused: 100 }))).rejects.toMatchObject({
      messageId: 'import.check.hex',
      params: { line: 20, channel: 'x', cell: '0x1F' },
    });
  });

  it('columns of another quantity: a record number is no rain, a temperature of years no tilt', async () => {
    const rows = good.map((line, i) => `${line},${11_600 + i},${20_240_000 + i}`).join('\n');
    const rain = { kind: 'rain', row: 'rain' };
    await expect(
      importFile(storage, order(csv(rows), withSensor(rain, { amount: { column: 3 } }))),
    ).rejects.toMatchObject({
      messageId: 'import.check.implausible',
      params: { channel: 'amount', column: '3', count: 20, all: 20, least: 0, most: 1200, unit: 'mm' },
    });
    await expect(
      importFile(storage, order(csv(rows), mappingOf({ x: { column: 4 } }))),
    ).rejects.toMatchObject({
      messageId: 'import.check.implausible',
    });
  });

  it('a sensor that is there and is of another kind, or does not measure the row', async () => {
    const rain = withSensor({ kind: 'rain', row: 'rain' }, { amount: { column: 2 } });
    const there = { station: 'THERE' };
    await expect(importFile(storage, order(csv(good.join('\n')), rain, there))).rejects.toMatchObject({
      status: 409,
      messageId: 'import.target.kind',
      params: { slot: 0, code: 'THERE', kind: 'rt1030', wanted: 'rain' },
    });
    const unsaid = withSensor({ kind: undefined as never, row: 'rain' }, { amount: { column: 2 } });
    await expect(
      importFile(storage, order(csv(good.join('\n')), unsaid, { ...there, place: null })),
    ).rejects.toMatchObject({
      messageId: 'import.target.row',
      params: { kind: 'rt1030', row: 'rain', rows: 'tilt' },
    });
  });

  it('a station, a project and a sensor that there are not, and a station that nobody named', async () => {
    const file = csv(good.join('\n'));
    const refused = (more: Parameters<typeof order>[2]) =>
      expect(importFile(storage, order(file, x, more))).rejects;
    await refused({ station: 'NONE', place: null }).toMatchObject({ messageId: 'import.target.station' });
    await refused({ station: undefined }).toMatchObject({ messageId: 'import.target.noStation' });
    const elsewhere = { projectCode: 'X', latitude: 0, longitude: 0, timeZone: 'UTC', names: {} };
    await refused({ place: elsewhere }).toMatchObject({ messageId: 'import.target.project' });
    const slot = order(file, withSensor({ slot: 63 }), { station: 'THERE', place: null });
    await expect(importFile(storage, slot)).rejects.toMatchObject({
      messageId: 'import.target.sensor',
      params: { slot: 63, code: 'THERE' },
    });
  });

  it('a file without measurements', async () => {
    for (const text of ['', '\n\n', '2024-05-01 00:00,,\n2024-05-01 00:10,NAN,']) {
      await expect(importFile(storage, order(csv(text), x))).rejects.toMatchObject({
        messageId: 'import.check.nothing',
      });
    }
  });

  it('an hour that clocks skip or repeat is refused with that reason, and is accepted with a fixed offset', async () => {
    const mapping = { ...x, timeZone: 'Europe/Berlin' };
    const file = csv(
      [
        '2024-03-31 01:30,1',
        '2024-03-31 02:30,2',
        '2024-03-31 03:30,3',
        '2024-10-27 02:30,4',
        '2024-10-27 03:30,5',
      ].join('\n'),
    );
    const refused = await importFile(storage, order(file, mapping, { dryRun: true, maxRefused: 40 }));
    expect(refused.check.bad).toEqual([
      { line: 2, reason: 'skippedTime', detail: '2024-03-31 02:30', channel: '' },
      { line: 4, reason: 'doubledTime', detail: '2024-10-27 02:30', channel: '' },
    ]);
    const times = (outcome: Awaited<ReturnType<typeof importFile>>) =>
      outcome.check.preview.map(({ reading }) => new Date(reading.t).toISOString().slice(5, 16));
    const fixed = await importFile(storage, order(file, { ...x, timeZone: 'UTC+1' }, { dryRun: true }));
    expect(times(fixed)).toEqual(['03-31T00:30', '03-31T01:30', '03-31T02:30', '10-27T01:30', '10-27T02:30']);
    const second = order(file, { ...mapping, repeated: 'second' }, { dryRun: true, maxRefused: 20 });
    expect(times(await importFile(storage, second))).toEqual([
      '03-31T00:30',
      '03-31T01:30',
      '10-27T01:30',
      '10-27T02:30',
    ]);
  });
});

test.each([
  [5, 19, 1],
  [4.9, 19, 1],
  [25, 15, 5],
  [24.9, 15, 5],
])('R10 the share of refused lines: %d per cent, %d good and %d bad lines', async (limit, fine, bad) => {
  const lines = [...good.slice(0, fine), ...Array.from({ length: bad }, () => 'x,1,1')];
  const asked = order(csv(lines.join('\n')), x, { station: 'SHARE', maxRefused: limit, dryRun: true });
  const isWithin = (bad / (fine + bad)) * 100 <= limit;
  const outcome = importFile(storage, asked);
  if (isWithin) expect((await outcome).counts).toMatchObject({ stored: fine, rejected: bad });
  else
    await expect(outcome).rejects.toMatchObject({
      messageId: 'import.check.share',
      params: { refused: bad, lines: fine + bad, limit },
    });
});

test.each([
  ['slot 64', { slot: 64 }],
  ['slot −1', { slot: -1 }],
  ['a slot that is a word', { slot: 'one' }],
])('R10 %s is no slot', (_, more) => {
  const text = JSON.stringify({ ...x, sensors: [{ ...sensor({ x: { column: 1 } }), ...more }] });
  expect(() => parseMapping(text)).toThrow(expect.objectContaining({ messageId: 'import.mapping.field' }));
});

describe('R10 the command', () => {
  const run = (language: Language, ...args: string[]) =>
    runProgram('import', [...args, '--language', language], { DATA_DIR: folder, NODE_NO_WARNINGS: '1' });
  let file: string;
  let mapping: string;
  beforeAll(() => {
    file = csv([...good.slice(0, 18), 'x,1,1', '2024-05-01 00:00,1,1'].join('\n'));
    mapping = join(folder, 'mapping.json');
    writeFileSync(mapping, JSON.stringify(x));
  });

  test('a place in the south and west is taken, and no place or a swapped one is refused with nothing left', async () => {
    const before = await traces();
    const create = [file, '--station', 'SYD-1', '--mapping', mapping, '--create', 'REC'];
    const none = await run('en', ...create);
    expect([none.code, none.output.trim()]).toEqual([
      1,
      '--create needs --at LATITUDE,LONGITUDE: where the new station stands',
    ]);
    const swapped = await run('zh-chs', ...create, '--at', '151.21,-33.87');
    expect(swapped.code).toBe(1);
    expect(swapped.output).toContain('--at 151.21,-33.87 不是有效位置');
    const share = await run('ja', ...create, '--at', '-33.87,151.21');
    expect(share.code).toBe(1);
    expect(share.output).toContain('20行中 2行を取り込めません（10％、上限 5％）');
    expect(share.output).toContain('19行目');
    expect(await traces()).toBe(before);

    const taken = await run('en', ...create, '--at', '-33.87,-151.21', '--max-refused', '10', '--who', 'Ada');
    expect([taken.code, taken.output]).toEqual([0, expect.stringContaining('18 readings stored')]);
    const station = await storage.db
      .selectFrom('stations')
      .select(['latitude', 'longitude', 'time_zone'])
      .where('code', '=', 'SYD-1')
      .executeTakeFirstOrThrow();
    expect(station).toEqual({ latitude: -33.87, longitude: -151.21, time_zone: 'Asia/Shanghai' });
    const number = /run (\d+)/.exec(taken.output)?.[1] ?? '';
    const listed = await run('en', '--runs');
    expect(listed.output).toMatch(
      new RegExp(`^${number}  .*Ada  ${file}  stored 18, .*not taken 2  done$`, 'm'),
    );
    const undone = await run('en', '--undo', number);
    expect([undone.code, undone.output.trim()]).toEqual([
      0,
      `Run ${number} is undone: 18 rows removed, 0 rows as they were before`,
    ]);
    const again = await run('en', '--undo', number);
    expect([again.code, again.output.trim()]).toEqual([1, `Run ${number} has been undone already`]);
  }, 300_000);

  test('conflicts are listed and asked for; a dry run shows rows; wrong options are reported', async () => {
    const other = csv('2024-05-01 00:00,5,0\n2024-05-02 00:00,6,0');
    const asked = [other, '--station', 'THERE', '--mapping', mapping];
    const dry = await run('en', ...asked, '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.output).toContain('2024-04-30T16:00:00.000Z  THERE/0 tilt  x = 5 °');
    expect(dry.output).toContain(
      '1 readings would be stored, 0 filled in, 1 are already there, 1 values differ',
    );
    const ask = await run('en', ...asked);
    expect(ask.code).toBe(1);
    expect(ask.output).toContain('2024-04-30T16:00:00.000Z THERE/0 x: stored 1, in the file 5');
    expect(ask.output).toContain('--conflicts keep (the stored ones), replace (those of the file) or fail');
    // Nobody sits at a pipe: what is typed there answers nothing.
    expect(ask.output).not.toContain('[keep/replace/fail]');
    for (const [args, words] of [
      [[...asked, '--conflicts', 'both'], '--conflicts both is no rule'],
      [[...asked, '--max-refused', '101'], '--max-refused 101 is no percentage'],
      [[...asked, '--sensor', '64'], '--sensor 64 is no slot'],
      [['--undo', 'all'], 'There is no run all'],
    ] as const) {
      const refused = await run('en', ...args);
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(words)]);
    }
    const wrong = await run('en', ...asked, '--colour', 'red');
    expect([wrong.code, wrong.output]).toEqual([2, expect.stringContaining('Use: npm run import')]);
    for (const language of languages) expect((await run(language)).code).toBe(2);
  }, 300_000);

  test('R2 on a terminal the rule is asked for, until one is typed', async () => {
    const there = async () => {
      const { rows } = await storage.readings.rows({
        ...{ sourceId: 1, row: 'tilt', element: 0, from: 0, to: Date.UTC(2031, 0), limit: 10 },
      });
      return rows.map(({ values }) => values['x']);
    };
    const before = await there();
    const other = csv('2024-05-01 00:00,5,0');
    const environment = { DATA_DIR: folder, NODE_NO_WARNINGS: '1' };
    const run = (...answers: readonly (readonly [string, string])[]) =>
      runOnTerminal('import', [other, '--station', 'THERE', '--mapping', mapping], environment, answers);
    const question = en['import.conflicts.question'].replace('{count}', '1');
    // The input is ended in place of an answer: refused in a sentence, as without a terminal.
    const none = await run([question, '\u0004']);
    expect([none.code, none.output]).toEqual([1, expect.stringContaining('Nothing was imported')]);
    const fail = await run([question, 'fail\r']);
    expect([fail.code, fail.output]).toEqual([1, expect.stringContaining('by --conflicts fail')]);
    expect(await there()).toEqual(before);
    const done = await run([question, 'both\r'], [question, 'r\r']);
    expect([done.code, done.output]).toEqual([0, expect.stringContaining('1 values differ')]);
    expect(await there()).toEqual([5, ...before.slice(1)]);
  }, 300_000);
});
