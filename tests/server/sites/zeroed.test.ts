/** R8: a device that is zeroed by an order gets an initial value, and nothing that was measured changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryProduct, startDeliveryProduct } from '../../support/delivery/product.ts';
import { until } from '../gateway/gateway-fixture.ts';

const HOUR = 3_600_000;
let product: DeliveryProduct;
let token: string;
beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 60 });
  token = await product.login('maintainer');
});
afterAll(async () => {
  await product.stop();
});

/** What the maintainer's stream said so far. */
async function listen() {
  const abort = new AbortController();
  const response = await fetch(`${product.running.address}/rest/stream`, {
    headers: { authorization: token },
    signal: abort.signal,
  });
  let text = '';
  const read = async () => {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
      text += new TextDecoder().decode(part.value);
  };
  void read().catch(() => undefined);
  return { text: () => text, close: () => abort.abort() };
}

describe('R8: a simulated tilt sensor', () => {
  test('set zero: a baseline of 0, a datum, older rows as they were; clear zero: none from then on', async () => {
    const rtu = product.rtus.find(
      ({ temper, sensors }) => temper.awake && sensors.some(({ kind }) => kind.id === 'rt3000'),
    );
    const slot = rtu?.sensors.find(({ kind }) => kind.id === 'rt3000')?.slot;
    if (rtu === undefined || slot === undefined) throw new Error('the plan has no such RTU');
    const { rtuId, stationId } = await product.ids(rtu.sn);
    const { storage } = product.running;
    const { id } = await storage.db
      .selectFrom('sensors')
      .select('id')
      .where('rtu_id', '=', rtuId)
      .where('slot', '=', slot)
      .executeTakeFirstOrThrow();
    const sensorId = Number(id);
    const device = product.device(rtu);
    const now = Date.now();
    for (const back of [6 * HOUR, 5 * HOUR, HOUR, HOUR / 2]) device.collect(now - back);
    await device.visit();
    await until(async () => (await product.parameters(token, stationId)).class === 'tracked');
    const read = async () => {
      const all = {
        sourceId: sensorId,
        row: 'tilt' as const,
        element: 0,
        from: 0,
        to: Number.MAX_SAFE_INTEGER,
      };
      return (await storage.readings.rows({ ...all, limit: 1000 })).rows.toReversed();
    };
    await until(async () => (await read()).length >= 4);
    const before = await read();

    const order = async (action: string) => {
      const reply = await product.order(token, { rtuId, slot }, { type: 'action', action, args: {} });
      expect(reply.status).toBe(200);
      return until(async () => {
        const found = await product.orderOf(reply.data.order.id);
        return found?.endedAt === null || found === undefined ? undefined : found;
      });
    };
    const stream = await listen();
    const zero = await order('setZero');
    expect(zero.state).toBe('succeeded');
    // Consoles are notified, so that an open relative curve follows.
    await until(() => stream.text().includes(`"type":"baselines","stationId":${stationId}`));
    stream.close();
    const after = await until(async () => {
      const found = await read();
      return found.length > before.length ? found : undefined;
    });
    const fresh = after.at(-1);
    if (fresh === undefined) throw new Error('no reading');
    expect(Math.abs(Number(fresh.values['x']))).toBeLessThan(0.02);
    // What was measured before is what it was.
    expect(after.slice(0, before.length)).toEqual(before);

    const baselines = await storage.db
      .selectFrom('baselines')
      .selectAll()
      .where('sensor_id', '=', sensorId)
      .execute();
    expect(baselines).toMatchObject([
      { t: zero.sentAt, how: 'zero', order_id: zero.id, account_name: 'maintainer', withdrawn_at: null },
    ]);
    const initialValues = JSON.parse(baselines[0]?.initial_values ?? '[]') as {
      channel: string;
      value: number;
    }[];
    expect(initialValues.map(({ channel, value }) => [channel, value])).toEqual([
      ['x', 0],
      ['y', 0],
      ['z', 0],
    ]);
    const datums = await storage.db
      .selectFrom('datums')
      .selectAll()
      .where('sensor_id', '=', sensorId)
      .execute();
    expect(datums).toMatchObject([{ t: zero.sentAt, cause: 'zero', azimuth_before: null }]);
    // Nothing is compared across it: an hour ago x stood elsewhere by degrees.
    await storage.readings.settle();
    expect((await read()).at(-1)?.values['x1h'] ?? null).toBeNull();

    const relative = async () => {
      const path = `/rest/readings/${sensorId}/rows?row=tilt&limit=100&relative=1`;
      const { data } = await product.ask<{ rows: { t: number; values: Record<string, number | null> }[] }>(
        'GET',
        path,
        token,
      );
      return data.rows;
    };
    expect((await relative())[0]?.values['x']).toBeCloseTo(Number(fresh.values['x']), 6);
    expect((await relative()).at(-1)?.values['x']).toBeNull();

    const cleared = await order('clearZero');
    await until(async () => ((await read()).at(-1)?.t ?? 0) >= (cleared.sentAt ?? 0));
    const last = (await relative())[0];
    expect(last?.t).toBeGreaterThanOrEqual(cleared.sentAt ?? Number.POSITIVE_INFINITY);
    expect(last?.values['x']).toBeNull();
    await device.stop();
  });
});
