/**
 * Sparkplug B 3.0 session rules of one edge node, as a host application must keep them (DELIVERY "Sparkplug B 3.0").
 * A pure state machine: messages and moments in, events out; the caller owns clock and transport.
 */
import { DataType } from './datatype.ts';
import { MetricTable } from './metric-table.ts';
import { bdSeq as bdSeqMetric } from './node-control.ts';
import type { NodeEvent, NodeMessage, NodeProblem } from './node-events.ts';
import { type Payload, PayloadError } from './payload.ts';
import { RebirthLimit, type RebirthOptions, rebirthDefaults } from './rebirth-limit.ts';
import { resolve } from './value.ts';

/** How long a missing sequence number is waited for, ms. */
const reorderTime = 2000;
/** Problems told of one message; a hostile one could name thousands. */
const maxProblems = 16;

export type Quality = 'GOOD' | 'STALE';

export interface SessionOptions {
  readonly reorderTime?: number;
  readonly rebirth?: Partial<RebirthOptions>;
}

export class NodeSession {
  #group: string | null = null;
  #alive = false;
  #bdSeq: bigint | null = null;
  #expected = 0;
  /** Tables by owner: '' is the node itself. A device that died has none. */
  readonly #tables = new Map<string, MetricTable>();
  readonly #held = new Map<number, NodeMessage>();
  #heldUntil: number | null = null;
  readonly #rebirth: RebirthLimit;
  readonly #reorderTime: number;
  #out: NodeEvent[] = [];
  #problems = 0;

  constructor(options: SessionOptions = {}) {
    this.#rebirth = new RebirthLimit({ ...rebirthDefaults, ...options.rebirth });
    this.#reorderTime = options.reorderTime ?? reorderTime;
  }

  /** GOOD from a birth to the death; STALE otherwise. */
  get quality(): Quality {
    return this.#alive ? 'GOOD' : 'STALE';
  }
  /** Group id of the last birth; null before one. */
  get group(): string | null {
    return this.#group;
  }
  /** bdSeq of the last birth: names the session. */
  get bdSeq(): bigint | null {
    return this.#bdSeq;
  }
  /** When `tick` has something to do; null when never. */
  get deadline(): number | null {
    const rebirth = this.#rebirth.dueAt;
    if (this.#heldUntil === null) return rebirth;
    return rebirth === null ? this.#heldUntil : Math.min(rebirth, this.#heldUntil);
  }
  /** True when the node's birth declared this metric (device null: the node's own). */
  declares(device: string | null, name: string): boolean {
    return this.#tables.get(device ?? '')?.has(name) ?? false;
  }
  /** The alias by which the birth says that this metric goes (device null: the node's own); null = by its name. */
  aliasOf(device: string | null, name: string): number | bigint | null {
    return this.#tables.get(device ?? '')?.aliasOf(name) ?? null;
  }

  /** The data type that the birth declared for a metric (device null: the node's own); null = none. */
  typeOf(device: string | null, name: string): DataType | null {
    return this.#tables.get(device ?? '')?.typeOf(name) ?? null;
  }

  /** Takes a message; gives what follows from it, in order. `now` only passes: no setting of a clock moves it. */
  receive(message: NodeMessage, now: number): NodeEvent[] {
    if (message.type === 'NBIRTH') this.#nodeBirth(message, now);
    else if (message.type === 'NDEATH') this.#nodeDeath(message);
    else if (this.#alive && message.group !== this.#group) {
      this.#problem('foreignGroup', message.device, message.group);
    } else this.#sequenced(message, now);
    return this.#flush(now);
  }

  /** Lets time pass: ends the reorder wait, sends what the rebirth limit allows. */
  tick(now: number): NodeEvent[] {
    if (this.#heldUntil !== null && now >= this.#heldUntil) this.#giveUpWaiting(now);
    return this.#flush(now);
  }

  /** The host lost its own connection: nothing is trusted until the next birth. */
  forget(): void {
    this.#alive = false;
    this.#tables.clear();
    this.#drop();
  }

  #flush(now: number): NodeEvent[] {
    const reason = this.#rebirth.take(now);
    if (reason !== null && this.#group !== null) {
      this.#out.push({ type: 'requestRebirth', group: this.#group, reason });
    }
    const out = this.#out;
    this.#out = [];
    this.#problems = 0;
    return out;
  }

  #problem(reason: NodeProblem, device: string | null, detail = ''): void {
    if (this.#problems++ < maxProblems) this.#out.push({ type: 'problem', reason, device, detail });
  }

  #wantRebirth(reason: NodeProblem, now: number): void {
    this.#rebirth.want(reason, now);
  }

