/** A gateway on real parts: SQLite in a directory of its own, a real broker, real MQTT clients. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import type { MetricInput, Payload, PayloadInput } from '../../../src/protocol/payload.ts';
import { formatTopic, type MessageType } from '../../../src/protocol/topics.ts';
import type { GatewayEvents } from '../../../src/server/gateway/events.ts';
import { Gateway } from '../../../src/server/gateway/gateway.ts';
import type { GatewayOptions } from '../../../src/server/gateway/options.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';

export const group = 'P01';

export interface Site {
  readonly storage: Storage;
  readonly logged: { message: string; detail: object }[];
  /** Makes a gateway; it is stopped with the site. */
  gateway(options?: Partial<GatewayOptions>): Promise<Gateway>;
  /** Ids of an RTU's row and of its sensors by slot. */
  ids(sn: string): Promise<{ rtu: number; sensors: Map<number, number> }>;
  close(): Promise<void>;
}

/** One company, one project, one station with the RTUs given: sensors as kinds by slot. */
export async function openSite(rtus: Record<string, readonly number[]>): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gateway-'));
  const storage = await openStorage({ dataDir });
  await storage.write(async (db) => {
    const { id: companyId } = await db
      .insertInto('companies')
      .values({ name: 'c', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: projectId } = await db
      .insertInto('projects')
      .values({
        company_id: companyId,
        code: group,
        name: 'p',
        time_zone: 'Asia/Shanghai',
        day_boundary: 480,
        retention_days: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: stationId } = await db
      .insertInto('stations')
      .values({
        project_id: projectId,
        code: 'S1',
        name: 's',
        name_reading: null,
        site: 'slope',
        latitude: 25,
        longitude: 102,
        time_zone: 'Asia/Shanghai',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [sn, kinds] of Object.entries(rtus)) {
      const { id: rtuId } = await db
        .insertInto('rtus')
        .values({
          station_id: stationId,
          sn,
          credential_hash: null,
          install_state: 1,
          send_cycle: 3600,
          collection_cycle: 600,
          last_contact_at: null,
          jitter: 0,
          problems: '[]',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const [slot, kind] of kinds.entries()) {
        await db
          .insertInto('sensors')
          .values({
            rtu_id: rtuId,
            slot,
            kind,
            name: null,
            install_state: 1,
            mount_mode: 0,
            mount_azimuth: 0,
          })
          .execute();
      }
    }
  });
  const gateways: Gateway[] = [];
  const logged: Site['logged'] = [];
  const log = (detail: object, message: string) => void logged.push({ detail, message });
  return {
    storage,
    logged,
    async gateway(options = {}) {
      const gateway = new Gateway({
        storage,
        log: { info: log, warn: log, error: log },
        broker: { port: 0 },
        flushTime: 50,
        session: { reorderTime: 300, rebirth: { firstDelay: 0 } },
        ...options,
      });
      await gateway.start();
      gateways.push(gateway);
      return gateway;
    },
    async ids(sn) {
      const { id } = await storage.db
        .selectFrom('rtus')
        .select('id')
        .where('sn', '=', sn)
        .executeTakeFirstOrThrow();
      const sensors = await storage.db
        .selectFrom('sensors')
        .select(['id', 'slot'])
        .where('rtu_id', '=', id)
        .execute();
      return { rtu: id, sensors: new Map(sensors.map((sensor) => [sensor.slot, sensor.id])) };
    },
    async close() {
      for (const gateway of gateways) await gateway.stop();
      await storage.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Resolves with the next event of a name that fits; rejects after 30 s. */
export function next<Name extends keyof GatewayEvents>(
  gateway: Gateway,
  name: Name,
  fits: (event: GatewayEvents[Name]) => boolean = () => true,
): Promise<GatewayEvents[Name]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name} event in 30 s`)), 30_000);
    const stop = gateway.events.on(name, (event) => {
      if (!fits(event)) return;
      clearTimeout(timer);
      stop();
      resolve(event);
    });
  });
}

/** Some tests put clocks of their own in place of it. */
const trueNow = performance.now.bind(performance);

/** Waits until `check` gives something other than undefined or false; rejects after a minute. */
export async function until<T>(check: () => T | Promise<T>): Promise<Exclude<T, undefined | false>> {
  for (const end = trueNow() + 60_000; ; ) {
    const found = await check();
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
    if (trueNow() > end) throw new Error('it did not come to be in a minute');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export const bdSeq = (value: bigint): MetricInput => ({ name: 'bdSeq', datatype: DataType.UInt64, value });
export const double = (name: string, value: number | null, more: Partial<MetricInput> = {}): MetricInput => ({
  name,
  datatype: DataType.Double,
  value,
  ...more,
});

/** An edge node written for tests on plain MQTT: every byte is the test's own. */
export class Node {
  seq = 0;
  readonly commands: { topic: string; payload: Payload }[] = [];
  constructor(
    readonly client: MqttClient,
    readonly sn: string,
  ) {
    client.on('message', (topic, bytes) => {
      if (topic.includes('CMD/')) this.commands.push({ topic, payload: decodePayload(bytes) });
    });
    client.on('error', () => undefined);
  }

  topic(type: MessageType, device: string | null = null): string {
    return formatTopic({ group, type, node: this.sn, device });
  }

  async listen(): Promise<void> {
    await this.client.subscribeAsync([this.topic('NCMD'), `spBv1.0/${group}/DCMD/${this.sn}/#`]);
  }

  /** Sends with the next sequence number, unless the payload has its own (null = none). */
  async send(type: MessageType, payload: PayloadInput, device: string | null = null): Promise<void> {
    if (type === 'NBIRTH') this.seq = 0;
    const seq = payload.seq === undefined ? this.seq : payload.seq;
    this.seq = ((seq ?? this.seq) + 1) % 256;
    const bytes = encodePayload({ ...payload, seq }, { datatypes: !type.endsWith('DATA') });
    await this.client.publishAsync(this.topic(type, device), Buffer.from(bytes));
  }

  async raw(type: MessageType, bytes: Uint8Array, device: string | null = null): Promise<void> {
    await this.client.publishAsync(this.topic(type, device), Buffer.from(bytes));
  }

  async end(): Promise<void> {
    await this.client.endAsync();
  }
  /** As if the power went: no DISCONNECT, so that the Will is published. */
  cut(): void {
    this.client.stream.destroy();
    this.client.end(true);
  }
}

export interface ConnectOptions extends IClientOptions {
  readonly session?: bigint;
}

/** Connects an edge node with its Will (an NDEATH with the session's bdSeq). */
export async function connectNode(
  port: number,
  sn: string,
  password: string,
  options: ConnectOptions = {},
): Promise<Node> {
  const { session = 1n, ...more } = options;
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    protocolVersion: 4,
    clientId: sn,
    username: sn,
    password,
    reconnectPeriod: 0,
    will: {
      topic: formatTopic({ group, type: 'NDEATH', node: sn, device: null }),
      payload: Buffer.from(encodePayload({ metrics: [bdSeq(session)] })),
      qos: 0,
      retain: false,
    },
    ...more,
  });
  return new Node(client, sn);
}
