import { decodePayload } from '../../protocol/decode.ts';
import { encodePayload } from '../../protocol/encode.ts';
import { rebirth, rebirthRequest } from '../../protocol/node-control.ts';
import type { InboundType, NodeEvent } from '../../protocol/node-events.ts';
import { NodeSession } from '../../protocol/node-session.ts';
import { type MetricInput, type Payload, PayloadError } from '../../protocol/payload.ts';
import { filtersOf, formatTopic, inboundTypes, type NodeTopic, parseTopic } from '../../protocol/topics.ts';
import { steady } from '../steady.ts';
import { within } from '../within.ts';
import { sourceTopics } from './connections/access.ts';
import type { HostOptions, HostScope } from './host-options.ts';
import { Inflation } from './inflation.ts';
import { type HostPhase, HostState } from './leading/host-state.ts';
import { type HostLease, Leadership } from './leading/leadership.ts';
import type { Leading } from './leading/leading.ts';
import type { BrokerSource } from './source.ts';
import type { MessageOrigin } from './tap.ts';

/** ms between looks at deadlines of sessions. */
const tickTime = 200;
/** ms that a stop waits until STATE offline is out, and until connections are closed. */
const farewellTime = 1000;
const closeTime = 1500;
/** Topics kept parsed; a fleet of 10,000 RTUs uses about this many. */
const keptTopics = 100_000;
const inbound = new Map<string, InboundType>(inboundTypes.map((type) => [type, type]));

const everything: HostScope = { groups: null, takesSources: true };
/** Of a source that does not say how its messages came: a rehearsal's. */
const unknownOrigin: MessageOrigin = { way: 'external', qos: 0 };
const isOutcome = ({ type }: NodeEvent) => type === 'birth' || type === 'data' || type === 'problem';

/** The Sparkplug host application above a source: STATE, and the sessions of all edge nodes. */
export class Host {
  readonly #source: BrokerSource;
  readonly #options: HostOptions;
  readonly #state: Leading;
  /** Null where hosts of one id agree by STATE alone. */
  readonly #leadership: Leadership | null;
  readonly #sessions = new Map<string, NodeSession>();
  readonly #waiting = new Map<string, NodeSession>();
  readonly #topics = new Map<string, NodeTopic>();
  readonly #inflation = new Inflation();
  #timer: NodeJS.Timeout | null = null;
  #stopping = false;

  constructor(source: BrokerSource, options: HostOptions) {
    this.#source = source;
    this.#options = options;
    this.#leadership = options.lease === undefined ? null : this.#createLeadership(options.lease);
    this.#state = this.#leadership?.state ?? this.#createState();
  }

