/** All devices of a kind: cells against loops over the readings here, limits, and whose devices they are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enumValues, kinds } from '../../src/catalogue/index.ts';
import type { ViewAnswer } from '../../src/contract/devices/views.ts';
import { deviceViews } from '../../src/derive/device-views/views.ts';
import type { Reading } from '../../src/server/storage/storage.ts';
import { tiltRule } from '../support/security/world.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Math.floor(Date.now() / minute) * minute;
const codeOf = (id: string) => kinds.find((kind) => kind.id === id)?.code ?? -1;

let server: TestServer;
let tokenA = '';
let tokenB = '';

const rowOf = (
  sourceId: number,
  row: Reading['row'],
  t: number,
  values: Reading['values'],
  element = 0,
): Reading => ({ sourceId, row, element, t, receivedAt: t, historical: false, values });

/** Tilt of sensor 1, once a minute for 25 hours; the sensor of company B the same. */
const tiltAt = (t: number) => 0.2 + 0.05 * Math.sin(t / (7 * hour)) + (t - now) / (100 * day);
/** Rain of the gauge, every 10 min. */
const rainAt = (index: number) => (index % 9) * 0.2;
const nodes = 8;
const incrementAt = (element: number, t: number) =>
  element === 3 || element === 5 ? ((t - now) / day) * 0.4 : 0.1 * element;

beforeAll(async () => {
  server = await startTestServer();
  const { storage } = server.running;
  await storage.write(async (db) => {
    const mount = { name: null, install_state: 1, mount_azimuth: 0 };
    const below = enumValues.mountMode.indexOf('zeroBelow');
    await db
      .insertInto('sensors')
      .values([
        { rtu_id: 1, slot: 1, kind: codeOf('rain'), mount_mode: 0, ...mount },
        { rtu_id: 1, slot: 2, kind: codeOf('rt1010'), mount_mode: below, ...mount },
        { rtu_id: 2, slot: 1, kind: codeOf('rain'), mount_mode: 0, ...mount },
      ])
      .execute();
  });
  const times = Array.from({ length: 25 * 60 + 1 }, (_, index) => now - (25 * 60 - index) * minute);
  const profiles = Array.from({ length: 8 * 24 + 1 }, (_, index) => now - (8 * 24 - index) * hour);
  await storage.readings.ingest([
    ...[1, 2].flatMap((id) => times.map((t) => rowOf(id, 'tilt', t, { x: tiltAt(t), y: 0, z: 0 }))),
    ...Array.from({ length: 300 }, (_, index) =>
      rowOf(3, 'rain', now - index * 10 * minute, { amount: rainAt(index), interval: 600 }),
    ),
    ...profiles.flatMap((t) =>
      Array.from({ length: nodes }, (_, at) => {
        const element = at + 1;
        const incrementalA = incrementAt(element, t);
        // The sum of the first node is wrong by 0.7 mm.
        const sum = Array.from({ length: nodes - at }, (_none, below) =>
          incrementAt(element + below, t),
        ).reduce((a, b) => a + b);
        const values = {
          depth: element * 0.5,
          incrementalA,
          incrementalB: 0,
          cumulativeA: sum + (element === 1 ? 0.7 : 0),
          cumulativeB: 0,
        };
        return rowOf(4, 'profile', t, values, element);
      }),
    ),
  ]);
  await server.running.board.load();
  server.running.alarmEngine.sitesLoaded();
  tokenA = await server.login('operatorA');
  tokenB = await server.login('operatorB');
});
afterAll(() => server?.stop());

async function ask(view: string, token = tokenA, query = '') {
  const { http, envelope } = await server.call(`/rest/devices/views/${view}${query}`, { token });
  return { http, data: envelope?.data as unknown as ViewAnswer };
}
const column = ({ columns }: ViewAnswer, id: string) => columns.find((one) => one.id === id);

