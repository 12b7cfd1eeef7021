/**
 * The newest readings of an instance, judged one by one while nothing happens. Of nearly all readings nothing does: what
 * `judge` makes for each stretch is made once here, and goes on. As soon as something may happen, `judge` is asked.
 */

import { placeAfter } from './judge.ts';
import {
  historySince,
  type JudgedInstance,
  type ReadTerm,
  readTerms,
  type SourceKey,
  type TermPlace,
} from './judged-instance.ts';
import type { QuantityInput, SourceReading } from './model.ts';
import { type Prepared, preparedOf } from './prepared.ts';
import { type AlarmEvent, type State, Stepping, type Truths } from './stepper.ts';
import { not, type Truth } from './truth.ts';

/** The newest readings of a source, from a moment on. The object stays as readings are added. */
export interface RecentReadings {
  /** False = what is stored may be other than this. */
  readonly isKnown: boolean;
  /** All that is stored from here on is there, UTC ms. */
  readonly from: number;
  /** In order of their times. */
  readonly readings: readonly SourceReading[];
  /** Another number whenever the readings are others. */
  readonly revision: number;
}

/** What a quantity of a neighbour was at a moment: asked once for all who read it. */
export interface SharedValue {
  t: number;
  revision: number;
  value: number | null;
}

export interface LiveSources {
  /** null = its readings are not held. */
  recent(source: SourceKey): RecentReadings | null;
  shared(key: string): SharedValue;
}

interface LiveTerm extends ReadTerm {
  readonly recent: RecentReadings;
  readonly history: number;
  readonly input: { -readonly [K in keyof QuantityInput]: QuantityInput[K] };
  readonly shared: SharedValue | null;
}

const timeOf = ({ t }: SourceReading) => t;

/** Readings up to `t`; nearly always all of them. */
function upTo(readings: readonly SourceReading[], t: number): readonly SourceReading[] {
  const last = readings[readings.length - 1];
  return last === undefined || last.t <= t ? readings : readings.slice(0, placeAfter(readings, t, timeOf));
}

/** First place of a reading behind `t`; nearly always the last one. */
function firstBehind(readings: readonly SourceReading[], t: number): number {
  let at = readings.length;
  while (at > 0 && (readings[at - 1]?.t ?? Number.NEGATIVE_INFINITY) > t) at -= 1;
  return at;
}

function termOf(
  instance: JudgedInstance,
  one: ReadTerm,
  since: number,
  sources: LiveSources,
): LiveTerm | null {
  const { term, place } = one;
  const { collectionCycle, sendCycle, formerCycles, zone, rainBoundary } = instance;
  const recent = sources.recent(place.source);
  if (recent === null) return null;
  const { source, row, element, channel, baselines, datums, lines, isOwn } = place;
  const input = {
    ...{ t: 0, row, element, channel, readings: [], receipts: [] },
    ...{ collectionCycle, sendCycle, ...(formerCycles === undefined ? {} : { formerCycles }) },
    ...{ baselines, datumAt: null, zone, rainBoundary, ...(lines === undefined ? {} : { lines }) },
  };
  const key = () =>
    JSON.stringify([
      ...[term.quantity, term.args, source, element, channel, baselines, datums, lines],
      ...[collectionCycle, sendCycle, formerCycles, zone, rainBoundary],
    ]);
  const history = historySince(instance, one, since);
  return { ...one, recent, history, input, shared: isOwn ? null : sources.shared(key()) };
}

/** The instance's own source, where it has one and no more: its readings are the moments that are judged. */
function ownSource(places: readonly TermPlace[]): SourceKey | null {
  const own = new Set(places.filter(({ isOwn }) => isOwn).map(({ source }) => source));
  const [source, ...others] = own;
  return source === undefined || others.length > 0 ? null : source;
}

export class LiveJudge {
  /** Of the last reading that was taken, or of the state that it began with. */
  t: number;
  readonly patience: number | null;
  /** What it reads. */
  readonly sources: readonly RecentReadings[];
  readonly #own: RecentReadings;
  readonly #terms: readonly (LiveTerm | null)[];
  readonly #prepared: Prepared;
  readonly #stepping: Stepping;
  readonly #values: (number | null)[];
  /**
   * By term: the limits between which its value lay at the last reading that was judged, both exclusive. As long as the
   * values stay there, they say the same, and nothing happens up to `#until`: such readings are counted in `#more`.
   */
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  #until = Number.NEGATIVE_INFINITY;
  #more = 0;
  /** The values of that reading. */
  readonly #before: (number | null)[];
  /** What they say of each level, as `truthsOf` has it: the same lists each time. */
  readonly #truths: { readonly met: Truth[]; readonly left: Truth[] } = { met: [], left: [] };
  /** Stays empty. */
  readonly #events: AlarmEvent[] = [];

  private constructor(
    t: number,
    own: RecentReadings,
    terms: readonly (LiveTerm | null)[],
    sources: readonly RecentReadings[],
    stepping: Stepping,
    prepared: Prepared,
  ) {
    this.t = t;
    this.#own = own;
    this.#terms = terms;
    this.sources = sources;
    this.#stepping = stepping;
    this.#prepared = prepared;
    this.patience = prepared.patience;
    this.#values = terms.map(() => null);
    this.#before = terms.map(() => null);
    this.#low = new Float64Array(terms.length);
    this.#high = new Float64Array(terms.length);
  }

