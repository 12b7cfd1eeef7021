/** What edits would cost and cause, on the readings and parameters of a real storage. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enumValues } from '../../src/catalogue/index.ts';
import type { Impact } from '../../src/contract/devices/parameters.ts';
import { toJson } from '../../src/server/storage/json.ts';
import type { ReportedValues } from '../../src/server/storage/schema.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const hour = 3_600_000;
const now = Date.now();
const code = (state: 'charging' | 'notCharging') => enumValues.chargeState.indexOf(state);

let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startTestServer();
  const { storage } = server.running;
  const hours = Array.from({ length: 20 * 24 }, (_, index) => 20 * 24 - index);
  const reading = (sourceId: number, row: 'status' | 'tilt', t: number, values: object) => ({
    sourceId,
    row,
    element: 0,
    t,
    receivedAt: t,
    historical: false,
    values: values as Record<string, number>,
  });
  await storage.readings.ingest(
    hours.flatMap((ago) => {
      const t = now - ago * hour;
      // Two of a hundred lost a day; for one hour of day 3 the battery is very low.
      const batteryCharge = 40 + (ago / 24) * 2;
      const batteryVoltage = ago === 72 ? 11 : 11.9;
      return [
        reading(1, 'status', t, { batteryCharge, batteryVoltage, chargeState: code('notCharging') }),
        reading(2, 'status', t, { batteryCharge, batteryVoltage, chargeState: code('charging') }),
        // A day on which it leans more, three days ago, and one of a little.
        reading(1, 'tilt', t, { x: 0, y: 0, tilt: ago === 72 ? 0.8 : ago === 120 ? 0.4 : 0.1 }),
      ];
    }),
  );
  const reported = [
    [-1, { 'rtu/sendCycle': 3600, 'rtu/collectionCycle': 3600, 'rtu/lowBattery': 10.5 }],
    [0, { 'rt3000/threshold': 0.5, 'rt3000/hold': 10 }],
  ] as const;
  const asReported = (values: Readonly<Record<string, number>>) =>
    toJson<ReportedValues>(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value, now, now]])),
    );
  await storage.write((db) =>
    db
      .insertInto('parameters')
      .values(reported.map(([slot, values]) => ({ rtu_id: 1, slot, reported: asReported(values) })))
      .execute(),
  );
  token = await server.login('operatorA');
});
afterAll(async () => {
  await server.stop();
});

const ask = async (body: object, station = 1) => {
  const { http, envelope } = await server.call(`/rest/stations/${station}/parameters/impact`, {
    token,
    method: 'POST',
    body,
  });
  return { http, impact: (envelope?.data as unknown as { impact: Impact } | null)?.impact };
};
const rtu = { rtuId: 1, slot: null };

describe('of the RTU', () => {
  it('reports, data and battery follow the cycles', async () => {
    const { impact } = await ask({
      target: rtu,
      group: 'rtu',
      edits: { sendCycle: 600, collectionCycle: 600 },
    });
    expect(impact?.reportsPerDay).toEqual({ before: 24, after: 144 });
    // 42 of a hundred left, 2 a day; draw 24 + 24 + 0.1·24 against 24 + 144 + 0.1·144.
    expect(impact?.batteryDays?.before).toBeCloseTo(20 + 1 / 24, 1);
    expect((impact?.batteryDays?.after ?? 0) / (impact?.batteryDays?.before ?? 1)).toBeCloseTo(
      50.4 / 182.4,
      6,
    );
    const { before, after } = impact?.dataPerDay ?? { before: null, after: null };
    expect((after ?? 0) / (before ?? 1)).toBeCloseTo(6, 6);
    expect(impact?.alarms).toBeNull();
  });
  it('nothing changes while nothing is edited', async () => {
    const { impact } = await ask({ target: rtu, group: 'rtu', edits: {} });
    expect(impact?.reportsPerDay).toEqual({ before: 24, after: 24 });
    expect(impact?.batteryDays?.after).toBeCloseTo(impact?.batteryDays?.before ?? 0, 9);
  });
  it('a value that may not be set costs nothing', async () => {
    const { impact } = await ask({ target: rtu, group: 'rtu', edits: { sendCycle: 7, nonsense: 1 } });
    expect(impact?.reportsPerDay).toEqual({ before: 24, after: 24 });
  });
  it('the low battery’s limit is held against the last month', async () => {
    const { impact } = await ask({ target: rtu, group: 'rtu', edits: { lowBattery: 11.5 } });
    expect(impact?.alarms).toEqual({ before: 0, after: 1 });
  });
  it('the battery is not known of one that was always charged', async () => {
    token = await server.login('operatorB');
    const { impact } = await ask({ target: { rtuId: 2, slot: null }, group: 'rtu', edits: {} }, 2);
    expect(impact?.batteryDays).toBeNull();
    expect(impact?.reportsPerDay).toEqual({ before: 1440, after: 1440 });
    token = await server.login('operatorA');
  });
});

describe('of a sensor', () => {
  const sensor = { rtuId: 1, slot: 0 };
  it('an angle’s limit is held against the last month, as it is and as it would be', async () => {
    const lower = await ask({ target: sensor, group: 'rt3000', edits: { threshold: 0.3 } });
    expect(lower.impact?.alarms).toEqual({ before: 1, after: 2 });
    const off = await ask({ target: sensor, group: 'rt3000', edits: { threshold: 0 } });
    expect(off.impact?.alarms).toEqual({ before: 1, after: 0 });
    const lasting = await ask({ target: sensor, group: 'rt3000', edits: { hold: 7200 } });
    expect(lasting.impact?.alarms).toEqual({ before: 1, after: 0 });
    const other = await ask({ target: sensor, group: 'rt3000', edits: { averaging: 8 } });
    expect(other.impact?.alarms).toBeNull();
  });
  it('is not found in another slot, of another RTU, station or group', async () => {
    const bodies = [
      { target: { rtuId: 1, slot: 5 }, group: 'rt3000', edits: {} },
      { target: { rtuId: 2, slot: 0 }, group: 'rt3000', edits: {} },
      { target: sensor, group: 'crack', edits: {} },
      { target: sensor, group: 'constructor', edits: {} },
    ];
    for (const body of bodies) expect((await ask(body)).http).toBe(404);
    expect((await ask({ target: sensor, group: 'rt3000', edits: {} }, 2)).http).toBe(404);
  });
});

describe('of a draft', () => {
  const plan = async (items: readonly object[]) => {
    const { envelope } = await server.call('/rest/plans', {
      token,
      method: 'POST',
      body: { title: 'Cycles', items, surface: 'palette' },
    });
    return (envelope?.data as unknown as { plan: { id: string } }).plan.id;
  };
  const askOf = (planId: string, positions: readonly number[]) =>
    server.call(`/rest/plans/${planId}/impact`, { token, method: 'POST', body: { positions } });
  it('each set has the impact that it has alone; items that are no sets, or of no group, are left out', async () => {
    const edits = { sendCycle: 600, collectionCycle: 600 };
    const id = await plan([
      { target: rtu, group: 'rtu', edits },
      { type: 'send', target: rtu, action: 'reportNow', args: {} },
      { target: { rtuId: 1, slot: 0 }, group: 'rt3000', edits: { threshold: 0.3 } },
      { target: rtu, group: 'nobody', edits: { nothing: 1 } },
    ]);
    const { envelope } = await askOf(id, [0, 1, 2, 3]);
    const alone = [
      await ask({ target: rtu, group: 'rtu', edits }),
      await ask({ target: { rtuId: 1, slot: 0 }, group: 'rt3000', edits: { threshold: 0.3 } }),
    ];
    const { impacts } = envelope?.data as unknown as { impacts: { position: number; impact: Impact }[] };
    expect(impacts.map(({ position }) => position)).toEqual([0, 2]);
    expect(impacts[0]?.impact.reportsPerDay).toEqual({ before: 24, after: 144 });
    expect(impacts.map(({ impact }) => impact.alarms)).toEqual(alone.map(({ impact }) => impact?.alarms));
  });
  it('another company cannot read it', async () => {
    const id = await plan([{ target: rtu, group: 'rtu', edits: { sendCycle: 600 } }]);
    const own = token;
    token = await server.login('operatorB');
    expect((await askOf(id, [0])).http).toBe(404);
    token = own;
  });
});
