/** A recording comes in by each way and gives the same rows as by the importer of the command line. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { workbookAsCsv } from '../../../src/console/components/sheets/sheet-csv.ts';
import { importFile } from '../../../src/server/imports/import-file.ts';
import { parseMapping } from '../../../src/server/imports/mapping.ts';
import { FolderWatch } from '../../../src/server/sources/folder.ts';
import { ftpClient, textStream } from '../../support/ftp.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { editorOf, makeSource, send, type TestSource } from '../../support/sources.ts';

/** Lines that a file begins with, its zone, and of how many lines a message is. */
const recordings = [
  ['usgs-mukilteo/waWatertonA_14d.txt', 'mukilteo-watertonA-14d', 'W', 0, '\t', 'America/Los_Angeles', 100],
  ['usgs-mukilteo/waMVD116_14d.txt', 'mukilteo-mvd116-14d', 'M', 0, '\t', 'America/Los_Angeles', 200],
  ['bowdoin/Th-Bowdoin-2_Therm.dat', 'bowdoin-thermistors', 'B', 4, ',', 'UTC', 100],
  ['munich-bridge/inclination-100hz.csv', 'munich-inclination', 'I', 1, ',', 'Europe/Berlin', 900],
] as const;
const folder = mkdtempSync(join(tmpdir(), 'groundwatch-ways-'));
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { SOURCES_DIR: folder, FTP_PORT: '0' } });
  token = await editorOf(server, 1);
}, 300_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(
  recordings,
)('%s', (recording, mappingName, prefix, headLines, separator, timeZone, together) => {
  const path = new URL(`../../../../shared/data/${recording}`, import.meta.url).pathname;
  const mappingFile = new URL(`../../support/recordings/${mappingName}.json`, import.meta.url);
  const bytes = readFileSync(path);
  const all = bytes.toString().trimEnd().split(/\r?\n/);
  const [head, body] = [all.slice(0, headLines), all.slice(headLines)];
  /** As a device sends it: some lines a message, each with the heads. */
  const messages = Array.from({ length: Math.ceil(body.length / together) }, (_, at) =>
    [...head, ...body.slice(at * together, (at + 1) * together), ''].join('\n'),
  );
  const named = (way: string) => `${prefix}-${way}`;
  const place = (names: string) => ({
    projectCode: 'A',
    latitude: 47.94,
    longitude: -122.31,
    timeZone,
    names: Object.fromEntries(mappingOf(names).sensors.map(({ station }) => [station, station])),
  });
  /** A recording of several stations has as many here, of names that begin alike. */
  const ownOf = (station: string, sensor: { readonly station?: string | undefined }) =>
    sensor.station === undefined ? station : `${station}-${sensor.station}`;
  const mappingOf = (station: string) => {
    const mapping = parseMapping(readFileSync(mappingFile, 'utf8'));
    return {
      ...mapping,
      sensors: mapping.sensors.map((sensor) => ({ ...sensor, station: ownOf(station, sensor) })),
    };
  };

  /** Makes a station with the sensors of the recording by importing its first line. */
  async function make(station: string): Promise<void> {
    const file = join(folder, `${station}.txt`);
    writeFileSync(file, `${all.slice(0, headLines + 1).join('\n')}\n`);
    const order = { file, mapping: mappingOf(station), place: place(station), conflicts: 'keep' } as const;
    const who = { userId: null, accountName: 'test' };
    await importFile(server.running.storage, {
      ...order,
      maxRefused: 5,
      dryRun: false,
      who,
      now: Date.now(),
    });
  }

  /** Every reading of a station's sensors, by slot, row and time. */
  async function rowsOf(station: string): Promise<readonly string[]> {
    const { storage } = server.running;
    const sensors = await storage.db
      .selectFrom('sensors')
      .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
      .innerJoin('stations', 'stations.id', 'rtus.station_id')
      .select(['sensors.id', 'sensors.slot', 'rtus.id as rtu', 'stations.code'])
      .where('stations.code', 'in', [...new Set(mappingOf(station).sensors.map((one) => one.station))])
      .orderBy('sensors.slot')
      .execute();
    const found: string[] = [];
    const seen = new Set<string>();
    for (const { row, slot, station: code } of mappingOf(station).sensors) {
      const here = sensors.filter((one) => one.code === code);
      const own = slot === 'rtu' ? here[0]?.rtu : here.find((one) => one.slot === slot)?.id;
      const name = `${code.slice(station.length)} ${slot} ${row}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const query = {
        sourceId: own ?? 0,
        row: row as 'rain',
        element: 0,
        from: 0,
        to: Date.now(),
        limit: 100_000,
      };
      for (const { t, values } of (await storage.readings.rows(query)).rows)
        found.push(`${name} ${t} ${JSON.stringify(Object.entries(values).sort())}`);
    }
    return found.sort();
  }

  beforeAll(async () => {
    for (const way of ['CLI', 'HTTP', 'MQTT', 'DIR', 'FTP', 'UP', 'XLSX']) await make(named(way));
    const who = { userId: null, accountName: 'test' };
    const order = { file: path, mapping: mappingOf(named('CLI')), place: null, conflicts: 'keep' } as const;
    await importFile(server.running.storage, {
      ...order,
      maxRefused: 5,
      dryRun: false,
      who,
      now: Date.now(),
    });
  }, 300_000);

  async function same(station: string): Promise<void> {
    const wanted = await rowsOf(named('CLI'));
    expect(wanted.length).toBeGreaterThanOrEqual(body.length);
    expect(await rowsOf(station)).toEqual(wanted);
  }
  const sourceOf = (station: string, way: string): Promise<TestSource> =>
    makeSource(server, token, mappingOf(station), { way });

  it('by HTTP', async () => {
    const source = await sourceOf(named('HTTP'), 'http');
    // As much at once as a message may hold, where it holds all.
    const whole = body.length <= 20_000 ? [new Uint8Array(bytes)] : messages;
    for (const message of whole) expect((await send(server, source, message)).http).toBe(200);
    await same(named('HTTP'));
  });

  it('by plain MQTT, in messages of some lines', async () => {
    const source = await sourceOf(named('MQTT'), 'mqtt');
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.running.mqttPort}`, {
      clientId: source.key,
      username: source.key,
      password: source.token,
    });
    for (const message of messages) await client.publishAsync(`in/${source.key}/log`, message, { qos: 1 });
    await client.endAsync();
    await same(named('MQTT'));
  });

  it('by a watched folder', async () => {
    const source = await sourceOf(named('DIR'), 'upload');
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
    const log = join(folder, source.key, 'log.txt');
    writeFileSync(log, bytes);
    utimesSync(log, 1e9, 1e9);
    await watch.look();
    await watch.look();
    await same(named('DIR'));
  });

  it('by FTP, in a file that grows', async () => {
    const source = await sourceOf(named('FTP'), 'ftp');
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
    await same(named('FTP'));
  });

  /** The recording as a workbook, with moments and numbers as spreadsheets keep them, as the console sends it. */
  async function asWorkbook(): Promise<File> {
    const day = 86_400_000;
    const cellOf = (text: string) => {
      const moment = /^\d{4}-\d{2}-\d{2} [\d:.]+$/.test(text)
        ? Date.parse(`${text.replace(' ', 'T')}Z`)
        : Number.NaN;
      if (!Number.isNaN(moment))
        return { t: 'n', v: (moment - Date.UTC(1899, 11, 30)) / day, z: 'yyyy-mm-dd hh:mm:ss' };
      return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
    };
    const sheet = utils.aoa_to_sheet(
      all.map((line) => line.split(separator).map((cell) => cellOf(cell.replaceAll('"', '')))),
    );
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'log');
    const csv = await workbookAsCsv(
      new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], 'log.xlsx'),
      separator === ',' ? 'comma' : 'tab',
    );
    if (typeof csv === 'string') throw new Error(csv);
    return csv.csv;
  }

  it.each([
    ['by upload', 'UP', async () => new File([new Uint8Array(bytes)], 'log.txt')],
    ['by upload of a workbook', 'XLSX', asWorkbook],
  ] as const)('%s', async (_, way, fileOf) => {
    const station = named(way);
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
    expect(tried.envelope?.data).toMatchObject({ problem: null, result: { conflictCount: 0 } });
    const order = { file: data.file, maxRefused: 5, evaluates: false };
    const dry = await ask('/imports', { ...order, dryRun: true });
    const done = await ask('/imports', { ...order, dryRun: false });
    expect(done.envelope?.data).toMatchObject({
      ...(dry.envelope?.data as unknown as object),
      run: expect.any(Number),
    });
    await same(station);
  });
});
