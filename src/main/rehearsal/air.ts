import type { BrokerSource, OutMessage, SourceHandlers, Subscription } from '../../server/gateway/source.ts';
import type { Connect, EdgeLink, LinkOptions } from '../../simulator/device/link.ts';

/** ms that a message is on its way. Assumed: a mobile network. */
const latency = 400;
/** ms until a broker notices that a device is gone: one and a half times its keep-alive. */
const noticed = 90_000;

interface Station {
  readonly options: LinkOptions;
  isOpen: boolean;
}

const isFor = (topic: string, filters: readonly string[]) =>
  filters.some((filter) =>
    filter.endsWith('/#') ? topic.startsWith(filter.slice(0, -1)) : filter === topic,
  );

/** The air of a rehearsal: what a broker is between host and devices, within one process and its clock. */
export class Air implements BrokerSource {
  readonly kind = 'embedded';
  #handlers: SourceHandlers | null = null;
  readonly #stations = new Set<Station>();
  readonly #retained = new Map<string, OutMessage>();

  get isConnected(): boolean {
    return this.#handlers !== null;
  }

  get connections(): number {
    return this.#stations.size;
  }

  async start(handlers: SourceHandlers): Promise<void> {
    this.#handlers = handlers;
    await handlers.connected();
  }

  async subscribe(_subscriptions: readonly Subscription[]): Promise<void> {
    // The host hears everything.
  }

  async publish(message: OutMessage): Promise<void> {
    if (message.retain) this.#retained.set(message.topic, message);
    for (const station of this.#stations) this.#deliver(station, message);
  }

  async close(): Promise<void> {
    this.#handlers = null;
  }

  #deliver(station: Station, { topic, payload }: OutMessage): void {
    if (!isFor(topic, station.options.filters)) return;
    setTimeout(() => {
      if (station.isOpen) station.options.message(topic, Buffer.from(payload));
    }, latency);
  }

  #hear(topic: string, payload: Uint8Array): void {
    void this.#handlers?.message(topic, payload);
  }

  /** The way of one device; `reach` answers ms until it has connected, or null where it does not come through. */
  way(reach: () => number | null): Connect {
    return async (options): Promise<EdgeLink> => {
      const wait = reach();
      await new Promise((done) => setTimeout(done, latency + (wait ?? 0)));
      if (wait === null) throw new Error('no network');
      const station: Station = { options, isOpen: true };
      this.#stations.add(station);
      for (const message of this.#retained.values()) this.#deliver(station, message);
      const leave = () => {
        this.#stations.delete(station);
        station.isOpen = false;
      };
      return {
        get connected() {
          return station.isOpen;
        },
        publish: (topic, payload, qos) => {
          const bytes = Uint8Array.from(payload);
          setTimeout(() => this.#hear(topic, bytes), latency);
          if (qos === 0) return Promise.resolve();
          return new Promise((done) => setTimeout(done, 2 * latency));
        },
        end: async () => leave(),
        drop: leave,
        breakOff: () => {
          if (!station.isOpen) return;
          leave();
          const { topic, payload } = options.will;
          setTimeout(() => {
            // It came back meanwhile: the broker ended the old connection then.
            const isBack = [...this.#stations].some((other) => other.options.sn === options.sn);
            if (!isBack) this.#hear(topic, payload);
          }, noticed);
          options.closed();
        },
      };
    };
  }
}
