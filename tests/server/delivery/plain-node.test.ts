/** A node of npm's own Sparkplug client is read and set as a plain device: embedded broker, mosquitto. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { deviceActions } from '../../../src/catalogue/index.ts';
import type { OrderContent, OrderView } from '../../../src/contract/devices/orders.ts';
import { startServer } from '../../../src/main/compose.ts';
import { readSettings } from '../../../src/main/settings.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { startPlainEdge } from '../../support/delivery/plain-edge.ts';
import { startMosquitto } from '../../support/mosquitto.ts';
import { account, group, signIn, writeSmallSite } from '../../support/small-site.ts';
import { until } from '../gateway/gateway-fixture.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(broker: 'embedded' | 'mosquitto') {
  const folder = mkdtempSync(join(tmpdir(), 'plain-node-'));
  const storage = await openStorage({ dataDir: folder });
  const passwords = await writeSmallSite(storage, 1);
  const mosquitto =
    broker === 'mosquitto' ? await startMosquitto({ groundwatch: 'host-secret', GW1: 'node-secret' }) : null;
  const url =
    mosquitto === null ? {} : { MQTT_URL: `mqtt://groundwatch:host-secret@127.0.0.1:${mosquitto.port}` };
  const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...url };
  const running = await startServer(readSettings(environment), { storage });
  closing.push(async () => {
    await running.stop();
    await mosquitto?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => running.gateway.phase === 'online');
  const token = await signIn(running.address);
  const edge = await startPlainEdge({
    url: `tcp://127.0.0.1:${mosquitto?.port ?? running.mqttPort}`,
    sn: 'GW1',
    group,
    secret: mosquitto === null ? (passwords.get('GW1') ?? '') : 'node-secret',
  });
  closing.push(() => edge.stop());
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(running.address + path, {
      method,
      headers: {
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { status: number; messageId?: string; data: never };
  };
  let keys = 0;
  const order = async (slot: number | null, given: OrderContent): Promise<OrderView> => {
    const body = {
      key: `key-of-the-plain-node-${++keys}`,
      target: { rtuId: 1, slot },
      content: given,
      reason: '',
      surface: 'button',
    };
    const needs =
      given.type === 'set' || deviceActions.find(({ id }) => id === given.action)?.guard === 'password';
    const proof = needs
      ? await ask('POST', '/rest/user/confirm', { password: account.password, body })
      : null;
    const confirmation = (proof?.data as { confirmation: string } | undefined)?.confirmation;
    const reply = await ask('POST', '/rest/orders', { ...body, ...(confirmation ? { confirmation } : {}) });
    expect(reply.status).toBe(200);
    return (reply.data as { order: OrderView }).order;
  };
  const view = async (id: string) => {
    const { data } = await ask('GET', '/rest/stations/1/orders');
    return (data as { orders: OrderView[] }).orders.find((order) => order.id === id);
  };
  const ended = (id: string) =>
    until(async () => {
      const order = await view(id);
      return order?.endedAt === null ? undefined : order;
    });
  return { edge, order, ended, ask, view };
}

describe.each(['embedded', 'mosquitto'] as const)('on the %s broker', (broker) => {
  test('it is read, set and acted on', async () => {
    const { edge, order, ended, ask } = await start(broker);
    const read = async () =>
      (await ask('GET', '/rest/stations/1/parameters')).data as {
        class: string;
        devices: { groups: { group: string; fields: Record<string, { value: unknown }> }[] }[];
      };
    const threshold = async () =>
      (await read()).devices[1]?.groups.find((one) => one.group === 'mems')?.fields['threshold']?.value;
    await until(async () => (await threshold()) === 0.5);
    expect((await read()).class).toBe('plain');

    const set = {
      type: 'set',
      group: 'rtu',
      edits: { lowBattery: 10.7, resend: false },
      version: 0,
    } as const;
    const onNode = await ended((await order(null, set)).id);
    expect(onNode).toMatchObject({ state: 'succeeded', verification: 'verified', attempts: 1 });
    expect(edge.written.map(({ name }) => name).sort()).toEqual(['param/rtu/lowBattery', 'param/rtu/resend']);
    expect(edge.values.get('param/rtu/resend')?.value).toBe(false);
    expect(edge.values.get('param/rtu/lowBattery')?.value).toBeCloseTo(10.7, 4);

    const onSensor = await order(0, { type: 'set', group: 'mems', edits: { threshold: 0.25 }, version: 0 });
    expect(await ended(onSensor.id)).toMatchObject({ state: 'succeeded', verification: 'verified' });
    expect(await threshold()).toBe(0.25);

    const measure = await order(0, { type: 'action', action: 'measureNow', args: {} });
    expect(await ended(measure.id)).toMatchObject({ state: 'succeeded' });
    expect(edge.written.at(-1)).toEqual({ device: '0', name: 'cmd/measureNow', value: true });

    // A metric that the birth does not declare cannot be written: the order fails at once.
    const none = await order(null, { type: 'action', action: 'restart', args: {} });
    expect(await ended(none.id)).toMatchObject({ state: 'failed', attempts: 0 });
  });
});
