import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../../src/contract/live.ts';
import type { ScheduleRun, ScheduleView } from '../../../src/contract/schedules.ts';
import { heldFor, Schedules } from '../../../src/server/schedules/schedules.ts';
import { openStream, until } from '../../support/live-stream.ts';
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
type Envelope = Awaited<ReturnType<TestServer['call']>>['envelope'];
/** What a call has answered. @throws Error where there was no answer */
function dataOf<T>(envelope: Envelope): T {
  if (envelope == null) throw new Error('no answer');
  return envelope.data as T;
}
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

  /** A schedule whose five runs of before 06:00 were missed. Answers its id and that of the run. */
  async function missFive() {
    await clear();
    now = begin;
    const made = await make({ missed: 'skip' });
    now = begin + 5 * hour;
    await schedules.settle();
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['missed']);
    return { id: dataOf<{ id: number }>(made).id, runId: (await rows())[0]?.id ?? 0 };
  }
  const listed = async () => {
    const { envelope } = await server.call('/rest/schedules?from=0&to=1', { token });
    return dataOf<{ schedules: ScheduleView[]; runs: ScheduleRun[]; missed: ScheduleRun[] }>(envelope);
  };
  const post = async (path: string, by = token) =>
    (await server.call(`/rest/schedules/${path}`, { token: by, method: 'POST' })).envelope;

  it('reports what was missed, of whatever time, until somebody acknowledges it', async () => {
    const { id, runId } = await missFive();
    expect((await listed()).missed.map((run) => [run.id, run.missed, run.acknowledged])).toEqual([
      [runId, 5, null],
    ]);
    const other = await server.login('operatorB');
    expect((await post(`${id}/runs/${runId}/acknowledge`, other))?.status).toBe(404);
    expect((await post(`${id}/runs/${runId + 1}/acknowledge`))?.status).toBe(404);
    expect((await listed()).missed).toHaveLength(1);
    expect((await post(`${id}/runs/${runId}/acknowledge`))?.status).toBe(200);
    const known = { at: now, by: 'operatorA' };
    now += hour / 4;
    // Asked for twice, the first one stays.
    expect((await post(`${id}/runs/${runId}/acknowledge`))?.status).toBe(200);
    const { missed, schedules: all } = await listed();
    expect([missed, all[0]?.last?.acknowledged]).toEqual([[], known]);
  });

  it('takes a run by hand for one that makes good what was missed; no other run is acknowledged', async () => {
    const { id } = await missFive();
    const run = await post(`${id}/run`);
    expect(run?.status).toBe(200);
    const { id: byHand } = dataOf<{ id: number }>(run);
    expect((await listed()).missed).toEqual([]);
    expect((await rows()).map((row) => row.acknowledged_by)).toEqual(['operatorA', null]);
    expect((await post(`${id}/runs/${byHand}/acknowledge`))?.status).toBe(404);
  });

  it.each([true, false])('takes a deletion back; it runs on as before: %s', async (runs) => {
    await clear();
    now = begin;
    const { id } = dataOf<{ id: number }>(await make({}));
    if (!runs) await post(`${id}/pause`);
    const before = (await listed()).schedules[0];
    await server.call(`/rest/schedules/${id}`, { token, method: 'DELETE' });
    expect((await listed()).schedules).toEqual([]);
    expect((await post(`${id}/run`))?.status).toBe(404);
    // What passes meanwhile is not run, and not missed.
    now = begin + 5 * hour;
    await schedules.settle();
    expect((await post(`${id}/restore`, await server.login('operatorB')))?.status).toBe(404);
    expect((await post(`${id}/restore`))?.status).toBe(200);
    expect((await post(`${id}/restore`))?.status).toBe(200);
    const after = (await listed()).schedules[0];
    expect([after?.enabled, after?.dueAt]).toEqual([runs, runs ? begin + 5.5 * hour : null]);
    expect({ ...after, dueAt: before?.dueAt, revision: before?.revision }).toEqual(before);
    expect(await rows()).toEqual([]);
    now = begin + 6 * hour;
    await schedules.settle();
    await expect.poll(async () => (await rows()).length).toBe(runs ? 1 : 0);
  });

  it('notifies consoles of the company, and of no other, of each change and of each run', async () => {
    await clear();
    now = begin;
    const [own, other] = [
      await openStream(server, token),
      await openStream(server, await server.login('operatorB')),
    ];
    const heard = ({ events }: typeof own) =>
      events
        .map(({ data }) => JSON.parse(data) as LiveEvent)
        .flatMap((event) => (event.type === 'schedules' ? [event.companyId] : []));
    /** Waits until one more is heard. */
    const noticed = async (act: () => Promise<unknown>) => {
      const before = heard(own).length;
      await act();
      await until(() => heard(own).length > before);
    };
    let id = 0;
    await noticed(async () => {
      ({ id } = dataOf<{ id: number }>(await make({})));
    });
    await noticed(() => post(`${id}/pause`));
    await noticed(() => post(`${id}/resume`));
    now = begin + hour / 2;
    await noticed(() => schedules.settle());
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['done']);
    await noticed(() => server.call(`/rest/schedules/${id}`, { token, method: 'DELETE' }));
    await noticed(() => post(`${id}/restore`));
    expect([new Set(heard(own)), heard(other)]).toEqual([new Set([1]), []]);
    own.close();
    other.close();
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
