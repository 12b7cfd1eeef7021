/**
 * The stepper of an instance: one rule on one sensor, station or RTU. The same pure function serves live evaluation,
 * re-evaluation and back-test. Its state is plain data and is stored with the version of the rule.
 */
import { type Prepared, preparedOf } from './prepared.ts';
import { type Hold, type Rule, rankOf, type ValueList } from './rule.ts';
import { not, type Truth } from './truth.ts';

/** What is known at one moment of event time: of a reading its collection time, else a time that was due. */
export interface AlarmSample {
  /** UTC ms. Samples of an instance are stepped in its order. */
  readonly t: number;
  /** Of the rule's terms, in their order; null = unknown. */
  readonly values: readonly (number | null)[];
  /** False where nothing was collected and only time passed: it completes no hold. */
  readonly isReading: boolean;
}

/** A run of consecutive readings of which the same holds. */
interface Run {
  readonly count: number;
  /** Of its first and its last reading. */
  readonly from: number;
  readonly to: number;
}

interface LevelState {
  /** Readings that meet the condition. */
  readonly met: Run | null;
  /** Readings by which the level would not stay. */
  readonly left: Run | null;
}

export interface State {
  /** Of the rule by which it was made. */
  readonly version: number;
  /** Of the last sample; null before the first. */
  readonly t: number | null;
  /** Rank of the present level, 0 = none, and of the highest since it was last none. */
  readonly present: number;
  readonly peak: number;
  /** In the order of the ladder. */
  readonly levels: readonly LevelState[];
  /** When terms that the ladder asks were known last, in their order; null = not looked at yet, or not asked. */
  readonly knownAt: readonly (number | null)[];
  readonly isBlind: boolean;
}

/**
 * `raise`: from none to a level; `rise`, `fall`: from one to another; `return`: to none. `blind`, `sighted`: a term has
 * not been known for longer than the patience, and is known again. `edited`: another version of the rule begins; `left`:
 * from then on none does.
 */
export type EventType = 'raise' | 'rise' | 'fall' | 'return' | 'blind' | 'sighted' | 'edited' | 'left';
export interface AlarmEvent {
  readonly type: EventType;
  /** Event time, UTC ms: of the reading that decided it, or at which patience was over. */
  readonly t: number;
  /** Ranks. */
  readonly from: number;
  readonly to: number;
  /** The values that decided it. */
  readonly values: readonly (number | null)[];
}
export interface AlarmStep {
  readonly state: State;
  readonly events: readonly AlarmEvent[];
}

/**
 * The state before the first sample.
 * @param from moment from which on it is watched: patience begins there; null = with the first sample
 */
export function begin(rule: Rule, from: number | null = null): State {
  const asked = new Set(preparedOf(rule).asked);
  return {
    version: rule.version,
    t: null,
    present: 0,
    peak: 0,
    levels: rule.ladder.map(() => ({ met: null, left: null })),
    knownAt: rule.terms.map((_, index) => (asked.has(index) ? from : null)),
    isBlind: false,
  };
}

/** A state in which nothing has been judged yet: evaluation begins with the first reading from `from` on. */
export const stateBefore = (rule: Rule, from: number): State => ({ ...begin(rule, from), t: from - 1 });

/** The moment after which a term has not been known for longer than the patience; null where nothing is due. */
export function blindAt(rule: Rule, state: State): number | null {
  if (rule.patience === null || state.isBlind) return null;
  const known = state.knownAt.filter((t) => t !== null);
  return known.length === 0 ? null : Math.min(...known) + rule.patience;
}

/** Time alone: what patience makes of it. */
function passTo(rule: Rule, state: State, t: number): AlarmStep {
  const due = blindAt(rule, state);
  if (due === null || due >= t) return { state, events: [] };
  const rank = rankOf(rule.blindLevel);
  const values = rule.terms.map(() => null);
  return {
    state: { ...state, isBlind: true },
    events: [{ type: 'blind', t: due, from: 0, to: rank, values }],
  };
}

/**
 * The state after a sample, and what happened by it. Levels rise at once when their hold is full, and fall one by one,
 * each by its own release.
 * @throws RangeError for a sample before the last one, which belongs to a replay from a checkpoint before it, and for a
 *   state of another version
 */
export function step(rule: Rule, before: State, sample: AlarmSample): AlarmStep {
  const stepping = new Stepping(rule, before);
  const events: AlarmEvent[] = [];
  stepping.take(sample.t, sample.values, sample.isReading, events);
  return { state: stepping.state(), events };
}

