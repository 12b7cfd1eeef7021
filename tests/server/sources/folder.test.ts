/** A watched folder: files that grow, are replaced, renamed, half-written, change their header; each row once. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FolderWatch } from '../../../src/server/sources/folder.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { editorOf, makeSource, type TestSource, tiltRows } from '../../support/sources.ts';

const root = mkdtempSync(join(tmpdir(), 'groundwatch-folder-'));
let server: TestServer;
let token: string;
let source: TestSource;
let watch: FolderWatch;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  token = await editorOf(server, 1);
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  source = await makeSource(
    server,
    token,
    {
      format: 'delimited',
      header: 1,
      timeZone: 'UTC',
      time: { column: 'Time' },
      sensors: [{ station: 'A-1', slot: 0, row: 'tilt', channels: { x: { column: 'X' } } }],
    },
    // A source of this way is made in the console where folders are watched.
    { way: 'upload' },
  );
  const { storage, sources } = server.running;
  await storage.write((db) =>
    db.updateTable('sources').set({ way: 'folder' }).where('id', '=', source.id).execute(),
  );
  folder = join(root, source.key);
  watch = new FolderWatch({
    storage,
    intake: sources.intake,
    root,
    now: Date.now,
    failed: (error) => {
      throw error;
    },
  });
  await watch.look();
});

let day = Date.UTC(2026, 8, 1);
const stamp = (t: number) => new Date(t).toISOString().slice(0, 19).replace('T', ' ');
/** Rows of the day of this test, by hour. */
const rows = async () => (await tiltRows(server, day)).map(({ t, x }) => [(t - day) / 3_600_000, x]);
const lines = (from: number, to: number, value = 1) =>
  Array.from({ length: to - from }, (_, at) => `${stamp(day + (from + at) * 3_600_000)},${value}\n`).join('');
const twice = async () => {
  await watch.look();
  await watch.look();
};
const files = async () => {
  const { envelope } = await server.call(`/rest/sources/${source.id}`, { token });
  return (envelope?.data as unknown as { files: { name: string; lines: number; problem: string | null }[] })
    .files;
};
beforeEach(() => {
  day += 10 * 86_400_000;
});

it('reads a file that grows on from where it was left, and no half line', async () => {
  const path = join(folder, 'grows.csv');
  writeFileSync(path, `Time,X\n${lines(0, 2)}${stamp(day + 2 * 3_600_000)},`);
  await twice();
  expect(await rows()).toEqual([
    [0, 1],
    [1, 1],
  ]);
  appendFileSync(path, `7\n${lines(3, 4)}`);
  await twice();
  expect(await rows()).toEqual([
    [0, 1],
    [1, 1],
    [2, 7],
    [3, 1],
  ]);
  expect(await files()).toMatchObject([{ name: 'grows.csv', lines: 4, problem: null }]);
});

it('reads nothing of a file that moved since the look before', async () => {
  const path = join(folder, 'written.csv');
  writeFileSync(path, `Time,X\n${lines(0, 1)}`);
  await watch.look();
  appendFileSync(path, lines(1, 2));
  await watch.look();
  expect(await rows()).toEqual([]);
  await watch.look();
  expect(await rows()).toHaveLength(2);
});

it('reads a file that was replaced from its start, with its new header, and a renamed one without a second row', async () => {
  const path = join(folder, 'a.csv');
  writeFileSync(path, `Time,X\n${lines(0, 2)}`);
  await twice();
  writeFileSync(path, `X,Time\n5,${stamp(day + 5 * 3_600_000)}\n6,${stamp(day + 6 * 3_600_000)}\n`);
  await twice();
  renameSync(path, join(folder, 'b.csv'));
  await twice();
  expect(await rows()).toEqual([
    [0, 1],
    [1, 1],
    [5, 5],
    [6, 6],
  ]);
});

it('takes a last line without an end once the file has stood still for long', async () => {
  const path = join(folder, 'open.csv');
  writeFileSync(path, `Time,X\n${lines(0, 1)}${stamp(day + 3_600_000)},3`);
  await twice();
  expect(await rows()).toEqual([[0, 1]]);
  const past = Date.now() / 1000 - 120;
  utimesSync(path, past, past);
  await twice();
  expect(await rows()).toEqual([
    [0, 1],
    [1, 3],
  ]);
});

it('says what is wrong with a file, and reads it when it is right; the others go on', async () => {
  writeFileSync(join(folder, 'bad.csv'), `Time,Y\n${lines(0, 1)}`);
  writeFileSync(join(folder, 'good.csv'), `Time,X\n${lines(1, 2)}`);
  await twice();
  expect(await rows()).toEqual([[1, 1]]);
  const [bad] = (await files()).filter(({ name }) => name === 'bad.csv');
  expect(bad?.problem).toContain('X');
  writeFileSync(join(folder, 'bad.csv'), `Time,X\n${lines(0, 1)}`);
  await twice();
  expect(await rows()).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect((await files()).every(({ problem }) => problem === null)).toBe(true);
});

it('says that the folder is gone, and goes on when it is back', async () => {
  writeFileSync(join(folder, 'a.csv'), `Time,X\n${lines(0, 1)}`);
  await twice();
  renameSync(root, `${root}-away`);
  await watch.look();
  expect((await files()).find(({ name }) => name === '.')?.problem).toContain('ENOENT');
  renameSync(`${root}-away`, root);
  appendFileSync(join(folder, 'a.csv'), lines(1, 2));
  mkdirSync(join(folder, 'a folder is no file'));
  await twice();
  expect(await rows()).toHaveLength(2);
  expect((await files()).some(({ name }) => name === '.')).toBe(false);
});

it('goes on where it was left after a restart, and takes the same files to nothing new', async () => {
  writeFileSync(join(folder, 'a.csv'), `Time,X\n${lines(0, 3)}`);
  await twice();
  const { storage, sources } = server.running;
  const again = new FolderWatch({
    storage,
    intake: sources.intake,
    root,
    now: Date.now,
    failed: () => undefined,
  });
  await again.look();
  await again.look();
  const { envelope } = await server.call(`/rest/sources/${source.id}`, { token });
  const { runs } = envelope?.data as unknown as { runs: { stored: number; duplicates: number }[] };
  expect(runs).toMatchObject([{ stored: 3, duplicates: 0 }]);
});
