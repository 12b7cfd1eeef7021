/** Sparkplug B 3.0 session rules of one edge node, as a host application must keep them (README.md). Pure: messages and moments in, events out. */
import { HeldMessages } from './held-messages.ts';
import { birthTable, type MetricTable } from './metric-table.ts';
import { readBdSeq } from './node-control.ts';
import type { InboundType, NodeEvent, NodeMessage, NodeProblem } from './node-events.ts';
import { RebirthLimit, type RebirthOptions, rebirthDefaults } from './rebirth-limit.ts';
import { SessionEvents } from './session-events.ts';
import { type UnbornMessage, UnbornMessages } from './unborn-messages.ts';

/** How long a missing sequence number is waited for, ms. */
const reorderTime = 2000;
/** Most bytes on the wire that are held behind a gap, and most that wait for a birth (*assumed*). */
const maxWaitingBytes = 1024 * 1024;

export type Quality = 'GOOD' | 'STALE';

export interface SessionOptions {
  readonly reorderTime?: number;
  readonly rebirth?: Partial<RebirthOptions>;
}

/** The session of one edge node. */
export class NodeSession {
  #group: string | null = null;
  #alive = false;
  /** The node's death was seen, and no birth since. */
  #died = false;
  #bdSeq: bigint | null = null;
  #expected = 0;
  /** Messages since the last good one that could not be decoded: each explains one missing number. */
  #unreadable = 0;
  /** Tables by owner: '' is the node itself. A device that died has none. */
  readonly #tables = new Map<string, MetricTable>();
  /** Those of the session before, as long as something may be left of it. */
  #former: ReadonlyMap<string, MetricTable> = new Map();
  /** The node's connection has ended since its last birth. */
  #left = false;
  readonly #held = new HeldMessages(maxWaitingBytes);
  #heldUntil: number | null = null;
  readonly #unborn = new UnbornMessages(maxWaitingBytes);
  readonly #rebirth: RebirthLimit;
  readonly #reorderTime: number;
  readonly #out = new SessionEvents();

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
    const never = Number.POSITIVE_INFINITY;
    const next = Math.min(
      this.#rebirth.dueAt ?? never,
      this.#heldUntil ?? never,
      this.#unborn.dueAt ?? never,
    );
    return next === never ? null : next;
  }
  /** What the birth of a device declared (device null: the node's own); undefined while it is not born. */
  tableOf(device: string | null): MetricTable | undefined {
    return this.#tables.get(device ?? '');
  }

  /**
   * Takes the number of a DATA message that was read by `tableOf`, where it is the next one and nothing else follows
   * from it. False: nothing is changed, and `receive` is to decide.
   */
  passes(group: string, seq: number | null): boolean {
    if (!this.#alive || group !== this.#group || seq !== this.#expected) return false;
    if (this.#unreadable > 0 || this.#held.size > 0 || this.#rebirth.dueAt !== null) return false;
    this.#expected = (seq + 1) % 256;
    return true;
  }

  /** Takes a message; gives what follows from it, in order. `now` only passes: no setting of a clock moves it. */
  receive(message: NodeMessage, now: number): NodeEvent[] {
    if (message.type === 'NBIRTH') this.#nodeBirth(message, now);
    else if (message.type === 'NDEATH') this.#nodeDeath(message, now);
    else if (this.#alive && message.group !== this.#group) {
      this.#out.problem('foreignGroup', message.device, message.group);
      this.#out.taken(message);
    } else this.#sequenced(message, now);
    return this.#flush(now);
  }

  /**
   * A message came that could not be decoded. It is lost, and nothing else: the number that is missing with it is not
   * waited for.
   */
  unreadable(type: InboundType, now: number): NodeEvent[] {
    const isBirth = type === 'NBIRTH' || type === 'DBIRTH';
    if (this.#alive && type !== 'NBIRTH' && type !== 'NDEATH') this.#unreadable += 1;
    // A new connection begins a new session: by the tables of the last one its aliases would be misread.
    if (type === 'NBIRTH' && this.#left) this.#end(now);
    if (type === 'NBIRTH' && this.#died) {
      // What comes from here on belongs to the session whose birth this was: the next by its number.
      for (const entry of this.#unborn.entries) entry.ended = true;
      this.#died = false;
      this.#former = new Map();
      if (this.#bdSeq !== null) this.#bdSeq = (this.#bdSeq + 1n) % 256n;
    }
    if (isBirth) this.#rebirth.want('notBorn', now);
    return this.#flush(now);
  }

  /** The node's connection ended, with its death or without. */
  disconnected(): void {
    this.#left = true;
  }

  /** A birth is wanted, at `at` or later. */
  wantBirth(at: number): void {
    this.#rebirth.want('notBorn', at);
  }

  /** Lets time pass: ends the reorder wait, sends what the rebirth limit allows. */
  tick(now: number): NodeEvent[] {
    if (this.#heldUntil !== null && now >= this.#heldUntil) this.#giveUpWaiting(now);
    for (const message of this.#unborn.overdue(now)) this.#out.taken(message);
    return this.#flush(now);
  }

  /** What is held behind a gap is worked through at once: the server is about to stop. */
  release(now: number): NodeEvent[] {
    this.#workThrough(now);
    return this.#flush(now);
  }

  /** The host lost its own connection: nothing is trusted until the next birth. What was held is worked through first. */
  forget(now = 0): NodeEvent[] {
    this.#workThrough(now);
    // What comes from here on may still be of this session: its aliases are held against these tables.
    if (this.#alive) this.#former = new Map(this.#tables);
    // A death that was seen stays one: the next birth, read or not, is of another session.
    this.#alive = false;
    this.#tables.clear();
    return this.#flush(now);
  }

  #flush(now: number): NodeEvent[] {
    const reason = this.#rebirth.take(now);
    if (reason !== null && this.#group !== null) {
      this.#out.push({ type: 'requestRebirth', group: this.#group, reason });
    }
    return this.#out.take();
  }

  #nodeBirth(message: NodeMessage, now: number): void {
    const { payload, group } = message;
    const flag = (reason: NodeProblem, detail: string) => this.#out.problem(reason, null, detail);
    const table = birthTable(payload, flag);
    if (table === null) {
      this.#out.taken(message);
      return;
    }
    const bdSeq = readBdSeq(payload);
    const again = this.#alive && bdSeq !== null && bdSeq === this.#bdSeq;
    const followers = this.#beforeBirth(payload.timestamp, bdSeq, now);
    this.#tables.clear();
    this.#tables.set('', table);
    this.#alive = true;
    this.#died = false;
    this.#left = false;
    this.#group = group;
    this.#bdSeq = bdSeq;
    this.#expected = ((payload.seq ?? 0) + 1) % 256;
    this.#unreadable = 0;
    this.#rebirth.answered();
    const metrics = table.born(payload, flag);
    this.#out.push({ type: 'birth', group, device: null, timestamp: payload.timestamp, metrics, again });
    this.#out.taken(message);
    this.#applyUnborn('');
    if (!this.#unborn.entries.some((entry) => entry.ended)) this.#former = new Map();
    for (const follower of followers) {
      if (follower.group === group) this.#sequenced(follower, now);
      else this.#out.taken(follower);
    }
  }

  /**
   * Sorts what waits when a birth comes. Later messages may have overtaken the birth: their time distinguishes them
   * from the rest of an older session, and they are given back, for the new one. What else was held belongs to the
   * session that ends here and is worked through by its tables; what never had any waits on.
   */
  #beforeBirth(born: number | null, bdSeq: bigint | null, now: number): NodeMessage[] {
    const overtook = ({ payload }: NodeMessage) =>
      born !== null && payload.timestamp !== null && payload.timestamp >= born;
    const followers: NodeMessage[] = [];
    if (this.#alive) {
      followers.push(...this.#held.takeWhere(overtook));
      this.#workThrough(now);
      this.#former = new Map(this.#tables);
    }
    this.#heldUntil = null;
    const ended = this.#died || (this.#bdSeq !== null && bdSeq !== this.#bdSeq);
    // Of a session in between nothing is known, and what is left may be of that one.
    if (this.#bdSeq !== null && bdSeq !== null && bdSeq !== (this.#bdSeq + 1n) % 256n)
      this.#former = new Map();
    for (const entry of this.#unborn.take(() => true)) {
      if (!this.#alive && entry.mayFollow && overtook(entry.message)) followers.push(entry.message);
      else this.#keepUnborn({ ...entry, mayFollow: false, ended: entry.ended || ended });
    }
    return followers;
  }

  #nodeDeath(message: NodeMessage, now: number): void {
    const { payload, group } = message;
    const bdSeq = readBdSeq(payload);
    if (this.#alive && (group !== this.#group || bdSeq !== this.#bdSeq)) {
      this.#out.problem('lateDeath', null, `bdSeq ${bdSeq ?? 'none'}, born with ${this.#bdSeq ?? 'none'}`);
      this.#out.taken(message);
      return;
    }
    this.#end(now);
    if (bdSeq !== null && bdSeq !== this.#bdSeq) {
      // A session has passed whose birth was never seen: of what it left nothing is known but its number.
      this.#bdSeq = bdSeq;
      this.#former = new Map();
    }
    this.#out.taken(message);
  }

  /** The session is over: what is held is worked through, and its tables read only what is left of it. */
  #end(now: number): void {
    // Before the rest is put to the session that ended: a birth that is held reads what waits for it.
    if (this.#alive) this.#workThrough(now);
    for (const entry of this.#unborn.entries) {
      entry.ended = true;
      entry.mayFollow = false;
    }
    this.#died = true;
    if (!this.#alive) return;
    this.#former = new Map(this.#tables);
    this.#alive = false;
    this.#tables.clear();
    this.#out.push({ type: 'death', device: null });
  }

  /** The order of everything but NBIRTH and NDEATH. */
  #sequenced(message: NodeMessage, now: number): void {
    const { seq } = message.payload;
    if (seq === null || seq > 255) {
      // Without a number it has no place in the order; what it brought is good all the same.
      this.#out.problem('missingSeq', message.device, String(seq));
      const table = this.#alive ? this.#tables.get(message.device ?? '') : undefined;
      this.#applyLate(message, table, false);
      return;
    }
    if (!this.#alive) {
      this.#group = message.group;
      this.#heldUntil ??= now + this.#reorderTime;
      this.#keepUnborn({ message, since: now, mayFollow: true, ended: false });
      return;
    }
    let ahead = (seq - this.#expected + 256) % 256;
    if (ahead > 0 && ahead <= this.#unreadable) ahead = 0;
    // Held messages fill the window: what comes now cannot be distinguished from an old one, so the wait ends here.
    const { isFull } = this.#held;
    if (ahead > 0 && this.#held.size > 0 && (isFull || ahead >= 128)) {
      this.#giveUpWaiting(now);
      ahead = (seq - this.#expected + 256) % 256;
    }
    if (ahead > 0 && ahead < 128 && !this.#held.has(seq)) {
      this.#held.keep(seq, message);
      this.#heldUntil ??= now + this.#reorderTime;
    } else if (ahead === 0) {
      this.#apply(message, now);
      this.#unreadable = 0;
      this.#expected = (seq + 1) % 256;
      this.#drain(now);
    } else {
      this.#out.problem('lateSequence', message.device, `${seq}, expected ${this.#expected}`);
      this.#rebirth.want('sequenceGap', now);
      const { type, device } = message;
      const isNews = type === 'DBIRTH' && !this.#tables.has(device ?? '');
      if (type === 'NDATA' || type === 'DDATA' || isNews) this.#apply(message, now);
      else this.#applyLate(message, this.#tables.get(device ?? ''), false);
    }
  }

  #drain(now: number): void {
    for (;;) {
      const next = this.#held.take(this.#expected);
      if (next === undefined) break;
      this.#apply(next, now);
      this.#expected = (this.#expected + 1) % 256;
    }
    if (this.#held.size === 0) this.#heldUntil = null;
  }

  /** The wait is over. What was held is still good by the tables we have; what was lost needs a birth. */
  #giveUpWaiting(now: number): void {
    this.#heldUntil = null;
    if (!this.#alive) {
      for (const entry of this.#unborn.entries) entry.mayFollow = false;
      this.#out.problem('notBorn', null, `${this.#unborn.entries.length} messages before a birth`);
      this.#rebirth.want('notBorn', now);
      return;
    }
    this.#out.problem('sequenceGap', null, `expected ${this.#expected}`);
    this.#rebirth.want('sequenceGap', now);
    this.#workThrough(now);
  }

  /** Takes all that is held behind a gap, in the order of its numbers. */
  #workThrough(now: number): void {
    this.#heldUntil = null;
    for (const [seq, message] of this.#held.takeAll(this.#expected)) {
      this.#apply(message, now);
      this.#expected = (seq + 1) % 256;
    }
  }

  #keepUnborn(entry: UnbornMessage): void {
    for (const { message } of this.#unborn.keep(entry)) {
      this.#out.problem('notBorn', message.device, 'too many messages without a birth');
      this.#out.taken(message);
    }
  }

  /** Reads what waited for this birth. */
  #applyUnborn(owner: string): void {
    const table = this.#tables.get(owner);
    if (this.#unborn.entries.length === 0 || table === undefined) return;
    for (const { message, ended } of this.#unborn.take((entry) => (entry.message.device ?? '') === owner)) {
      this.#applyLate(message, table, ended);
    }
  }

  /**
   * Reads a message that is older than the birth by which it is read: it changes nothing but history.
   * @param ended it may belong to the session before: an alias is read only where it means the same in both
   */
  #applyLate(message: NodeMessage, table: MetricTable | undefined, ended: boolean): void {
    const { type, group, device, payload } = message;
    const { timestamp } = payload;
    const flag = (reason: NodeProblem, detail: string) => this.#out.problem(reason, device, detail);
    if (type === 'DBIRTH') {
      const metrics = birthTable(payload, flag)?.born(payload, flag) ?? [];
      this.#out.push({ type: 'birth', group, device, timestamp, metrics, again: true, late: true });
    } else if (table !== undefined && (type === 'NDATA' || type === 'DDATA')) {
      const metrics = ended
        ? table.dataOfEnded(payload, this.#former.get(device ?? ''), flag)
        : table.data(payload, flag);
      this.#out.push({ type: 'data', device, timestamp, metrics, late: true });
    }
    this.#out.taken(message);
  }

  #apply(message: NodeMessage, now: number): void {
    const { type, group, device, payload } = message;
    const owner = device ?? '';
    const { timestamp } = payload;
    const flag = (reason: NodeProblem, detail: string) => this.#out.problem(reason, device, detail);
    if (type === 'DBIRTH') {
      const table = birthTable(payload, flag);
      if (table === null) {
        this.#out.taken(message);
        return;
      }
      const again = this.#tables.has(owner);
      this.#tables.set(owner, table);
      const metrics = table.born(payload, flag);
      this.#out.push({ type: 'birth', group, device, timestamp, metrics, again });
      this.#applyUnborn(owner);
    } else if (type === 'DDEATH') {
      if (this.#tables.delete(owner)) this.#out.push({ type: 'death', device });
    } else {
      const table = this.#tables.get(owner);
      if (table === undefined) {
        this.#out.problem('notBorn', device);
        this.#rebirth.want('notBorn', now);
        this.#keepUnborn({ message, since: now, mayFollow: false, ended: false });
        return;
      }
      const metrics = table.data(payload, (reason, detail) => {
        flag(reason, detail);
        if (reason === 'unknownAlias' || reason === 'unknownMetric') this.#rebirth.want(reason, now);
      });
      this.#out.push({ type: 'data', device, timestamp, metrics });
    }
    this.#out.taken(message);
  }
}
