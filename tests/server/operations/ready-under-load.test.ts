/** Readiness of a process whose writes wait for their turn: a balancer must not cut the devices of all that wait. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnServer, startOwn } from '../../support/own-server.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

/** The lock under which writers take turns (src/server/storage/postgres/storage.ts). */
const WRITE_LOCK = 702_411_031;
/** ms in which HAProxy wants an answer, of which three that are late take a process out. */
const patience = 1000;

const folder = mkdtempSync(join(tmpdir(), 'ready-'));
let postgres: TestPostgres;
let server: OwnServer;
let other: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  server = await startOwn(folder, { DATABASE_URL: databaseUrl });
  other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
}, 120_000);
afterAll(async () => {
  await other.end();
  await server.running.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const hold = () => other.query('SELECT pg_advisory_lock($1)', [WRITE_LOCK]);
const release = () => other.query('SELECT pg_advisory_unlock($1)', [WRITE_LOCK]);

/** Answers of `/ready` for so long, each with the ms that it took. */
async function readyFor(ms: number) {
  const answers: { status: number; reasons: readonly string[]; took: number }[] = [];
  for (const end = performance.now() + ms; performance.now() < end; await pause(200)) {
    const began = performance.now();
    const [status, reasons] = await server.ready();
    answers.push({ status, reasons, took: performance.now() - began });
  }
  return answers;
}

test('while turns are long and its own writes get theirs, it is ready, and says so soon', async () => {
  let isOver = false;
  const { storage } = server.running;
  // Another process has the turn for longer than this one; so many writes of this one wait for each other.
  const others = (async () => {
    while (!isOver) {
      await hold();
      await pause(900);
      await release();
    }
  })();
  const own = Array.from({ length: 8 }, async (_, nth) => {
    while (!isOver)
      await storage.write((db) =>
        db
          .insertInto('settings')
          .values({ key: `test.${nth}`, value: String(Date.now()) })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'again' }))
          .execute(),
      );
  });
  expect((await server.ready())[0]).toBe(200);
  const answers = await readyFor(9000);
  isOver = true;
  await others;
  await Promise.all(own);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(Math.max(...answers.map(({ took }) => took))).toBeLessThan(patience);
}, 60_000);

test('while another process writes, one whose own writes wait behind its is ready as well', async () => {
  await hold();
  const answers = readyFor(7000);
  // Words of commits, as another process says them.
  for (let nth = 0; nth < 13; nth += 1) {
    await other.query('NOTIFY groundwatch_commits');
    await pause(500);
  }
  expect((await answers).map(({ status }) => status)).toEqual((await answers).map(() => 200));
  await release();
}, 60_000);

test('where nothing is written for longer, it says that, soon as well; and that it is ready again', async () => {
  expect(await server.ready()).toEqual([200, []]);
  await hold();
  const answers = await readyFor(5000);
  await release();
  expect(Math.max(...answers.map(({ took }) => took))).toBeLessThan(patience);
  expect(answers.at(0)?.status).toBe(200);
  expect(answers.at(-1)).toMatchObject({ status: 503, reasons: ['storage-slow'] });
  await expect.poll(() => server.ready()).toEqual([200, []]);
}, 60_000);
