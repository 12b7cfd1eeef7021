import { decodePayload } from '../../protocol/decode.ts';
import { encodePayload } from '../../protocol/encode.ts';
import { rebirth, rebirthRequest } from '../../protocol/node-control.ts';
import type { InboundType, NodeEvent } from '../../protocol/node-events.ts';
import { NodeSession, type SessionOptions } from '../../protocol/node-session.ts';
import { type MetricInput, type Payload, PayloadError } from '../../protocol/payload.ts';
import {
  formatTopic,
  inboundFilters,
  inboundTypes,
  type NodeTopic,
  parseTopic,
} from '../../protocol/topics.ts';
import { steady } from '../steady.ts';
import { within } from '../within.ts';
import { sourceTopics } from './connections/access.ts';
import { type HostPhase, HostState } from './host-state.ts';
import type { Log } from './log.ts';
import type { BrokerSource } from './source.ts';
import type { MessageOrigin, TrafficTap } from './tap.ts';

/** Events of a node without `taken`: the host itself settles messages that are stored. */
export type HostEvent = Exclude<NodeEvent, { readonly type: 'taken' }>;

/** A DATA message as it came. */
export interface DataMessage {
  readonly group: string;
  readonly device: string | null;
  readonly bytes: Uint8Array;
}

export interface HostOptions {
  readonly hostId: string;
  readonly now: () => number;
  readonly log: Log;
  /** True for a serial number that is registered. */
  readonly knows: (sn: string) => boolean;
  /** Called for traffic of an unregistered node; may learn it for the next message. */
  readonly stranger: (sn: string, group: string) => void;
  /** Takes what happened to a node; a promise slows the source down. */
  readonly event: (sn: string, event: HostEvent, at: number) => void | Promise<void>;
  /**
   * Takes a DATA message at once, where it can be read without what the session's rules are for. False: it is not
   * taken; a promise slows the source down.
   */
  readonly data: (
    sn: string,
    session: NodeSession,
    message: DataMessage,
    at: number,
  ) => boolean | Promise<void>;
  /** Calls once everything that events brought so far is stored. */
  readonly whenStored: (then: () => void) => void;
  /** The host's own connection to the nodes was lost, or it began to lead: nothing known of links holds. */
  readonly reset: (phase: HostPhase) => void;
  /** Takes a message of a source, on a topic of its own; settles once it is stored, or refused for good. */
  readonly ofSource?: (topic: string, bytes: Uint8Array, origin: MessageOrigin) => Promise<void>;
  /** Is notified of every message of a node, and of every one that goes to it. */
  readonly tap?: TrafficTap;
  readonly session?: SessionOptions;
  /** ms to wait for another host's retained STATE on an external broker. */
  readonly stateWait?: number;
  readonly answerTime?: number;
  readonly patience?: number;
  /** ms between looks at reorder and rebirth deadlines. */
  readonly tickTime?: number;
}

/** ms between looks at reorder and rebirth deadlines. */
const tickTime = 200;
/** ms that a stop waits until STATE offline is out, and until connections are closed. */
const farewellTime = 1000;
const closeTime = 1500;
/** Topics kept parsed; a fleet of 10,000 RTUs uses about this many. */
const keptTopics = 100_000;
/** Bytes a second that one node's compressed payloads may inflate to; more slows its connection down. */
const inflatedPerSecond = 1024 * 1024;
const inflatedBurst = 4 * inflatedPerSecond;
const inbound = new Map<string, InboundType>(inboundTypes.map((type) => [type, type]));

/** Of a source that does not say how its messages came: a rehearsal's. */
const unknownOrigin: MessageOrigin = { way: 'external', qos: 0 };
const isOutcome = ({ type }: NodeEvent) => type === 'birth' || type === 'data' || type === 'problem';

/** The Sparkplug host application above a source: STATE, and the sessions of all edge nodes. */
export class Host {
  readonly #source: BrokerSource;
  readonly #options: HostOptions;
  readonly #state: HostState;
  readonly #sessions = new Map<string, NodeSession>();
  readonly #waiting = new Map<string, NodeSession>();
  readonly #topics = new Map<string, NodeTopic>();
  readonly #inflations = new Map<string, { readonly at: number; readonly left: number }>();
  #timer: NodeJS.Timeout | null = null;
  #stopping = false;

  constructor(source: BrokerSource, options: HostOptions) {
    this.#source = source;
    this.#options = options;
    this.#state = new HostState({
      hostId: options.hostId,
      now: options.now,
      answerTime: options.answerTime ?? 2000,
      patience: options.patience ?? 90_000,
      publish: (message) => {
        source
          .publish(message)
          .catch((error: unknown) => options.log.warn({ error }, 'STATE was not published'));
      },
      changed: (phase) => this.#changed(phase),
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

  /** A node's connection to the embedded broker ended. */
  left(sn: string): void {
    this.#sessions.get(sn)?.disconnected();
  }

  /** A planned stop: STATE offline, then the connection ends. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    const farewell = this.#state.stop();
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
    const ofSources = this.#options.ofSource === undefined ? [] : [`${sourceTopics}/#`];
    await this.#source.subscribe([...inboundFilters, ...ofSources].map((filter) => ({ filter, qos: 0 })));
    if (this.#state.phase === 'offline' && !this.#stopping && this.#source.isConnected) this.#state.lead();
  }

  #changed(phase: HostPhase): void {
    this.#options.log.info({ phase, host: this.#options.hostId }, 'host application');
    this.#releaseAll((session) => session.forget(steady()));
    this.#options.reset(phase);
  }

  /** What sessions hold is worked through before nothing of them holds any more. */
  #releaseAll(release: (session: NodeSession) => readonly NodeEvent[]): void {
    const now = this.#options.now();
    for (const [sn, session] of this.#sessions) void this.#emit(sn, session, release(session), now);
    this.#waiting.clear();
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
    // A host that stands by hears, but does not act: the leading one does.
    if (this.#state.phase === 'standby') return settle?.();
    if (topic.startsWith(`${sourceTopics}/`)) return this.#ofSource(topic, bytes, origin, settle);
    const parsed = this.#parse(topic);
    const type = parsed === null ? undefined : inbound.get(parsed.type);
    if (parsed === null || type === undefined) return settle?.();
    const { tap } = this.#options;
    const now = this.#options.now();
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
    const pause = payload.inflatedBytes === undefined ? 0 : this.#inflated(node, payload.inflatedBytes);
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

  /** ms by which a node is to be slowed down, so that what it sends compressed costs no more than what others send. */
  #inflated(sn: string, bytes: number): number {
    // One connection carries all nodes of an external broker: none of them may hold it up.
    if (this.#source.kind === 'external') return 0;
    const now = steady();
    const known = this.#inflations.get(sn) ?? { at: now, left: inflatedBurst };
    const refilled = known.left + ((now - known.at) * inflatedPerSecond) / 1000;
    const left = Math.min(inflatedBurst, refilled) - bytes;
    this.#inflations.set(sn, { at: now, left });
    return left >= 0 ? 0 : Math.ceil((-left * 1000) / inflatedPerSecond);
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
    for (const [sn, session] of this.#waiting) {
      if (session.deadline === null) this.#waiting.delete(sn);
      else if (session.deadline <= ran) void this.#emit(sn, session, session.tick(ran), now);
    }
  }
}
