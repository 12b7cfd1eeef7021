/** Files of a size that loggers have after years: read in pieces, each row once, what is wrong in them in groups. */
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FolderWatch } from '../../../src/server/sources/folder.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { editorOf, makeSource, send, type TestSource } from '../../support/sources.ts';

const root = mkdtempSync(join(tmpdir(), 'groundwatch-large-'));
let server: TestServer;
let token: string;
let source: TestSource;
let watch: FolderWatch;
const mapping = {
  format: 'delimited',
  header: 1,
  timeZone: 'UTC',
  time: { column: 'Time' },
  sensors: [{ station: 'A-1', slot: 0, row: 'tilt', channels: { x: { column: 'X' } } }],
} as const;

beforeAll(async () => {
  server = await startTestServer({ environment: { SOURCES_DIR: root } });
  token = await editorOf(server, 1);
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  const { storage, sources } = server.running;
  // The server's own watch is paused: this one looks when the test says so.
  await sources.stop();
  source = await makeSource(server, token, { ...mapping, sensors: [...mapping.sensors] }, { way: 'folder' });
  mkdirSync(join(root, source.key));
  watch = new FolderWatch({
    ...{ storage, intake: sources.intake, root, now: Date.now },
    failed: (error) => {
      throw error;
    },
  });
});

const stamp = (t: number) => new Date(t).toISOString().slice(0, 19).replace('T', ' ');
const path = () => join(root, source.key, 'log.csv');
const read = async () => {
  utimesSync(path(), 1e9, 1e9);
  await watch.look();
  await watch.look();
};
const countOf = async (from: number, to: number) => {
  const range = { sourceId: 1, row: 'tilt' as const, element: 0, from, to, limit: 200_000 };
  const { rows } = await server.running.storage.readings.rows(range);
  return { count: rows.length, sum: rows.reduce((sum, { values }) => sum + Number(values['x']), 0) };
};
const detail = async () => {
  const { envelope } = await server.call(`/rest/sources/${source.id}`, { token });
  return envelope?.data as unknown as {
    files: { name: string; lines: number; problem: string | null }[];
    source: { refused: number; stored: number };
  };
};
const refusals = async (id: number) => {
  const { envelope } = await server.call('/rest/sources', { token });
  const { refusals: all } = envelope?.data as unknown as {
    refusals: { sourceId: number; reason: string; count: number; text: string }[];
  };
  return all.filter(({ sourceId }) => sourceId === id);
};

it('reads short lines by the ten thousand, more than one message may have', async () => {
  const start = Date.UTC(2025, 0, 1);
  const lines = Array.from({ length: 25_000 }, (_, at) => `${stamp(start + at * 1000)},${at % 10}\n`);
  writeFileSync(path(), `Time,X\n${lines.join('')}`);
  await read();
  expect((await detail()).files).toMatchObject([{ name: 'log.csv', lines: 25_000, problem: null }]);
  expect(await countOf(start, start + 25_000_000)).toEqual({ count: 25_000, sum: 2500 * 45 });
}, 300_000);

it('reads a file of 100 MB', async () => {
  const start = Date.UTC(2025, 1, 1);
  const rows = 12_800;
  const rest = `,${'0.123456,'.repeat(910)}end\n`;
  const text = function* () {
    yield 'Time,X,rest\n';
    for (let at = 0; at < rows; at++) yield `${stamp(start + at * 60_000)},${at % 7}${rest}`;
  };
  await pipeline(Readable.from(text()), createWriteStream(path()));
  await read();
  expect((await detail()).files).toMatchObject([{ lines: rows, problem: null }]);
  const sum = Array.from({ length: rows }, (_, at) => at % 7).reduce((all, one) => all + one, 0);
  expect(await countOf(start, start + rows * 60_000)).toEqual({ count: rows, sum });
}, 300_000);

it('reports ten thousand bad rows in groups, and takes the good ones', async () => {
  const start = Date.UTC(2025, 2, 1);
  const lines = Array.from({ length: 10_100 }, (_, at) => {
    const time = stamp(start + at * 60_000);
    return at % 101 === 100 ? `${time},1\n` : at % 2 === 0 ? `${time},broken\n` : `not a time ${at},1\n`;
  });
  writeFileSync(path(), `Time,X\n${lines.join('')}`);
  await read();
  const groups = await refusals(source.id);
  expect(groups.length).toBeLessThanOrEqual(3);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  expect(groups.map(({ reason }) => reason).sort()).toEqual([
    'import.reason.notANumber',
    'import.reason.time',
  ]);
  expect((await detail()).source).toMatchObject({ refused: 10_000, stored: 100 });
  expect((await detail()).files).toMatchObject([{ problem: null }]);
  expect(await countOf(start, start + 10_100 * 60_000)).toEqual({ count: 100, sum: 100 });
}, 300_000);

it('by HTTP as well: each row has its answer, the page has groups', async () => {
  const own = await makeSource(server, token);
  const start = Date.UTC(2025, 3, 1);
  const rows = Array.from({ length: 10_001 }, (_, at) => ({
    ts: start + at * 60_000,
    values: { x: at === 0 ? 1 : 'broken' },
  }));
  const answer = await send(server, own, rows);
  expect([answer.http, answer.data.stored, answer.data.refused]).toEqual([200, 1, 10_000]);
  expect(await refusals(own.id)).toMatchObject([{ count: 10_000, text: 'x: broken is not a number' }]);
}, 300_000);
