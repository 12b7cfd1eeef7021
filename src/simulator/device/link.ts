import mqtt from 'mqtt';

/** What a connection of an edge node needs. */
export interface LinkOptions {
  readonly url: string;
  readonly sn: string;
  readonly password: string;
  /** Topics, the last part may be `#`. */
  readonly filters: readonly string[];
  readonly will: { readonly topic: string; readonly payload: Uint8Array };
  readonly message: (topic: string, payload: Buffer) => void;
  /** The connection has ended, whichever side ended it. */
  readonly closed: () => void;
}

/** One connection, subscribed. */
export interface EdgeLink {
  readonly connected: boolean;
  /** Resolves when written (0), or acknowledged (1). */
  publish(topic: string, payload: Uint8Array, qos: 0 | 1): Promise<void>;
  /** Ends with a farewell to the broker. */
  end(): Promise<void>;
  /** Frees what it holds, without waiting. */
  drop(): void;
  /** Ends like a lost radio link: the broker sends the Will. */
  breakOff(): void;
}

/** Connects and subscribes; rejects when the broker refuses, is away, or does not answer in time. */
export type Connect = (options: LinkOptions) => Promise<EdgeLink>;

const connectTime = 15_000;

/** A connection over MQTT. */
export const connectMqtt: Connect = async ({ url, sn, password, filters, will, message, closed }) => {
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    clean: true,
    clientId: sn,
    username: sn,
    password,
    keepalive: 60,
    reconnectPeriod: 0,
    queueQoSZero: false,
    connectTimeout: connectTime,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: false },
  });
  client.on('message', message);
  try {
    await new Promise<void>((done, fail) => {
      client.once('connect', () => done());
      client.once('error', fail);
      client.once('close', () => fail(new Error('connection closed')));
    });
    await client.subscribeAsync([...filters], { qos: 1 });
  } catch (error) {
    client.removeAllListeners('error');
    client.on('error', () => {});
    client.end(true);
    throw error;
  }
  client.on('error', () => {});
  client.on('close', closed);
  return {
    get connected() {
      return client.connected;
    },
    async publish(topic, payload, qos) {
      await client.publishAsync(topic, Buffer.from(payload), { qos });
    },
    async end() {
      await client.endAsync();
    },
    drop() {
      client.end(true);
    },
    breakOff() {
      client.stream.destroy();
    },
  };
};
