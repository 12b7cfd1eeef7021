/** What may be ordered, by whom, with which proof: over HTTP, on the whole product (tests/server/security/README.md#confirmations, S21–S25, S28, S61, S62). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../locales/en.json' with { type: 'json' };
import type { OrderContent, Target } from '../../../src/contract/devices/orders.ts';
import { verifyAudit } from '../../../src/server/audit/audit.ts';
import {
  type DeliveryProduct,
  newKey,
  password,
  type Reply,
  startDeliveryProduct,
} from '../../support/delivery/product.ts';
import { codeAt } from '../../support/totp.ts';

let product: DeliveryProduct;
let maintainer: string;
let operatorA: string;
let viewerA: string;
let operatorB: string;
/** A sleeping RTU of company 1 with a horn, and the slot of the horn. */
let target: Target;
let stationId: number;
let horn: number;

beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 120 });
  [maintainer = '', operatorA = '', viewerA = '', operatorB = ''] = await Promise.all(
    ['maintainer', 'operatorA', 'viewerA', 'operatorB'].map((name) => product.login(name)),
  );
  for (const rtu of product.rtus) {
    const slot = rtu.sensors.find(({ kind }) => kind.id === 'horn')?.slot;
    if (slot === undefined) continue;
    const ids = await product.ids(rtu.sn);
    const reply = await product.ask('GET', `/rest/stations/${ids.stationId}/parameters`, operatorA);
    if (reply.http !== 200) continue;
    target = { rtuId: ids.rtuId, slot: null };
    stationId = ids.stationId;
    horn = slot;
    break;
  }
  expect(horn).toBeGreaterThanOrEqual(0);
});
afterAll(async () => {
  await product.stop();
});

const versionOf = async (group: string, slot: number | null = null) => {
  const { devices } = await product.parameters(maintainer, stationId);
  const device = devices.find((one) => one.target.slot === slot);
  return device?.groups.find((one) => one.group === group)?.version ?? 0;
};
const setOf = async (
  edits: Extract<OrderContent, { type: 'set' }>['edits'],
  group = 'rtu',
): Promise<OrderContent> => ({
  type: 'set',
  group,
  edits,
  version: await versionOf(group),
});
const action = (id: string, args = {}): OrderContent => ({ type: 'action', action: id, args });
const bodyOf = (content: OrderContent, key = newKey()) => ({
  key,
  target,
  content,
  reason: 'of the test',
  surface: 'button' as const,
});
const confirm = (token: string, body: unknown, more: object = { password }) =>
  product.ask<{ confirmation: string; until: number }>('POST', '/rest/user/confirm', token, {
    body,
    ...more,
  });
const create = (token: string, body: object, confirmation?: string) =>
  product.ask<{ order: { id: string; state: string } }>('POST', '/rest/orders', token, {
    ...body,
    ...(confirmation === undefined ? {} : { confirmation }),
  });
const counted = async () => {
  const list = await product.ask<{ total: number }>('GET', `/rest/stations/${stationId}/orders`, maintainer);
  return list.data.total;
};
const reported = ({ status, messageId, field }: Reply) => ({ status, messageId, field });

