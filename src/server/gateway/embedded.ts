import type { Socket } from 'node:net';
import {
  Aedes,
  type AuthenticateError,
  type AuthenticateHandler,
  type AuthorizePublishHandler,
  type AuthorizeSubscribeHandler,
  type Client,
  type PublishPacket,
} from 'aedes';
import type { TrafficMeter } from '../listeners/meter.ts';
import { within } from '../within.ts';
import {
  isSourceName,
  maxSubscriptions,
  mayLeaveWill,
  mayPublish,
  maySubscribe,
} from './connections/access.ts';
import { Account } from './connections/account.ts';
import { type ConnectionLimits, connectionDefaults, type Visit } from './connections/connection-counter.ts';
import { GuardedConnection } from './connections/guarded-connection.ts';
import { type BrokerIdentity, identityOf } from './connections/identity.ts';
import { type ListenerOptions, Listeners, type PortName, type PortStatus } from './connections/listeners.ts';
import { type GuardLimits, guardDefaults } from './connections/packet-guard.ts';
import { LoopTurns } from './connections/turns.ts';
import type { BrokerSource, OutMessage, SourceHandlers, Subscription } from './source.ts';
import type { BrokerWay, MessageOrigin } from './tap.ts';

export interface EmbeddedOptions extends Pick<ListenerOptions, 'port' | 'tls' | 'isBalancer'> {
  readonly address?: string;
  /** True when the password is this RTU's. Asked with the user name of a CONNECT, which is the serial number. */
  readonly authenticate: (sn: string, password: Uint8Array, address: string) => Promise<boolean>;
  /** Called for refusals: for the log and the RTU's last problems. `sn` null when nobody is known yet: `claimed` is what it says it is. */
  readonly refused: (
    sn: string | null,
    reason: string,
    address: string,
    way: BrokerWay,
    claimed: string | null,
  ) => void;
  /** Called when an authenticated RTU's connection ended, however. */
  readonly left?: (sn: string) => void;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** ms that a connection may live without a good credential. */
  readonly unauthenticatedTime?: number;
  readonly guard?: Partial<GuardLimits>;
  /** Count what comes by each port, and the connections of sources. */
  readonly meters?: Readonly<Record<PortName | 'sources', TrafficMeter>>;
}

/** ms that connections have to take their last bytes when the broker closes. */
const closeTime = 1000;

const keptTopics = 64;
/** Messages of this size and more count as under way until they are stored; bytes. Of smaller ones rows are counted. */
const heavy = 4096;

const wayOf: Readonly<Record<PortName, BrokerWay>> = { plain: 'mqtt', tls: 'mqttTls' };
const portOf = (way: BrokerWay): PortName => (way === 'mqttTls' ? 'tls' : 'plain');

const notAuthorized = (message: string): AuthenticateError =>
  Object.assign(new Error(message), { returnCode: 5 as const });

