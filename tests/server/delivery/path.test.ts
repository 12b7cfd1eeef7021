/** An order's whole way on real parts: ordered over HTTP, waiting, sent, answered by a simulated RTU, read back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventCutter, type ServerEvent } from '../../../src/console/state/connection/sse.ts';
import type { OrderContent, OrderView } from '../../../src/contract/devices/orders.ts';
import type { Device } from '../../../src/simulator/device/device.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { soundingUntil } from '../../../src/simulator/signals/horn.ts';
import { type DeliveryProduct, startDeliveryProduct, visitUntil } from '../../support/delivery/product.ts';
import { until } from '../gateway/gateway-fixture.ts';

let product: DeliveryProduct;
let maintainer: string;
const used = new Set<string>();
beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 120 });
  maintainer = await product.login('maintainer');
});
afterAll(async () => {
  await product.stop();
});

/** An RTU that no other test has, with its ids and its device. */
async function take(fits: (rtu: SimulatedRtu) => boolean) {
  const rtu = product.rtus.find((one) => !used.has(one.sn) && one.temper.pace === 1 && fits(one));
  if (rtu === undefined) throw new Error('the plan has no such RTU');
  used.add(rtu.sn);
  const { rtuId, stationId } = await product.ids(rtu.sn);
  return { rtu, stationId, target: { rtuId, slot: null }, device: product.device(rtu) };
}
const sleeps = ({ temper }: SimulatedRtu) => !temper.awake;
const stays = ({ temper }: SimulatedRtu) => temper.awake;
const hornOf = (rtu: SimulatedRtu) => rtu.sensors.find(({ kind }) => kind.id === 'horn')?.slot;

async function appear(device: Device, stationId: number): Promise<void> {
  await device.visit();
  await until(async () => (await product.parameters(maintainer, stationId)).class === 'tracked');
}
const ended = (id: string): Promise<OrderView> =>
  until(async () => {
    const order = await product.orderOf(id);
    return order === undefined || order.endedAt === null ? undefined : order;
  });
const set = (edits: Extract<OrderContent, { type: 'set' }>['edits'], version = 0): OrderContent => ({
  type: 'set',
  group: 'rtu',
  edits,
  version,
});
const action = (id: string, args = {}): OrderContent => ({ type: 'action', action: id, args });

describe('a sleeping device', () => {
  test('takes a set when it wakes, and what it is then is read back', async () => {
    const { stationId, target, device } = await take(sleeps);
    await appear(device, stationId);
    await until(() => !device.connected);
    const reply = await product.order(maintainer, target, set({ lowBattery: 11.1 }));
    expect(reply).toMatchObject({ status: 200, data: { order: { state: 'queued', ahead: 0 } } });
    const { id } = reply.data.order;
    expect(reply.data.order.expected?.at).toBeGreaterThan(Date.now());
    const shown = await product.parameters(maintainer, stationId);
    expect(shown.devices[0]?.groups[0]?.fields['lowBattery']).toMatchObject({
      value: 11.5,
      pending: { value: 11.1, orderId: id },
    });
    const order = await visitUntil(device, ended(id));
    expect(order).toMatchObject({ state: 'succeeded', verification: 'verified', attempts: 1 });
    const after = await product.parameters(maintainer, stationId);
    expect(after.devices[0]?.groups[0]).toMatchObject({ version: 1 });
    expect(after.devices[0]?.groups[0]?.fields['lowBattery']).toMatchObject({ value: 11.1, pending: null });
    const { changes } = await product.history(maintainer, stationId);
    expect(changes).toMatchObject([
      { orderId: id, by: 'maintainer', changes: [{ field: 'lowBattery', from: 11.5, to: 11.1 }] },
    ]);
    expect(changes[0]?.appliedAt).toBe(order.answeredAt);
    await device.stop();
  });

  test('takes everything that waits in one visit, in its order', async () => {
    const { stationId, target, device, rtu } = await take((one) => sleeps(one) && one.sensors.length > 0);
    await appear(device, stationId);
    await until(() => !device.connected);
    const slot = rtu.sensors[0]?.slot ?? 0;
    const given: readonly (readonly [number | null, OrderContent])[] = [
      [null, set({ maxResend: 120 })],
      [null, action('syncClock')],
      [slot, action('readParameters')],
      [null, set({ maxResend: 130, lowBattery: 11 }, 1)],
      [null, action('reportNow')],
    ];
    const ids: string[] = [];
    for (const [place, content] of given) {
      const reply = await product.order(maintainer, { ...target, slot: place }, content);
      ids.push(reply.data.order.id);
    }
    const orders = await visitUntil(device, Promise.all(ids.map(ended)));
    // The first set was replaced by the newer one that holds all of it.
    expect(orders.map(({ state }) => state)).toEqual([
      'superseded',
      'succeeded',
      'succeeded',
      'succeeded',
      'succeeded',
    ]);
    const sent = orders.slice(1).map(({ sentAt }) => sentAt ?? 0);
    expect(sent).toEqual([...sent].sort((a, b) => a - b));
    expect(device.memory.number('rtu/maxResend', 0)).toBe(130);
    await device.stop();
  });
});

