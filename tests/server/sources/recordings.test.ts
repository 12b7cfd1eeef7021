/** A recording comes in by each way and gives the same rows as by the importer of the command line. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { workbookAsCsv } from '../../../src/console/components/sheets/sheet-csv.ts';
import { importFile } from '../../../src/server/imports/import-file.ts';
import { parseMapping } from '../../../src/server/imports/mapping.ts';
import { FolderWatch } from '../../../src/server/sources/folder.ts';
import { ftpClient, textStream } from '../../support/ftp.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { editorOf, makeSource, send, type TestSource } from '../../support/sources.ts';

const recording = new URL('../../../../shared/data/usgs-mukilteo/waWatertonA_14d.txt', import.meta.url);
const mappingFile = new URL('../../support/recordings/mukilteo-watertonA-14d.json', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'groundwatch-ways-'));
const bytes = readFileSync(recording);
let server: TestServer;
let token: string;
const place = (names: string) => ({
  projectCode: 'A',
  latitude: 47.94,
  longitude: -122.31,
  timeZone: 'America/Los_Angeles',
  names: { [names]: names },
});
const mappingOf = (station: string) => {
  const mapping = parseMapping(readFileSync(mappingFile, 'utf8'));
  return { ...mapping, sensors: mapping.sensors.map((sensor) => ({ ...sensor, station })) };
};

/** Makes a station with the sensors of the recording by importing its first line and taking that back by hand. */
async function make(station: string): Promise<void> {
  const file = join(folder, `${station}.txt`);
  writeFileSync(file, bytes.subarray(0, bytes.indexOf(0x0a) + 1));
  const order = { file, mapping: mappingOf(station), place: place(station), conflicts: 'keep' } as const;
  const who = { userId: null, accountName: 'test' };
  await importFile(server.running.storage, { ...order, maxRefused: 5, dryRun: false, who, now: Date.now() });
}

/** Every reading of a station's sensors, by slot, row and time. */
async function rowsOf(station: string): Promise<readonly string[]> {
  const { storage } = server.running;
  const sensors = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select(['sensors.id', 'sensors.slot', 'rtus.id as rtu'])
    .where('stations.code', '=', station)
    .orderBy('sensors.slot')
    .execute();
  const found: string[] = [];
  const seen = new Set<string>();
  for (const { row, slot } of mappingOf(station).sensors) {
    const own = slot === 'rtu' ? sensors[0]?.rtu : sensors.find((one) => one.slot === slot)?.id;
    if (seen.has(`${slot} ${row}`)) continue;
    seen.add(`${slot} ${row}`);
    const query = {
      sourceId: own ?? 0,
      row: row as 'rain',
      element: 0,
      from: 0,
      to: Date.now(),
      limit: 100_000,
    };
    for (const { t, values } of (await storage.readings.rows(query)).rows)
      found.push(`${slot} ${row} ${t} ${JSON.stringify(Object.entries(values).sort())}`);
  }
  return found.sort();
}

