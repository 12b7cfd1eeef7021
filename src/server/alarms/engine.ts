/**
 * Evaluation: whatever is stored is judged by the rules that stand over it, from the newest state before it on, and what
 * is found is written in one transaction with the state (README.md of this room).
 */

import { setImmediate as turn } from 'node:timers/promises';
import { groupBy } from '../../base/group.ts';
import { ruleFor } from '../../domain/alarms/definition.ts';
import { type SourceKey, sourceKey } from '../../domain/alarms/judged-instance.ts';
import { judgedOtherwiseFrom } from '../../domain/alarms/replay.ts';
import type { Site } from '../sites/structure.ts';
import type { IngestResult, Reading, Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import {
  type Grounds,
  groundsOf,
  type HeldInstance,
  type HeldRule,
  readBase,
  readBases,
  readInstances,
  readPast,
  readRules,
} from './held.ts';
import { dueInstances, nextDue, syncInstances } from './instances.ts';
import { readLate, takeOutLate } from './late-notes.ts';
import {
  hasNews,
  historyOf,
  keepsStates,
  movesDue,
  type Outcome,
  otherCyclesFrom,
  outcomeOf,
  writeOutcome,
} from './outcome.ts';
import { covers, longestStretch, QuietReadings } from './quiet.ts';
import { newestTimes, partsOf, receiptsFrom, type StretchSeries } from './reading-series.ts';
import { Recents } from './recent.ts';
import { isBehind, type RecordedEvent } from './record.ts';
import { readFolderFacts, readScopeFacts } from './rules/scope-facts.ts';
import { noFacts, noPast, type PlacedFacts, targetsOf } from './rules/targets.ts';
import { endShelves, nextShelfEnd } from './shelves.ts';

/** Batches of so many ms are evaluated together. */
const gather = 20;
/** Instances that are judged and written together. */
const together = 200;
/** How often what another process has stored is looked for, ms. */
const lookEvery = 2000;
/** The longest wait for what is due, ms: a clock that was set is noticed by then. */
const longestWait = 30_000;

export interface EngineOptions {
  readonly storage: Storage;
  /** Every site in use, of all companies. */
  readonly sites: () => readonly Site[];
  readonly failed: (error: unknown) => void;
  /** Resolves when what late status reports say of cycles is written: only then their notes may go. */
  readonly learnt?: () => Promise<void>;
  readonly now?: () => number;
  /** Called at points of an evaluation: a test ends the process there. */
  readonly faults?: (point: AlarmFaultPoint) => void;
  /** Left out: this process is the only one that evaluates. Without it rules and instances are read, for who shows limits. */
  readonly permit?: WorkPermit | undefined;
}
export type AlarmFaultPoint = 'alarms.judged' | 'alarms.recorded' | 'alarms.written';

/** What scopes and quantities ask of a site. */
const factsOfSite = ({ station, project, rtu, sensors }: Site) => [
  [station.id, project.id, project.companyId, project.timeZone, project.dayBoundary],
  [rtu?.id, rtu?.send_cycle, rtu?.collection_cycle, rtu?.cycles_since, rtu?.cycles_revision],
  sensors.map(({ id, kind, slot, mount_mode: mount }) => [id, kind, slot, mount]),
];

const textOf = (folders: PlacedFacts['folders']) =>
  JSON.stringify([...folders].map(([companyId, stations]) => [companyId, [...stations]]));

export class AlarmEngine {
  readonly #options: EngineOptions;
  readonly #now: () => number;
  readonly #loop: WorkLoop<'evaluate'>;
  #rules: readonly HeldRule[] = [];
  #instances = new Map<number, HeldInstance>();
  #bySource = new Map<SourceKey, HeldInstance[]>();
  #grounds: Grounds = groundsOf([], noFacts, noPast);
  /** Instances that wait, each with the moment from which on it has something new; infinite = none but time. */
  readonly #waiting = new Map<number, number>();
  #mustSync = true;
  /** What stood at the sites when they were looked at last. */
  #sitesText = '';
  #mustLoad = true;
  /** When the oldest of those that wait was stored. */
  #since: number | null = null;
  readonly #recents: Recents;
  readonly #quiet: QuietReadings;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#recents = new Recents(options.storage);
    this.#quiet = new QuietReadings(options.storage, this.#recents, this.#waiting);
    this.#loop = new WorkLoop({
      run: () => this.#run(),
      failed: options.failed,
      again: [500, 1000, 2000, 5000],
      within: options.permit === undefined ? undefined : (_, work) => this.#permitted(work),
    });
    options.permit?.onHeld(() => this.changed());
    options.permit?.onLost(() => this.lost());
  }

  /** True where this process evaluates. */
  get #evaluates(): boolean {
    return this.#options.permit?.isHeld !== false;
  }

  #permitted(work: () => Promise<void>): Promise<void> {
    const { permit } = this.#options;
    return permit !== undefined && this.#evaluates ? permit.within(work) : work();
  }

  /** How far it came says nothing any more: another process evaluates, or what was stored meanwhile was not heard of. */
  lost(): void {
    this.#instances = new Map();
    this.#waiting.clear();
    this.#since = null;
    this.#recents.forgetAll();
    this.changed();
  }

  /** Begins: what was stored since the last evaluation is evaluated first. */
  start(): void {
    this.#loop.wake('evaluate');
  }

  /** A batch was committed. */
  stored(_batch: readonly Reading[], result: IngestResult): void {
    if (!this.#evaluates) return;
    this.#recents.stored(result);
    for (const { row, sourceId, t } of result.newest) this.#arrived(sourceKey(row, sourceId), t);
    if (this.#waiting.size > 0 || result.filled > 0 || result.stored > result.newest.length) this.#wake();
  }

  /** Sites, labels, initial values or rules changed. */
  changed(): void {
    this.#mustSync = true;
    this.#mustLoad = true;
    this.#loop.wake('evaluate');
  }

  /** Sites were read anew: looks whether anything changed that a rule asks for, also by another process. */
  sitesLoaded(): void {
    const text = JSON.stringify(this.#options.sites().map(factsOfSite));
    if (text === this.#sitesText) return;
    this.#sitesText = text;
    this.changed();
  }

  /** Folders were changed: looks whether other stations stand in those that rules watch. */
  async foldersChanged(): Promise<void> {
    const isWatching = ({ versions }: HeldRule) =>
      (versions.at(-1)?.definition.scope.folders ?? []).length > 0;
    // What it has not read yet it will read with the folders of then.
    if (this.#mustSync || !this.#rules.some(isWatching)) return;
    if (textOf(await readFolderFacts(this.#options.storage.db)) !== textOf(this.#grounds.facts.folders))
      this.changed();
  }

  /** ms that the oldest reading that waits has waited. */
  get behind(): number {
    return this.#since === null ? 0 : Math.max(0, this.#now() - this.#since);
  }

  get rules(): readonly HeldRule[] {
    return this.#rules;
  }
  get grounds(): Grounds {
    return this.#grounds;
  }
  get instances(): ReadonlyMap<number, HeldInstance> {
    return this.#instances;
  }

  /** Evaluates all that waits. */
  async settle(): Promise<void> {
    this.#loop.wake('evaluate');
    await this.#loop.settled();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  #wake(): void {
    this.#since ??= this.#now();
    this.#loop.wake('evaluate', gather);
  }

  #arrived(source: SourceKey, t: number): void {
    for (const held of this.#bySource.get(source) ?? [])
      this.#waiting.set(held.id, Math.min(t, this.#waiting.get(held.id) ?? Number.POSITIVE_INFINITY));
  }

  async #run(): Promise<number> {
    if (this.#mustLoad) await this.#load();
    if (!this.#evaluates) return longestWait;
    const late = await readLate(this.#options.storage.db);
    if (late.some(({ source }) => partsOf(source).row === 'status')) await this.#options.learnt?.();
    this.#recents.begin(late.map(({ source }) => source));
    for (const { source, from } of late) this.#arrived(source, from);
    const now = this.#now();
    await endShelves(this.#options.storage, now);
    for (const id of await dueInstances(this.#options.storage.db, now))
      if (!this.#waiting.has(id)) this.#waiting.set(id, Number.POSITIVE_INFINITY);
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    try {
      const left = await this.#quiet.take(waiting, this.#instances, now);
      for (let at = 0; at < left.length; at += together)
        await this.#evaluate(left.slice(at, at + together), now);
      await this.#quiet.save();
    } catch (error) {
      // Nothing that was not written is forgotten: it is evaluated again from the state before.
      for (const [id, from] of waiting)
        this.#waiting.set(id, Math.min(from, this.#waiting.get(id) ?? Number.POSITIVE_INFINITY));
      this.#mustLoad = true;
      this.#recents.forgetAll();
      throw error;
    }
    if (late.length > 0) await takeOutLate(this.#options.storage, late);
    if (this.#waiting.size === 0) this.#since = null;
    return Math.min(lookEvery, await this.#untilDue());
  }

  /** Reads rules, instances and what stands at the sites; instances that are judged as before keep their state. */
  async #load(): Promise<void> {
    this.#mustLoad = false;
    const { storage, sites } = this.#options;
    this.#rules = await readRules(storage.db);
    const facts = await readScopeFacts(storage.db);
    this.#grounds = groundsOf(sites(), facts, await readPast(storage.db));
    if (this.#mustSync && this.#evaluates) {
      this.#mustSync = false;
      await this.#sync();
    }
    const before = this.#instances;
    const fresh = await readInstances(storage.db, this.#rules, this.#grounds);
    this.#instances = new Map();
    const restarted: HeldInstance[] = [];
    for (const held of fresh) {
      const known = before.get(held.id);
      if (known !== undefined && known.text === held.text && known.base !== null) {
        const { base, recorded, evaluatedTo, heads, savedTo } = known;
        Object.assign(held, { base, recorded, evaluatedTo, heads, savedTo });
      } else restarted.push(held);
      this.#instances.set(held.id, held);
    }
    this.#bySource = new Map();
    for (const held of this.#instances.values())
      for (const source of new Set([...held.sources, ...held.receiptSources])) {
        const list = this.#bySource.get(source) ?? [];
        if (list.length === 0) this.#bySource.set(source, list);
        list.push(held);
      }
    this.#recents.want(this.#instances.values());
    this.#quiet.begin();
    if (this.#evaluates) await this.#resume(restarted);
  }

  /** What stands in the scope of each rule now. */
  async #sync(): Promise<void> {
    const { storage, sites } = this.#options;
    const byCompany = groupBy(sites(), ({ project }) => project.companyId);
    for (const rule of this.#rules) {
      const definition = rule.versions.at(-1)?.definition;
      if (definition === undefined) continue;
      const own = rule.isDeleted ? [] : (byCompany.get(rule.companyId) ?? []);
      const targets = targetsOf(definition, own, this.#grounds.facts);
      const now = this.#now();
      await storage.write((db) =>
        syncInstances(db, rule.id, targets, (id) => ruleFor(definition, id, now), now),
      );
    }
  }

  /** Reads the states of instances, and finds those of which readings came since. */
  async #resume(restarted: readonly HeldInstance[]): Promise<void> {
    if (restarted.length === 0) return;
    const { storage } = this.#options;
    const newest = await newestTimes(
      storage.readings,
      restarted.flatMap(({ sources, receiptSources }) => [...sources, ...receiptSources]),
    );
    const bases = await readBases(
      storage.db,
      restarted.map(({ id }) => id),
    );
    for (const held of restarted) {
      const known = bases.get(held.id);
      if (known === undefined) continue;
      let from = Number.POSITIVE_INFINITY;
      for (const source of [...held.sources, ...held.receiptSources])
        for (const [place, t] of newest.get(source) ?? []) {
          const seen = known.heads[place];
          if (seen === undefined || t > seen) from = Math.min(from, (seen ?? 0) + 1);
        }
      from = Math.min(
        from,
        judgedOtherwiseFrom(held.judged.versions, known.base),
        otherCyclesFrom(held.judged, known),
      );
      Object.assign(held, { base: known.base, recorded: known.recorded, heads: { ...known.heads } });
      held.savedTo = known.base.t;
      held.evaluatedTo = Math.max(known.base.t, ...known.recorded.map(({ t }) => t));
      const isOver = held.judged.versions.at(-1)?.rule.version !== known.base.state.version;
      if (from === Number.POSITIVE_INFINITY && !isOver) continue;
      this.#waiting.set(held.id, Math.min(from, this.#waiting.get(held.id) ?? Number.POSITIVE_INFINITY));
    }
  }

  async #untilDue(): Promise<number> {
    const { db } = this.#options.storage;
    const at = Math.min(await nextDue(db), await nextShelfEnd(db));
    return Math.max(1, Math.min(longestWait, at - this.#now()));
  }

  async #evaluate(waiting: readonly (readonly [number, number])[], now: number): Promise<void> {
    const { storage, faults } = this.#options;
    const work: { readonly held: HeldInstance; readonly base: NonNullable<HeldInstance['base']> }[] = [];
    for (const [id, from] of waiting) {
      const held = this.#instances.get(id);
      if (held?.base == null) continue;
      covers(this.#waiting, id, Math.min(from - 1, held.base.t));
      if (from <= held.base.t) {
        const earlier = await readBase(storage.db, id, from);
        if (earlier === null) continue;
        held.base = earlier.base;
        held.recorded = earlier.recorded;
      }
      work.push({ held, base: held.base });
    }
    const series = await this.#seriesOf(work);
    const outcomes: Outcome[] = [];
    let since = performance.now();
    for (const { held, base } of work) {
      outcomes.push(outcomeOf(held, base, series, now));
      if (performance.now() - since < longestStretch) continue;
      await turn();
      since = performance.now();
    }
    faults?.('alarms.judged');
    const toWrite = outcomes.filter((outcome) => hasNews(outcome, now));
    if (toWrite.length > 0) {
      const recorded = await storage.write(async (db) => {
        const found = new Map<number, readonly RecordedEvent[]>();
        for (const outcome of toWrite) found.set(outcome.held.id, await writeOutcome(db, outcome, now));
        faults?.('alarms.recorded');
        return found;
      });
      for (const outcome of toWrite) {
        const { held, contradicted, from, base, dueAt } = outcome;
        if (movesDue(outcome, now)) held.dueAt = dueAt;
        held.savedTo = keepsStates(outcome) ? base.t : Math.min(held.savedTo, from);
        const gone = new Set(contradicted.map(({ id }) => id));
        held.recorded = [
          ...held.recorded.filter(({ id }) => !gone.has(id)),
          ...(recorded.get(held.id) ?? []),
        ];
      }
      faults?.('alarms.written');
    }
    for (const { held, base, heads, evaluatedTo } of outcomes) {
      held.base = base;
      held.live = undefined;
      held.heads = heads;
      held.evaluatedTo = Math.max(held.evaluatedTo, evaluatedTo);
      held.recorded = held.recorded.filter((event) => isBehind(event, base.t));
    }
  }

  /** Readings of all sources of these instances, as far back as each needs. */
  async #seriesOf(
    work: readonly { readonly held: HeldInstance; readonly base: { readonly t: number } }[],
  ): Promise<StretchSeries> {
    const from = new Map<SourceKey, number>();
    for (const { held, base } of work) {
      const start = base.t - historyOf(held, base.t);
      for (const source of held.sources) from.set(source, Math.min(start, from.get(source) ?? start));
      for (const source of held.receiptSources) {
        const receipts = receiptsFrom(start);
        from.set(source, Math.min(receipts, from.get(source) ?? receipts));
      }
    }
    return this.#recents.series(from);
  }
}
