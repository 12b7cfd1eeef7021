/**
 * A strict Sparkplug B 3.0 edge node, written after the specification: waits for its primary host, gives every metric
 * an alias at birth and sends data by alias alone, without data types; judges every command that it gets.
 */
import mqtt, { type MqttClient } from 'mqtt';
import { as, type MetricParts, metric, payload, type ReadPayload, readPayload } from './wire.ts';

export const type = {
  Int8: 1,
  Int16: 2,
  Int32: 3,
  Int64: 4,
  UInt64: 8,
  Double: 10,
  Boolean: 11,
  DataSet: 16,
};

/** What a birth declares: name, alias, data type number and the value now. */
export interface Declaration {
  readonly name: string;
  readonly alias?: number;
  readonly datatype: number;
  readonly value: readonly number[];
}
export interface Heard {
  readonly topic: string;
  readonly qos: number;
  readonly retain: boolean;
  readonly payload: ReadPayload;
}
export interface EdgeOptions {
  readonly port: number;
  readonly sn: string;
  readonly password: string;
  readonly group: string;
  readonly hostId: string;
  readonly node: readonly Declaration[];
  /** By slot. */
  readonly devices: Readonly<Record<string, readonly Declaration[]>>;
}

export class StrictEdge {
  readonly commands: Heard[] = [];
  /** STATE bodies as they came. */
  readonly states: { online: boolean; timestamp: number }[] = [];
  /** 64-bit, and not small: a host must not take it for a double. */
  bdSeq = 2n ** 53n + 1n;
  seq = 250;
  births = 0;
  readonly #options: EdgeOptions;
  #client: MqttClient | null = null;
  #online: (() => void) | null = null;

  constructor(options: EdgeOptions) {
    this.#options = options;
  }

  get client(): MqttClient {
    if (this.#client === null) throw new Error('the edge node is not connected');
    return this.#client;
  }

  topic(verb: string, device?: string): string {
    const { group, sn } = this.#options;
    return ['spBv1.0', group, verb, sn, ...(device === undefined ? [] : [device])].join('/');
  }

  #death(): Buffer {
    return payload({
      metrics: [metric({ name: 'bdSeq', datatype: type.UInt64, value: as.long(this.bdSeq) })],
    });
  }

  /** Connects with a new bdSeq, subscribes, waits until its primary host is online, and is born. */
  async connect(): Promise<void> {
    const { port, sn, password, hostId } = this.#options;
    this.bdSeq += 1n;
    const online = new Promise<void>((resolve) => {
      this.#online = resolve;
    });
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
      protocolVersion: 4,
      clean: true,
      clientId: sn,
      username: sn,
      password,
      reconnectPeriod: 0,
      will: { topic: this.topic('NDEATH'), payload: this.#death(), qos: 1, retain: false },
    });
    this.#client = client;
    client.on('error', () => undefined);
    client.on('message', (topic, bytes, { qos, retain }) => {
      if (topic === `spBv1.0/STATE/${hostId}`) {
        const state = JSON.parse(bytes.toString('utf8'));
        this.states.push(state);
        if (state.online) this.#online?.();
        return;
      }
      const heard = { topic, qos, retain, payload: readPayload(bytes) };
      this.commands.push(heard);
      const [asked] = heard.payload.metrics;
      if (asked?.name === 'Node Control/Rebirth' && asked.value === 1n) void this.birth();
    });
    await client.subscribeAsync(`spBv1.0/STATE/${hostId}`, { qos: 1 });
    await client.subscribeAsync([this.topic('NCMD'), this.topic('DCMD', '+')], { qos: 1 });
    await online;
    await this.birth();
  }

  /** NBIRTH and the DBIRTHs of all devices; seq begins anywhere. */
  async birth(): Promise<void> {
    this.births += 1;
    const now = Date.now();
    const { node, devices } = this.#options;
    const born = ({ name, alias, datatype, value }: Declaration) =>
      metric({ name, ...(alias === undefined ? {} : { alias }), datatype, timestamp: now, value });
    await this.send('NBIRTH', [
      metric({ name: 'bdSeq', datatype: type.UInt64, timestamp: now, value: as.long(this.bdSeq) }),
      metric({
        name: 'Node Control/Rebirth',
        datatype: type.Boolean,
        timestamp: now,
        value: as.boolean(false),
      }),
      ...node.map(born),
    ]);
    for (const [slot, declared] of Object.entries(devices))
      await this.send('DBIRTH', declared.map(born), slot);
  }

  /** Data by alias alone, without data types. */
  async data(values: readonly Omit<MetricParts, 'name' | 'datatype'>[], device?: string): Promise<void> {
    await this.send(
      device === undefined ? 'NDATA' : 'DDATA',
      values.map((value) => metric({ timestamp: Date.now(), ...value })),
      device,
    );
  }

  /** Publishes with the next seq; `lose` numbers of it are skipped before. */
  async send(
    verb: string,
    metrics: readonly (readonly number[])[],
    device?: string,
    lose = 0,
  ): Promise<void> {
    this.seq = (this.seq + lose) % 256;
    const bytes = payload({ timestamp: Date.now(), seq: this.seq, metrics });
    this.seq = (this.seq + 1) % 256;
    await this.client.publishAsync(this.topic(verb, device), bytes, { qos: 0, retain: false });
  }

  /** An intended end: NDEATH, then DISCONNECT. */
  async leave(): Promise<void> {
    await this.client.publishAsync(this.topic('NDEATH'), this.#death(), { qos: 0 });
    await this.client.endAsync();
  }
  /** Power lost: the broker publishes the Will. */
  cut(): void {
    this.#client?.stream.destroy();
    this.#client?.end(true);
  }
}