describe('a device that stays awake', () => {
  test('takes an order at once; a secret is answered and never read back', async () => {
    const { stationId, target, device } = await take(stays);
    await appear(device, stationId);
    const now = await product.order(maintainer, target, action('reportNow'));
    expect(await ended(now.data.order.id)).toMatchObject({ state: 'succeeded', verification: null });
    const secret = 'apn-password-of-the-test';
    const reply = await product.order(maintainer, target, set({ apnPassword: secret }));
    const order = await ended(reply.data.order.id);
    expect(order).toMatchObject({
      state: 'succeeded',
      verification: 'unreadable',
      trial: 'committed',
      content: { edits: { apnPassword: null } },
    });
    expect(device.memory.of(-1).get('rtu/apnPassword')).toBe(secret);
    expect((await product.running.delivery.store.byId(order.id))?.body).not.toContain(secret);
    await device.stop();
  });

  test('tries a stranding set, comes back by it, and keeps it when it is committed', async () => {
    const { stationId, target, device } = await take(stays);
    await appear(device, stationId);
    const reply = await product.order(maintainer, target, set({ apn: 'cmnet' }));
    const order = await ended(reply.data.order.id);
    expect(order).toMatchObject({ state: 'succeeded', verification: 'verified', trial: 'committed' });
    expect(device.memory.trial).toBeNull();
    expect(device.memory.of(-1).get('rtu/apn')).toBe('cmnet');
    await device.stop();
  });

  test('takes a set back that cut it off, and says so', async () => {
    const { stationId, target, device } = await take(stays);
    await appear(device, stationId);
    const reply = await product.order(maintainer, target, set({ center1Host: 'elsewhere.example' }));
    const order = await ended(reply.data.order.id);
    expect(order).toMatchObject({ state: 'failed', trial: 'rolledBack' });
    const after = await product.parameters(maintainer, stationId);
    await until(async () => device.connected);
    expect(after.devices[0]?.groups[0]?.fields['center1Host']?.pending).toBeNull();
    await device.stop();
  });

  test('a siren that sounds is stopped before everything else', async () => {
    const { stationId, target, device, rtu } = await take((one) => hornOf(one) !== undefined);
    const horn = { ...target, slot: hornOf(rtu) ?? 0 };
    await appear(device, stationId);
    await until(() => !device.connected);
    await product.order(maintainer, target, action('reportNow'));
    const stop = await product.order(maintainer, horn, action('stopHorn'));
    expect(stop.data.order.ahead).toBe(0);
    const tested = await product.order(maintainer, horn, action('testHorn'));
    // It comes far later than a test of a siren is worth.
    expect(tested).toMatchObject({ status: 422, messageId: 'command.landsTooLate' });
    const order = await visitUntil(device, ended(stop.data.order.id));
    expect(order.state).toBe('succeeded');
    expect(Number(device.memory.of(horn.slot).get(soundingUntil))).toBeLessThanOrEqual(Date.now());
    await device.stop();
  });
});

describe('the live stream', () => {
  async function open(token: string) {
    const abort = new AbortController();
    const response = await fetch(`${product.running.address}/rest/stream`, {
      headers: { authorization: token },
      signal: abort.signal,
    });
    const events: ServerEvent[] = [];
    const reader = response.body?.getReader();
    const read = async () => {
      const cutter = new EventCutter();
      for (;;) {
        const part = await reader?.read();
        if (part === undefined || part.done) return;
        events.push(...cutter.push(new TextDecoder().decode(part.value)));
      }
    };
    void read().catch(() => {});
    return { events, close: () => abort.abort() };
  }
  test('sends changes of orders and parameters to users with permission to see them', async () => {
    const { stationId, target, device } = await take(stays);
    const { storage } = product.running;
    await storage.write((db) =>
      db
        .deleteFrom('role_permissions')
        .where('role_id', '=', 3)
        .where('permission', '=', 'device:parameter:view')
        .execute(),
    );
    await storage.write((db) =>
      db.updateTable('users').set({ company_id: null }).where('account_name', '=', 'viewerA').execute(),
    );
    const [seen, unseen] = await Promise.all([
      open(maintainer),
      product.login('viewerA').then((token) => open(token)),
    ]);
    await appear(device, stationId);
    const reply = await product.order(maintainer, target, set({ lowBattery: 10.9 }));
    const { id } = reply.data.order;
    await ended(id);
    const states = () =>
      seen.events
        .filter(({ type }) => type === 'orders')
        .flatMap(({ data }) => (JSON.parse(data) as { orders: OrderView[] }).orders)
        .filter((order) => order.id === id)
        .map(({ state }) => state);
    await until(() => states().at(-1) === 'succeeded');
    await until(() =>
      seen.events.some(({ type, data }) => type === 'parameters' && data.includes(`${stationId}`)),
    );
    expect(unseen.events.some(({ type }) => type === 'stations' || type === 'hello')).toBe(true);
    expect(unseen.events.filter(({ type }) => type === 'orders' || type === 'parameters')).toEqual([]);
    await product.ask('DELETE', `/rest/orders/${id}`, maintainer);
    await until(() =>
      seen.events.some(({ type, data }) => type === 'orders' && data.includes(`"deleted":["${id}"]`)),
    );
    seen.close();
    unseen.close();
    await device.stop();
  });
});