  #drop(): void {
    this.#held.clear();
    this.#heldUntil = null;
  }

  #nodeBirth(message: NodeMessage, now: number): void {
    const { payload, group } = message;
    const table = this.#table(payload, null);
    if (table === null) return;
    const bdSeq = readBdSeq(payload);
    const again = this.#alive && bdSeq !== null && bdSeq === this.#bdSeq;
    this.#keepOvertakers(payload.timestamp);
    this.#tables.clear();
    this.#tables.set('', table);
    this.#alive = true;
    this.#group = group;
    this.#bdSeq = bdSeq;
    this.#expected = ((payload.seq ?? 0) + 1) % 256;
    this.#rebirth.answered();
    const metrics = table.born(payload, (reason, detail) => this.#problem(reason, null, detail));
    this.#out.push({ type: 'birth', group, device: null, timestamp: payload.timestamp, metrics, again });
    this.#drain(now);
    this.#drop();
  }

  /**
   * Before a birth, later messages may have overtaken it: their time tells them from the rest of an older session.
   * In a living session all held ones belong to the old birth.
   */
  #keepOvertakers(born: number | null): void {
    for (const [seq, { payload }] of this.#held) {
      if (this.#alive || born === null || payload.timestamp === null || payload.timestamp < born) {
        this.#held.delete(seq);
      }
    }
    if (this.#held.size === 0) this.#heldUntil = null;
  }

  #nodeDeath({ payload, group }: NodeMessage): void {
    const bdSeq = readBdSeq(payload);
    if (!this.#alive) {
      this.#drop();
      return;
    }
    if (group !== this.#group || bdSeq !== this.#bdSeq) {
      this.#problem('lateDeath', null, `bdSeq ${bdSeq ?? 'none'}, born with ${this.#bdSeq ?? 'none'}`);
      return;
    }
    this.#alive = false;
    this.#tables.clear();
    this.#drop();
    this.#out.push({ type: 'death', device: null });
  }

  /** The order of everything but NBIRTH and NDEATH. */
  #sequenced(message: NodeMessage, now: number): void {
    const { seq } = message.payload;
    if (seq === null || seq > 255) {
      this.#problem('missingSeq', message.device, String(seq));
      return;
    }
    if (!this.#alive) this.#group = message.group;
    const ahead = (seq - this.#expected + 256) % 256;
    if (!this.#alive || (ahead > 0 && ahead < 128)) {
      // Waits: for the birth, or for the messages in between.
      if (this.#held.size < 128) this.#held.set(seq, message);
      this.#heldUntil ??= now + this.#reorderTime;
    } else if (ahead === 0) {
      this.#apply(message, now);
      this.#expected = (seq + 1) % 256;
      this.#drain(now);
    } else {
      this.#problem('lateSequence', message.device, `${seq}, expected ${this.#expected}`);
      this.#wantRebirth('sequenceGap', now);
      const { type, device } = message;
      const isNews = type === 'DBIRTH' && !this.#tables.has(device ?? '');
      if (type === 'NDATA' || type === 'DDATA' || isNews) this.#apply(message, now);
    }
  }

  #drain(now: number): void {
    for (
      let next = this.#held.get(this.#expected);
      next !== undefined;
      next = this.#held.get(this.#expected)
    ) {
      this.#held.delete(this.#expected);
      this.#apply(next, now);
      this.#expected = (this.#expected + 1) % 256;
    }
    if (this.#held.size === 0) this.#heldUntil = null;
  }

  /** The wait is over. What was held is still good by the tables we have; what was lost needs a birth. */
  #giveUpWaiting(now: number): void {
    if (!this.#alive) {
      this.#problem('notBorn', null, `${this.#held.size} messages before a birth`);
      this.#drop();
      this.#wantRebirth('notBorn', now);
      return;
    }
    this.#problem('sequenceGap', null, `expected ${this.#expected}`);
    this.#wantRebirth('sequenceGap', now);
    const from = this.#expected;
    const held = [...this.#held].sort(([a], [b]) => ((a - from + 256) % 256) - ((b - from + 256) % 256));
    this.#drop();
    for (const [seq, message] of held) {
      this.#apply(message, now);
      this.#expected = (seq + 1) % 256;
    }
  }

  #apply({ type, group, device, payload }: NodeMessage, now: number): void {
    const owner = device ?? '';
    const { timestamp } = payload;
    if (type === 'DBIRTH') {
      const table = this.#table(payload, device);
      if (table === null) return;
      const again = this.#tables.has(owner);
      this.#tables.set(owner, table);
      const metrics = table.born(payload, (reason, detail) => this.#problem(reason, device, detail));
      this.#out.push({ type: 'birth', group, device, timestamp, metrics, again });
    } else if (type === 'DDEATH') {
      if (this.#tables.delete(owner)) this.#out.push({ type: 'death', device });
    } else {
      const table = this.#tables.get(owner);
      if (table === undefined) {
        this.#problem('notBorn', device);
        this.#wantRebirth('notBorn', now);
        return;
      }
      const metrics = table.data(payload, (reason, detail) => {
        this.#problem(reason, device, detail);
        if (reason === 'unknownAlias' || reason === 'unknownMetric') this.#wantRebirth(reason, now);
      });
      this.#out.push({ type: 'data', device, timestamp, metrics });
    }
  }

  #table(payload: Payload, device: string | null): MetricTable | null {
    try {
      if (payload.seq === null || payload.seq > 255)
        throw new PayloadError('missingSeq', String(payload.seq));
      return new MetricTable(payload);
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      this.#problem(error.reason, device, error.detail);
      return null;
    }
  }
}

/** bdSeq of a birth or death, sent as Int64 or UInt64, or with no data type at all; null when there is none. */
function readBdSeq(payload: Payload): bigint | null {
  const metric = payload.metrics.find((candidate) => candidate.name === bdSeqMetric);
  if (metric === undefined) return null;
  const value = metric.value ?? resolve(metric, DataType.UInt64);
  if (typeof value === 'bigint') return BigInt.asUintN(64, value);
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : null;
}
