/** R8: dated initial values over the real server: who may, what is refused, and what is relative to them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeHistory } from '../../../src/contract/history/decode.ts';
import { verifyAudit } from '../../../src/server/audit/audit.ts';
import { type Answer, startTestServer, type TestServer } from '../../support/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const T0 = Date.UTC(2026, 2, 1);
let server: TestServer;
let [maintainer, operator, stranger, foreigner] = ['', '', '', ''];
beforeAll(async () => {
  server = await startTestServer();
  maintainer = await server.login('maintainer');
  operator = await server.login('operatorA');
  stranger = await server.login('strangerA');
  foreigner = await server.login('operatorB');
});
afterAll(async () => {
  await server.stop();
});

let slots = 0;
/** A tilt sensor (or one of another kind) that no other test has, on the RTU of company A. */
async function sensor(kind = 9): Promise<number> {
  slots += 1;
  const row = { rtu_id: 1, slot: slots, kind, name: null, install_state: 1, mount_mode: 0, mount_azimuth: 0 };
  const { id } = await server.running.storage.write((db) =>
    db.insertInto('sensors').values(row).returning('id').executeTakeFirstOrThrow(),
  );
  return Number(id);
}
const ingest = (sourceId: number, readings: readonly { t: number; x?: number; y?: number }[]) =>
  server.running.storage.readings.ingest(
    readings.map(({ t, ...values }) => {
      return { sourceId, row: 'tilt', element: 0, t, receivedAt: t, historical: false, values };
    }),
  );
const add = (id: number, body: object, token = operator) =>
  server.call(`/rest/sensors/${id}/baselines`, { token, method: 'POST', body });
const hand = (t: number, values: Record<string, number | null>, more: object = {}) => ({
  how: 'hand',
  t,
  reason: 'after the repair',
  dryRun: false,
  initialValues: Object.entries(values).map(([channel, value]) => ({
    row: 'tilt',
    element: 0,
    channel,
    value,
  })),
  ...more,
});
const made = (answer: Answer) => {
  expect(answer.text).toContain('"status":200');
  return answer.envelope?.data as unknown as {
    id: number | null;
    t: number;
    initialValues: { channel: string; value: number }[];
    readings: number;
  };
};
const refused = ({ envelope }: Answer) => [envelope?.status, envelope?.messageId, envelope?.field];

async function rows(id: number, relative: 0 | 1): Promise<Record<string, number | null>[]> {
  const query = `row=tilt&from=0&to=${T0 + 400 * DAY}&limit=1000&relative=${relative}`;
  const answer = await server.call(`/rest/readings/${id}/rows?${query}`, { token: operator });
  const { rows: found } = answer.envelope?.data as unknown as {
    rows: { t: number; values: Record<string, number | null> }[];
  };
  return found.map(({ t, values }) => ({ ...values, t })).toReversed();
}
async function curve(id: number, query: string) {
  const response = await fetch(`${server.address}/rest/history/${id}/columns?row=tilt&${query}`, {
    headers: { authorization: operator },
  });
  expect(response.status).toBe(200);
  return decodeHistory(new Uint8Array(await response.arrayBuffer()));
}

