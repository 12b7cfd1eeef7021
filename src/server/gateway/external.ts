import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { TrafficMeter } from '../listeners/meter.ts';
import type { Statement, StatementWords } from './leading/leased-state.ts';
import type { BrokerSource, OutMessage, SourceHandlers, Subscription } from './source.ts';

export interface ExternalOptions {
  /** mqtt:, mqtts:, ws: or wss: address, with user and password where the broker needs them. */
  readonly url: string;
  readonly clientId: string;
  /** Called with connection errors, for the log; the address's password is not in them. */
  readonly failed: (reason: string) => void;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Seconds. */
  readonly keepalive?: number;
  /** Counts messages and their bytes. */
  readonly meter?: TrafficMeter;
  /** ms between attempts. */
  readonly reconnectPeriod?: number;
}

/** QoS is that of our subscription: what the sender asked for stays with the broker. */
const origins = [
  { way: 'external', qos: 0 },
  { way: 'external', qos: 1 },
] as const;

/** An MQTT 3.1.1 client of an external broker or cluster; connects again by itself, with a new Will each time. */
export class ExternalSource implements BrokerSource {
  readonly kind = 'external';
  readonly #options: ExternalOptions;
  #client: MqttClient | null = null;

  constructor(options: ExternalOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#client?.connected ?? false;
  }

  get connections(): number {
    return this.isConnected ? 1 : 0;
  }

  /** Resolves at once: a broker that is down now is waited for. */
  async start(handlers: SourceHandlers): Promise<void> {
    const client = this.#open(this.#options.clientId, () => handlers.will());
    this.#client = client;
    let connected = false;
    client.on('connect', () => {
      connected = true;
      void handlers.connected();
    });
    client.on('close', () => {
      if (connected) handlers.disconnected();
      connected = false;
    });
    client.handleMessage = (packet, done) => {
      const { payload } = packet;
      const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
      this.#options.meter?.took(1, bytes.length);
      const busy = handlers.message(packet.topic, bytes, undefined, origins[packet.qos === 1 ? 1 : 0]);
      if (busy === undefined) done();
      else busy.then(() => done(), done);
    };
  }

  /** A client that connects again by itself, with what `will` says then. */
  #open(clientId: string, will: () => OutMessage | null): MqttClient {
    const { url, ca, cert, key, keepalive = 30, reconnectPeriod = 2000 } = this.#options;
    const willOf = (): Pick<IClientOptions, 'will'> => {
      const message = will();
      if (message === null) return {};
      const { topic, payload, qos, retain } = message;
      return { will: { topic, payload: Buffer.from(payload), qos, retain } };
    };
    const client = connect(url, {
      ...{ clientId, clean: true, protocolVersion: 4, keepalive, reconnectPeriod },
      ...{ resubscribe: false, queueQoSZero: false },
      ...willOf(),
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    });
    // Emitted before each new attempt: the next CONNECT carries a Will of its own time.
    client.on('reconnect', () => Object.assign(client.options, willOf()));
    client.on('error', (error) => this.#options.failed(error.message));
    return client;
  }

  state(words: () => StatementWords): Statement {
    let said = words();
    let isFirst = true;
    const client = this.#open(`${this.#options.clientId}-state`, () => {
      if (!isFirst) said = words();
      isFirst = false;
      return said.will;
    });
    const say = () => {
      if (!client.connected) return;
      const { topic, payload, qos, retain } = said.birth;
      client
        .publishAsync(topic, Buffer.from(payload), { qos, retain })
        .catch((error: Error) => this.#options.failed(error.message));
    };
    client.on('connect', say);
    return { again: say, close: () => client.endAsync(!client.connected) };
  }

  async subscribe(subscriptions: readonly Subscription[]): Promise<void> {
    const map = Object.fromEntries(subscriptions.map(({ filter, qos }) => [filter, { qos }]));
    const granted = await this.#connected().subscribeAsync(map);
    const refused = granted.find(({ qos }) => qos > 2);
    if (refused !== undefined) throw new Error(`the broker refuses the subscription ${refused.topic}`);
  }

  async publish({ topic, payload, qos, retain }: OutMessage): Promise<void> {
    await this.#connected().publishAsync(topic, Buffer.from(payload), { qos, retain });
  }

  #connected(): MqttClient {
    if (this.#client === null || !this.#client.connected) throw new Error('not connected to the MQTT broker');
    return this.#client;
  }

  async close(): Promise<void> {
    await this.#client?.endAsync(!this.#client.connected);
    this.#client = null;
  }
}
