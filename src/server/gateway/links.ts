import { beginsVisit, learnJitter, overdueCycles, stillLate } from '../../domain/link-state.ts';
import type { Quality } from '../../protocol/node-session.ts';
import { SteadyClock } from '../steady.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { RtuEntry } from './directory.ts';

/** A problem of an RTU's traffic, with how often it came. Device text inside: render as text. */
export interface TrafficProblem {
  readonly at: number;
  readonly reason: string;
  readonly detail: string;
  readonly count: number;
}

/** What is known of a node's link. */
export interface RtuLink {
  readonly rtuId: number;
  readonly stationId: number;
  readonly sn: string;
  /** Null = not known: the host has just started, or lost its own connection. */
  readonly connected: boolean | null;
  readonly quality: Quality;
  readonly lastContactAt: number | null;
  /** It came too late and has not been punctual since (domain/link-state `stillLate`). */
  readonly late: boolean;
  readonly bornAt: number | null;
  /** Seconds. */
  readonly sendCycle: number;
  /** ms. */
  readonly jitter: number;
  readonly problems: readonly TrafficProblem[];
}
type Facts = { -readonly [Key in keyof RtuLink]: RtuLink[Key] } & {
  collectionCycle: number;
  /** Collection time of the newest report whose cycles are known; null = none was ever received. */
  cyclesReportedAt: number | null;
  /** Changes of the cycles that are to be written, in order. */
  changes: readonly CycleChange[];
  /** When the last contact was, by the steady clock; null = before this process. */
  heard: number | null;
  /** When the visit began that the last contact belongs to; null = before this process. */
  visitAt: number | null;
};

interface CycleChange {
  /** From then on they are in force; null = always, as what stood there was assumed. */
  readonly t: number | null;
  readonly sendCycle: number;
  readonly collectionCycle: number;
}

const isCycle = (reported: unknown): reported is number => typeof reported === 'number' && reported > 0;

/** Problems kept for an RTU, newest first. */
const keptProblems = 20;
const maxDetail = 200;
/** A clock that is off by more than this was set, ms. */
const clockJump = 60_000;

function readProblems(text: string): readonly TrafficProblem[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.slice(0, keptProblems) : [];
  } catch {
    return [];
  }
}

/** Cycles that begin: those before are kept with the moment up to which they were in force. */
export async function writeCycles(db: Db, rtuId: number, { t, sendCycle, collectionCycle }: CycleChange) {
  const before = await db
    .selectFrom('rtus')
    .select(['send_cycle', 'collection_cycle', 'cycles_since'])
    .where('id', '=', rtuId)
    .executeTakeFirst();
  if (before === undefined || (t !== null && t <= before.cycles_since)) return;
  const { send_cycle, collection_cycle } = before;
  if (send_cycle === sendCycle && collection_cycle === collectionCycle) return;
  if (t !== null)
    await db
      .insertInto('former_cycles')
      .values({ rtu_id: rtuId, until_t: t, send_cycle, collection_cycle })
      .execute();
  await db
    .updateTable('rtus')
    .set({ send_cycle: sendCycle, collection_cycle: collectionCycle, cycles_since: t ?? 0 })
    .where('id', '=', rtuId)
    .execute();
}

/** Link facts of all RTUs in memory, written to their rows from time to time. */
export class Links {
  readonly #facts = new Map<number, Facts>();
  readonly #dirty = new Set<Facts>();
  readonly #changed: (facts: RtuLink) => void;

  readonly #now: () => number;
  readonly #clock: SteadyClock;

  /** @param changed called when `connected` or `quality` changes, and at each contact */
  constructor(changed: (facts: RtuLink) => void, now: () => number) {
    this.#changed = changed;
    this.#now = now;
    this.#clock = new SteadyClock(now);
  }

  /** Facts of a registered RTU. */
  of(entry: RtuEntry): RtuLink {
    const facts = this.#of(entry);
    this.#redate(facts);
    return facts;
  }

  /** Where the server's clock was set, the last contact moves with it: how long ago it was is what counts. */
  #redate(facts: Facts): boolean {
    const { heard, lastContactAt } = facts;
    if (heard === null || lastContactAt === null) return false;
    const at = Math.round(this.#now() - (this.#clock.read() - heard));
    if (Math.abs(at - lastContactAt) < clockJump) return false;
    if (facts.visitAt !== null) facts.visitAt += at - lastContactAt;
    facts.lastContactAt = at;
    this.#dirty.add(facts);
    return true;
  }

