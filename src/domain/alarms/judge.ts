/**
 * From stored readings to the events of an instance: which moments are judged, what the terms of its rule are at each of
 * them, and what the stepper makes of that. Live evaluation, re-evaluation and back-test are this one function over
 * readings from elsewhere.
 */
import { cycleStretches, cycleWalk, type RtuCycles } from './cycles.ts';
import {
  type JudgedInstance,
  type ReadingSeries,
  type ReadTerm,
  readTerms,
  type SourceKey,
} from './judged-instance.ts';
import type { QuantityInput, SourceReading } from './model.ts';
import { quantityOf } from './quantities/index.ts';
import { Replaying, versionAt } from './replay.ts';
import { limitsIn, type Rule } from './rule.ts';
import type { AlarmEvent, State } from './stepper.ts';

const hour = 3_600_000;

/** Limits of a rule on one of its terms, with those of release. */
function limitsOn(rule: Rule, index: number): readonly number[] {
  return rule.ladder
    .flatMap(({ condition }) => limitsIn(condition))
    .filter(({ term }) => term === index)
    .flatMap(({ limit, release }) => (release === undefined ? [limit] : [limit, release]));
}

/** First place of a time greater than `t`, in times that ascend. */
export function placeAfter<T>(list: readonly T[], t: number, timeOf: (one: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = list[middle];
    if (one !== undefined && timeOf(one) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}
const ofReading = ({ t }: SourceReading) => t;
const ofTime = (t: number) => t;

export interface JudgedStretch {
  /** Moments behind this one are judged: that of the state that is known. */
  readonly after: number;
  /** Up to when everything that was received is known: now. */
  readonly receiptsUntil: number;
  /** Up to when readings are expected to have come: hours are judged no further. */
  readonly hoursUntil: number;
  /** ms; a state in between is kept of each such stretch of event time. */
  readonly every?: number;
  /** Called with what the terms of the rule in force are at each moment, before it is judged: the same list each time. */
  readonly seen?: (t: number, values: readonly (number | null)[], rule: Rule) => void;
}

/** Send cycles that a reading may be under way: nothing is called unknown before. */
export const underWay = 1.5;

/**
 * Moments in (after, until] at which a rule that asks for silence is judged: its limits, counted from each receipt in the
 * cycles in force, and where other ones begin meanwhile.
 */
function* silentMoments(
  instance: JudgedInstance,
  limits: readonly number[],
  receipts: readonly number[],
  after: number,
  until: number,
): Generator<number> {
  // A gap that began before may reach a limit after.
  const first = Math.max(0, placeAfter(receipts, after, ofTime) - 1);
  const stretches = cycleStretches(instance);
  let oldest = 0;
  for (let index = first; index < receipts.length; index += 1) {
    const from = receipts[index] ?? 0;
    const to = receipts[index + 1] ?? Number.POSITIVE_INFINITY;
    const isJudged = (at: number) => at > from && at < to && at > after && at <= until;
    if (from > after && from <= until) yield from;
    while ((stretches[oldest]?.to ?? Number.POSITIVE_INFINITY) <= from) oldest += 1;
    for (let place = oldest; place < stretches.length; place += 1) {
      const stretch = stretches[place];
      if (stretch === undefined || stretch.from >= to) break;
      if (isJudged(stretch.from)) yield stretch.from;
      for (const limit of limits) {
        // The first whole millisecond at which so many cycles have passed.
        const at = from + Math.ceil(limit * stretch.sendCycle * 1000);
        if (at >= stretch.from && at < stretch.to && isJudged(at)) yield at;
      }
    }
  }
}

/**
 * The moments of a stretch that are judged, ascending: collection times of the instance's own readings (of all its
 * sources where none is its own), and those at which a quantity changes by time alone.
 */
function momentsOf(
  instance: JudgedInstance,
  series: ReadingSeries,
  receipts: readonly number[],
  { after, receiptsUntil, hoursUntil }: JudgedStretch,
): readonly number[] {
  const moments: number[] = [];
  let isInOrder = true;
  const add = (t: number) => {
    const before = moments.at(-1);
    if (t === before) return;
    if (before !== undefined && t < before) isInOrder = false;
    moments.push(t);
  };
  const { versions } = instance;
  for (const [index, { from, rule }] of versions.entries()) {
    const start = Math.max(after, from - 1);
    const end = Math.min(
      Number.MAX_SAFE_INTEGER,
      (versions[index + 1]?.from ?? Number.POSITIVE_INFINITY) - 1,
    );
    if (start >= end) continue;
    const terms = readTerms(instance, rule);
    const places = terms.flatMap((one) => (one === null ? [] : [one.place]));
    const own = places.filter(({ isOwn }) => isOwn);
    for (const source of new Set((own.length > 0 ? own : places).map((place) => place.source))) {
      const readings = series.get(source) ?? [];
      for (let at = placeAfter(readings, start, ofReading); at < readings.length; at += 1) {
        const t = readings[at]?.t ?? Number.POSITIVE_INFINITY;
        if (t > end) break;
        add(t);
      }
    }
    for (const [place, one] of terms.entries()) {
      if (one?.quantity.timed === 'receipts')
        for (const t of silentMoments(
          instance,
          limitsOn(rule, place),
          receipts,
          start,
          Math.min(end, receiptsUntil),
        ))
          add(t);
      if (one?.quantity.timed === 'hours')
        for (let t = Math.floor(start / hour + 1) * hour; t <= Math.min(end, hoursUntil); t += hour) add(t);
    }
  }
  return isInOrder ? moments : [...new Set(moments)].sort((a, b) => a - b);
}

/** When an instance is to be judged next though nothing arrives; each null = never. */
export function timedAfter(
  instance: JudgedInstance,
  receipts: readonly number[],
  { now, hoursFrom }: { readonly now: number; readonly hoursFrom: number },
): { readonly receipts: number | null; readonly hours: number | null } {
  const rule = instance.versions.at(-1)?.rule;
  const last = receipts.at(-1);
  let silent: number | null = null;
  let hours: number | null = null;
  for (const [place, one] of (rule === undefined ? [] : readTerms(instance, rule)).entries()) {
    if (one?.quantity.timed === 'hours') hours = Math.floor(hoursFrom / hour + 1) * hour;
    if (one?.quantity.timed === 'receipts' && last !== undefined && rule !== undefined)
      for (const limit of limitsOn(rule, place)) {
        const at = last + Math.ceil(limit * instance.sendCycle * 1000);
        if (at > now && (silent === null || at < silent)) silent = at;
      }
  }
  return { receipts: silent, hours };
}

/** Readings of a source up to a moment that moves on: one list, which grows. */
class Visible {
  readonly readings: SourceReading[] = [];
  #next = 0;

  upTo(all: readonly SourceReading[], t: number): readonly SourceReading[] {
    for (;;) {
      const reading = all[this.#next];
      if (reading === undefined || reading.t > t) return this.readings;
      this.readings.push(reading);
      this.#next += 1;
    }
  }
}

/** What a term is asked of; its time and its readings move on. */
interface MovingInput extends QuantityInput {
  t: number;
  collectionCycle: number;
  sendCycle: number;
  readings: readonly SourceReading[];
  datumAt: number | null;
}
interface MovingTerm extends ReadTerm {
  readonly input: MovingInput;
  readonly visible: Visible;
  readonly all: readonly SourceReading[];
}

/** What the terms of an instance's rules are, moment after moment. */
class TermValues {
  readonly #visible = new Map<SourceKey, Visible>();
  readonly #receipts: number[] = [];
  #nextReceipt = 0;
  readonly #terms = new Map<Rule, readonly (MovingTerm | null)[]>();
  readonly #cyclesAt: (t: number) => RtuCycles;
  /** Of the moment that was asked last. */
  #values: (number | null)[] = [];

  constructor(
    readonly instance: JudgedInstance,
    readonly series: ReadingSeries,
    readonly receipts: readonly number[],
  ) {
    this.#cyclesAt = cycleWalk(instance);
  }

  /** The same list each time. */
  at(rule: Rule, t: number): readonly (number | null)[] {
    for (;;) {
      const next = this.receipts[this.#nextReceipt];
      if (next === undefined || next > t) break;
      this.#receipts.push(next);
      this.#nextReceipt += 1;
    }
    const terms = this.#terms.get(rule) ?? this.#begin(rule);
    const values = this.#values;
    if (values.length !== terms.length) values.length = terms.length;
    const cycles = this.#cyclesAt(t);
    for (let index = 0; index < terms.length; index += 1) {
      const one = terms[index] ?? null;
      values[index] = one === null ? null : this.#value(one, t, cycles);
    }
    return values;
  }

  #begin(rule: Rule): readonly (MovingTerm | null)[] {
    const { collectionCycle, sendCycle, formerCycles, zone, rainBoundary } = this.instance;
    const terms = readTerms(this.instance, rule).map((one): MovingTerm | null => {
      if (one === null) return null;
      const { source, row, element, channel, baselines, lines } = one.place;
      const visible = this.#visible.get(source) ?? new Visible();
      this.#visible.set(source, visible);
      const input = {
        ...{ t: 0, row, element, channel, readings: [], receipts: this.#receipts },
        ...{ collectionCycle, sendCycle, ...(formerCycles === undefined ? {} : { formerCycles }) },
        ...{ baselines, datumAt: null, zone, rainBoundary, ...(lines === undefined ? {} : { lines }) },
      };
      return { ...one, input, visible, all: this.series.get(source) ?? [] };
    });
    this.#terms.set(rule, terms);
    return terms;
  }

  #value(
    { quantity, term, place: { datums }, input, visible, all }: MovingTerm,
    t: number,
    { collectionCycle, sendCycle }: RtuCycles,
  ): number | null {
    input.t = t;
    input.collectionCycle = collectionCycle;
    input.sendCycle = sendCycle;
    input.readings = visible.upTo(all, t);
    input.datumAt = datums.length === 0 ? null : (datums.findLast((at) => at <= t) ?? null);
    return quantity.evaluate(input, term.args);
  }
}

export interface Judgement {
  /** After the last moment that was judged. */
  readonly state: State;
  /** The newest state that no hour that is judged later comes before, with its moment. */
  readonly base: { readonly t: number; readonly state: State };
  readonly events: readonly AlarmEvent[];
  readonly moments: number;
  /** States in between, up to the base. */
  readonly marks: readonly State[];
}

/**
 * Judges an instance over a stretch of time.
 * @param known the state at the stretch's beginning
 * @param series from there less the history that its quantities look back, or further
 * @param receipts when anything of its RTU was received, ascending; as far back
 */
export function judge(
  instance: JudgedInstance,
  series: ReadingSeries,
  receipts: readonly number[],
  known: State,
  stretch: JudgedStretch,
): Judgement {
  const { after, hoursUntil, every = Number.POSITIVE_INFINITY, seen } = stretch;
  const { versions } = instance;
  const hasHours = versions.some(({ rule }) =>
    rule.terms.some(({ quantity }) => quantityOf(quantity)?.timed === 'hours'),
  );
  const settled = hasHours ? hoursUntil : Number.POSITIVE_INFINITY;
  const moments = momentsOf(instance, series, receipts, stretch);
  const values = new TermValues(instance, series, receipts);
  const replaying = new Replaying(versions, known);
  const events: AlarmEvent[] = [];
  const marks: State[] = [];
  let base: { readonly t: number; readonly state: State } | null = null;
  let last = after;
  let markedAt = after;
  for (const t of moments) {
    // What is judged behind may be judged otherwise later: the state before it is the one to go on from.
    if (t > settled && base === null) base = { t: last, state: replaying.state() };
    if (base === null && last > after && Math.floor(t / every) > Math.floor(markedAt / every)) {
      marks.push(replaying.state());
      markedAt = t;
    }
    const { rule } = versionAt(versions, t);
    const own = values.at(rule, t);
    seen?.(t, own, rule);
    replaying.take(t, own, true, events);
    last = t;
  }
  const state = replaying.state();
  return { state, base: base ?? { t: last, state }, events, moments: moments.length, marks };
}