describe('R8: relative to an initial value', () => {
  test('readings are relative to the value in force at their time; those before the first are null; raw rows stay', async () => {
    const id = await sensor();
    const times = [0, 1, 2, 3, 4, 5].map((n) => T0 + n * HOUR);
    await ingest(
      id,
      times.map((t, n) => ({ t, x: 1 + n / 10, y: -2 + n / 5 })),
    );
    const before = await rows(id, 0);
    made(await add(id, hand(T0 + 2 * HOUR, { x: 1.15, y: -1.7 })));
    made(await add(id, hand(T0 + 4 * HOUR, { x: 1.4 })));
    const found = await rows(id, 1);
    // Borders: the reading at that moment is relative to the new value, the reading before it to the old value.
    expect(found.map(({ x }) => x)).toEqual([null, null, 0.05, 0.15, 0, 0.1]);
    // The second names x alone: y goes on by the first.
    expect(found.map(({ y }) => y)).toEqual([null, null, 0.1, 0.3, 0.5, 0.7]);
    expect(found[2]?.['tilt']).toBeCloseTo(
      (Math.atan(Math.hypot(Math.tan((0.05 * Math.PI) / 180), Math.tan((0.1 * Math.PI) / 180))) * 180) /
        Math.PI,
      6,
    );
    expect(await rows(id, 0)).toEqual(before);
    const raw = await curve(id, `channels=y,x&from=${T0}&to=${T0 + DAY}&bins=1000&relative=1`);
    if (raw.mode !== 'raw') throw new Error('bins');
    const x = raw.channels.find(({ channel }) => channel === 'x')?.values;
    expect(times.map((_, i) => x?.at(i))).toEqual([Number.NaN, Number.NaN, 0.05, 0.15, 0, 0.1]);
  });

  test('a curve of bins equals bins of the relative readings, also where initial values begin within one', async () => {
    const id = await sensor();
    const readings = Array.from({ length: 8000 }, (_, n) => ({
      t: T0 + n * 10 * MINUTE,
      x: 0.5 + n / 4000 + Math.sin(n / 7) / 20 + (n === 5003 ? 3 : 0),
      y: -0.3 + Math.cos(n / 11) / 30,
    }));
    await ingest(id, readings);
    await server.running.storage.readings.settle();
    const [first, second] = [T0 + 10 * DAY + 7 * HOUR + 123, T0 + 30 * DAY + 13 * HOUR];
    made(await add(id, hand(first, { x: 1.5, y: -0.25 })));
    made(await add(id, hand(second, { x: 0.75, y: 0.05 })));
    const initial = (t: number) => (t < first ? null : t < second ? [1.5, -0.25] : [0.75, 0.05]);
    const found = await curve(id, `channels=x,tilt&from=${T0}&to=${T0 + 56 * DAY}&bins=60&relative=1`);
    if (found.mode !== 'bins') throw new Error('not put together');
    const [x, tilt] = found.channels;
    expect(found.t.length).toBeGreaterThan(50);
    let split = 0;
    for (const [index, start] of found.t.entries()) {
      const end = found.t[index + 1] ?? start + found.step;
      const own = readings.filter(({ t }) => t >= start && t < end);
      const relative = own.flatMap(({ t, x: value }) => {
        const of = initial(t);
        return of === null ? [] : [value - (of[0] ?? 0)];
      });
      if (relative.length === 0) expect(x?.max[index]).toBeNaN();
      else {
        if (relative.length < own.length || (start < second && end > second)) split += 1;
        expect(x?.min[index]).toBeCloseTo(Math.min(...relative), 4);
        expect(x?.max[index]).toBeCloseTo(Math.max(...relative), 4);
        expect(x?.mean[index]).toBeCloseTo(relative.reduce((a, b) => a + b, 0) / relative.length, 4);
        expect(x?.first[index]).toBeCloseTo(relative[0] ?? Number.NaN, 4);
        expect(x?.last[index]).toBeCloseTo(relative.at(-1) ?? Number.NaN, 4);
        // Total tilt of relative x and y: never less than any reading's, and not wildly more.
        const tilts = own.flatMap(({ t, x: a, y: b }) => {
          const of = initial(t);
          const tan = (degrees: number) => Math.tan((degrees * Math.PI) / 180);
          return of === null
            ? []
            : [(Math.atan(Math.hypot(tan(a - (of[0] ?? 0)), tan(b - (of[1] ?? 0)))) * 180) / Math.PI];
        });
        expect(tilt?.max[index]).toBeGreaterThan(Math.max(...tilts) - 2e-5);
        expect(tilt?.max[index]).toBeLessThan(Math.max(...tilts) + 0.07);
        expect(tilt?.min[index]).toBeLessThan(Math.min(...tilts) + 2e-5);
      }
    }
    expect(split).toBe(2);
    expect(Math.max(...(x?.max ?? []).filter((value) => !Number.isNaN(value)))).toBeGreaterThan(3);
  });

  test('the latest reading, and the mean of a window from its begin to before its end', async () => {
    const id = await sensor();
    await ingest(id, [
      { t: T0, x: 1 },
      { t: T0 + HOUR, x: 2, y: 10 },
      { t: T0 + 2 * HOUR, x: 4 },
      { t: T0 + 3 * HOUR, x: 100, y: 20 },
    ]);
    const latest = made(await add(id, { how: 'latest', reason: '', dryRun: true }));
    expect(latest).toMatchObject({ id: null, t: T0 + 3 * HOUR, readings: 1 });
    expect(latest.initialValues.map(({ channel, value }) => [channel, value])).toEqual([
      ['x', 100],
      ['y', 20],
    ]);
    const window = { how: 'mean', from: T0, to: T0 + 3 * HOUR, reason: 'calm hours', dryRun: false };
    const mean = made(await add(id, window));
    expect(mean).toMatchObject({ t: T0, readings: 3 });
    expect(mean.initialValues.map(({ channel, value }) => [channel, value])).toEqual(
      [
        ['x', (1 + 2 + 4) / 3],
        ['y', 10],
      ].map(([channel, value]) => [channel, typeof value === 'number' ? expect.closeTo(value, 5) : value]),
    );
    expect((await rows(id, 1)).map(({ y }) => y ?? null)).toEqual([null, 0, null, 10]);
    const wider = await add(id, { ...window, to: T0 + 3 * HOUR + 1, dryRun: true });
    expect(made(wider).initialValues[0]?.value).toBeCloseTo(107 / 4, 5);
  });

  test('one that is withdrawn is in force no longer, and stays in the list with who and why', async () => {
    const id = await sensor();
    await ingest(id, [{ t: T0 + HOUR, x: 5 }]);
    made(await add(id, hand(T0, { x: 1 })));
    const wrong = made(await add(id, hand(T0 + HOUR, { x: 4 })));
    expect((await rows(id, 1))[0]?.['x']).toBe(1);
    const path = `/rest/sensors/${id}/baselines/${wrong.id}/withdrawn`;
    const withdraw = (token: string, reason = 'typed wrong') =>
      server.call(path, { token, method: 'POST', body: { reason } });
    expect(refused(await withdraw(operator, '  '))).toEqual([422, 'bound.required', 'reason']);
    expect((await withdraw(operator)).envelope?.status).toBe(200);
    expect((await withdraw(operator)).http).toBe(404);
    expect((await rows(id, 1))[0]?.['x']).toBe(4);
    // The sensor was put into the database behind the server's back.
    await server.running.board.load();
    const list = await server.call('/rest/stations/1/baselines', { token: operator });
    const data = list.envelope?.data as unknown as {
      sensors: {
        sensorId: number;
        baselines: { id: number; withdrawn: object | null; accountName: string }[];
      }[];
    };
    const own = data.sensors.find(({ sensorId }) => sensorId === id);
    expect(own?.baselines.map((one) => [one.id, one.withdrawn])).toEqual([
      [expect.any(Number), null],
      [wrong.id, { at: expect.any(Number), by: 'operatorA', why: 'typed wrong' }],
    ]);
    const { db } = server.running.storage;
    const stored = await db
      .selectFrom('baselines')
      .selectAll()
      .where('sensor_id', '=', id)
      .orderBy('id')
      .execute();
    expect(stored.map((row) => [row.account_name, row.reason, row.withdrawn_by, row.withdrawn_why])).toEqual([
      ['operatorA', 'after the repair', null, null],
      ['operatorA', 'after the repair', 'operatorA', 'typed wrong'],
    ]);
    const audit = await db
      .selectFrom('audit')
      .select(['action', 'account_name', 'detail'])
      .where('subject', '=', `sensor:${id}`)
      .orderBy('id')
      .execute();
    expect(audit.map(({ action, account_name: by }) => [action, by])).toEqual([
      ['baseline.add', 'operatorA'],
      ['baseline.add', 'operatorA'],
      ['baseline.withdraw', 'operatorA'],
    ]);
    expect(audit[2]?.detail).toContain('typed wrong');
    expect(await verifyAudit(db)).toBeNull();
  });

  test('what cannot be is refused with its field, and nothing is stored', async () => {
    const id = await sensor();
    await ingest(id, [{ t: T0, x: 1 }]);
    const future = Date.now() + HOUR;
    for (const [body, refusal] of [
      [hand(T0, { x: 1 }, { reason: ' ' }), [422, 'bound.required', 'reason']],
      [hand(T0, { temperature: 1 }), [422, 'baselines.unknownChannel', 'tilt.temperature.0']],
      [hand(T0, { tilt: 1 }), [422, 'baselines.unknownChannel', 'tilt.tilt.0']],
      [hand(T0, { x: 1_000_001 }), [422, 'bound.between', 'tilt.x.0']],
      [hand(future, { x: 1 }), [422, 'baselines.future', 't']],
      [hand(T0, {}), [422, 'bound.required', 'initialValues']],
      [{ how: 'mean', to: T0, reason: 'r', dryRun: false }, [422, 'bound.required', 'from']],
      [
        {
          ...hand(T0, { x: 1 }),
          initialValues: [1, 2].map((value) => ({ row: 'tilt', element: 0, channel: 'x', value })),
        },
        [422, 'baselines.twice', 'tilt.x.0'],
      ],
      [
        { how: 'mean', from: T0 + 1, to: T0 + DAY, reason: 'r', dryRun: false },
        [422, 'baselines.noReadings', 'from'],
      ],
      [{ how: 'mean', from: T0, to: T0, reason: 'r', dryRun: false }, [422, 'api.range', 'from']],
    ] as const)
      expect(refused(await add(id, body))).toEqual(refusal);
    expect(made(await add(id, hand(T0, { x: 1_000_000 }, { dryRun: true }))).id).toBeNull();
    const rain = await sensor(17);
    expect(refused(await add(rain, { how: 'latest', reason: 'r', dryRun: false }))[1]).toBe(
      'baselines.noChannel',
    );
    const { db } = server.running.storage;
    expect(
      await db.selectFrom('baselines').select('id').where('sensor_id', 'in', [id, rain]).execute(),
    ).toEqual([]);
  });

  test('who may: not without the permission, not of another company', async () => {
    const id = await sensor();
    const body = hand(T0, { x: 1 });
    expect((await add(id, body, stranger)).http).toBe(403);
    expect((await add(id, body, foreigner)).http).toBe(404);
    expect((await add(999_999, body, maintainer)).http).toBe(404);
    expect((await add(id, body, maintainer)).http).toBe(200);
    expect((await server.call('/rest/stations/1/baselines', { token: foreigner })).http).toBe(404);
    expect((await server.call('/rest/stations/1/baselines', { token: stranger })).http).toBe(403);
  });
});

