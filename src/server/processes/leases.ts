/** Leases: which of several processes over one database has an RTU's session, or work that one does (README.md). */
import { sql } from 'kysely';
import { noteChange, noteChanges } from '../changes/change-log.ts';
import { steady } from '../steady.ts';
import { toJson } from '../storage/json.ts';
import type { SharedStorage } from '../storage/shared.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import type { ProcessFacts } from './facts.ts';
import { type HeldLease, LeaseLost, underLease } from './fence.ts';
import { HeldPermit } from './held-permit.ts';
import { freeLeases, releaseLeases, rtuLease, rtuPrefix, takeLeases } from './lease-rows.ts';
import { databaseNow, forgetDead, lifeTerm, mostAhead, ofDrain, ofResume, othersAreRight } from './life.ts';
import { isGone, ownPlace, processName } from './place.ts';
import { SessionWrites } from './session-writes.ts';

/** ms between two signs of life. */
const beatEvery = 3000;
/** ms before the end of the term at which a process no longer trusts its own leases. */
const spare = 2000;
/** ms between looks for work that nobody has. */
const seekEvery = 2000;

/** Processes of this program: two of them in one, as tests start them, do not take each other for dead. */
const here = new Set<string>();

export interface LeasesOptions {
  readonly storage: Storage;
  readonly shared: SharedStorage;
  readonly version: string;
  /** What the others are to know of this process. */
  readonly facts: () => Omit<ProcessFacts, 'clockAhead' | 'takesPart' | 'databaseConnections' | 'memory'>;
  readonly failed: (error: unknown) => void;
  /** ms that only pass. */
  readonly clock?: () => number;
  readonly now?: () => number;
  readonly times?: { readonly beat: number; readonly term: number; readonly spare: number };
}

export class Leases {
  readonly id: string;
  readonly #options: LeasesOptions;
  readonly #clock: () => number;
  readonly #times: NonNullable<LeasesOptions['times']>;
  /** Epochs of what this process has, by name. */
  readonly #held = new Map<string, number>();
  readonly #permits = new Map<string, HeldPermit>();
  readonly #sessions: SessionWrites;
  /** Whether work of a name may be sought now. */
  readonly #mayHold = new Map<string, () => boolean>();
  /** What was given up, and is not yet written as that. */
  readonly #givenUp = new Set<string>();
  readonly #taken = new Set<(rtuId: number) => void>();
  readonly #drained = new Set<(isDraining: boolean) => void>();
  readonly #beats: WorkLoop<'beat' | 'seek'>;
  /** By the clock that only passes: until then nobody can have taken over. */
  #sureUntil = Number.NEGATIVE_INFINITY;
  #clockAhead = 0;
  #isDraining = false;
  /** It drains for its end, and never takes part again. */
  #isEnding = false;
  #isFit = true;