  /**
   * @param base the state to go on from, of its newest version
   * @returns null where another version or another cycle is still to begin, where time alone is judged, where readings of several sources are, or where they are not held
   */
  static of(
    instance: JudgedInstance,
    base: { readonly t: number; readonly state: State },
    sources: LiveSources,
  ): LiveJudge | null {
    const version = instance.versions.at(-1);
    if (version === undefined || version.from > base.t + 1) return null;
    if ((instance.formerCycles?.at(-1)?.until ?? Number.NEGATIVE_INFINITY) > base.t + 1) return null;
    const { rule } = version;
    if (base.state.version !== rule.version) return null;
    const read = readTerms(instance, rule);
    if (read.some((one) => one !== null && one.quantity.timed !== undefined)) return null;
    const places = read.flatMap((one) => (one === null ? [] : [one.place]));
    const source = ownSource(places);
    const own = source === null ? null : sources.recent(source);
    if (own === null) return null;
    const terms = read.map((one) => (one === null ? null : termOf(instance, one, base.t, sources)));
    if (terms.some((term, index) => term === null && read[index] !== null)) return null;
    const all = [...new Set(terms.flatMap((term) => (term === null ? [] : [term.recent])))];
    return new LiveJudge(base.t, own, terms, all, new Stepping(rule, base.state), preparedOf(rule));
  }

  /** After the last reading that was taken. */
  get state(): State {
    this.#count();
    return this.#stepping.state();
  }

  /**
   * Takes the readings behind the last one.
   * @param watched up to when readings may have come: patience is judged no further
   * @returns false where something may happen by the next one, or its readings are not held far enough back: that one
   *   is not taken
   */
  goOn(watched: number): boolean {
    const own = this.#own;
    if (!own.isKnown) return false;
    const { readings } = own;
    for (let at = firstBehind(readings, this.t); at < readings.length; at += 1) {
      const t = readings[at]?.t ?? Number.NaN;
      if (!this.#take(t, watched)) return false;
      this.t = t;
    }
    return true;
  }

  #take(t: number, watched: number): boolean {
    const { patience } = this;
    if (patience !== null && t + patience < watched) return false;
    const values = this.#values;
    const { asked } = this.#prepared;
    for (let place = 0; place < asked.length; place += 1) if (!this.#ask(asked[place] ?? 0, t)) return false;
    if (this.#isAsBefore(t)) {
      this.#more += 1;
      return true;
    }
    for (let index = 0; index < values.length; index += 1)
      if (!asked.includes(index) && !this.#ask(index, t)) return false;
    if (patience !== null) for (const index of asked) if (values[index] == null) return false;
    this.#count();
    const truths = this.#truths;
    const { levels } = this.#prepared;
    for (let place = 0; place < levels.length; place += 1) {
      const level = levels[place];
      truths.met[place] = level?.meets(values) ?? null;
      truths.left[place] = level === undefined ? null : not(level.stays(values));
    }
    this.#until = Number.NEGATIVE_INFINITY;
    if (!this.#stepping.isQuiet(t, values, truths)) return false;
    this.#stepping.take(t, values, true, this.#events, truths);
    this.#keep(truths);
    return true;
  }

  /** Asks a term's value at `t`; false where its readings are not held far enough back. */
  #ask(index: number, t: number): boolean {
    const term = this.#terms[index] ?? null;
    if (term === null) return true;
    const { recent, history } = term;
    if (!recent.isKnown || recent.from > t - history) return false;
    this.#values[index] = this.#valueOf(term, t);
    return true;
  }

  /** Every value is between the same limits as at the reading before, and nothing is due by `t`. */
  #isAsBefore(t: number): boolean {
    if (t > this.#until || (this.patience !== null && t > this.t + this.patience)) return false;
    const { asked } = this.#prepared;
    for (let place = 0; place < asked.length; place += 1) {
      const index = asked[place] ?? 0;
      const value = this.#values[index] ?? Number.NaN;
      if (!(value > (this.#low[index] ?? Number.NaN) && value < (this.#high[index] ?? Number.NaN)))
        return false;
    }
    return true;
  }

  /** Between which limits the values lie now; an unknown one, or one at a limit, is judged anew each time. */
  #keep(truths: Truths): void {
    const { asked, borders } = this.#prepared;
    for (const index of asked) {
      const value = this.#values[index] ?? Number.NaN;
      let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (const border of borders[index] ?? []) {
        if (border <= value) low = border;
        if (border >= value && border < high) high = border;
      }
      if (!(low < value && value < high)) return;
      this.#low[index] = low;
      this.#high[index] = high;
      this.#before[index] = value;
    }
    this.#until = this.#stepping.sameUntil(this.#before, truths);
  }

  /** Takes what was only counted. */
  #count(): void {
    if (this.#more > 0) this.#stepping.more(this.#more, this.t, this.#before, this.#truths);
    this.#more = 0;
  }

  #valueOf(one: LiveTerm, t: number): number | null {
    const { shared, recent, quantity, term, place, input } = one;
    if (shared !== null && shared.t === t && shared.revision === recent.revision) return shared.value;
    input.t = t;
    input.readings = upTo(recent.readings, t);
    input.datumAt = place.datums.length === 0 ? null : (place.datums.findLast((at) => at <= t) ?? null);
    const value = quantity.evaluate(input, term.args);
    if (shared === null) return value;
    shared.t = t;
    shared.revision = recent.revision;
    shared.value = value;
    return value;
  }
}