  #of(entry: RtuEntry): Facts {
    const known = this.#facts.get(entry.id);
    if (known !== undefined) return known;
    const facts: Facts = {
      rtuId: entry.id,
      stationId: entry.stationId,
      sn: entry.sn,
      connected: null,
      quality: 'STALE',
      lastContactAt: entry.lastContactAt,
      late: entry.late,
      bornAt: null,
      sendCycle: entry.sendCycle,
      collectionCycle: entry.collectionCycle,
      cyclesReportedAt: entry.lastContactAt === null && entry.cyclesSince === 0 ? null : entry.cyclesSince,
      changes: [],
      jitter: entry.jitter,
      problems: readProblems(entry.problems),
      heard: null,
      visitAt: null,
    };
    this.#facts.set(entry.id, facts);
    return facts;
  }

  born(entry: RtuEntry, at: number): void {
    const facts = this.#of(entry);
    this.#redate(facts);
    facts.quality = 'GOOD';
    facts.bornAt = at;
    // One visit is one contact: the birth's distance from the visit before teaches the spread.
    if (facts.lastContactAt !== null) {
      facts.jitter = learnJitter(facts.jitter, facts.lastContactAt, at, facts.sendCycle);
    }
    this.contact(entry, at);
  }

  contact(entry: RtuEntry, at: number): void {
    const facts = this.#of(entry);
    this.#redate(facts);
    const { lastContactAt, sendCycle } = facts;
    const gap = lastContactAt === null ? 0 : at - lastContactAt;
    if (facts.visitAt === null || beginsVisit(gap, sendCycle)) facts.visitAt = at;
    facts.late = stillLate(facts.late, { gap, visit: at - facts.visitAt, sendCycle });
    facts.connected = true;
    facts.lastContactAt = at;
    facts.heard = this.#clock.read();
    this.#dirty.add(facts);
    this.#changed(facts);
  }

  died(entry: RtuEntry): void {
    const facts = this.#of(entry);
    facts.connected = false;
    facts.quality = 'STALE';
    this.#changed(facts);
  }

  /**
   * Cycles that the RTU's newest status row reports, seconds. They are in force from its collection time on; a report
   * that comes after a newer one changes nothing.
   */
  cycles(entry: RtuEntry, t: number, sendCycle: unknown, collectionCycle: unknown): void {
    const facts = this.#of(entry);
    const at = Math.min(t, this.#now());
    const { cyclesReportedAt: before } = facts;
    if (before !== null && at <= before) return;
    facts.cyclesReportedAt = at;
    const reported = {
      sendCycle: isCycle(sendCycle) ? sendCycle : facts.sendCycle,
      collectionCycle: isCycle(collectionCycle) ? collectionCycle : facts.collectionCycle,
    };
    if (reported.sendCycle === facts.sendCycle && reported.collectionCycle === facts.collectionCycle) return;
    Object.assign(facts, reported);
    facts.changes = [...facts.changes, { t: before === null ? null : at, ...reported }];
    this.#dirty.add(facts);
  }

  /** Keeps a problem; true when it is new (the same again is only counted). */
  problem(entry: RtuEntry, at: number, reason: string, detail: string): boolean {
    const facts = this.#of(entry);
    const short = detail.slice(0, maxDetail);
    const same = facts.problems.find((problem) => problem.reason === reason && problem.detail === short);
    const others = facts.problems.filter((problem) => problem !== same);
    facts.problems = [{ at, reason, detail: short, count: (same?.count ?? 0) + 1 }, ...others].slice(
      0,
      keptProblems,
    );
    this.#dirty.add(facts);
    return same === undefined;
  }

  /**
   * Nothing that was known of links holds: the host lost its own connection, or has only now begun to lead.
   * @param connected what is so of all of them now: false where the broker itself has just started, else null
   */
  reset(connected: false | null): void {
    for (const facts of this.#facts.values()) {
      if (facts.connected === connected && facts.quality === 'STALE') continue;
      facts.connected = connected;
      facts.quality = 'STALE';
      this.#changed(facts);
    }
  }

  /** The node's connection ended: reported by the broker, not by Sparkplug. */
  left(entry: RtuEntry): void {
    const facts = this.#of(entry);
    if (facts.connected === false) return;
    facts.connected = false;
    this.#changed(facts);
  }

  /** A node not heard of since `since` for longer than a late report takes is not connected: it sleeps or is silent. */
  assume(since: number, now: number): void {
    for (const facts of this.#facts.values()) {
      if (facts.connected !== null || now - since < overdueCycles * facts.sendCycle * 1000) continue;
      facts.connected = false;
      this.#changed(facts);
    }
  }

  /** Writes what changed since the last time. */
  async flush(storage: Storage): Promise<void> {
    for (const facts of this.#facts.values()) if (this.#redate(facts)) this.#changed(facts);
    if (this.#dirty.size === 0) return;
    const facts = [...this.#dirty];
    this.#dirty.clear();
    const written = new Map(facts.map((fact) => [fact, fact.changes]));
    try {
      await storage.write(async (db) => {
        for (const fact of facts) {
          for (const change of written.get(fact) ?? []) await writeCycles(db, fact.rtuId, change);
          await db
            .updateTable('rtus')
            .set({
              last_contact_at: fact.lastContactAt,
              late: fact.late ? 1 : 0,
              jitter: Math.round(fact.jitter),
              problems: JSON.stringify(fact.problems),
            })
            .where('id', '=', fact.rtuId)
            .execute();
        }
      });
      for (const [fact, changes] of written) fact.changes = fact.changes.slice(changes.length);
    } catch (error) {
      for (const fact of facts) this.#dirty.add(fact);
      throw error;
    }
  }
}