describe('who may', () => {
  it('one who may only look orders nothing, and the denial is in the audit', async () => {
    const body = bodyOf(action('reportNow'));
    expect((await create(viewerA, body)).http).toBe(403);
    expect((await confirm(viewerA, body)).http).toBe(403);
  });
  it('each order needs its own permission', async () => {
    const { storage } = product.running;
    const only = (permissions: readonly string[]) =>
      storage.write(async (db) => {
        await db.deleteFrom('role_permissions').where('role_id', '=', 3).execute();
        for (const permission of permissions)
          await db.insertInto('role_permissions').values({ role_id: 3, permission }).execute();
      });
    const orders: readonly (readonly [string, OrderContent, number | null])[] = [
      ['device:parameter:edit', await setOf({ lowBattery: 8 }), null],
      ['device:command:send', action('reportNow'), null],
      ['device:command:sound', action('soundAlarm'), horn],
      ['device:command:freeText', action('freeText', { content: 'AT' }), null],
    ];
    for (const [held] of orders) {
      await only(['device:parameter:view', held]);
      const token = await product.login('viewerA');
      for (const [needed, order, slot] of orders) {
        const reply = await product.order(token, { ...target, slot }, order);
        const isDenied = reply.http === 403 || reply.messageId === 'api.forbidden';
        expect([held, needed, isDenied]).toEqual([held, needed, held !== needed]);
      }
    }
  });
  it('who may tidy the list and not give the order takes nothing back by it', async () => {
    await product.running.storage.write(async (db) => {
      await db.deleteFrom('role_permissions').where('role_id', '=', 3).execute();
      for (const permission of ['device:parameter:view', 'device:command:delete', 'device:parameter:edit'])
        await db.insertInto('role_permissions').values({ role_id: 3, permission }).execute();
    });
    const tidier = await product.login('viewerA');
    const order = () => product.order(maintainer, { ...target, slot: horn }, action('stopHorn'));
    const [waiting, ended] = [(await order()).data.order.id, (await order()).data.order.id];
    await product.ask('POST', `/rest/orders/${ended}/cancel`, maintainer);
    const remove = (id: string) => product.ask('DELETE', `/rest/orders/${id}`, tidier);
    expect(await remove(waiting)).toMatchObject({ http: 403, messageId: 'api.forbidden' });
    expect(await product.orderOf(waiting)).toMatchObject({ state: 'queued' });
    expect((await remove(ended)).status).toBe(200);
    await product.ask('DELETE', `/rest/orders/${waiting}`, maintainer);
  });
  it('S28 another company finds neither device, order nor parameters', async () => {
    const [order] = (
      await product.ask<{ orders: { id: string }[] }>('GET', `/rest/stations/${stationId}/orders`, maintainer)
    ).data.orders;
    const tries: readonly (readonly [string, string, object?])[] = [
      ['POST', '/rest/orders', bodyOf(action('reportNow'))],
      ['POST', '/rest/user/confirm', { password, body: bodyOf(action('reportNow')) }],
      ['GET', `/rest/stations/${stationId}/orders`],
      ['GET', `/rest/stations/${stationId}/parameters`],
      ['GET', `/rest/stations/${stationId}/parameters/history`],
      ['POST', `/rest/orders/${order?.id}/cancel`, {}],
    ];
    for (const [method, path, body] of tries) {
      const reply = await product.ask(method, path, operatorB, body);
      expect([path, reply.http, reply.messageId]).toEqual([path, 404, 'api.notFound']);
    }
    const tray = await product.ask('GET', '/rest/orders', operatorB);
    expect(tray.data).toEqual({ orders: [], open: 0 });
  });
});

