/** The product in this process with a simulated site, and what its users ask it about orders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BodyOf, DataOf } from '../../../src/contract/call.ts';
import type { createOrder, OrderContent, OrderView, Target } from '../../../src/contract/devices/orders.ts';
import type { parameterHistory, parameters } from '../../../src/contract/devices/parameters.ts';
import { type Running, startServer } from '../../../src/main/compose.ts';
import { writeSite } from '../../../src/main/demo/demo-site.ts';
import { readSettings } from '../../../src/main/settings.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { Device } from '../../../src/simulator/device/device.ts';
import type { DeviceOptions } from '../../../src/simulator/device/options.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';

export const password = 'slope-of-the-test';
const credential = (sn: string) => `secret-of-${sn}`;

export interface Reply<T = unknown> {
  readonly http: number;
  readonly status: number;
  readonly messageId?: string;
  readonly field?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly msg: string;
  readonly data: T;
}
type Body = Omit<BodyOf<typeof createOrder>, 'confirmation'>;

export interface DeliveryProduct {
  readonly running: Running;
  readonly folder: string;
  /** RTUs of the site that are installed and in use. */
  readonly rtus: readonly SimulatedRtu[];
  /** Ids of an RTU and of its station. */
  ids(sn: string): Promise<{ readonly rtuId: number; readonly stationId: number }>;
  device(rtu: SimulatedRtu, options?: Partial<DeviceOptions>): Device;
  login(accountName: string): Promise<string>;
  ask<T = unknown>(method: string, path: string, token: string, body?: unknown): Promise<Reply<T>>;
  /** Confirms where the order needs it, and orders. */
  order(
    token: string,
    target: Target,
    content: OrderContent,
    key?: string,
  ): Promise<Reply<{ order: OrderView }>>;
  orderOf(id: string): Promise<OrderView | undefined>;
  parameters(token: string, stationId: number): Promise<DataOf<typeof parameters>>;
  history(token: string, stationId: number): Promise<DataOf<typeof parameterHistory>>;
  stop(): Promise<void>;
}

/**
 * Wakes a device until something has come: it stays for a moment only, and a busy server may have something for it when
 * it sleeps again.
 */
export async function visitUntil<T>(device: Device, come: Promise<T>): Promise<T> {
  let isOver = false;
  const visits = (async () => {
    while (!isOver) {
      if (!device.connected) await device.visit();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  try {
    return await come;
  } finally {
    isOver = true;
    await visits;
  }
}

let keys = 0;
export const newKey = () => `key-of-the-test-${String(++keys).padStart(6, '0')}`;

/** Two companies; accounts maintainer (all), operatorA (company 1, role 2), viewerA (company 1, role 3), operatorB. */
export async function startDeliveryProduct(
  options: { readonly mqttUrl?: string; readonly databaseUrl?: string; readonly stations?: number } = {},
): Promise<DeliveryProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'groundwatch-delivery-'));
  const { databaseUrl } = options;
  const storage = await openStorage({ dataDir: folder, databaseUrl });
  const anchor = Math.floor(Date.now() / 60_000) * 60_000;
  const fleet = planFleet({ seed: 5, anchor, stations: options.stations ?? 40 });
  const [first = null, second = null] = await writeSite(storage, fleet, credential);
  const accounts: readonly (readonly [string, number | null, number])[] = [
    ['maintainer', null, 1],
    ['operatorA', first, 2],
    ['viewerA', first, 3],
    ['operatorB', second, 2],
  ];
  for (const [accountName, companyId, roleId] of accounts)
    await createUser(storage, { accountName, password, companyId, roleId, language: 'en' });
  const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const running = await startServer(
    readSettings({ ...environment, ...(options.mqttUrl ? { MQTT_URL: options.mqttUrl } : {}) }),
    { storage },
  );
  const devices: Device[] = [];
  const ask: DeliveryProduct['ask'] = async (method, path, token, body) => {
    const response = await fetch(running.address + path, {
      method,
      headers: {
        lang: 'en',
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { http: response.status, ...((await response.json()) as object) } as never;
  };
  return {
    running,
    folder,
    rtus: fleet.projects
      .flatMap(({ stations }) => stations)
      .map(({ rtu }) => ({ ...rtu, temper: { ...rtu.temper, breaks: 0 } }))
      .filter(({ installState, temper }) => installState === 'installed' && temper.silentSince === null),
    async ids(sn) {
      const row = await storage.db
        .selectFrom('rtus')
        .select(['id', 'station_id'])
        .where('sn', '=', sn)
        .executeTakeFirstOrThrow();
      return { rtuId: row.id, stationId: row.station_id };
    },
    device(rtu, more = {}) {
      const url = options.mqttUrl ?? `mqtt://127.0.0.1:${running.mqttPort}`;
      const device = new Device(rtu, { url, password: credential(rtu.sn), linger: 400, retry: 200, ...more });
      devices.push(device);
      return device;
    },
    async login(accountName) {
      const reply = await ask<{ loginToken: string }>('POST', '/login', '', { accountName, password });
      return reply.data.loginToken;
    },
    ask,
    async order(token, target, content, key = newKey()) {
      const body: Body = { key, target, content, reason: 'of the test', surface: 'button' };
      const needs =
        content.type === 'set' || content.action === 'soundAlarm' || content.action === 'freeText';
      const confirmed = needs
        ? await ask<{ confirmation: string } | null>('POST', '/rest/user/confirm', token, { password, body })
        : null;
      const confirmation = confirmed?.data?.confirmation;
      return ask('POST', '/rest/orders', token, {
        ...body,
        ...(confirmation === undefined ? {} : { confirmation }),
      });
    },
    async orderOf(id) {
      const row = await running.delivery.store.byId(id);
      if (row === undefined) return undefined;
      const [view] = await running.orders.views([row], () => ({ stationId: 0, sn: '' }));
      return view;
    },
    async parameters(token, stationId) {
      return (await ask<DataOf<typeof parameters>>('GET', `/rest/stations/${stationId}/parameters`, token))
        .data;
    },
    async history(token, stationId) {
      const path = `/rest/stations/${stationId}/parameters/history`;
      return (await ask<DataOf<typeof parameterHistory>>('GET', path, token)).data;
    },
    async stop() {
      for (const device of devices) await device.stop();
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