/** The embedded MQTT 3.1.1 broker; the host application speaks through its own hooks, without a connection. */
export class EmbeddedSource implements BrokerSource {
  readonly kind = 'embedded';
  readonly #options: EmbeddedOptions;
  readonly #identities = new WeakMap<Client, BrokerIdentity>();
  /** Connected RTUs by serial number: a client's id is its credential's. */
  readonly #clients = new Map<string, Set<Client>>();
  /** Will topics of connections not yet authenticated. */
  readonly #wills = new WeakMap<Client, string>();
  /** By serial number; only good credentials get one, so there are no more than RTUs. */
  readonly #accounts = new Map<string, Account>();
  /** What is to be done once a message is dealt with, by its payload, which is the message's alone. */
  readonly #settling = new WeakMap<Uint8Array, () => void>();
  /** How messages came, by their payloads. */
  readonly #origins = new WeakMap<Uint8Array, MessageOrigin>();
  readonly #limits: GuardLimits;
  #broker: Aedes | null = null;
  #listeners: Listeners | null = null;
  #handlers: SourceHandlers | null = null;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
    this.#limits = { ...guardDefaults, ...options.guard };
  }

  get isConnected(): boolean {
    return this.#broker !== null;
  }

  get connections(): number {
    return this.#broker?.connectedClients ?? 0;
  }

  /** The port it listens on without TLS; 0 before `start` and where it is closed. */
  get port(): number {
    return this.#listeners?.port ?? 0;
  }

  /** The port it listens on with TLS; null where there is none. */
  get tlsPort(): number | null {
    return this.#listeners?.tlsPort ?? null;
  }

  /** How a port stands; null before `start`. */
  status(port: PortName): PortStatus | null {
    return this.#listeners?.status(port) ?? null;
  }

  /** Ends the connections of one port and opens it anew. @throws the socket's error where it cannot be had */
  async restart(port: PortName): Promise<void> {
    await this.#listeners?.restart(port);
  }

  /** Ends the connections of all sources. */
  disconnectSources(): void {
    for (const sn of this.#clients.keys()) if (isSourceName(sn)) this.disconnect(sn);
  }

  async start(handlers: SourceHandlers): Promise<void> {
    this.#handlers = handlers;
    const { port, tls, isBalancer, address = '127.0.0.1', unauthenticatedTime = 10_000 } = this.#options;
    const broker = await this.#createBroker(unauthenticatedTime);
    const turns = new LoopTurns();
    const connected = (socket: Socket, visit: Visit, port: PortName) => {
      const { from } = visit;
      const way = wayOf[port];
      const refused = (reason: string) =>
        this.#options.refused(this.#nameOf(connection), reason, from, way, null);
      const identified = () => visit.identified();
      const connection = new GuardedConnection(
        socket,
        this.#limits,
        turns,
        unauthenticatedTime,
        refused,
        identified,
      );
      connection.way = way;
      connection.from = from;
      this.#meter(socket, port);
      broker.handle(connection);
    };
    this.#broker = broker;
    this.#listeners = new Listeners({
      port,
      address,
      tls,
      isBalancer,
      limits: { ...connectionDefaults, ...this.#options.connectionLimits },
      handshakeTime: unauthenticatedTime,
      connected,
      refused: (reason, from, port) => this.#options.refused(null, reason, from, wayOf[port], null),
    });
    await handlers.connected();
    await this.#listeners.open();
  }

  /** Counts a connection and its bytes. */
  #meter(socket: Socket, port: PortName): void {
    const meter = this.#options.meters?.[port];
    if (meter === undefined) return;
    socket.once('close', meter.connected());
    socket.on('data', (chunk: Buffer) => meter.took(0, chunk.length));
  }

  #nameOf(connection: GuardedConnection): string | null {
    const { client } = connection as GuardedConnection & { client?: Client };
    return client === undefined ? null : (this.#identities.get(client)?.sn ?? null);
  }

  async #createBroker(unauthenticatedTime: number): Promise<Aedes> {
    const broker = await Aedes.createBroker({
      connectTimeout: unauthenticatedTime,
      maxTopicLevels: 8,
      // No common queue: a message that waits holds up its sender alone, and thousands that waited overflow the stack.
      concurrency: 0,
      preConnect: (client, packet, done) => {
        const { will } = packet;
        if (will !== undefined) this.#wills.set(client, will.retain || will.qos === 2 ? '' : will.topic);
        // Nothing is kept for a client that is away: there is no session to come back to, and CONNACK says so.
        packet.clean = true;
        done(null, true);
      },
      authenticate: this.#authenticate,
      authorizePublish: this.#authorizePublish,
      authorizeSubscribe: this.#authorizeSubscribe,
    });
    broker.on('clientDisconnect', (client) => {
      const identity = this.#identities.get(client);
      if (identity === undefined) return;
      const own = this.#clients.get(identity.sn);
      own?.delete(client);
      if (own?.size === 0) this.#clients.delete(identity.sn);
      this.#options.left?.(identity.sn);
    });
    // Lost connections and silence are normal for a device, and refusals are reported where they are made.
    const malformed = (client: Client, error: Error) => {
      if (!('code' in error) && !/^(not authorized|keep alive|connection closed)/.test(error.message)) {
        this.#refuse(client, error.message);
      }
    };
    broker.on('clientError', malformed);
    broker.on('connectionError', malformed);
    return broker;
  }

  /** Reports what a client was refused for. */
  #refuse(client: Client, reason: string, claimed: string | null = null): void {
    const { conn } = client;
    const [from, way] =
      conn instanceof GuardedConnection ? [conn.remoteAddress, conn.way] : ['', 'mqtt' as const];
    this.#options.refused(this.#identities.get(client)?.sn ?? null, reason, from, way, claimed);
  }

  /** Lets a client in whose user name, id, password and Will are of one credential. */
  readonly #authenticate: AuthenticateHandler = (client, username, password, done) => {
    const fail = (reason: string) => {
      this.#refuse(client, reason, username ?? null);
      done(notAuthorized('not authorized'), false);
    };
    const sn = username ?? '';
    const will = this.#wills.get(client);
    if (sn === '' || password === undefined) return fail('no credential');
    // Several devices may share the credential of a source, each with an id of its own.
    const isOwn = client.id === sn || (isSourceName(sn) && client.id.startsWith(`${sn}-`));
    if (!isOwn) return fail('client id is not the credential’s');
    if (will !== undefined && !mayLeaveWill(sn, will)) return fail('foreign Will');
    const { conn } = client;
    const guarded = conn instanceof GuardedConnection ? conn : null;
    const from = guarded?.remoteAddress ?? '';
    guarded?.claimed();
    this.#options.authenticate(sn, password, from).then(
      (good) => {
        if (!good) return fail(`wrong credential for ${sn}`);
        // It went meanwhile: nobody would notice that it left.
        if (conn.destroyed) return void setImmediate(() => this.#options.left?.(sn));
        const account = this.#accountOf(sn);
        if (account.isFull) return fail('too much of it is under way');
        this.#admit(client, sn, account);
        done(null, true);
      },
      () => fail('credentials cannot be read'),
    );
  };

  /** Keeps who a client is, from now on. */
  #admit(client: Client, sn: string, account: Account): void {
    const { conn } = client;
    this.#clients.set(sn, (this.#clients.get(sn) ?? new Set()).add(client));
    this.#identities.set(client, identityOf(client, sn, account));
    if (conn instanceof GuardedConnection) conn.authenticated(account.allowance);
    if (isSourceName(sn) && !conn.destroyed) {
      const left = this.#options.meters?.sources.connected();
      if (left !== undefined) conn.once('close', left);
    }
  }

  /** Lets through what an RTU may publish, and takes it in. */
  readonly #authorizePublish: AuthorizePublishHandler = (client, packet, done) => {
    const identity = client === null ? undefined : this.#identities.get(client);
    if (client === null || identity === undefined) return done(new Error('not authorized'));
    const { sn, topics } = identity;
    if (!topics.has(packet.topic)) {
      if (!mayPublish(sn, packet.topic)) {
        this.#refuse(client, `may not publish to ${packet.topic}`);
        return done(new Error('not authorized'));
      }
      if (topics.size < keptTopics) topics.add(packet.topic);
    }
    // Data is never retained in Sparkplug; a node that asks for it must not fill the broker's memory.
    packet.retain = false;
    this.#enter(packet, identity, done);
  };

  /** Lets a client subscribe to what its credential may hear. */
  readonly #authorizeSubscribe: AuthorizeSubscribeHandler = (client, subscription, done) => {
    const identity = this.#identities.get(client);
    if (identity === undefined || !maySubscribe(identity.sn, subscription.topic)) {
      this.#refuse(client, `may not subscribe to ${subscription.topic}`);
      return done(null, null);
    }
    identity.subscriptions += 1;
    if (identity.subscriptions > maxSubscriptions) {
      this.#refuse(client, 'too many subscriptions');
      return done(null, null);
    }
    done(null, subscription);
  };

  #accountOf(sn: string): Account {
    const known = this.#accounts.get(sn);
    if (known !== undefined) return known;
    const account = new Account(this.#limits, Date.now());
    this.#accounts.set(sn, account);
    return account;
  }

  /**
   * Takes a message of an RTU in. The broker itself would acknowledge QoS 1 at once: it is given the message as QoS 0,
   * and the acknowledgement goes out when the readings are committed.
   */
  #enter(packet: PublishPacket, identity: BrokerIdentity, done: (error: Error | null) => void): void {
    const { account, acknowledgements } = identity;
    const { payload, messageId } = packet;
    const origin = identity.origins[packet.qos === 1 ? 1 : 0];
    this.#options.meters?.[portOf(origin.way)].took(1, 0);
    if (packet.qos === 2) {
      done(new Error('QoS 2 is not offered'));
      return;
    }
    const acknowledge =
      packet.qos === 1 && messageId !== undefined ? acknowledgements.expect(messageId) : null;
    packet.qos = 0;
    if (payload.length === 0 || typeof payload === 'string') {
      acknowledge?.();
      done(null);
      return;
    }
    this.#origins.set(payload, origin);
    if (acknowledge === null && payload.length < heavy) {
      done(null);
      return;
    }
    this.#settling.set(payload, () => {
      account.leave(payload.length);
      acknowledge?.();
    });
    account.enter(payload.length, () => done(null));
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
                const busy = handlers.message(
                  packet.topic,
                  bytes,
                  this.#settling.get(bytes),
                  this.#origins.get(bytes),
                );
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

  /** True while somebody is connected by this credential. */
  hasClient(sn: string): boolean {
    return this.#clients.has(sn);
  }

  disconnect(sn: string): void {
    for (const client of this.#clients.get(sn) ?? []) client.close();
  }

  #running(): { broker: Aedes; handlers: SourceHandlers } {
    if (this.#broker === null || this.#handlers === null)
      throw new Error('the embedded broker is not running');
    return { broker: this.#broker, handlers: this.#handlers };
  }

  async close(): Promise<void> {
    const broker = this.#broker;
    this.#broker = null;
    this.#listeners?.close();
    if (broker !== null) {
      const closed = new Promise<void>((resolve) => broker.close(resolve));
      await within(closed, closeTime);
    }
    // Those that never said who they are, and those that do not take their last bytes.
    this.#listeners?.drop();
  }
}