  #createState(): HostState {
    const { hostId, now, log, answerTime = 2000, patience = 90_000 } = this.#options;
    return new HostState({
      ...{ hostId, now, answerTime, patience },
      publish: (message) => {
        this.#source
          .publish(message)
          .catch((error: unknown) => log.warn({ error }, 'STATE was not published'));
      },
      changed: (phase) => this.#changed(phase),
    });
  }

  #createLeadership(lease: HostLease): Leadership {
    const { hostId, now, log } = this.#options;
    const { state } = this.#source;
    if (state === undefined) throw new Error('this source has no connection that states a host');
    return new Leadership({
      ...{ hostId, now, lease },
      state: (words) => state.call(this.#source, words),
      sessions: this.#sessions,
      sessionOf: (sn) => this.#sessionOf(sn),
      parse: (topic) => this.#nodeTopic(topic),
      take: ({ topic, bytes, origin, at }) => this.#heard(topic, bytes, origin, at),
      changed: (phase) => this.#changed(phase),
      failed: (error) => log.error({ error }, 'host application'),
    });
  }

  get phase(): HostPhase {
    return this.#state.phase;
  }

  /** The session of a node, for its quality, group and declared metrics; undefined before its first message. */
  session(sn: string): NodeSession | undefined {
    return this.#sessions.get(sn);
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => this.#tick(), this.#options.tickTime ?? tickTime);
    await this.#source.start({
      will: () => this.#state.will(),
      connected: () =>
        this.#connected().catch((error: unknown) =>
          this.#options.log.error({ error }, 'MQTT session failed'),
        ),
      disconnected: () => this.#state.lost(),
      message: (topic, payload, settle, origin) => this.#message(topic, payload, settle, origin),
    });
  }

  /** True for a node whose session this process has, of several that are this host together. */
  has(sn: string): boolean {
    return this.#leadership?.gate.has(sn) ?? false;
  }

  /** Nodes whose sessions this process has, of several that are this host together. */
  get nodes(): readonly string[] {
    return [...(this.#leadership?.gate.nodes ?? [])];
  }

  /** The session of a node ended, or another process has it. */
  letGo(sn: string): void {
    this.#leadership?.gate.close(sn);
  }

  /** A node that is alive is asked for a birth at once. */
  askBirth(sn: string): void {
    const session = this.#sessions.get(sn);
    if (session === undefined || session.group === null || this.phase !== 'online') return;
    session.wantBirth(steady());
    this.#waiting.set(sn, session);
  }

  /** A node's connection to the embedded broker ended. */
  left(sn: string): void {
    this.#sessions.get(sn)?.disconnected();
  }

  /** A planned stop: STATE offline, then the connection ends. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    const farewell = await this.#state.stop();
    this.#releaseAll((session) => session.release(steady()));
    // A client that does not read must not hold up the stop.
    if (farewell !== null) await within(this.#source.publish(farewell), farewellTime);
    await within(this.#source.close(), closeTime);
  }

  /**
   * Publishes a command: QoS 0, not retained, with data types; metrics by alias alone where the birth gave one, else
   * by name. Rejects when the node was never born to this host or the source is not connected.
   */
  async command(sn: string, device: string | null, metrics: readonly MetricInput[]): Promise<void> {
    const session = this.#sessions.get(sn);
    const group = session?.group ?? null;
    if (session === undefined || group === null) throw new Error(`no session with ${sn}`);
    const topic = formatTopic({ group, type: device === null ? 'NCMD' : 'DCMD', node: sn, device });
    const named = metrics.map((metric) => {
      // A rebirth is asked for by name, whatever the node's aliases are.
      const { name = null } = metric;
      const alias =
        name === null || name === rebirth ? null : (session.tableOf(device)?.aliasOf(name) ?? null);
      return alias === null ? metric : { ...metric, name: null, alias };
    });
    const payload = encodePayload({ timestamp: this.#options.now(), metrics: named });
    await this.#source.publish({ topic, payload, qos: 0, retain: false });
    this.#sent(topic, payload, device);
  }

  #sent(topic: string, bytes: Uint8Array, device: string | null): void {
    const { tap, now } = this.#options;
    const parsed = tap === undefined ? null : parseTopic(topic);
    if (parsed === null || parsed.type === 'STATE') return;
    tap?.sent({ topic, parsed, bytes, at: now() }, this.#sessions.get(parsed.node)?.tableOf(device));
  }

  /** An order that Sparkplug fixes: own STATE, then data topics, then STATE online with the Will's time. */
  async #connected(): Promise<void> {
    if (this.#source.kind === 'embedded') this.#state.will();
    await this.#source.subscribe([{ filter: this.#state.topic, qos: 1 }]);
    if (this.#source.kind === 'external') {
      await new Promise((resolve) => setTimeout(resolve, this.#options.stateWait ?? 500));
    }
    const { scope = everything, ofSource } = this.#options;
    const ofSources = ofSource === undefined || !scope.takesSources ? [] : [`${sourceTopics}/#`];
    const filters = [...(scope.groups ?? ['+']).flatMap(filtersOf), ...ofSources];
    await this.#source.subscribe(filters.map((filter) => ({ filter, qos: 0 })));
    if (this.#state.phase === 'offline' && !this.#stopping && this.#source.isConnected) this.#state.lead();
  }

  #changed(phase: HostPhase): void {
    this.#options.log.info({ phase, host: this.#options.hostId }, 'host application');
    const leadership = this.#leadership;
    if (leadership === null) this.#releaseAll((session) => session.forget(steady()));
    else if (phase !== 'online') this.#rest(leadership, phase);
    this.#options.reset(phase);
    if (leadership === null || phase !== 'online') return;
    leadership.begin(steady());
    for (const [sn, session] of this.#sessions) if (session.deadline !== null) this.#waiting.set(sn, session);
  }

  /** Sessions go on where this process hears their nodes without a break. */
  #rest(leadership: Leadership, phase: 'standby' | 'offline'): void {
    const isOffline = phase === 'offline';
    this.#releaseAll((session) => (isOffline ? session.forget(steady()) : session.release(steady())));
    leadership.end(phase);
  }

  /** What sessions hold is worked through before nothing of them holds any more. */
  #releaseAll(release: (session: NodeSession) => readonly NodeEvent[]): void {
    const now = this.#options.now();
    for (const [sn, session] of this.#sessions) void this.#emit(sn, session, release(session), now);
    this.#waiting.clear();
  }

  /** Parts of a topic of a registered node that a host reads. */
  #nodeTopic(topic: string): (NodeTopic & { readonly type: InboundType }) | null {
    const parsed = this.#parse(topic);
    const type = parsed === null ? undefined : inbound.get(parsed.type);
    return parsed === null || type === undefined || !this.#options.knows(parsed.node)
      ? null
      : { ...parsed, type };
  }

  #parse(topic: string): NodeTopic | null {
    const kept = this.#topics.get(topic);
    if (kept !== undefined) return kept;
    const parsed = parseTopic(topic);
    if (parsed === null || parsed.type === 'STATE') return null;
    if (this.#topics.size >= keptTopics) this.#topics.clear();
    if (this.#options.knows(parsed.node)) this.#topics.set(topic, parsed);
    return parsed;
  }

  #message(
    topic: string,
    bytes: Uint8Array,
    settle?: () => void,
    origin: MessageOrigin = unknownOrigin,
  ): void | Promise<void> {
    // What comes while the server stops is not taken, nor acknowledged: it is sent again to the next one.
    if (this.#stopping) return;
    if (topic === this.#state.topic) {
      this.#state.received(bytes);
      return settle?.();
    }
    const now = this.#options.now();
    if (this.#leadership?.standby.isKeeping === true)
      return this.#leadership.standby.keep({ topic, bytes, origin, at: now, ran: steady() });
    // A host that stands by hears, but does not act: the leading one does.
    if (this.#state.phase === 'standby') return settle?.();
    return this.#heard(topic, bytes, origin, now, settle);
  }

  #heard(
    topic: string,
    bytes: Uint8Array,
    origin: MessageOrigin,
    now: number,
    settle?: () => void,
  ): void | Promise<void> {
    if (topic.startsWith(`${sourceTopics}/`)) return this.#ofSource(topic, bytes, origin, settle);
    const parsed = this.#parse(topic);
    const type = parsed === null ? undefined : inbound.get(parsed.type);
    if (parsed === null || type === undefined) return settle?.();
    const leadership = this.#leadership;
    if (leadership === null || !this.#options.knows(parsed.node))
      return this.#takeNoted(topic, parsed, type, bytes, origin, now, settle);
    return leadership.gate.pass(parsed.node, () =>
      this.#takeNoted(topic, parsed, type, bytes, origin, now, settle),
    );
  }

  /** Takes a message of a node, and lets the tap know what became of it. */
  #takeNoted(
    topic: string,
    parsed: NodeTopic,
    type: InboundType,
    bytes: Uint8Array,
    origin: MessageOrigin,
    now: number,
    settle?: () => void,
  ): void | Promise<void> {
    const { tap } = this.#options;
    if (tap === undefined) return this.#take(parsed, type, bytes, now, settle);
    tap.begins({ topic, parsed, bytes, origin, at: now });
    const busy = this.#take(parsed, type, bytes, now, settle);
    tap.ends(this.#sessions.get(parsed.node)?.tableOf(parsed.device));
    return busy;
  }

  #take(
    { node, group, device }: NodeTopic,
    type: InboundType,
    bytes: Uint8Array,
    now: number,
    settle?: () => void,
  ): void | Promise<void> {
    const { tap } = this.#options;
    if (!this.#options.knows(node)) {
      tap?.flagged('stranger', '');
      this.#options.stranger(node, group);
      return settle?.();
    }
    const known = type === 'NDATA' || type === 'DDATA' ? this.#sessions.get(node) : undefined;
    if (known !== undefined) {
      const taken = this.#options.data(node, known, { group, device, bytes }, now);
      if (taken !== false) {
        if (settle !== undefined) this.#options.whenStored(settle);
        return taken === true ? undefined : taken;
      }
    }
    let payload: Payload;
    try {
      payload = decodePayload(bytes);
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      const { reason, detail } = error;
      const session = this.#sessionOf(node);
      const follows = session.unreadable(type, steady());
      settle?.();
      return this.#emit(node, session, [{ type: 'problem', reason, device, detail }, ...follows], now);
    }
    const session = this.#sessionOf(node);
    const size = payload.inflatedBytes ?? bytes.length;
    const message =
      settle === undefined
        ? { group, type, device, payload, bytes: size }
        : { group, type, device, payload, bytes: size, settle };
    const events = session.receive(message, steady());
    // Held for its birth or its turn: what becomes of it shows later.
    if (type !== 'NDEATH' && type !== 'DDEATH' && !events.some(isOutcome)) tap?.flagged('waits', '');
    const busy = this.#emit(node, session, events, now);
    // One connection carries all nodes of an external broker: none of them may hold it up.
    const isAlone = this.#source.kind === 'embedded';
    const { inflatedBytes } = payload;
    const pause = inflatedBytes === undefined || !isAlone ? 0 : this.#inflation.pause(node, inflatedBytes);
    if (pause === 0) return busy;
    return Promise.all([busy, new Promise((resolve) => setTimeout(resolve, pause))]).then(() => undefined);
  }

  /** What a source sends is acknowledged after its commit; what could not be stored is sent again. */
  async #ofSource(
    topic: string,
    bytes: Uint8Array,
    origin: MessageOrigin,
    settle?: () => void,
  ): Promise<void> {
    try {
      await this.#options.ofSource?.(topic, bytes, origin);
    } catch (error) {
      this.#options.log.error({ error, topic }, 'a message of a source was not stored');
      return;
    }
    settle?.();
  }

  #sessionOf(sn: string): NodeSession {
    const known = this.#sessions.get(sn);
    if (known !== undefined) return known;
    const session = new NodeSession(this.#options.session);
    this.#sessions.set(sn, session);
    return session;
  }

  #emit(sn: string, session: NodeSession, events: readonly NodeEvent[], now: number): void | Promise<void> {
    if (session.deadline !== null) this.#waiting.set(sn, session);
    let busy: Promise<void>[] | null = null;
    for (const event of events) {
      if (event.type === 'taken') {
        this.#options.whenStored(event.settle);
        continue;
      }
      if (event.type === 'requestRebirth') this.#requestRebirth(sn, event.group, event.reason, now);
      const wait = this.#options.event(sn, event, now);
      if (wait !== undefined) {
        busy ??= [];
        busy.push(wait);
      }
    }
    return busy === null ? undefined : Promise.all(busy).then(() => undefined);
  }

  #requestRebirth(sn: string, group: string, reason: string, now: number): void {
    const topic = formatTopic({ group, type: 'NCMD', node: sn, device: null });
    const payload = encodePayload({ timestamp: now, metrics: [rebirthRequest(now)] });
    this.#options.log.info({ sn, reason }, 'rebirth requested');
    this.#sent(topic, payload, null);
    this.#source
      .publish({ topic, payload, qos: 0, retain: false })
      .catch((error: unknown) => this.#options.log.warn({ sn, error }, 'rebirth request was not published'));
  }

  #tick(): void {
    const now = this.#options.now();
    const ran = steady();
    this.#leadership?.standby.age(ran);
    for (const [sn, session] of this.#waiting) {
      if (session.deadline === null) this.#waiting.delete(sn);
      else if (session.deadline <= ran) void this.#emit(sn, session, session.tick(ran), now);
    }
  }
}
