/** The demo's sources on the real server: a day at once, then on from there, without a row twice; the same after a restart. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RowId } from '../../../src/catalogue/model.ts';
import {
  gatewayValues,
  loggerRain,
  makeDemoSources,
  startDemoSources,
  writeLogger,
} from '../../../src/main/demo/demo-sources.ts';
import { SiteEditor } from '../../../src/server/sites/edit/editor.ts';
import { until } from '../../support/security/world.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const day = 86_400_000;
const secretOf = (key: string) => `secret-of-${key}`;
let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-demo-sources-'));
  server = await startTestServer({ environment: { SOURCES_DIR: folder } });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = async (row: RowId, slot: number) => {
  const { storage } = server.running;
  const sensor = await storage.db
    .selectFrom('sensors')
    .select('id')
    .where('rtu_id', '=', 1)
    .where('slot', '=', slot)
    .executeTakeFirstOrThrow();
  const query = { sourceId: sensor.id, row, element: 0, from: 0, to: Date.now() + day, limit: 5000 };
  return (await storage.readings.rows(query)).rows;
};

it('fills a day by HTTP and by the folder with what was measured, and goes on where it was', async () => {
  const { storage } = server.running;
  const editor = new SiteEditor(storage, async () => server.running.sources.sitesChanged());
  await makeDemoSources(editor, secretOf);
  await makeDemoSources(editor, secretOf);
  const sources = await storage.db.selectFrom('sources').select(['way', 'key']).orderBy('id').execute();
  expect(sources.map(({ way }) => way)).toEqual(['http', 'folder']);
  const failures: unknown[] = [];
  const start = () =>
    startDemoSources({
      ...{ storage, address: server.address, secretOf, folder },
      failed: (error) => failures.push(error),
    });
  const first = start();
  await until(async () => (await rowsOf('level', 1)).length >= 1440);
  await until(async () => (await rowsOf('rain', 2)).length >= 288);
  await first.stop();
  const level = await rowsOf('level', 1);
  for (const { t, values } of level) {
    const { level: own, temperature } = gatewayValues(t);
    expect(values['level']).toBe(own);
    expect(values['temperature'] ?? null).toBe(temperature === 'ERR' ? null : temperature);
  }
  for (const { t, values } of await rowsOf('rain', 2))
    expect(values).toMatchObject({ amount: loggerRain(t), interval: 300 });
  expect(level.some(({ values }) => values['temperature'] == null)).toBe(true);
  const second = start();
  await second.stop();
  const times = (await rowsOf('level', 1)).map(({ t }) => t);
  expect(new Set(times).size).toBe(times.length);
  expect(times.length - level.length).toBeLessThan(3);
  expect(failures).toEqual([]);
}, 300_000);

it('writes each line of the logger once, whenever it is asked', () => {
  const own = join(folder, 'own');
  const now = Date.UTC(2026, 4, 1, 12, 2);
  writeLogger(own, now);
  writeLogger(own, now);
  writeLogger(own, now + 4 * 60_000);
  const lines = readFileSync(join(own, 'Rain5.dat'), 'utf8').trim().split('\r\n').slice(4);
  // A day of five minutes, and one more that has come since.
  expect(lines).toHaveLength(288 + 1);
  expect(lines.at(-1)).toMatch(/^"2026-05-01 20:05:00",/);
  expect(lines[0]).toMatch(/^"2026-04-30 20:05:00",/);
});
