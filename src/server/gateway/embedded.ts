import { createServer, type Server, type Socket } from 'node:net';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { within } from '../within.ts';
import { maxSubscriptions, mayLeaveWill, mayPublish, maySubscribe } from './access.ts';
import { GuardedConnection } from './guarded-connection.ts';
import { type GuardLimits, guardDefaults } from './packet-guard.ts';
import type { OutMessage, Source, SourceHandlers, Subscription } from './source.ts';

export interface EmbeddedOptions {
  /** 0 = any free port. */
  readonly port: number;
  readonly address?: string;
  /** True when the password is this RTU's. Asked with the user name of a CONNECT, which is the serial number. */
  readonly authenticate: (sn: string, password: Uint8Array, address: string) => Promise<boolean>;
  /** Told of refusals: for the log and the RTU's last problems. `sn` null when nobody is known yet. */
  readonly refused: (sn: string | null, reason: string, address: string) => void;
  /** Told when an authenticated RTU's connection ended, however. */
  readonly left?: (sn: string) => void;
  readonly maxConnections?: number;
  /** ms that a connection may live without a good credential. */
  readonly unauthenticatedTime?: number;
  readonly guard?: Partial<GuardLimits>;
}

/** ms that connections have to take their last bytes when the broker closes. */
const closeTime = 1000;

interface Identity {
  readonly sn: string;
  subscriptions: number;
  /** Topics that it was seen to be allowed: an RTU has a few, and publishes to them for ever. */
  readonly topics: Set<string>;
}
const keptTopics = 64;

const notAuthorized = (message: string): AuthenticateError =>
  Object.assign(new Error(message), { returnCode: 5 as const });