describe('devices of a kind', () => {
  it('a tilt sensor: newest values, and its changes over 1 h and 24 h', async () => {
    const { data } = await ask('rt3000');
    expect(data.devices).toMatchObject({ station: [1], source: [1], slot: [0], t: [now] });
    expect(column(data, 'x')?.values[0]).toBeCloseTo(tiltAt(now), 5);
    // With y = 0 the total tilt is the amount of x.
    for (const hours of [1, 24])
      expect(column(data, `tilt-${hours}h`)?.values[0]).toBeCloseTo(
        Math.abs(tiltAt(now)) - Math.abs(tiltAt(now - hours * hour)),
        5,
      );
  });

  it('a rain gauge: sums of the hours before its newest reading', async () => {
    const { data } = await ask('rain');
    const sum = (count: number) =>
      Array.from({ length: count }, (_, index) => rainAt(index)).reduce((a, b) => a + b);
    expect(data.devices.source).toEqual([3]);
    expect(column(data, 'rain-1h')?.values[0]).toBeCloseTo(sum(6), 6);
    expect(column(data, 'rain-24h')?.values[0]).toBeCloseTo(sum(144), 6);
  });

  it('a string of nodes: the deepest that moves, its rate, and by how much its sums are wrong', async () => {
    const { data } = await ask('rt1010');
    expect(column(data, 'movingDepth')?.values).toEqual([2.5]);
    expect(column(data, 'movingRate')?.values[0]).toBeCloseTo(0.4, 4);
    expect(column(data, 'checksum')?.values[0]).toBeCloseTo(0.7, 4);
  });

  it('every view answers its own columns, a cell for each device', async () => {
    for (const view of deviceViews) {
      const { http, data } = await ask(view.id);
      expect(http, view.id).toBe(200);
      expect(data.columns.map(({ id }) => id)).toEqual(view.columns.map(({ id }) => id));
      for (const { values } of data.columns) expect(values.length).toBe(data.devices.source.length);
    }
    const { data } = await ask('sensors');
    expect(data.devices.source).toEqual([1, 3, 4]);
    expect(column(data, 'primary')?.values[0]).toBeCloseTo(tiltAt(now), 5);
  });

  it('little curves: the last value of each stretch, of rain the sum', async () => {
    const curves = async (view: string, id: number) => {
      const { envelope } = await server.call(`/rest/devices/views/${view}/curves?sensors=${id}&span=day`, {
        token: tokenA,
      });
      return envelope?.data as unknown as {
        from: number;
        to: number;
        curves: { values: (number | null)[] }[];
      };
    };
    const tilt = await curves('rt3000', 1);
    const step = (tilt.to - tilt.from) / 48;
    const known = tilt.curves[0]?.values ?? [];
    for (const at of [3, 20, 46]) {
      const last = tilt.from + (at + 1) * step - minute;
      expect(known[at]).toBeCloseTo(Math.abs(tiltAt(last)), 4);
    }
    const rain = await curves('rain', 3);
    const total = (rain.curves[0]?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);
    let expected = 0;
    for (let index = 0; index < 300; index += 1) {
      const t = now - index * 10 * minute;
      if (t > rain.from && t <= rain.to) expected += rainAt(index);
    }
    expect(Math.abs(total - expected)).toBeLessThan(0.2 * 8 + 1e-6);
  });
});

describe('whose devices', () => {
  it('each company sees its own, and foreign stations and devices are not found', async () => {
    expect((await ask('rt3000', tokenB)).data.devices.source).toEqual([2]);
    expect((await ask('rt3000', tokenA, '?stations=1')).data.devices.source).toEqual([1]);
    expect((await ask('rt3000', tokenA, '?stations=2')).http).toBe(404);
    const foreign = await server.call('/rest/devices/views/rt3000/curves?sensors=2&span=day', {
      token: tokenA,
    });
    expect(foreign.http).toBe(404);
    // A device of another kind is none of the view's.
    const other = await server.call('/rest/devices/views/rt3000/curves?sensors=3&span=day', {
      token: tokenA,
    });
    expect(other.http).toBe(404);
  });

  it('an unknown view is not found, and who may not see data is refused', async () => {
    expect((await ask('rt9999')).http).toBe(404);
    const stranger = await server.login('strangerA');
    expect((await ask('rt3000', stranger)).http).toBe(403);
  });
});

describe('limits of rules', () => {
  it('are shown by column to those who may see alarms', async () => {
    const change = { quantity: 'change', args: { window: 24 }, source: { row: 'tilt', channel: 'tilt' } };
    const condition = {
      type: 'or',
      of: [
        { type: 'limit', term: 0, side: 'above', limit: 0.3 },
        { type: 'limit', term: 1, side: 'above', either: true, limit: 0.05 },
      ],
    };
    const definition = {
      ...tiltRule,
      terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'tilt' } }, change],
      ladder: [{ level: 'yellow', condition, hold: { readings: 1 }, releaseHold: { readings: 1 } }],
    };
    const made = await server.call('/rest/alarm-rules', {
      token: await server.login('maintainer'),
      method: 'POST',
      body: { name: 'Lean', definition, reason: 'a test', companyId: 1 },
    });
    expect(made.envelope?.msg).toBe('');
    await server.running.alarmEngine.settle();
    const { data } = await ask('rt3000');
    const limit = { rank: 2, side: 'above', either: false, limit: 0.3 };
    expect(column(data, 'tilt')?.limits).toEqual({ sets: [[limit]], of: [0] });
    const ofChange = { ...limit, either: true, limit: 0.05 };
    expect(column(data, 'tilt-24h')?.limits).toEqual({ sets: [[ofChange]], of: [0] });
    expect(column(data, 'tilt-1h')?.limits).toBeNull();
    // The other company has no rule.
    expect((await ask('rt3000', tokenB)).data.columns.every(({ limits }) => limits === null)).toBe(true);
  });
});
