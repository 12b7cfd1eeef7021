import type { DataType } from '../../protocol/datatype.ts';
import type { MetricInput } from '../../protocol/payload.ts';
import { underNone } from '../processes/fence.ts';
import { steady } from '../steady.ts';
import { Batcher } from './batcher.ts';
import { isSourceName } from './connections/access.ts';
import { admits } from './connections/admission.ts';
import { createCredential } from './connections/credential.ts';
import { refusalCode } from './connections/refusal-code.ts';
import { learnUnwritten } from './cycle-book.ts';
import { RtuDirectory, type RtuEntry } from './directory.ts';
import { EmbeddedSource } from './embedded.ts';
import { Emitter } from './emitter.ts';
import type { GatewayEvents } from './events.ts';
import { ExternalSource } from './external.ts';
import { ForeignDevices } from './foreign/devices.ts';
import { ForeignMetrics } from './foreign/metrics.ts';
import { Host } from './host.ts';
import { Ingest } from './ingest.ts';
import type { HostPhase } from './leading/host-state.ts';
import { hostLeaseOf } from './leading/node-leases.ts';
import { Links, type RtuLink } from './links.ts';
import { readLinks } from './links-elsewhere.ts';
import { LogBudget } from './log-budget.ts';
import type { GatewayOptions } from './options.ts';
import type { BrokerSource } from './source.ts';
import type { MessageOrigin } from './tap.ts';
import { WaitingList } from './waiting.ts';
import { Writer } from './writer.ts';

/** ms between looks for an unregistered node's registration. */
const strangerTime = 5000;
/** ms that a stop waits for a storage that refuses. */
const stopTime = 2500;

/** Devices in, readings out; commands in, devices out. Start it after storage and before the simulator. */
export class Gateway {
  readonly events: Emitter<GatewayEvents>;
  readonly directory: RtuDirectory;
  readonly #options: GatewayOptions;
  readonly #now: () => number;
  /** For lines that devices and strangers cause. */
  readonly #devices: LogBudget;
  /** What drivers of foreign devices speak to. */
  readonly drivers: ForeignDevices;
  /** Metrics that the catalogue does not know, by RTU. */
  readonly foreign = new ForeignMetrics();
  readonly #links: Links;
  readonly #source: BrokerSource;
  readonly #host: Host;
  readonly #ingest: Ingest;
  readonly #batcher: Batcher;
  readonly #writer: Writer;
  readonly #strangers = new Map<string, number>();
  /** RTUs that knocked and are not registered. */
  readonly waiting: WaitingList;
  #onlineSince: number | null = null;
  /** RTUs whose credentials are good, and whose connection is about to begin. */
  readonly #connecting = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  /** Settles when the last flush that was asked for is done. */
  #flushed: Promise<void> = Promise.resolve();

