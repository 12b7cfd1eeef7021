/** The way of a set over HTTP on PostgreSQL: proof, order, answer, read-back; keys and versions as two people race. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderContent, OrderView, Target } from '../../../src/contract/devices/orders.ts';
import { verifyAudit } from '../../../src/server/audit/audit.ts';
import type { Device } from '../../../src/simulator/device/device.ts';
import {
  type DeliveryProduct,
  newKey,
  password,
  type Reply,
  startDeliveryProduct,
  visitUntil,
} from '../../support/delivery/product.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../gateway/gateway-fixture.ts';

let postgres: TestPostgres;
let product: DeliveryProduct;
let token: string;
let device: Device;
let target: Target;
let stationId: number;

beforeAll(async () => {
  postgres = await startPostgres();
  product = await startDeliveryProduct({ databaseUrl: await postgres.database() });
  token = await product.login('maintainer');
  const rtu = product.rtus.find(({ temper }) => !temper.awake && temper.pace === 1);
  if (rtu === undefined) throw new Error('no sleeper');
  const ids = await product.ids(rtu.sn);
  stationId = ids.stationId;
  target = { rtuId: ids.rtuId, slot: null };
  device = product.device(rtu);
  await device.visit();
  await until(async () => (await product.parameters(token, stationId)).class === 'tracked');
  await until(() => !device.connected);
});
afterAll(async () => {
  await product.stop();
  await postgres.stop();
});

const bodyOf = (lowBattery: number, version: number, key = newKey()) => ({
  key,
  target,
  content: { type: 'set', group: 'rtu', edits: { lowBattery }, version } satisfies OrderContent,
  reason: 'of the test',
  surface: 'button' as const,
});
const confirm = async (body: object) =>
  (await product.ask<{ confirmation: string }>('POST', '/rest/user/confirm', token, { password, body })).data
    .confirmation;
const create = (body: object, confirmation?: string): Promise<Reply<{ order: OrderView }>> =>
  product.ask('POST', '/rest/orders', token, { ...body, ...(confirmation ? { confirmation } : {}) });
const rows = () =>
  product.running.storage.db
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('rtu_id', '=', target.rtuId)
    .execute();

test('it runs on PostgreSQL', () => expect(product.running.storage.dialect).toBe('postgres'));

test('a set is proved, waits, is answered and read back', async () => {
  const body = bodyOf(11.1, 0);
  expect((await create(body)).messageId).toBe('set.noPassword');
  const confirmation = await confirm(body);
  expect((await create({ ...body, reason: 'another' }, confirmation)).messageId).toBe('set.confirmationOver');
  expect(await rows()).toEqual([]);
  const reply = await create(body, confirmation);
  expect(reply).toMatchObject({ status: 200, data: { order: { state: 'queued', canCancel: true } } });
  const { id } = reply.data.order;
  const second = { ...bodyOf(11.2, 1) };
  expect((await create(second, confirmation)).messageId).toBe('set.confirmationOver');
  const verified = until(async () => {
    const now = await product.orderOf(id);
    return now?.verification === 'verified' ? now : undefined;
  });
  const order = await visitUntil(device, verified);
  expect(order).toMatchObject({ state: 'succeeded', attempts: 1 });
  const after = await product.parameters(token, stationId);
  expect(after.devices[0]?.groups[0]).toMatchObject({ version: 1 });
  expect(after.devices[0]?.groups[0]?.fields['lowBattery']).toMatchObject({ value: 11.1, pending: null });
  const audited = await product.running.storage.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', `command:${id}`)
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    'command.create',
    'command.send',
    'command.answeredOk',
  ]);
});

test('the same key at the same time is one order; another body under it is refused', async () => {
  const before = (await rows()).length;
  const body = {
    ...bodyOf(11, 0),
    content: { type: 'action', action: 'readAll', args: {} } satisfies OrderContent,
  };
  const replies = await Promise.all(Array.from({ length: 5 }, () => create(body)));
  expect(new Set(replies.map(({ data }) => data.order.id)).size).toBe(1);
  expect((await rows()).length).toBe(before + 1);
  expect(await create({ ...body, reason: 'another' })).toMatchObject({
    status: 409,
    messageId: 'command.keyUsed',
  });
});

test('of two sets that are based on one version one is accepted, the other is refused with the changed fields', async () => {
  const bodies = [bodyOf(10.8, 1), bodyOf(10.9, 1)];
  const replies = await Promise.all(bodies.map(async (body) => create(body, await confirm(body))));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused).toMatchObject({ messageId: 'set.stale', params: { by: 'maintainer' } });
  expect(refused?.data).toMatchObject({ version: 2, fields: ['lowBattery'] });
});

test('the chain of the audit is whole', async () => {
  expect(await verifyAudit(product.running.storage.db)).toBeNull();
});