describe('re-authentication', () => {
  it('S21 a set without the password is refused with the words of the specification, and nothing is queued', async () => {
    const before = await counted();
    const version = await versionOf('rtu');
    const body = bodyOf(await setOf({ lowBattery: 11 }));
    const empty = await confirm(maintainer, body, { password: '' });
    expect(reported(empty)).toEqual({ status: 422, messageId: 'set.noPassword', field: 'password' });
    expect(empty.msg).toBe(en['set.noPassword']);
    expect(reported(await create(maintainer, body))).toEqual({
      status: 422,
      messageId: 'set.noPassword',
      field: 'confirmation',
    });
    for (const order of [action('soundAlarm'), action('freeText', { content: 'AT' })]) {
      const slot = order.type === 'action' && order.action === 'soundAlarm' ? horn : null;
      const reply = await create(maintainer, { ...bodyOf(order), target: { ...target, slot } });
      expect(reply.messageId).toBe('set.noPassword');
    }
    expect(await counted()).toBe(before);
    expect(await versionOf('rtu')).toBe(version);
  });
  it('S21 what needs no password is taken without one', async () => {
    const reply = await create(maintainer, bodyOf(action('reportNow')));
    expect(reply).toMatchObject({ status: 200, data: { order: { state: 'queued' } } });
  });
  it('S22 I17 it is good for exactly that body, once, for that user, for five minutes', async () => {
    const body = bodyOf(await setOf({ lowBattery: 11 }));
    const { data } = await confirm(maintainer, body);
    expect(data.until - Date.now()).toBeGreaterThan(290_000);
    expect(data.until - Date.now()).toBeLessThanOrEqual(300_000);
    const others: object[] = [
      { ...body, key: newKey() },
      { ...body, reason: 'another' },
      { ...body, content: { ...body.content, edits: { lowBattery: 3 } } },
      { ...body, surface: 'palette' },
    ];
    for (const other of others) {
      const reply = await create(maintainer, other, data.confirmation);
      expect(reply.messageId).toBe('set.confirmationOver');
    }
    expect((await create(operatorA, body, data.confirmation)).messageId).toBe('set.confirmationOver');
    expect((await create(maintainer, body, 'x'.repeat(43))).messageId).toBe('set.confirmationOver');
    expect((await create(maintainer, body, data.confirmation)).status).toBe(200);
    const second = { ...body, key: newKey(), content: await setOf({ lowBattery: 11 }) };
    expect((await create(maintainer, second, data.confirmation)).messageId).toBe('set.confirmationOver');
    const late = { ...body, key: newKey(), content: await setOf({ lowBattery: 12 }) };
    const over = await confirm(maintainer, late);
    await product.running.storage.write((db) =>
      db
        .updateTable('confirmations')
        .set({ expires_at: Date.now() - 1 })
        .execute(),
    );
    expect((await create(maintainer, late, over.data.confirmation)).messageId).toBe('set.confirmationOver');
  });
  it('S22 the order of the keys in a body does not matter', async () => {
    const body = bodyOf(await setOf({ lowBattery: 11.2, resend: true }));
    const { data } = await confirm(maintainer, body);
    const turned = Object.fromEntries(Object.entries(body).reverse());
    expect((await create(maintainer, turned, data.confirmation)).status).toBe(200);
  });
  it('S23 wrong passwords count as failed logins: the login is throttled by them', async () => {
    const body = bodyOf(await setOf({ lowBattery: 11 }));
    for (let tries = 0; tries < 5; tries++) {
      const reply = await confirm(operatorB, { ...body }, { password: 'not it at all' });
      // Company 2 does not even see the device: no proof is asked for.
      expect(reply.http).toBe(404);
    }
    for (let tries = 0; tries < 5; tries++)
      expect((await confirm(operatorA, body, { password: 'not it at all' })).messageId).toBe(
        'password.wrong',
      );
    expect((await confirm(operatorA, body)).status).toBe(429);
    const login = await product.ask('POST', '/login', '', { accountName: 'operatorA', password });
    expect(login.status).toBe(429);
    const audited = await product.running.storage.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'session.confirm')
      .where('result', '=', 'refused')
      .execute();
    expect(audited).toHaveLength(5);
    expect(JSON.stringify(audited)).not.toContain('not it at all');
  });
  it('S24 an account with a second factor proves that too', async () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const setSecret = (value: string | null) =>
      product.running.storage.write((db) =>
        db
          .updateTable('users')
          .set({ totp_secret: value })
          .where('account_name', '=', 'maintainer')
          .execute(),
      );
    await setSecret(secret);
    const body = bodyOf(await setOf({ lowBattery: 11 }));
    expect(reported(await confirm(maintainer, body))).toEqual({
      status: 422,
      messageId: 'totp.needed',
      field: 'code',
    });
    const wrong = await confirm(maintainer, body, { password, code: '000000' });
    expect(reported(wrong)).toEqual({ status: 422, messageId: 'totp.wrong', field: 'code' });
    const code = codeAt(secret, Date.now());
    expect((await confirm(maintainer, body, { password, code })).status).toBe(200);
    expect((await confirm(maintainer, body, { password, code })).messageId).toBe('totp.wrong');
    await setSecret(null);
  });
  it('S25 the password is in no table', async () => {
    await product.running.storage.write(async () => {});
    const file = readFileSync(join(product.folder, 'groundwatch.db'));
    const log = readFileSync(join(product.folder, 'groundwatch.db-wal'));
    expect(file.includes(password) || log.includes(password)).toBe(false);
  });
});

