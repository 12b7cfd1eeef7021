/** Storage, broker and delivery without the rest of the product: in this process, or in one that a fault point ends. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../../src/base/errors.ts';
import { permissions } from '../../../src/base/permissions.ts';
import type { OrderBody, OrderContent } from '../../../src/contract/devices/orders.ts';
import { rebirth } from '../../../src/protocol/node-control.ts';
import { bodyHash } from '../../../src/server/delivery/body-hash.ts';
import { cancelOrder, deleteOrder } from '../../../src/server/delivery/cancel.ts';
import { createOrder } from '../../../src/server/delivery/create.ts';
import { Delivery } from '../../../src/server/delivery/delivery.ts';
import type { Faults } from '../../../src/server/delivery/faults.ts';
import { Gateway } from '../../../src/server/gateway/gateway.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';

/** One message that went out, as the database was then. */
export interface Sent {
  readonly id: string;
  readonly rtuId: number;
  readonly at: number;
  readonly durable: string | null;
  readonly inFlight: number;
}
const fileOf = (dataDir: string) => join(dataDir, 'wire.log');
export const readSent = (dataDir: string): Sent[] =>
  existsSync(fileOf(dataDir))
    ? readFileSync(fileOf(dataDir), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Sent)
    : [];

export type Step =
  | {
      readonly do: 'create';
      readonly key: string;
      readonly rtuId: number;
      readonly slot: number | null;
      readonly content: OrderContent;
    }
  | { readonly do: 'cancel' | 'delete' | 'age'; readonly id: string };

export interface Host {
  readonly port: number;
  /** The id of what was made; empty where it was refused. */
  step(step: Step): Promise<string>;
  stop(): Promise<void>;
}
export interface RunningHost extends Host {
  readonly storage: Storage;
  readonly gateway: Gateway;
  readonly delivery: Delivery;
}

const by = {
  viewer: {
    userId: 1,
    accountName: 'maintainer',
    roleId: 1,
    roleName: 'r',
    companyId: null,
    companyName: null,
    language: 'en',
    permissions: [...permissions],
  },
  address: '127.0.0.1',
} as const;

/** Starts on a port (0 = any). Every message to a device is written down before it goes out. */
export async function startHost(dataDir: string, port: number, faults?: Faults): Promise<RunningHost> {
  const storage = await openStorage({ dataDir });
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const gateway = new Gateway({
    storage,
    log: quiet,
    broker: { port },
    flushTime: 200,
    session: { reorderTime: 200, rebirth: { firstDelay: 0 } },
  });
  const command = gateway.command.bind(gateway);
  gateway.command = async (sn, device, metrics) => {
    // A birth that is asked for is no command: nothing of it is in the queue.
    if (metrics.some(({ name }) => name === rebirth)) return command(sn, device, metrics);
    const rtuId = gateway.directory.find(sn)?.id ?? 0;
    const rows = await storage.db
      .selectFrom('orders')
      .select(['id', 'state'])
      .where('rtu_id', '=', rtuId)
      .execute();
    const sending = rows.filter((row) => row.state === 'sending');
    const named = metrics.find(({ name }) => name === 'Command/Id' || name === 'Command/Commit')?.value;
    const id = typeof named === 'string' ? named : (sending[0]?.id ?? '');
    const durable = rows.find((row) => row.id === id)?.state ?? null;
    const sent: Sent = { id, rtuId, at: Date.now(), durable, inFlight: sending.length };
    appendFileSync(fileOf(dataDir), `${JSON.stringify(sent)}\n`);
    await command(sn, device, metrics);
  };
  const delivery = new Delivery({
    storage,
    gateway,
    log: quiet,
    ackTime: 500,
    settleTime: 40,
    sweepTime: 100,
    againTime: 100,
    ...(faults === undefined ? {} : { faults }),
  });
  await gateway.start();
  const { store } = delivery;
  const steps = {
    async create({ key, rtuId, slot, content }: Extract<Step, { do: 'create' }>) {
      const body: OrderBody = { key, target: { rtuId, slot }, content, reason: '', surface: 'button' };
      const confirmation = `${key}-${Math.random()}`;
      await storage.write((db) =>
        db
          .insertInto('confirmations')
          .values({
            token_hash: createHash('sha256').update(confirmation).digest('hex'),
            user_id: 1,
            body_hash: bodyHash(body),
            expires_at: Date.now() + 60_000,
          })
          .execute(),
      );
      const link = (id: number) => gateway.link(id);
      const row = await createOrder(store, link, { by, language: 'en', body, confirmation });
      delivery.touched(rtuId);
      return row.id;
    },
    async cancel(id: string) {
      const row = await cancelOrder(store, by, id);
      delivery.touched(row.rtu_id);
      return row.id;
    },
    async delete(id: string) {
      const row = await deleteOrder(store, by, id);
      delivery.touched(row.rtu_id);
      return row.id;
    },
    async age(id: string) {
      await storage.write((db) =>
        db.updateTable('orders').set({ not_after: Date.now() }).where('id', '=', id).execute(),
      );
      await delivery.sweep();
      return id;
    },
  };
  return {
    storage,
    gateway,
    delivery,
    port: gateway.port ?? 0,
    async step(step) {
      try {
        return step.do === 'create' ? await steps.create(step) : await steps[step.do](step.id);
      } catch (error) {
        if (error instanceof Refusal) return '';
        throw error;
      }
    },
    async stop() {
      await delivery.stop();
      await gateway.stop();
      await storage.close();
    },
  };
}
