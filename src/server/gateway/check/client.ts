/** An MQTT client of a check: it remembers what it gets, and gives up after a while. */
import { connect, type IClientOptions, type MqttClient } from 'mqtt';

/** A message as it came. */
export interface Got {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: number;
  readonly retain: boolean;
}

/** ms that an answer of the broker is waited for. */
export const patience = 5000;

/** Rejects after `ms` with what was waited for. */
export async function inTime<T>(work: Promise<T>, what: string, ms = patience): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what}: no answer in ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export class CheckClient {
  readonly got: Got[] = [];
  #isOpen = true;
  private constructor(readonly client: MqttClient) {
    client.on('message', (topic, payload, { qos, retain }) => this.got.push({ topic, payload, qos, retain }));
    client.on('close', () => {
      this.#isOpen = false;
    });
    client.on('error', () => {});
  }

  /** @throws Error with what the broker says, or that it says nothing */
  static async open(url: string, options: IClientOptions): Promise<CheckClient> {
    const client = connect(url, {
      ...{ protocolVersion: 4, clean: true, reconnectPeriod: 0, connectTimeout: patience, keepalive: 30 },
      ...options,
    });
    const opened = new CheckClient(client);
    try {
      await inTime(
        new Promise<void>((done, fail) => {
          client.once('connect', () => done());
          client.once('error', fail);
          client.once('close', () => fail(new Error('the connection was closed')));
        }),
        'CONNECT',
      );
    } catch (error) {
      client.end(true);
      throw error;
    }
    return opened;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The QoS that the broker grants; 128 = it refuses. */
  async subscribe(filter: string, qos: 0 | 1 = 0): Promise<number> {
    try {
      const [granted] = await inTime(this.client.subscribeAsync(filter, { qos }), 'SUBSCRIBE');
      return granted?.qos ?? 128;
    } catch (error) {
      if (error instanceof Error && /suback|unspecified/i.test(error.message)) return 128;
      throw error;
    }
  }

  async publish(topic: string, payload: Buffer | string, qos: 0 | 1 = 0, retain = false): Promise<void> {
    await inTime(this.client.publishAsync(topic, payload, { qos, retain }), 'PUBLISH');
  }

  /** Waits until `check` holds; false when it does not in time. */
  async until(check: () => boolean, ms = patience): Promise<boolean> {
    for (const end = performance.now() + ms; !check(); ) {
      if (performance.now() > end) return false;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return true;
  }

  /** As if the power went: the broker gets no DISCONNECT. */
  cut(): void {
    this.client.stream.destroy();
    this.client.end(true);
  }

  async close(): Promise<void> {
    await inTime(this.client.endAsync(!this.client.connected), 'DISCONNECT').catch(() =>
      this.client.end(true),
    );
  }
}