describe('what an order must be', () => {
  const refused: readonly (readonly [string, Record<string, never> | object, string, string])[] = [
    ['beyond its bounds', { lowBattery: 15 }, 'parameterProblem.range', 'lowBattery'],
    ['of another type', { lowBattery: 'full' }, 'parameterProblem.type', 'lowBattery'],
    ['with too many digits', { lowBattery: 11.123 }, 'parameterProblem.digits', 'lowBattery'],
    ['off its step', { sendCycle: 90 }, 'parameterProblem.step', 'sendCycle'],
    ['of no such field', { colour: 1 }, 'parameterProblem.unknownField', 'colour'],
    [
      'against a rule',
      { sendCycle: 60, collectionCycle: 120 },
      'parameterProblem.lessOrEqual',
      'collectionCycle',
    ],
    ['of nothing', {}, 'set.nothing', 'edits'],
    ['with a stranding field among others', { apn: 'cmnet', lowBattery: 11 }, 'set.strandingAlone', 'apn'],
    ['of the last centre', { center1Enabled: false }, 'set.lastCenter', 'center1Enabled'],
  ];
  it.each(refused)('a set %s is refused at its field', async (_what, edits, messageId, field) => {
    const reply = await product.order(maintainer, target, await setOf(edits as never));
    expect(reported(reply)).toEqual({ status: 422, messageId, field });
  });
  it('the message of a rule names its fields by their labels', async () => {
    const { msg } = await product.order(
      maintainer,
      target,
      await setOf({ sendCycle: 60, collectionCycle: 120 }),
    );
    expect(msg).toContain(en['field.rtu.sendCycle']);
    expect(msg).not.toContain('sendCycle');
  });
  it.each([
    ['of an unknown action', action('fly'), null, 'command.unknown'],
    ['of a sensor’s action to the RTU', action('measureNow'), null, 'command.unknown'],
    ['with an unknown argument', action('reportNow', { now: true }), null, 'parameterProblem.unknownField'],
    ['beyond its bounds', action('startFastCollect', { duration: 5 }), null, 'parameterProblem.range'],
  ])('an order %s is refused', async (_what, order, slot, messageId) => {
    const reply = await product.order(maintainer, { ...target, slot }, order);
    expect(reply).toMatchObject({ status: 422, messageId });
  });
  it('arguments that are left out are those of the catalogue', async () => {
    const reply = await product.order(maintainer, target, action('startFastCollect'));
    expect(reply.data.order.content).toEqual({
      type: 'action',
      action: 'startFastCollect',
      args: { duration: 120 },
    });
  });
  it('a set that is based on what has moved since names it', async () => {
    const based = await setOf({ lowBattery: 10 });
    const first = await product.order(maintainer, target, await setOf({ maxResend: 30, lowBattery: 9 }));
    expect(first.status).toBe(200);
    const late = await product.order(maintainer, target, based);
    expect(late).toMatchObject({
      status: 409,
      messageId: 'set.stale',
      params: { by: 'maintainer', count: 2 },
    });
    expect((late.data as unknown as { fields: string[] }).fields.sort()).toEqual(['lowBattery', 'maxResend']);
  });
  it('a newer set of every field takes the older one’s place; of some of them it follows it', async () => {
    const all = await product.order(maintainer, target, await setOf({ maxResend: 40 }));
    const wider = await product.order(maintainer, target, await setOf({ maxResend: 41, lowBattery: 9 }));
    const some = await product.order(maintainer, target, await setOf({ maxResend: 42 }));
    const states = await Promise.all(
      [all, wider, some].map(async ({ data }) => (await product.orderOf(data.order.id))?.state),
    );
    expect(states).toEqual(['superseded', 'queued', 'queued']);
  });
  it('I9 the same key is the same order, once; another body under it is refused', async () => {
    const key = newKey();
    const before = await counted();
    const body = bodyOf(action('readAll'), key);
    const replies = await Promise.all([1, 2, 3].map(() => create(maintainer, body)));
    expect(new Set(replies.map((reply) => reply.data.order.id)).size).toBe(1);
    expect(await counted()).toBe(before + 1);
    const other = await create(maintainer, bodyOf(action('reportNow'), key));
    expect(reported(other)).toEqual({ status: 409, messageId: 'command.keyUsed', field: 'key' });
  });
  it('I9 the key of an order that an earlier version made is the same order, too', async () => {
    const body = bodyOf(action('readAll'));
    const first = await create(maintainer, body);
    const { id } = first.data.order;
    // As migration 23 leaves it.
    await product.running.storage.write((db) =>
      db.updateTable('orders').set({ body_hash: '' }).where('id', '=', id).execute(),
    );
    expect((await create(maintainer, body)).data.order.id).toBe(id);
  });
  it('a siren that its device would take too late is refused with the reason', async () => {
    const { gateway } = product.running;
    const link = gateway.link.bind(gateway);
    const facts = link(target.rtuId);
    if (facts === null) throw new Error('no link');
    const now = Date.now();
    gateway.link = (rtuId) =>
      rtuId === target.rtuId
        ? { ...facts, connected: false, lastContactAt: now - 600_000, sendCycle: 3600, jitter: 1000 }
        : link(rtuId);
    const onHorn = { ...target, slot: horn };
    for (const [act, minutes] of [
      ['soundAlarm', 2],
      ['testHorn', 10],
    ] as const) {
      const reply = await product.order(maintainer, onHorn, action(act));
      expect(reply).toMatchObject({ status: 422, messageId: 'command.landsTooLate' });
      expect(reply.params).toEqual({ minutes: 50, limit: minutes });
    }
    expect((await product.order(maintainer, onHorn, action('stopHorn'))).status).toBe(200);
    gateway.link = link;
  });
  it('fifty orders wait for a device at most, a siren’s stop besides, which goes before them', async () => {
    let last: Reply = await product.order(maintainer, target, action('reportNow'));
    for (let tries = 0; tries < 60 && last.status === 200; tries++)
      last = await product.order(maintainer, target, action('reportNow'));
    expect(last).toMatchObject({ status: 422, messageId: 'command.queueFull' });
    const stop = await product.order(maintainer, { ...target, slot: horn }, action('stopHorn'));
    expect(stop).toMatchObject({ status: 200, data: { order: { ahead: 0 } } });
    const tray = await product.ask<{ open: number; orders: unknown[] }>('GET', '/rest/orders', maintainer);
    expect(tray.data.open).toBeGreaterThan(50);
  });
});