/** The embedded MQTT 3.1.1 broker; the host application speaks through its own hooks, without a connection. */
export class EmbeddedSource implements Source {
  readonly kind = 'embedded';
  readonly #options: EmbeddedOptions;
  readonly #identities = new WeakMap<Client, Identity>();
  /** Connected RTUs by serial number: a client's id is its credential's. */
  readonly #clients = new Map<string, Client>();
  /** Will topics of connections not yet authenticated. */
  readonly #wills = new WeakMap<Client, string>();
  readonly #sockets = new Set<Socket>();
  #broker: Aedes | null = null;
  #server: Server | null = null;
  #handlers: SourceHandlers | null = null;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#broker !== null;
  }

  get connections(): number {
    return this.#broker?.connectedClients ?? 0;
  }

  /** The port it listens on; 0 before `start`. */
  get port(): number {
    const address = this.#server?.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async start(handlers: SourceHandlers): Promise<void> {
    this.#handlers = handlers;
    const {
      port,
      address = '127.0.0.1',
      maxConnections = 20_000,
      unauthenticatedTime = 10_000,
    } = this.#options;
    const limits = { ...guardDefaults, ...this.#options.guard };
    const broker = await this.#createBroker(unauthenticatedTime);
    const server = createServer({ noDelay: true }, (socket: Socket) => {
      const from = socket.remoteAddress ?? '';
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      const connection = new GuardedConnection(socket, limits, unauthenticatedTime, (reason) =>
        this.#options.refused(this.#nameOf(connection), reason, from),
      );
      broker.handle(connection);
    });
    server.maxConnections = maxConnections;
    server.on('drop', (data) =>
      this.#options.refused(null, 'too many connections', data?.remoteAddress ?? ''),
    );
    this.#broker = broker;
    await handlers.connected();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, () => {
        server.off('error', reject);
        resolve();
      });
    });
    this.#server = server;
  }

  #nameOf(connection: GuardedConnection): string | null {
    const { client } = connection as GuardedConnection & { client?: Client };
    return client === undefined ? null : (this.#identities.get(client)?.sn ?? null);
  }

  async #createBroker(unauthenticatedTime: number): Promise<Aedes> {
    const refuse = (client: Client, reason: string) => {
      const { conn } = client;
      const from = conn instanceof GuardedConnection ? conn.remoteAddress : '';
      this.#options.refused(this.#identities.get(client)?.sn ?? null, reason, from);
    };
    const broker = await Aedes.createBroker({
      connectTimeout: unauthenticatedTime,
      maxTopicLevels: 8,
      // No common queue: a message that waits holds up its sender alone, and thousands that waited overflow the stack.
      concurrency: 0,
      preConnect: (client, packet, done) => {
        if (packet.will !== undefined) this.#wills.set(client, packet.will.retain ? '' : packet.will.topic);
        done(null, true);
      },
      authenticate: (client, username, password, done) => {
        const fail = (reason: string) => {
          refuse(client, reason);
          done(notAuthorized('not authorized'), false);
        };
        const sn = username ?? '';
        const will = this.#wills.get(client);
        if (sn === '' || password === undefined) return fail('no credential');
        if (client.id !== sn) return fail('client id is not the credential’s');
        if (will !== undefined && !mayLeaveWill(sn, will)) return fail('foreign Will');
        const { conn } = client;
        const from = conn instanceof GuardedConnection ? conn.remoteAddress : '';
        this.#options.authenticate(sn, password, from).then(
          (good) => {
            if (!good) return fail(`wrong credential for ${sn}`);
            this.#clients.set(sn, client);
            this.#identities.set(client, { sn, subscriptions: 0, topics: new Set() });
            if (client.conn instanceof GuardedConnection) client.conn.authenticated();
            done(null, true);
          },
          () => fail('credentials cannot be read'),
        );
      },
      authorizePublish: (client, packet, done) => {
        const identity = client === null ? undefined : this.#identities.get(client);
        if (client === null || identity === undefined) return done(new Error('not authorized'));
        const { sn, topics } = identity;
        if (!topics.has(packet.topic)) {
          if (!mayPublish(sn, packet.topic)) {
            refuse(client, `may not publish to ${packet.topic}`);
            return done(new Error('not authorized'));
          }
          if (topics.size < keptTopics) topics.add(packet.topic);
        }
        // Data is never retained in Sparkplug; a node that asks for it must not fill the broker's memory.
        packet.retain = false;
        done(null);
      },
      authorizeSubscribe: (client, subscription, done) => {
        const identity = this.#identities.get(client);
        if (identity === undefined || !maySubscribe(identity.sn, subscription.topic)) {
          refuse(client, `may not subscribe to ${subscription.topic}`);
          return done(null, null);
        }
        identity.subscriptions += 1;
        if (identity.subscriptions > maxSubscriptions) {
          refuse(client, 'too many subscriptions');
          return done(null, null);
        }
        done(null, subscription);
      },
    });
    broker.on('clientDisconnect', (client) => {
      const identity = this.#identities.get(client);
      if (identity === undefined) return;
      if (this.#clients.get(identity.sn) === client) this.#clients.delete(identity.sn);
      this.#options.left?.(identity.sn);
    });
    // Lost connections and silence are a device's everyday life, and refusals are told where they are made.
    const malformed = (client: Client, error: Error) => {
      if (!('code' in error) && !/^(not authorized|keep alive|connection closed)/.test(error.message)) {
        refuse(client, error.message);
      }
    };
    broker.on('clientError', malformed);
    broker.on('connectionError', malformed);
    return broker;
  }

  async subscribe(subscriptions: readonly Subscription[]): Promise<void> {
    const { broker, handlers } = this.#running();
    await Promise.all(
      subscriptions.map(
        ({ filter }) =>
          new Promise<void>((resolve) => {
            broker.subscribe(
              filter,
              (packet, done) => {
                const { payload } = packet;
                const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
                const busy = handlers.message(packet.topic, bytes);
                if (busy === undefined) done();
                else busy.then(done, done);
              },
              resolve,
            );
          }),
      ),
    );
  }

  async publish({ topic, payload, qos, retain }: OutMessage): Promise<void> {
    const { broker } = this.#running();
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : Buffer.from(payload);
    await new Promise<void>((resolve, reject) => {
      broker.publish({ cmd: 'publish', topic, payload: bytes, qos, retain, dup: false }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  disconnect(sn: string): void {
    this.#clients.get(sn)?.close();
  }

  #running(): { broker: Aedes; handlers: SourceHandlers } {
    if (this.#broker === null || this.#handlers === null)
      throw new Error('the embedded broker is not running');
    return { broker: this.#broker, handlers: this.#handlers };
  }

  async close(): Promise<void> {
    const broker = this.#broker;
    const server = this.#server;
    this.#broker = null;
    if (server !== null) server.close();
    if (broker !== null) {
      const closed = new Promise<void>((resolve) => broker.close(resolve));
      await within(closed, closeTime);
    }
    // Those that never said who they are, and those that do not take their last bytes.
    for (const socket of this.#sockets) socket.destroy();
  }
}