  constructor(options: GatewayOptions) {
    const { storage, log, now = Date.now, hostId = 'groundwatch' } = options;
    this.#options = options;
    this.#now = now;
    this.#devices = new LogBudget(log);
    this.events = new Emitter<GatewayEvents>((error) => log.error({ error }, 'a gateway listener failed'));
    this.directory = new RtuDirectory(storage);
    this.waiting = new WaitingList(now);
    this.#links = new Links((facts) => this.events.emit('link', facts), now);
    this.#writer = new Writer({
      storage,
      log,
      stored: (batch, result) => this.events.emit('stored', { batch, result }),
      refused: (reading, reason) => {
        const { sourceId, row, t } = reading;
        this.#devices.error(`${row} ${sourceId}`, { sourceId, row, t, reason }, 'reading refused');
        this.events.emit('dropped', reading);
      },
    });
    this.#batcher = new Batcher({ ...options.batch, write: (batch) => this.#writer.write(batch) });
    this.#ingest = new Ingest({
      directory: this.directory,
      links: this.#links,
      foreign: this.foreign,
      events: this.events,
      tap: options.tap,
      store: (readings) => (options.stores === false ? undefined : this.#batcher.add(readings)),
    });
    this.drivers = new ForeignDevices({
      ...{ directory: this.directory, ingest: this.#ingest, batcher: this.#batcher, links: this.#links },
      stranger: (sn, group, address) => this.#stranger(sn, group, address),
      message: (message) => options.foreign?.(message),
    });
    this.events.on('birth', ({ rtuId, device, at }) => {
      if (device === null) options.sessions?.born(rtuId, at);
    });
    this.events.on('death', ({ sn, device }) => {
      if (device === null) this.#host.letGo(sn);
    });
    this.events.on('problem', ({ sn, device, reason, detail }) =>
      this.#devices.warn(sn, { sn, device, reason, detail }, 'device traffic'),
    );
    this.#source = this.#createSource(hostId);
    this.#host = new Host(this.#source, {
      hostId,
      now,
      log,
      knows: (sn) => this.directory.find(sn) !== undefined,
      stranger: (sn, group) => void this.#stranger(sn, group),
      event: (sn, event, at) => this.#ingest.take(sn, event, at),
      data: (sn, session, message, at) => this.#ingest.data(sn, session, message, at),
      whenStored: (then) => this.#batcher.whenStored(then),
      scope: options.scope,
      lease: hostLeaseOf({
        ...{ lease: options.lease, sessions: options.sessions, directory: this.directory },
        events: this.events,
      }),
      reset: (phase) => this.#reset(phase),
      ...(options.sources === undefined
        ? {}
        : {
            ofSource: async (topic: string, bytes: Uint8Array, origin: MessageOrigin) => {
              await options.sources?.().takeMqtt(topic, bytes, origin);
            },
          }),
      ...(options.tap === undefined ? {} : { tap: options.tap }),
      session: { ...options.session, rebirth: { firstDelay: 3000, ...options.session?.rebirth } },
      ...(options.stateWait === undefined ? {} : { stateWait: options.stateWait }),
      ...(options.tickTime === undefined ? {} : { tickTime: options.tickTime }),
    });
  }

  /** TCP port of the embedded broker without TLS; 0 where it is closed, null with an external one. */
  get port(): number | null {
    return this.#source instanceof EmbeddedSource ? this.#source.port : null;
  }

  /** TCP port of the embedded broker with TLS; null without. */
  get tlsPort(): number | null {
    return this.#source instanceof EmbeddedSource ? this.#source.tlsPort : null;
  }

  /** The embedded broker; null with an external one. */
  get embedded(): EmbeddedSource | null {
    return this.#source instanceof EmbeddedSource ? this.#source : null;
  }

  get phase(): HostPhase {
    return this.#host.phase;
  }

  /** MQTT connections; readings on their way to the storage; why they wait for it (null: they do not). */
  get load() {
    return {
      connections: this.#source.connections,
      waiting: this.#batcher.waiting,
      stalled: this.#writer.stalled,
    };
  }

  /** Rejects when the embedded broker cannot listen. An external broker that is down is waited for. */
  async start(): Promise<void> {
    await learnUnwritten(this.#options.storage);
    await this.directory.load();
    for (const entry of this.directory.all()) this.#links.of(entry);
    await this.foreign.load(this.#options.storage);
    await this.#host.start();
    this.#timer = setInterval(() => void this.#flush(), this.#options.flushTime ?? 5000);
  }

  /** STATE offline, connections closed, everything received is stored. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#host.stop();
    // A storage that refuses must not hold up the stop for ever.
    const patience = setTimeout(() => this.#writer.stop(), stopTime);
    await this.#batcher.drain();
    clearTimeout(patience);
    await this.#flush(true);
  }

  /** Resolves when all readings received so far are stored. */
  async settled(): Promise<void> {
    await this.#batcher.drain();
  }

  /** Resolves when what stored status reports say of cycles is written. Rejects where it cannot be. */
  async learnt(): Promise<void> {
    const done = this.#flushed.then(() => this.#links.flush(this.#options.storage));
    this.#flushed = done.catch(() => undefined);
    await done;
  }

  /** Link facts of a registered RTU; null for an unknown one. */
  link(rtuId: number): RtuLink | null {
    const entry = this.directory.byId(rtuId);
    return entry === undefined ? null : this.#links.of(entry);
  }

  /** RTUs were heard of by another way than their own: a source brought readings of them. */
  heard(rtuIds: Iterable<number>, at: number): void {
    for (const id of rtuIds) {
      const entry = this.directory.byId(id);
      if (entry !== undefined) this.#links.contact(entry, at);
    }
  }

  /** Ends connections of a source whose credential is no longer good. */
  disconnectSource(name: string): void {
    if (isSourceName(name)) this.#source.disconnect?.(name);
  }

  /** True when the birth of the node (device null) or of its device declared the metric. */
  declares(sn: string, device: string | null, name: string): boolean {
    return this.#host.session(sn)?.tableOf(device)?.has(name) ?? false;
  }

  /** The data type that a birth declared for a metric; null = it declared none of that name. */
  typeOf(sn: string, device: string | null, name: string): DataType | null {
    return this.#host.session(sn)?.tableOf(device)?.typeOf(name) ?? null;
  }

  /** Sites were changed by hand: looks again, and lets go of RTUs that may no longer be connected. */
  async sitesChanged(): Promise<void> {
    const before = new Map([...this.directory.all()].map((entry) => [entry.sn, entry.credentialHash]));
    await this.directory.load();
    for (const [sn, hash] of before) {
      const entry = this.directory.find(sn);
      if (entry === undefined) this.#source.disconnect?.(sn);
      else if (entry.credentialHash !== hash && entry.oldCredential === null) this.#source.disconnect?.(sn);
    }
    for (const { sn } of this.waiting.list)
      if (this.directory.find(sn) !== undefined) this.waiting.forget(sn);
  }

  /** Sends a command: QoS 0, with data types. Rejects without a session, or not connected. */
  async command(sn: string, device: string | null, metrics: readonly MetricInput[]): Promise<void> {
    // What is noted of it is kept though the RTU goes to another process the moment after.
    await underNone(() => this.#host.command(sn, device, metrics));
  }

  /** Gives an RTU a new broker credential; the secret is in the answer and nowhere else. The user name is the sn. */
  async issueCredential(sn: string): Promise<string> {
    const { password, hash } = createCredential();
    await this.#options.storage.write((db) =>
      db.updateTable('rtus').set({ credential_hash: hash }).where('sn', '=', sn).execute(),
    );
    await this.directory.learn(sn);
    return password;
  }

  /** The host began to lead, or ceased to: what of links still holds. */
  #reset(phase: HostPhase): void {
    this.#onlineSince = phase === 'online' ? steady() : null;
    if (this.#options.lease === undefined || phase === 'offline')
      this.#links.reset(phase === 'online' && this.#source.kind === 'embedded' ? false : null);
    if (this.#options.lease !== undefined) {
      for (const sn of this.#host.nodes) {
        const entry = this.directory.find(sn);
        if (entry !== undefined) this.#links.resume(entry);
      }
      this.followLinks('all').catch((error: unknown) =>
        this.#options.log.error({ error }, 'links of other processes were not read'),
      );
    }
    this.events.emit('phase', phase);
  }

  #createSource(hostId: string): BrokerSource {
    const { broker, log } = this.#options;
    if ('source' in broker) return broker.source;
    if ('url' in broker) {
      return new ExternalSource({
        ...broker,
        clientId: `${hostId}-${process.pid}-${this.#now().toString(36)}`,
        failed: (reason) => log.warn({ reason }, 'MQTT connection'),
      });
    }
    return new EmbeddedSource({
      ...broker,
      authenticate: async (sn, password, address) => {
        if (isSourceName(sn)) return (await this.#options.sources?.().admitsMqtt(sn, password)) ?? false;
        // Read anew, so that a credential issued or withdrawn elsewhere counts at once.
        const entry = await this.directory.learn(sn);
        if (entry === undefined) {
          this.waiting.knock(sn, address, null);
          return false;
        }
        const isGood = await admits(this.#options.storage, entry, password, this.#now());
        return isGood && this.#takes(entry);
      },
      refused: (sn, reason, address, way, claimed) => {
        this.events.emit('refused', { sn, reason });
        const at = this.#now();
        this.#options.tap?.refused({
          ...{ sn: sn ?? claimed, isKnown: sn !== null, address, way, at },
          ...refusalCode(reason),
        });
        const entry = sn === null ? undefined : this.directory.find(sn);
        if (entry !== undefined) this.#ingest.problem(entry, null, 'refused', reason, this.#now());
        else this.#devices.warn(address, { reason, address }, 'MQTT connection refused');
      },
      left: (sn) => {
        const entry = this.directory.find(sn);
        if (entry !== undefined && !this.#isHere(sn)) this.#options.sessions?.left(entry.id);
        if (entry !== undefined) this.#links.left(entry);
        this.#host.left(sn);
      },
    });
  }

  /** Connected to this process, or about to be. */
  #isHere(sn: string): boolean {
    return this.#connecting.has(sn) || this.embedded?.hasClient(sn) === true || this.#host.has(sn);
  }

  /** Takes an RTU's session over from whichever process had it. */
  async #takes({ id, sn }: RtuEntry): Promise<boolean> {
    const { sessions } = this.#options;
    if (sessions === undefined) return true;
    if (!sessions.mayConnect) return false;
    this.#connecting.add(sn);
    try {
      await sessions.take(id);
      return true;
    } finally {
      // Its connection is among the others by then.
      setImmediate(() => this.#connecting.delete(sn));
    }
  }

  /** Another process has the RTU now: what connection it still has here is a dead one. */
  letGo(rtuId: number): void {
    const entry = this.directory.byId(rtuId);
    if (entry === undefined || this.#connecting.has(entry.sn)) return;
    this.#host.letGo(entry.sn);
    this.#source.disconnect?.(entry.sn);
  }

  /** An RTU that is alive is asked for a birth, which says what became of its orders. */
  askBirth(rtuId: number): void {
    const entry = this.directory.byId(rtuId);
    if (entry !== undefined) this.#host.askBirth(entry.sn);
  }

  /** RTUs that are connected to this process, or whose sessions it has at an external broker; null = not known. */
  get connected(): readonly RtuEntry[] | null {
    const { embedded } = this;
    if (embedded === null && this.#options.lease === undefined) return null;
    return [...this.directory.all()].filter(({ sn }) => embedded?.hasClient(sn) ?? this.#host.has(sn));
  }

  /** Links of RTUs that are not connected here are those that other processes write. */
  async followLinks(rtuIds: readonly number[] | 'all'): Promise<void> {
    for (const { id, ...written } of await readLinks(this.#options.storage, rtuIds, this.#source.kind)) {
      const entry = this.directory.byId(id);
      if (entry !== undefined && !this.#isHere(entry.sn)) this.#links.follow(entry, written);
    }
  }

  /** Traffic of a node that is not registered: looked up once in a while, since it may have been added. */
  #stranger(sn: string, group: string, address: string | null = null): Promise<void> {
    const now = steady();
    if (now - (this.#strangers.get(sn) ?? Number.NEGATIVE_INFINITY) < strangerTime) return Promise.resolve();
    if (this.#strangers.size > 1000) this.#strangers.clear();
    this.#strangers.set(sn, now);
    return this.directory.learn(sn).then(
      (entry) => {
        if (entry !== undefined) return;
        this.#devices.warn(address ?? '', { sn }, 'traffic of an unregistered node');
        this.waiting.knock(sn, address, group);
      },
      (error: unknown) => this.#options.log.error({ error, sn }, 'an RTU cannot be looked up'),
    );
  }

  /** Writes what is kept of RTUs besides their readings, after what is being written; `last`: the gateway stops. */
  #flush(last = false): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#flushNow(last));
    return this.#flushed;
  }

  async #flushNow(last: boolean): Promise<void> {
    const { storage, log } = this.#options;
    if (this.#onlineSince !== null) this.#links.assume(this.#onlineSince, steady());
    try {
      await this.#links.flush(storage);
      await this.foreign.flush(storage, last);
    } catch (error) {
      log.error({ error }, 'facts of RTUs were not written');
    }
  }
}