test('R8 R7 historical rows mark values that the device did not vouch for, relative or not', async () => {
  const id = await sensor();
  const place = { sourceId: id, row: 'tilt' as const, element: 0, historical: false };
  const row = (t: number, x: number, y: number) => ({ ...place, t, receivedAt: t, values: { x, y } });
  const doubted = { t: T0 + MINUTE, receivedAt: T0 + MINUTE, values: { y: 2 } };
  await server.running.storage.readings.ingest([
    row(T0, 1, 1),
    { ...place, ...doubted, notGood: { x: { quality: 0, value: -273.5 } } },
    row(T0 + 2 * MINUTE, 1, 1),
  ]);
  for (const relative of [0, 1]) {
    const query = `row=tilt&from=0&to=${T0 + DAY}&relative=${relative}`;
    const answer = await server.call(`/rest/readings/${id}/rows?${query}`, { token: operator });
    const { rows: found } = answer.envelope?.data as unknown as { rows: { t: number; notGood?: object }[] };
    expect(found.map(({ t, notGood }) => [t - T0, notGood])).toEqual([
      [2 * MINUTE, undefined],
      [MINUTE, { x: { quality: 0, value: -273.5 } }],
      [0, undefined],
    ]);
  }
  const alone = await server.call(`/rest/readings/${id}/rows?row=tilt&from=0&to=${T0 + DAY}&doubted=1`, {
    token: operator,
  });
  expect(alone.envelope?.data).toMatchObject({ total: 1, rows: [{ t: T0 + MINUTE }] });
});