/** Runs of one kind of all levels, changed in place: a count of 0 is none. Typed, so that a step makes no objects. */
class Runs {
  readonly count: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  constructor(known: readonly (Run | null)[]) {
    this.count = Int32Array.from(known, (run) => run?.count ?? 0);
    this.from = Float64Array.from(known, (run) => run?.from ?? 0);
    this.to = Float64Array.from(known, (run) => run?.to ?? 0);
  }
  /** One reading more. Unknown neither goes on with a run nor ends it. */
  take(place: number, truth: boolean | null, t: number): void {
    if (truth === null) return;
    const count = this.count[place] ?? 0;
    if (!truth) {
      if (count !== 0) this.count[place] = 0;
      return;
    }
    if (count === 0) this.from[place] = t;
    this.count[place] = count + 1;
    this.to[place] = t;
  }
  more(place: number, count: number, t: number): void {
    this.count[place] = (this.count[place] ?? 0) + count;
    this.to[place] = t;
  }
  isFull(place: number, hold: Hold): boolean {
    const count = this.count[place] ?? 0;
    if (count === 0) return false;
    if ('readings' in hold) return count >= hold.readings;
    return (this.to[place] ?? 0) - (this.from[place] ?? 0) >= hold.minutes * 60_000;
  }
  at(place: number): Run | null {
    const count = this.count[place] ?? 0;
    return count === 0 ? null : { count, from: this.from[place] ?? 0, to: this.to[place] ?? 0 };
  }
}

const known = (value: number | null): number | null => (value === null || Number.isNaN(value) ? null : value);
/** The values as they are kept with an event. */
function kept(values: ValueList): (number | null)[] {
  const list: (number | null)[] = [];
  for (let index = 0; index < values.length; index += 1) list.push(known(values[index] ?? null));
  return list;
}
const orNull = (t: number): number | null => (Number.isNaN(t) ? null : t);

/** What values say of each level of a ladder: whether it is met, and whether it is left. */
export interface Truths {
  readonly met: readonly Truth[];
  readonly left: readonly Truth[];
}

export function truthsOf({ levels }: Prepared, values: ValueList): Truths {
  return {
    met: levels.map(({ meets }) => meets(values)),
    left: levels.map(({ stays }) => not(stays(values))),
  };
}

/** Many steps by one rule, one after the other: what `step` does, in place, so that a year costs no state a reading. */
export class Stepping {
  readonly #rule: Rule;
  readonly #prepared: Prepared;
  readonly #met: Runs;
  readonly #left: Runs;
  /** NaN = null, as of the time: numbers alone are kept in place. */
  readonly #knownAt: Float64Array;
  #t: number;
  #present: number;
  #peak: number;
  #isBlind: boolean;
  /** As `state()` answered it; null once a sample was taken since. */
  #said: State | null;

  /** @throws RangeError for a state of another version */
  constructor(rule: Rule, before: State) {
    if (before.version !== rule.version) throw new RangeError('a state of another version');
    this.#rule = rule;
    this.#prepared = preparedOf(rule);
    const levels = rule.ladder.map((_, index) => before.levels[index] ?? { met: null, left: null });
    this.#met = new Runs(levels.map(({ met }) => met));
    this.#left = new Runs(levels.map(({ left }) => left));
    this.#knownAt = Float64Array.from(rule.terms, (_, index) => before.knownAt[index] ?? Number.NaN);
    this.#t = before.t ?? Number.NaN;
    this.#present = before.present;
    this.#peak = before.peak;
    this.#isBlind = before.isBlind;
    this.#said = before;
  }

