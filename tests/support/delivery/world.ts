/**
 * Servers, a network and devices without real time: delivery's own code over a real database; connections and clocks
 * are the test's. Everything that happens goes into a trace for the oracle.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../../../src/base/errors.ts';
import { permissions } from '../../../src/base/permissions.ts';
import type { OrderBody, OrderContent } from '../../../src/contract/devices/orders.ts';
import { rebirth } from '../../../src/protocol/node-control.ts';
import type { MetricInput } from '../../../src/protocol/payload.ts';
import { decodeAck, decodeTrackedBirth, decodeTryReport } from '../../../src/protocol/tracked.ts';
import type { Viewer } from '../../../src/server/accounts/viewer.ts';
import { bodyHash } from '../../../src/server/delivery/body-hash.ts';
import { cancelOrder } from '../../../src/server/delivery/cancel.ts';
import { createOrder } from '../../../src/server/delivery/create.ts';
import { Delivery } from '../../../src/server/delivery/delivery.ts';
import type { DeliveryGateway } from '../../../src/server/delivery/options.ts';
import { Emitter } from '../../../src/server/gateway/emitter.ts';
import type { EventOrigin, GatewayEvents } from '../../../src/server/gateway/events.ts';
import type { RtuLink } from '../../../src/server/gateway/links.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { Clock } from './clock.ts';
import { asMetric, type Firmware, PlainFirmware, type PowerLoss, PowerLost } from './firmware.ts';

export const start = Date.UTC(2026, 5, 1);
/** Seconds between the reports of the world's nodes. */
export const sendCycle = 3600;

export interface Node {
  readonly rtuId: number;
  readonly stationId: number;
  readonly sn: string;
  firmware: Firmware;
  awake: boolean;
  powerLoss: PowerLoss | null;
}

export interface Trace {
  readonly created: { id: string; key: string; body: OrderBody; node: Node }[];
  readonly keys: { readonly expected: string | null; readonly got: string }[];
  readonly wire: {
    readonly id: string;
    readonly rtuId: number;
    readonly at: number;
    readonly durable: string | null;
    readonly inFlight: number;
  }[];
  readonly cancelled: string[];
  /** Versions of parameter groups as they were seen, by place. */
  readonly versions: Map<string, number[]>;
  /** The value of a parameter that a device last reported, neither historical nor old. */
  readonly reported: Map<string, unknown>;
  unknownAcks: number;
}

class Killed extends Error {}

/** What happens to the next messages. */
export interface Weather {
  down: 'through' | 'lost' | 'doubled';
  up: 'through' | 'lost' | 'doubled' | 'late';
}

export interface Plant {
  readonly server?: (world: World, delivery: Delivery) => void;
}

const viewer: Viewer = {
  userId: 1,
  accountName: 'tester',
  roleId: 1,
  roleName: 'r',
  companyId: null,
  companyName: null,
  language: 'en',
  permissions: [...permissions],
};
export const by = { viewer, address: '127.0.0.1' };

export class World {
  readonly clock = new Clock(start);
  readonly trace: Trace = {
    created: [],
    keys: [],
    wire: [],
    cancelled: [],
    versions: new Map(),
    reported: new Map(),
    unknownAcks: 0,
  };
  readonly weather: Weather = { down: 'through', up: 'through' };
  delivery: Delivery | null = null;
  /** Fault points until the server is killed; null = it lives on. */
  killIn: number | null = null;
  #run: { dead: boolean } = { dead: true };
  #events: Emitter<GatewayEvents> = new Emitter(() => {});
  #late: (() => void)[] = [];
  #keys = 0;

  constructor(
    readonly storage: Storage,
    readonly nodes: readonly Node[],
    readonly plant: Plant = {},
    readonly prefix = 'k',
  ) {}

  get alive(): boolean {
    return !this.#run.dead;
  }

