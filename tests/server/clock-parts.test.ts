/** Sessions, unknown nodes and facts of sensors when the server's clock jumps. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Sessions } from '../../src/server/accounts/sessions.ts';
import { SteadyClock } from '../../src/server/steady.ts';
import { startMosquitto } from '../support/mosquitto.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { connectNode, openSite, until } from './gateway/gateway-fixture.ts';

const hour = 3_600_000;
let server: TestServer;
let now: number;
let ran: number;
let sessions: Sessions;
beforeAll(async () => {
  server = await startTestServer();
  now = Date.UTC(2026, 0, 1);
  ran = 0;
  sessions = new Sessions(
    server.running.storage,
    () => now,
    () => ran,
  );
});
afterAll(() => server.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** The clock is set back by an hour, and then `ms` pass. */
function setBack(ms: number): void {
  const [date, steady] = [Date.now, performance.now.bind(performance)];
  vi.spyOn(Date, 'now').mockImplementation(() => date() - hour + ms);
  vi.spyOn(performance, 'now').mockImplementation(() => steady() + ms);
}

const pass = (ms: number) => {
  now += ms;
  ran += ms;
};

it.each([
  hour,
  -hour,
])('S13 a jump of %i ms neither ends a session nor prolongs it beyond a day', async (jump) => {
  const token = await sessions.open(2, 'here', null);
  pass(hour);
  now += jump;
  expect(await sessions.viewer(token)).toMatchObject({ accountName: 'operatorA' });
  pass(21 * hour);
  expect(await sessions.viewer(token)).toMatchObject({ accountName: 'operatorA' });
  pass(2 * hour + 1);
  expect(await sessions.viewer(token)).toBeNull();
});

it('S15 a session that was ended elsewhere is not believed longer after a jump back', async () => {
  const token = await sessions.open(2, 'here', null);
  expect(await sessions.viewer(token)).not.toBeNull();
  await server.running.storage.write((db) => db.deleteFrom('sessions').where('user_id', '=', 2).execute());
  now -= hour;
  ran += 300;
  expect(await sessions.viewer(token)).toBeNull();
});

it('what was changed of a sensor holds for the next reading, however clocks are set', async () => {
  const site = await openSite({ GW1: [4] });
  const azimuth = async (t: number) => {
    const reading = { sourceId: 1, row: 'tilt', element: 0, t, receivedAt: t, historical: false } as const;
    const { newest } = await site.storage.readings.ingest([{ ...reading, values: { x: 0, y: 1 } }]);
    return newest[0]?.values['azimuth'];
  };
  const before = Number(await azimuth(now));
  setBack(31_000);
  await site.storage.write((db) => db.updateTable('sensors').set({ mount_azimuth: 40 }).execute());
  expect(await azimuth(now + 2000)).toBe((before + 40) % 360);
  await site.close();
});

it('an unknown node at an external broker is listed after a jump back', async () => {
  const broker = await startMosquitto({ groundwatch: 'g', GWX: 'x' });
  const site = await openSite({});
  const url = `mqtt://groundwatch:g@127.0.0.1:${broker.port}`;
  const gateway = await site.gateway({ broker: { url }, stateWait: 100 });
  await until(() => gateway.phase === 'online');
  const node = await connectNode(broker.port, 'GWX', 'x');
  await node.send('NDATA', { metrics: [] });
  await until(() => gateway.waiting.list.length === 1);
  gateway.waiting.forget('GWX');
  setBack(6000);
  await node.send('NDATA', { metrics: [] });
  await until(() => gateway.waiting.list.length === 1);
  node.cut();
  await site.close();
  await broker.stop();
});

it('a clock that is set moves no age; a machine that was suspended does', () => {
  let [date, passed, up] = [5 * hour, 1000, 9000];
  const clock = new SteadyClock(
    () => date,
    () => passed,
    () => up,
  );
  const began = clock.read();
  date -= hour;
  expect(clock.read() - began).toBe(0);
  date += 2 * hour + 50;
  passed += 50;
  up += 50;
  expect(clock.read() - began).toBe(50);
  date += hour;
  up += hour;
  expect(clock.read() - began).toBe(hour + 50);
  date -= hour;
  expect(clock.read() - began).toBe(hour + 50);
});

it('S42 nobody is held off for longer after a jump back', async () => {
  const ask = async () =>
    (await server.call('/rest/login/code', { method: 'POST', body: { accountName: 'a' } })).envelope?.status;
  for (let index = 0; index < 60; index++) expect(await ask()).toBe(200);
  expect(await ask()).toBe(429);
  setBack(61_000);
  expect(await ask()).toBe(200);
});
