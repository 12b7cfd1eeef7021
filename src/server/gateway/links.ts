import type { CycleReport } from '../../domain/alarms/cycle-reports.ts';
import { beginsVisit, learnJitter, overdueCycles, stillLate } from '../../domain/link-state.ts';
import type { Quality } from '../../protocol/node-session.ts';
import { noteChanges } from '../changes/change-log.ts';
import { SteadyClock } from '../steady.ts';
import type { Reading, Storage } from '../storage/storage.ts';
import { cycleReport, learnCycles } from './cycle-book.ts';
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
  /** Collection time of the newest report of cycles that is known of; after a start, since when those of then are in force. */
  cyclesReportedAt: number;
  /** Reports of cycles that are to be learnt, as they came. */
  reports: readonly CycleReport[];
  /** When the last contact was, by the steady clock; null = before this process. */
  heard: number | null;
  /** When the visit began that the last contact belongs to; null = before this process. */
  visitAt: number | null;
};

/** A link as the process wrote it that the node is connected to. */
export interface WrittenLink
  extends Pick<Facts, 'bornAt' | 'lastContactAt' | 'late' | 'jitter' | 'sendCycle' | 'collectionCycle'> {
  /** Null = who wrote it is not known to have it. */
  readonly connected: boolean | null;
  /** JSON. */
  readonly problems: string;
}

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
      cyclesReportedAt: entry.cyclesSince,
      reports: [],
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
   * Takes what a status report says of cycles, in whatever order reports come: they are in force from its collection time
   * on, up to the next one. What others are shown of the RTU are the cycles of its newest report.
   */
  cycles(entry: RtuEntry, t: number, values: Reading['values']): void {
    const facts = this.#of(entry);
    const report = cycleReport(Math.min(t, this.#now()), values);
    const { at, sendCycle, collectionCycle } = report;
    if (sendCycle === null && collectionCycle === null) return;
    if (at > facts.cyclesReportedAt) {
      facts.cyclesReportedAt = at;
      const reported = {
        sendCycle: sendCycle ?? facts.sendCycle,
        collectionCycle: collectionCycle ?? facts.collectionCycle,
      };
      const isSame =
        reported.sendCycle === facts.sendCycle && reported.collectionCycle === facts.collectionCycle;
      // As it is stored already, unless something else is still to be learnt.
      if (isSame && facts.reports.length === 0) return;
      Object.assign(facts, reported);
    }
    facts.reports = [...facts.reports, report];
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

  /** The node goes on in a session that this process has now, and another one had before. */
  resume(entry: RtuEntry): void {
    const facts = this.#of(entry);
    if (facts.connected === true && facts.quality === 'GOOD') return;
    facts.connected = true;
    facts.quality = 'GOOD';
    this.#changed(facts);
  }

  /** The node's connection ended: reported by the broker, not by Sparkplug. */
  left(entry: RtuEntry): void {
    const facts = this.#of(entry);
    if (facts.connected === false) return;
    facts.connected = false;
    this.#changed(facts);
  }

  /** Takes what another process wrote of a node that is connected to it, or was last. */
  follow(entry: RtuEntry, { bornAt, lastContactAt, ...written }: WrittenLink): void {
    const facts = this.#of(entry);
    const isNewer = (lastContactAt ?? 0) > (facts.lastContactAt ?? 0);
    // It is connected here by a driver, which no lease shows to the others.
    if (written.connected !== true && facts.connected === true && facts.heard !== null && !isNewer) return;
    const before = JSON.stringify(facts);
    Object.assign(facts, {
      connected: written.connected,
      quality: bornAt === null ? 'STALE' : 'GOOD',
      bornAt: bornAt ?? facts.bornAt,
    });
    if (isNewer) {
      const { late, jitter, sendCycle, collectionCycle, problems } = written;
      Object.assign(facts, { lastContactAt, late, jitter, sendCycle, collectionCycle });
      // How long ago it was is counted from its date: no clock of this process has heard it.
      Object.assign(facts, { problems: readProblems(problems), heard: null, visitAt: null });
      this.#dirty.delete(facts);
    }
    if (JSON.stringify(facts) !== before) this.#changed(facts);
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
    // What comes while reports are learnt of is not learnt of yet: a contact that is written says that all up to it is.
    const contacts = facts.map(({ lastContactAt }) => lastContactAt);
    this.#dirty.clear();
    try {
      for (const fact of facts) await this.#learn(storage, fact);
      await storage.write(async (db) => {
        for (const [index, fact] of facts.entries()) {
          await db
            .updateTable('rtus')
            .set({
              last_contact_at: contacts[index] ?? null,
              late: fact.late ? 1 : 0,
              jitter: Math.round(fact.jitter),
              problems: JSON.stringify(fact.problems),
            })
            .where('id', '=', fact.rtuId)
            .execute();
        }
        if (storage.shared !== null)
          await noteChanges(
            db,
            'link',
            facts.map(({ rtuId }) => rtuId),
            this.#now(),
          );
      });
    } catch (error) {
      for (const fact of facts) this.#dirty.add(fact);
      throw error;
    }
  }

  async #learn(storage: Storage, facts: Facts): Promise<void> {
    const { reports } = facts;
    if (reports.length === 0) return;
    const known = await learnCycles(storage, facts.rtuId, reports);
    facts.reports = facts.reports.slice(reports.length);
    if (known === null || facts.reports.length > 0) return;
    // What came first after a start need not have been the newest.
    facts.sendCycle = known.sendCycle;
    facts.collectionCycle = known.collectionCycle;
  }
}
