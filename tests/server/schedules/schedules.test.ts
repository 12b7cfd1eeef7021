import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldFor, Schedules } from '../../../src/server/schedules/schedules.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const hour = 3_600_000;
const begin = Date.UTC(2026, 10, 20, 0, 30);
let server: TestServer;
let token: string;
let now = begin;
let schedules: Schedules;
let point: string | null = null;

function open(): Schedules {
  const { running } = server;
  return new Schedules({
    ...running,
    ...{ orders: running.delivery.store, link: (rtuId: number) => running.gateway.link(rtuId) },
    failed: () => {},
    notified: () => {},
    now: () => now,
    faults: (at) => {
      if (at !== point) return;
      point = null;
      throw new Error(`ended at ${at}`);
    },
  });
}
beforeAll(async () => {
  server = await startTestServer();
  await server.running.schedules.stop();
  token = await server.login('operatorA');
  schedules = open();
  Object.assign(server.running.schedules, { now: () => now });
});
afterAll(async () => {
  await schedules.stop();
  await server.stop();
});

const body = {
  projectId: 1,
  name: 'newest values',
  job: { kind: 'export', table: 'latest', days: 1, format: 'csv' },
  recurrence: { kind: 'minutes', time: 0, every: 60 },
  missed: 'once',
};
const rows = () => server.running.storage.db.selectFrom('schedule_runs').selectAll().orderBy('id').execute();
async function make(given: object) {
  const { envelope } = await server.call('/rest/schedules', {
    token,
    method: 'POST',
    body: { ...body, ...given },
  });
  return envelope;
}
async function clear() {
  await server.running.storage.write(async (db) => {
    await db.deleteFrom('schedule_files').execute();
    await db.deleteFrom('schedule_runs').execute();
    await db.deleteFrom('schedules').execute();
  });
}

describe('schedules', () => {
  it('runs once at its time, however many look, and keeps its file', async () => {
    await clear();
    now = begin;
    expect((await make({}))?.status).toBe(200);
    await schedules.settle();
    expect(await rows()).toEqual([]);
    now = begin + hour / 2;
    const other = open();
    await Promise.all([schedules.settle(), other.settle()]);
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['done']);
    const file = await server.running.storage.db.selectFrom('schedule_files').selectAll().execute();
    expect(file.map(({ size }) => size > 0)).toEqual([true]);
    await other.stop();
  });

  it.each([
    ['once', 'done', 1],
    ['skip', 'missed', 0],
  ] as const)('makes times that passed together one run: %s', async (missed, state, late) => {
    await clear();
    now = begin;
    await make({ missed });
    now = begin + 5 * hour;
    await schedules.settle();
    await expect.poll(async () => (await rows()).map((row) => row.state)).toEqual([state]);
    const [run] = await rows();
    expect([run?.late, run?.missed]).toEqual([late, missed === 'once' ? 4 : 5]);
  });

  it.each(['schedule.due', 'schedule.claimed'])('is run once though it ends at %s', async (at) => {
    await clear();
    now = begin;
    await make({});
    now = begin + hour / 2;
    point = at;
    await schedules.settle().catch(() => {});
    await schedules.stop();
    now += heldFor;
    schedules = open();
    await schedules.start();
    await schedules.settle();
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['done']);
  });

  it('refuses a run of who has lost the right', async () => {
    await clear();
    now = begin;
    await make({});
    await server.running.storage.write((db) =>
      db.updateTable('users').set({ role_id: 4 }).where('account_name', '=', 'operatorA').execute(),
    );
    now = begin + hour / 2;
    await schedules.settle();
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['refused']);
  });
});