  /** Starts a server where none lives: nobody is connected to it yet. */
  async boot(): Promise<void> {
    if (this.alive) return;
    const run = { dead: false };
    this.#run = run;
    this.#late = [];
    for (const node of this.nodes) node.awake = false;
    const events = new Emitter<GatewayEvents>((error) => {
      throw error;
    });
    this.#events = events;
    const die = (): never => {
      run.dead = true;
      throw new Killed('killed');
    };
    const guarded: Storage = new Proxy(this.storage, {
      get: (target, key) => {
        if (key === 'write')
          return async (work: Parameters<Storage['write']>[0]) => {
            if (run.dead) throw new Killed('killed');
            const result = await target.write(async (db) => {
              const done = await work(db);
              if (run.dead) throw new Killed('killed');
              return done;
            });
            return result;
          };
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const gateway: DeliveryGateway = {
      events,
      phase: 'offline',
      link: (rtuId) => this.#link(rtuId),
      typeOf: (sn, device, name) => this.#typeOf(sn, device, name),
      command: async (sn, device, metrics) => {
        if (run.dead) throw new Killed('killed');
        await this.#wire(sn, device, metrics);
      },
    };
    const delivery = new Delivery({
      storage: guarded,
      gateway,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => this.clock.now,
      clock: { now: () => this.clock.now, after: this.clock.after(run) },
      ackTime: 10_000,
      settleTime: 100,
      sweepTime: 60_000,
      againTime: 500,
      faults: () => {
        if (run.dead) throw new Killed('killed');
        if (this.killIn === null) return;
        this.killIn -= 1;
        if (this.killIn < 0) {
          this.killIn = null;
          die();
        }
      },
    });
    this.delivery = delivery;
    this.plant.server?.(this, delivery);
    events.emit('phase', 'online');
    await this.idle();
  }

  /** The process is gone, at once. */
  async kill(): Promise<void> {
    if (this.alive) this.#run.dead = true;
    await this.#bury();
  }

  async #bury(): Promise<void> {
    const dead = this.delivery;
    this.delivery = null;
    this.clock.end(this.#run);
    for (const node of this.nodes) node.awake = false;
    await dead?.stop();
  }

  /** Until nothing is being done. A server that died in the meantime is buried. */
  idle = async (): Promise<void> => {
    if (this.delivery === null) return;
    if (this.alive) await Promise.race([this.delivery.settled(), this.#death()]);
    if (!this.alive) await this.#bury();
  };

  async #death(): Promise<void> {
    const run = this.#run;
    while (!run.dead) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (this.#run !== run) return;
    }
  }

  pass(ms: number): Promise<void> {
    return this.clock.pass(ms, this.idle);
  }

  origin(node: Node, device: string | null): EventOrigin {
    const { rtuId, stationId, sn } = node;
    return { rtuId, stationId, sn, device, at: this.clock.now };
  }

  /** Connects and is born; then a short while passes. */
  async wake(node: Node): Promise<void> {
    if (!this.alive || node.awake) return;
    node.awake = true;
    node.firmware.bdSeq = (node.firmware.bdSeq + 1) % 256;
    this.#events.emit('link', this.#facts(node, true));
    this.#bear(node, false);
    await this.pass(200);
  }

  /** Says all that the node has; again = within a session. */
  #bear(node: Node, again: boolean): void {
    for (const { device, metrics } of node.firmware.births()) {
      this.#reportParameters(node, device, metrics);
      this.#events.emit('birth', {
        ...this.origin(node, device),
        metrics: metrics.map((metric) => asMetric(metric)),
        again,
        tracked: decodeTrackedBirth(metrics.map((metric) => asMetric(metric))),
      });
    }
  }

  async sleep(node: Node): Promise<void> {
    if (!node.awake) return;
    node.awake = false;
    node.firmware.tryOver();
    this.#events.emit('link', this.#facts(node, false));
    await this.idle();
  }

  /** Says something of the node's parameters that must not move what is known. */
  async saysOld(node: Node, metric: MetricInput, old: 'historical' | 'older'): Promise<void> {
    if (!node.awake) return;
    const more = old === 'historical' ? { isHistorical: true } : { timestamp: start - 1 };
    this.#events.emit('data', { ...this.origin(node, null), metrics: [asMetric(metric, more)] });
    await this.idle();
  }

  async unknownAck(node: Node): Promise<void> {
    if (!node.awake || !this.alive) return;
    const ack = { id: '0'.repeat(26), seq: 1n, status: 'ok', code: 0, text: '' } as const;
    const before = this.delivery?.counts.unknownAcks ?? 0;
    this.#events.emit('ack', { ...this.origin(node, null), ack });
    await this.idle();
    if (this.delivery !== null && this.delivery.counts.unknownAcks !== before + 1)
      this.trace.unknownAcks += 1;
  }

  /** Says anything, as a node or a device of any name; a birth is one more of the same session. */
  says(node: Node, what: 'birth' | 'data', device: string | null, metrics: readonly MetricInput[]): void {
    const reported = metrics.map((metric) => asMetric(metric));
    const event = { ...this.origin(node, device), metrics: reported };
    if (what === 'data') this.#events.emit('data', event);
    else this.#events.emit('birth', { ...event, again: true, tracked: decodeTrackedBirth(reported) });
  }

  /** Answers an order by hand. */
  answers(node: Node, ack: GatewayEvents['ack']['ack']): void {
    this.#events.emit('ack', { ...this.origin(node, null), ack });
  }

  /** Late answers come in. */
  async lateArrive(): Promise<void> {
    const late = this.#late.splice(0);
    for (const deliver of late) deliver();
    await this.idle();
  }

  /** Orders; null where it is refused or the server dies of it. */
  async create(
    node: Node,
    slot: number | null,
    content: OrderContent | ((version: number) => OrderContent),
    again?: { readonly key: string; readonly body?: OrderBody },
  ): Promise<string | null> {
    const { delivery } = this;
    if (delivery === null || !this.alive) return null;
    const version = typeof content === 'function' ? await this.#version(node, slot) : 0;
    const body: OrderBody = again?.body ?? {
      key: again?.key ?? `${this.prefix}-key-of-the-world-${++this.#keys}`,
      target: { rtuId: node.rtuId, slot },
      content: typeof content === 'function' ? content(version) : content,
      reason: '',
      surface: 'button',
    };
    const confirmation = `${this.prefix}${this.#keys}${Math.random()}`;
    const known = this.trace.created.find(({ key }) => key === body.key);
    try {
      await this.storage.write((db) =>
        db
          .insertInto('confirmations')
          .values({
            token_hash: createHash('sha256').update(confirmation).digest('hex'),
            user_id: 1,
            body_hash: bodyHash(body),
            expires_at: this.clock.now + 1000,
          })
          .execute(),
      );
      const link = (rtuId: number) => this.#link(rtuId);
      const row = await createOrder(delivery.store, link, { by, language: 'en', body, confirmation });
      if (!this.alive) return null;
      if (known === undefined) this.trace.created.push({ id: row.id, key: body.key, body, node });
      else
        this.trace.keys.push({
          expected: bodyHash(known.body) === bodyHash(body) ? known.id : null,
          got: row.id,
        });
      delivery.touched(node.rtuId);
      await this.idle();
      return row.id;
    } catch (error) {
      if (error instanceof Refusal && error.messageId === 'command.keyUsed' && known !== undefined)
        this.trace.keys.push({ expected: bodyHash(known.body) === bodyHash(body) ? known.id : '', got: '' });
      else if (!(error instanceof Refusal || error instanceof Killed)) throw error;
      await this.idle();
      return null;
    }
  }

  async cancel(id: string): Promise<boolean> {
    const { delivery } = this;
    if (delivery === null || !this.alive) return false;
    try {
      const row = await cancelOrder(delivery.store, by, id);
      this.trace.cancelled.push(id);
      delivery.touched(row.rtu_id);
      await this.idle();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Killed)) throw error;
      const node = this.trace.created.find((created) => created.id === id)?.node;
      if (node !== undefined && this.alive) delivery.touched(node.rtuId);
      await this.idle();
      return false;
    }
  }

  async #version(node: Node, slot: number | null): Promise<number> {
    const rows = await this.storage.db
      .selectFrom('parameter_versions')
      .selectAll()
      .where('rtu_id', '=', node.rtuId)
      .where('slot', '=', slot ?? -1)
      .execute();
    const version = rows[0]?.version ?? 0;
    const place = `${node.rtuId}/${slot}`;
    this.trace.versions.set(place, [...(this.trace.versions.get(place) ?? []), version]);
    return version;
  }

  #facts(node: Node, connected: boolean): RtuLink {
    return {
      rtuId: node.rtuId,
      stationId: node.stationId,
      sn: node.sn,
      connected,
      quality: connected ? 'GOOD' : 'STALE',
      lastContactAt: null,
      late: false,
      bornAt: null,
      sendCycle,
      jitter: 0,
      problems: [],
    };
  }

  #link(rtuId: number): RtuLink | null {
    const node = this.nodes.find((one) => one.rtuId === rtuId);
    return node === undefined ? null : this.#facts(node, node.awake);
  }

  #typeOf(sn: string, device: string | null, name: string) {
    const node = this.nodes.find((one) => one.sn === sn);
    const birth = node?.firmware.births().find((one) => one.device === device);
    return birth?.metrics.find((metric) => metric.name === name)?.datatype ?? null;
  }

  #reportParameters(node: Node, device: string | null, metrics: readonly MetricInput[]): void {
    for (const { name, value } of metrics)
      if (name?.startsWith('param/') === true)
        this.trace.reported.set(`${node.rtuId}/${device ?? -1}/${name.slice('param/'.length)}`, value);
  }

  async #wire(sn: string, device: string | null, metrics: readonly MetricInput[]): Promise<void> {
    const node = this.nodes.find((one) => one.sn === sn);
    if (node === undefined) return;
    // A birth that is asked for is no command: nothing of it is in the queue.
    if (metrics.some(({ name }) => name === rebirth)) {
      if (this.weather.down !== 'lost' && this.weather.up !== 'lost' && node.awake) this.#bear(node, true);
      return;
    }
    const rows = await this.storage.db
      .selectFrom('orders')
      .select(['id', 'state'])
      .where('rtu_id', '=', node.rtuId)
      .execute();
    const named = metrics.find(({ name }) => name === 'Command/Id' || name === 'Command/Commit')?.value;
    const sending = rows.filter((row) => row.state === 'sending');
    const id = typeof named === 'string' ? named : (sending[0]?.id ?? '');
    this.trace.wire.push({
      id,
      rtuId: node.rtuId,
      at: this.clock.now,
      durable: rows.find((row) => row.id === id)?.state ?? null,
      inFlight: sending.length,
    });
    const { down } = this.weather;
    if (down === 'lost' || !node.awake) return;
    const times = down === 'doubled' && node.firmware.tracked ? 2 : 1;
    for (let time = 0; time < times; time++) this.#arrive(node, device, metrics, id);
  }

  #arrive(node: Node, device: string | null, metrics: readonly MetricInput[], id: string): void {
    if (!node.awake) return;
    const { firmware, powerLoss } = node;
    node.powerLoss = null;
    if (firmware instanceof PlainFirmware) firmware.of = id;
    let answers: MetricInput[][];
    try {
      answers = firmware.receive(device, metrics, this.clock.now, powerLoss);
    } catch (error) {
      if (!(error instanceof PowerLost)) throw error;
      firmware.recover();
      node.awake = false;
      this.#events.emit('link', this.#facts(node, false));
      return;
    }
    const { up } = this.weather;
    const events = this.#events;
    const { bdSeq } = firmware;
    for (const answer of answers) {
      const deliver = () => {
        // A connection keeps its order, and brings nothing of another one.
        if (this.#events !== events || firmware.bdSeq !== bdSeq || !node.awake) return;
        const origin = this.origin(node, device);
        this.#reportParameters(node, device, answer);
        const metrics = answer.map((metric) => asMetric(metric));
        events.emit('data', { ...origin, metrics });
        const ack = decodeAck(metrics);
        if (ack !== null) events.emit('ack', { ...origin, ack });
        const report = decodeTryReport(metrics);
        if (report !== null) events.emit('tryReport', { ...origin, report });
      };
      if (up === 'late') this.#late.push(deliver);
      else if (up !== 'lost') deliver();
      if (up === 'doubled') deliver();
    }
  }
}