  constructor(options: LeasesOptions) {
    this.#options = options;
    this.id = options.shared.processId;
    this.#clock = options.clock ?? steady;
    this.#times = options.times ?? { beat: beatEvery, term: lifeTerm, spare };
    this.#beats = new WorkLoop({
      run: (key) => (key === 'beat' ? this.#beat() : this.#seek()),
      failed: options.failed,
      again: [500, 1000],
    });
    this.#sessions = new SessionWrites({
      ...{ storage: options.storage, id: this.id, failed: options.failed },
      leaseOf: (name) => this.#leaseOf(name),
      taken: (name, epoch) => this.#held.set(name, epoch),
    });
  }

  /** True where the leases of this process are beyond doubt. */
  get isSure(): boolean {
    return this.#clock() < this.#sureUntil - this.#times.spare;
  }

  /** ms by which the clock of this process is before the database's. */
  get clockAhead(): number {
    return this.#clockAhead;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** False while its clock is wrong and another process's is right: it takes no part then. */
  get isFit(): boolean {
    return this.#isFit;
  }

  /** RTUs whose sessions this process has, and those that left it and came to no other one. */
  get sessions(): readonly number[] {
    return [...this.#held.keys()]
      .filter((name) => name.startsWith(rtuPrefix))
      .map((name) => Number(name.slice(rtuPrefix.length)));
  }

  /** Makes this process known, and says that it lives from now on. */
  async start(): Promise<void> {
    here.add(this.id);
    await this.#endThoseGone();
    await this.#beat();
    await this.#seek();
    this.#beats.wake('beat', this.#times.beat);
    this.#beats.wake('seek', seekEvery);
  }

  /** Calls when somebody drains this process, and when it is to take part again; not when it drains for its end. */
  onDrain(listener: (isDraining: boolean) => void): void {
    this.#drained.add(listener);
  }

  /**
   * Leave to work of a name, which this process seeks from now on.
   * @param mayHold false while this process could not do the work: it then leaves it to others
   */
  permit(name: string, mayHold: () => boolean = () => true): WorkPermit {
    const known = this.#permits.get(name) ?? new HeldPermit(name, this);
    this.#permits.set(name, known);
    this.#mayHold.set(name, mayHold);
    return known;
  }

  /** Whether this process may do work of some name has changed. */
  reconsider(): void {
    this.#beats.wake('seek');
  }

  /** This process has it, beyond doubt: it may act on what is outside the database. */
  mayAct(name: string): boolean {
    return this.#held.has(name) && this.isSure;
  }

  has(name: string): boolean {
    return this.#held.has(name);
  }

  /** Does work whose writes stand under a lease. @throws LeaseLost where this process does not have it */
  under<T>(name: string, work: () => Promise<T>): Promise<T> {
    const lease = this.#leaseOf(name);
    return lease === null ? Promise.reject(new LeaseLost(name)) : underLease(lease, work);
  }

  #leaseOf(name: string): HeldLease | null {
    const epoch = this.#held.get(name);
    return epoch === undefined ? null : { name, epoch };
  }

  /** Calls with each RTU whose session another process has now. */
  onTaken(listener: (rtuId: number) => void): void {
    this.#taken.add(listener);
  }

  /**
   * An RTU connects here: whoever had it before has it no more. Resolves when that is committed.
   * @param permittedBy name of a lease that this process must have for it
   */
  take(rtuId: number, permittedBy: string | null = null): Promise<void> {
    return this.#sessions.take(rtuId, permittedBy);
  }

  /** The birth of an RTU was heard in its session here. */
  born(rtuId: number, at: number): void {
    if (this.#held.has(rtuLease(rtuId))) this.#sessions.born(rtuId, at);
  }

  /** An RTU's connection ended. What was begun in it may still be written, until another process has the RTU. */
  left(rtuId: number): void {
    if (this.#held.has(rtuLease(rtuId))) this.#sessions.left(rtuId);
  }

  /** The log says that leases changed hands, or are wanted elsewhere; or that this process is to drain, or to take part again. */
  async changed(names: readonly string[]): Promise<void> {
    if (names.includes(ofDrain(this.id)) || names.includes(ofResume(this.id))) {
      const row = await this.#options.storage.db
        .selectFrom('processes')
        .select('state')
        .where('id', '=', this.id)
        .executeTakeFirst();
      if (row !== undefined) await this.#follow(row.state);
    }
    const own = names.filter((name) => this.#held.has(name));
    if (own.length > 0) await this.#verify(own);
    if (names.some((name) => this.#permits.has(name))) this.#beats.wake('seek');
  }

  /** Gives up all work that one process does, and seeks none any more; RTUs are given up as they leave. */
  async drain(): Promise<void> {
    this.#isEnding = true;
    this.#isDraining = true;
    await this.#giveUpWork();
    await this.#options.storage.write((db) =>
      db.updateTable('processes').set({ state: 'draining' }).where('id', '=', this.id).execute(),
    );
  }

  #giveUpWork(): Promise<void> {
    return this.#giveUp([...this.#held.keys()].filter((name) => this.#permits.has(name)));
  }

  /** Whether this process drains stands in its row, where whoever asked for it wrote it. */
  async #follow(state: string): Promise<void> {
    const isDraining = state === 'draining';
    if (this.#isEnding || isDraining === this.#isDraining) return;
    this.#isDraining = isDraining;
    for (const listener of this.#drained) listener(isDraining);
    if (isDraining) await this.#giveUpWork();
    else this.#beats.wake('seek');
  }

  /** Gives up everything; the others need not wait until this process is dead to them. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    this.#isDraining = true;
    await this.#beats.stop();
    await this.#sessions.stop();
    await this.#giveUp([...this.#held.keys()]);
    await this.#options.shared.aside((db) => db.deleteFrom('processes').where('id', '=', this.id).execute());
    this.#sureUntil = Number.NEGATIVE_INFINITY;
    here.delete(this.id);
  }

  /** Those that ran here and are gone need not be waited for. */
  async #endThoseGone(): Promise<void> {
    const { storage, shared } = this.#options;
    const rows = await storage.db.selectFrom('processes').select(['id', 'place']).execute();
    const gone = rows.filter(({ id, place }) => !here.has(id) && isGone(place)).map(({ id }) => id);
    if (gone.length === 0) return;
    await shared.aside((db) =>
      db.updateTable('processes').set({ until_at: 0 }).where('id', 'in', gone).execute(),
    );
  }

  /** Says that this process lives. */
  async #beat(): Promise<number> {
    const { shared, version, facts, now = Date.now } = this.#options;
    const { beat, term } = this.#times;
    const asked = this.#clock();
    const wasSure = asked < this.#sureUntil;
    const said: ProcessFacts = {
      ...facts(),
      clockAhead: this.#clockAhead,
      takesPart: this.#isFit,
      databaseConnections: shared.connections,
      memory: process.memoryUsage.rss(),
    };
    const state = this.#isDraining ? 'draining' : 'running';
    const until = sql<number>`${databaseNow} + ${sql.lit(term)}`;
    const row = await shared.aside((db) =>
      db
        .insertInto('processes')
        .values({
          ...{ id: this.id, name: processName(), version, place: ownPlace() },
          ...{ started_at: databaseNow, until_at: until, state, facts: toJson(said) },
        })
        .onConflict((on) => on.column('id').doUpdateSet({ until_at: until, facts: toJson(said) }))
        .returning([databaseNow.as('now'), 'state'])
        .executeTakeFirstOrThrow(),
    );
    this.#sureUntil = asked + term;
    // The answer was on its way for at most so long.
    const way = this.#clock() - asked;
    this.#clockAhead = Math.round(now() - way / 2 - Number(row.now));
    await this.#judgeClock();
    await this.#follow(row.state);
    // While it was dead to the others, they may have taken what it has.
    if (!wasSure && this.#held.size > 0) {
      await this.#verify([...this.#held.keys()]);
      for (const [name, permit] of this.#permits) if (this.#held.has(name)) permit.say(true);
    }
    return beat;
  }

  /** Whatever is dated by a clock that is wrong harms: another process does the work as long as there is one. */
  async #judgeClock(): Promise<void> {
    const isRight = Math.abs(this.#clockAhead) <= mostAhead;
    if (isRight === this.#isFit && isRight) return;
    const isFit = isRight || !(await othersAreRight(this.#options.storage.db, this.id));
    if (isFit === this.#isFit) return;
    this.#isFit = isFit;
    if (isFit) this.#beats.wake('seek');
    else await this.#giveUp([...this.#held.keys()]);
  }

  /** Takes work that nobody living has. */
  async #seek(): Promise<number> {
    const { storage } = this.#options;
    await this.#giveUp([...this.#permits.keys()].filter((name) => this.#held.has(name) && !this.#may(name)));
    await this.#writeGivenUp();
    const sought = [...this.#permits.keys()].filter((name) => !this.#held.has(name) && this.#may(name));
    if (this.#isDraining || !this.#isFit || sought.length === 0 || !this.isSure) return seekEvery;
    if ((await freeLeases(storage.db, sought, this.id)).length === 0) return seekEvery;
    const taken = await storage.write(async (db) =>
      takeLeases(db, await freeLeases(db, sought, this.id), this.id),
    );
    for (const [name, epoch] of taken) this.#held.set(name, epoch);
    for (const name of taken.keys()) this.#permits.get(name)?.say(true);
    await this.#options.shared.aside(forgetDead);
    return seekEvery;
  }

  #may(name: string): boolean {
    return this.#mayHold.get(name)?.() ?? true;
  }

  /** Gives up leases by name. */
  async #giveUp(names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.#lose(name);
      this.#givenUp.add(name);
    }
    await this.#writeGivenUp();
  }

  /** Until that is written, nobody else takes them as long as this process lives. */
  async #writeGivenUp(): Promise<void> {
    const names = [...this.#givenUp].filter((name) => !this.#held.has(name));
    if (names.length > 0)
      await this.#options.storage.write(async (db) => {
        await releaseLeases(db, names, this.id);
        const rtus = names.filter((name) => name.startsWith(rtuPrefix));
        await noteChanges(
          db,
          'link',
          rtus.map((name) => name.slice(rtuPrefix.length)),
        );
        for (const name of names) if (!name.startsWith(rtuPrefix)) await noteChange(db, 'lease', name);
      });
    for (const name of names) this.#givenUp.delete(name);
  }

  /** Looks whether this process still has what it thinks that it has, and gives away what is wanted elsewhere. */
  async #verify(names: readonly string[]): Promise<void> {
    const before = new Map(names.map((name) => [name, this.#held.get(name)]));
    const rows = await this.#options.storage.db
      .selectFrom('leases')
      .select(['name', 'holder', 'epoch', 'wanted_by'])
      .where('name', 'in', names)
      .execute();
    const found = new Map(rows.map((row) => [row.name, row]));
    const wanted: string[] = [];
    for (const name of names) {
      const row = found.get(name);
      const epoch = this.#held.get(name);
      // An RTU that left here keeps its epoch until it comes to another process; what was taken while the rows were read is not what they say.
      if (epoch === undefined || epoch !== before.get(name)) continue;
      if (row === undefined || Number(row.epoch) !== epoch) this.#lose(name);
      else if (row.wanted_by !== null && row.wanted_by !== this.id) wanted.push(name);
    }
    await this.#giveUp(wanted.filter((name) => this.#permits.has(name)));
  }

  #lose(name: string): void {
    if (!this.#held.delete(name)) return;
    this.#permits.get(name)?.say(false);
    if (!name.startsWith(rtuPrefix)) return;
    const rtuId = Number(name.slice(rtuPrefix.length));
    for (const listener of this.#taken) listener(rtuId);
  }
}