beforeAll(async () => {
  server = await startTestServer({ environment: { SOURCES_DIR: folder, FTP_PORT: '0' } });
  token = await editorOf(server, 1);
  for (const station of ['W-CLI', 'W-HTTP', 'W-MQTT', 'W-DIR', 'W-FTP', 'W-UP', 'W-XLSX'])
    await make(station);
  const file = recording.pathname;
  const who = { userId: null, accountName: 'test' };
  const order = { file, mapping: mappingOf('W-CLI'), place: null, conflicts: 'keep' } as const;
  await importFile(server.running.storage, { ...order, maxRefused: 5, dryRun: false, who, now: Date.now() });
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function same(station: string): Promise<void> {
  const wanted = await rowsOf('W-CLI');
  expect(wanted.length).toBeGreaterThan(1344 * 2);
  expect(await rowsOf(station)).toEqual(wanted);
}
const sourceOf = (station: string, way: string): Promise<TestSource> =>
  makeSource(server, token, mappingOf(station), { way });

it('by HTTP', async () => {
  const answer = await send(server, await sourceOf('W-HTTP', 'http'), new Uint8Array(bytes));
  expect(answer.http).toBe(200);
  await same('W-HTTP');
});

it('by plain MQTT, in messages of a hundred lines', async () => {
  const source = await sourceOf('W-MQTT', 'mqtt');
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.running.mqttPort}`, {
    clientId: source.key,
    username: source.key,
    password: source.token,
  });
  const lines = bytes.toString().split('\n');
  for (let at = 0; at < lines.length; at += 100)
    await client.publishAsync(`in/${source.key}/log`, lines.slice(at, at + 100).join('\n'), { qos: 1 });
  await client.endAsync();
  await same('W-MQTT');
});

it('by a watched folder', async () => {
  const source = await sourceOf('W-DIR', 'upload');
  const { storage, sources } = server.running;
  await storage.write((db) =>
    db.updateTable('sources').set({ way: 'folder' }).where('id', '=', source.id).execute(),
  );
  const watch = new FolderWatch({
    storage,
    intake: sources.intake,
    root: folder,
    now: Date.now,
    failed: (error) => {
      throw error;
    },
  });
  await watch.look();
  const path = join(folder, source.key, 'log.txt');
  writeFileSync(path, bytes);
  utimesSync(path, 1e9, 1e9);
  await watch.look();
  await watch.look();
  await same('W-DIR');
});

it('by FTP, in a file that grows', async () => {
  const source = await sourceOf('W-FTP', 'ftp');
  const { storage, sources, ftp } = server.running;
  const client = await ftpClient(ftp?.access.port ?? 0, source);
  const half = Math.floor(bytes.length / 2);
  const { arriving } = sources;
  const watch = new FolderWatch({
    ...{ storage, intake: sources.intake, root: folder, now: Date.now, arriving },
    failed: (error) => {
      throw error;
    },
  });
  const look = async () => {
    await watch.look();
    await watch.look();
  };
  await client.uploadFrom(textStream(bytes.subarray(0, half)), 'log.txt');
  await look();
  await client.appendFrom(textStream(bytes.subarray(half)), 'log.txt');
  await look();
  client.close();
  await same('W-FTP');
});

/** The recording as a workbook, with moments and numbers as spreadsheets keep them, as the console sends it. */
async function asWorkbook(): Promise<File> {
  const day = 86_400_000;
  const cellOf = (text: string) => {
    const moment = /^\d{4}-\d{2}-\d{2} [\d:]+$/.test(text)
      ? Date.parse(`${text.replace(' ', 'T')}Z`)
      : Number.NaN;
    if (!Number.isNaN(moment))
      return { t: 'n', v: (moment - Date.UTC(1899, 11, 30)) / day, z: 'yyyy-mm-dd hh:mm:ss' };
    return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
  };
  const lines = bytes.toString().trimEnd().split(/\r?\n/);
  const sheet = utils.aoa_to_sheet(
    lines.map((line) => line.split('\t').map((cell) => cellOf(cell.replaceAll('"', '')))),
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'log');
  const csv = await workbookAsCsv(
    new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], 'log.xlsx'),
    'tab',
  );
  if (typeof csv === 'string') throw new Error(csv);
  return csv.csv;
}

it.each([
  ['by upload', 'W-UP', async () => new File([new Uint8Array(bytes)], 'log.txt')],
  ['by upload of a workbook', 'W-XLSX', asWorkbook],
] as const)('%s', async (_, station, fileOf) => {
  const source = await sourceOf(station, 'upload');
  const form = new FormData();
  form.set('file', await fileOf());
  const headers = { authorization: token, lang: 'en' };
  const address = `${server.address}/rest/sources/${source.id}`;
  const sent = await fetch(`${address}/files`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { file: string } };
  const ask = async (path: string, body: unknown) =>
    server.call(`/rest/sources/${source.id}${path}`, { token, method: 'POST', body });
  const tried = await ask('/tries', { sample: { file: data.file }, mapping: mappingOf(station) });
  expect(tried.envelope?.data).toMatchObject({ problem: null, result: { lines: 1344, conflictCount: 0 } });
  const order = { file: data.file, maxRefused: 5, evaluates: false };
  const dry = await ask('/imports', { ...order, dryRun: true });
  const done = await ask('/imports', { ...order, dryRun: false });
  expect(done.envelope?.data).toMatchObject({
    ...(dry.envelope?.data as unknown as object),
    run: expect.any(Number),
  });
  await same(station);
});