  /**
   * Puts what happens by a sample to `events`. The list of values may be used again.
   * @param truths what the values say, where that is known already
   * @throws RangeError for a sample before the last one
   */
  take(
    t: number,
    values: ValueList,
    isReading: boolean,
    events: AlarmEvent[],
    truths: Truths = truthsOf(this.#prepared, values),
  ): void {
    if (t < this.#t) throw new RangeError('a sample before the last one');
    const { levels } = this.#prepared;
    if (this.#mayBeBlind(t)) {
      const passed = passTo(this.#rule, this.state(), t);
      events.push(...passed.events);
      this.#isBlind = passed.state.isBlind;
    }
    this.#said = null;
    this.#t = t;
    if (isReading) {
      let reached = 0;
      for (let place = 0; place < levels.length; place += 1) {
        const level = levels[place];
        if (level === undefined) continue;
        this.#met.take(place, truths.met[place] ?? null, t);
        this.#left.take(place, truths.left[place] ?? null, t);
        if (level.rank > reached && this.#met.isFull(place, level.hold)) reached = level.rank;
      }
      if (reached > this.#present) this.#rise(reached, t, values, events);
      else if (this.#present > 0) this.#fall(t, values, events);
    }
    if (this.#present === 0) this.#peak = 0;
    this.#know(t, values, events);
  }

  /** Whether `take` would only count a reading that says this: no level moves by it, and it is no event. */
  isQuiet(t: number, values: ValueList, truths: Truths): boolean {
    return t >= this.#t && !this.#isBlind && !this.#mayBeBlind(t) && this.sameUntil(values, truths) >= t;
  }

  /**
   * Up to when further readings that say the same as the last one change no level and are no event, as long as none
   * comes later after another than the patience: −∞ where the next one may.
   * @param truths of the last reading
   */
  sameUntil(values: ValueList, truths: Truths): number {
    const { levels, asked, patience } = this.#prepared;
    for (let place = 0; place < levels.length; place += 1) {
      const level = levels[place];
      if (level === undefined) continue;
      const mayRise = level.rank > this.#present && this.#mayFill(this.#met, place, level.hold, truths.met);
      const mayFall =
        level.rank === this.#present && this.#mayFill(this.#left, place, level.releaseHold, truths.left);
      if (mayRise || mayFall) return Number.NEGATIVE_INFINITY;
    }
    if (patience === null || this.#isBlind) return Number.POSITIVE_INFINITY;
    let until = Number.POSITIVE_INFINITY;
    for (const index of asked)
      if (known(values[index] ?? null) === null)
        until = Math.min(until, (this.#knownAt[index] ?? Number.NaN) + patience);
    return until;
  }

  /** A run is full, or would be by more readings of the same. */
  #mayFill(runs: Runs, place: number, hold: Hold, truths: readonly Truth[]): boolean {
    return truths[place] === true || runs.isFull(place, hold);
  }

  /** So many readings more that say the same as the last one, the last of them at `t`: not beyond `sameUntil`. */
  more(count: number, t: number, values: ValueList, truths: Truths): void {
    this.#said = null;
    this.#t = t;
    for (let place = 0; place < this.#prepared.levels.length; place += 1) {
      if (truths.met[place] === true) this.#met.more(place, count, t);
      if (truths.left[place] === true) this.#left.more(place, count, t);
    }
    for (const index of this.#prepared.asked)
      if (known(values[index] ?? null) !== null) this.#knownAt[index] = t;
  }

  /** Some term has not been known for longer than the patience at `t`. */
  #mayBeBlind(t: number): boolean {
    const { patience } = this.#prepared;
    if (patience === null || this.#isBlind) return false;
    for (let index = 0; index < this.#knownAt.length; index += 1) {
      const known = this.#knownAt[index];
      if (known !== undefined && known + patience < t) return true;
    }
    return false;
  }

  #rise(to: number, t: number, values: ValueList, events: AlarmEvent[]): void {
    const from = this.#present;
    events.push({ type: from === 0 ? 'raise' : 'rise', t, from, to, values: kept(values) });
    this.#peak = Math.max(this.#peak, to);
    this.#present = to;
  }

  /** One level after the other, as long as the present one is released. */
  #fall(t: number, values: ValueList, events: AlarmEvent[]): void {
    for (;;) {
      const from = this.#present;
      const place = this.#prepared.levels.findIndex(({ rank }) => rank === from);
      const own = this.#prepared.levels[place];
      if (own === undefined || !this.#left.isFull(place, own.releaseHold)) return;
      events.push({
        type: own.below === 0 ? 'return' : 'fall',
        t,
        from,
        to: own.below,
        values: kept(values),
      });
      this.#present = own.below;
    }
  }

  /** When the terms were known last. One that has never been is looked at from its first sample on. */
  #know(t: number, values: ValueList, events: AlarmEvent[]): void {
    const { asked, patience } = this.#prepared;
    let isKnown = true;
    for (let place = 0; place < asked.length; place += 1) {
      const index = asked[place] ?? 0;
      const value = values[index] ?? null;
      const before = this.#knownAt[index] ?? t;
      const isUnknown = value === null || Number.isNaN(value);
      const known = isUnknown && !Number.isNaN(before) ? before : t;
      this.#knownAt[index] = known;
      if (patience !== null && t - known > patience) isKnown = false;
    }
    if (!this.#isBlind || !isKnown) return;
    this.#isBlind = false;
    events.push({
      type: 'sighted',
      t,
      from: rankOf(this.#rule.blindLevel),
      to: 0,
      values: kept(values),
    });
  }

  /** The state after the last sample; the same object until the next one. */
  state(): State {
    this.#said ??= {
      version: this.#rule.version,
      t: orNull(this.#t),
      present: this.#present,
      peak: this.#peak,
      levels: this.#prepared.levels.map((_, place) => ({
        met: this.#met.at(place),
        left: this.#left.at(place),
      })),
      knownAt: Array.from(this.#knownAt, orNull),
      isBlind: this.#isBlind,
    };
    return this.#said;
  }
}

/**
 * Another version begins at `t`: what was raised by the one before, or was not watched, ends with that reason, and is
 * judged anew. A version without levels judges nothing: its sensor has left the scope, or the rule was switched off.
 */
export function edit(rule: Rule, { present, isBlind }: State, t: number): AlarmStep {
  const values = rule.terms.map(() => null);
  const type = rule.ladder.length === 0 ? 'left' : 'edited';
  const events: AlarmEvent[] = present === 0 && !isBlind ? [] : [{ type, t, from: present, to: 0, values }];
  return { state: { ...begin(rule, t), t }, events };
}

/** Only time has passed: blindness that was due before `t`. Answers the same state where nothing was. */
export const pass = (rule: Rule, state: State, t: number): AlarmStep => passTo(rule, state, t);