describe('taking back', () => {
  it('I11 what waits is cancelled, once, and its history stays', async () => {
    const list = await product.ask<{ orders: { id: string; state: string }[] }>(
      'GET',
      `/rest/stations/${stationId}/orders`,
      maintainer,
    );
    const id = list.data.orders.find(({ state }) => state === 'queued')?.id ?? '';
    const reply = await product.ask('POST', `/rest/orders/${id}/cancel`, maintainer);
    expect(reply).toMatchObject({ status: 200, data: { order: { state: 'cancelled', canCancel: false } } });
    const again = await product.ask('POST', `/rest/orders/${id}/cancel`, maintainer);
    expect(again).toMatchObject({ status: 200, data: { order: { state: 'cancelled' } } });
    const audited = await product.running.storage.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `command:${id}`)
      .execute();
    expect(audited.map(({ action: name }) => name)).toEqual(['command.create', 'command.cancel']);
  });
  it('deleting takes back what waits and hides it; what is on its way stays', async () => {
    const { data } = await product.ask<{ orders: { id: string; state: string }[] }>(
      'GET',
      `/rest/stations/${stationId}/orders`,
      maintainer,
    );
    const [waiting, sent] = data.orders.filter(({ state }) => state === 'queued');
    const remove = (id = '') => product.ask('DELETE', `/rest/orders/${id}`, maintainer);
    expect((await remove(waiting?.id)).status).toBe(200);
    expect((await remove(waiting?.id)).status).toBe(200);
    expect(await product.orderOf(waiting?.id ?? '')).toMatchObject({ state: 'cancelled' });
    await product.running.storage.write((db) =>
      db
        .updateTable('orders')
        .set({ state: 'retry' })
        .where('id', '=', sent?.id ?? '')
        .execute(),
    );
    expect(await remove(sent?.id)).toMatchObject({ status: 409, messageId: 'command.inFlight' });
    const audited = await product.running.storage.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `command:${waiting?.id}`)
      .orderBy('id')
      .execute();
    expect(audited.map(({ action: name }) => name)).toEqual([
      'command.create',
      'command.cancel',
      'command.delete',
    ]);
  });
  it('what was sent and has no answer can be given up, and is shown so', async () => {
    const { data } = await product.ask<{ orders: { id: string; state: string; canCancel: boolean }[] }>(
      'GET',
      `/rest/stations/${stationId}/orders`,
      maintainer,
    );
    const retry = data.orders.find(({ state }) => state === 'retry');
    expect(retry?.canCancel).toBe(true);
    expect(await product.ask('POST', `/rest/orders/${retry?.id}/cancel`, maintainer)).toMatchObject({
      status: 409,
      messageId: 'command.alreadySent',
    });
    expect(await product.orderOf(retry?.id ?? '')).toMatchObject({
      state: 'indeterminate',
      canCancel: false,
    });
  });
});

describe('secrets', () => {
  it('are never sent to a client, and are removed from the row when the order ends', async () => {
    const secret = 'a-key-of-the-centre-7781';
    const reply = await product.order(maintainer, { ...target }, await setOf({ center1Key: secret }));
    // The queue of this device is full by now: the order is made on another one where it is.
    const id = reply.status === 200 ? reply.data.order.id : await orderElsewhere(secret);
    const row = await product.running.delivery.store.byId(id);
    expect(row?.body).toContain(secret);
    expect(JSON.stringify(await product.orderOf(id))).not.toContain(secret);
    await product.ask('POST', `/rest/orders/${id}/cancel`, maintainer);
    expect((await product.running.delivery.store.byId(id))?.body).not.toContain(secret);
    const audit = await product.running.storage.db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify(audit)).not.toContain(secret);
  });
  async function orderElsewhere(secret: string): Promise<string> {
    for (const rtu of product.rtus) {
      const { rtuId } = await product.ids(rtu.sn);
      if (rtuId === target.rtuId) continue;
      const content: OrderContent = { type: 'set', group: 'rtu', edits: { center1Key: secret }, version: 0 };
      const reply = await product.order(maintainer, { rtuId, slot: null }, content);
      if (reply.status === 200) return reply.data.order.id;
    }
    throw new Error('no device took it');
  }
});

it('S61 the chain of the audit is whole after all of it', async () => {
  expect(await verifyAudit(product.running.storage.db)).toBeNull();
});
