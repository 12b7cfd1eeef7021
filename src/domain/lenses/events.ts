/**
 * The lens *events*: a range beside another of the same length, or what a quantity did around events, laid over each other and held
 * against what it does at times that are drawn at random. Times UTC ms.
 */
import { randomOf } from './random.ts';
import { blocks, median, quantile, theilSen } from './robust.ts';
import { between, day, knownOf, type Progress, placeAt, type TimeSeries, typicalStep } from './series.ts';

/** What it is compared with: the same length before, a year before, or itself around events of a kind. */
export const comparisons = ['before', 'year', 'rain', 'blast', 'alarm', 'set', 'hand'] as const;
export type ComparedWith = (typeof comparisons)[number];

export type EventsInput =
  | {
      readonly type: 'spans';
      readonly now: TimeSeries;
      readonly past: TimeSeries;
      readonly from: number;
      readonly thenFrom: number;
      readonly length: number;
    }
  | {
      readonly type: 'around';
      readonly series: TimeSeries;
      readonly events: readonly number[];
      /** Looked at before and after each event, ms. */
      readonly window: number;
    };

interface Rate {
  /** Unit of the value per day, and the range of 95 %. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface SpansAnswer {
  readonly type: 'spans';
  /** ms since the beginning of either, the middle of each cell. */
  readonly t: Float64Array;
  /** Change since the beginning, mean of each cell; NaN = nothing known. */
  readonly now: Float64Array;
  readonly past: Float64Array;
  readonly difference: Float64Array;
  readonly nowChange: number;
  readonly thenChange: number;
  readonly nowRate: Rate;
  readonly thenRate: Rate;
  /** Whether the ranges of the two rates lie apart, and which is the greater in amount. */
  readonly verdict: 'faster' | 'slower' | 'alike';
}

export interface AroundAnswer {
  readonly type: 'around';
  /** ms from the event, the middle of each cell. */
  readonly t: Float64Array;
  /** Events that have readings on both sides, and the change since each of them. */
  readonly events: readonly number[];
  readonly curves: readonly Float64Array[];
  /** Median of the curves, and where 80 % of them lie. */
  readonly middle: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Median change in the window before and after, and of the one less the other. */
  readonly before: number;
  readonly after: number;
  readonly excess: number;
  /** How often as many random times show as great an excess: believed below 0.05. */
  readonly p: number;
}

export type EventsAnswer = SpansAnswer | AroundAnswer;
/** `few` readings in one of the two; `none`: no event with readings on both sides. */
export type NoEvents = 'few' | 'none';

/** Readings that each of two ranges needs. */
export const leastCompared = 12;
/** Readings whose median stands for a moment. */
const atOnce = 3;
/** Cells of a range, and of each side of an event: no finer than the readings come. */
const mostCells = 160;
const mostSideCells = 40;
const fewestCells = 4;
const draws = 499;
const seed = 7;
const mostPoints = 200;

/** Compares. @param progress hears how many of the random draws are done */
export function eventsOf(input: EventsInput, progress?: Progress): EventsAnswer | NoEvents {
  return input.type === 'spans' ? spans(input) : around(input, progress);
}

const cellCount = (length: number, step: number, most: number) =>
  Math.max(fewestCells, Math.min(most, Math.floor(length / Math.max(1, step))));

const cellsOf = (series: TimeSeries, from: number, length: number, count: number): Float64Array => {
  const [sums, counts] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < series.t.length; i += 1) {
    const cell = Math.floor((((series.t[i] as number) - from) / length) * count);
    if (cell < 0 || cell >= count) continue;
    sums[cell] = (sums[cell] as number) + (series.values[i] as number);
    counts[cell] = (counts[cell] as number) + 1;
  }
  return sums.map((sum, i) => ((counts[i] as number) > 0 ? sum / (counts[i] as number) : Number.NaN));
};

const firstOf = ({ values }: TimeSeries) => median(values.subarray(0, atOnce));
const lastOf = ({ values }: TimeSeries) => median(values.subarray(Math.max(0, values.length - atOnce)));

function rateOf(series: TimeSeries): Rate {
  const line = theilSen(blocks(series, mostPoints));
  return line === null
    ? { value: Number.NaN, low: Number.NaN, high: Number.NaN }
    : { value: line.slope * day, low: line.low * day, high: line.high * day };
}

function spans(input: EventsInput & { readonly type: 'spans' }): SpansAnswer | NoEvents {
  const { from, thenFrom, length } = input;
  const own = between(knownOf(input.now), from, from + length);
  const other = between(knownOf(input.past), thenFrom, thenFrom + length);
  if (own.t.length < leastCompared || other.t.length < leastCompared) return 'few';
  const [begin, otherBegin] = [firstOf(own), firstOf(other)];
  const cells = cellCount(length, Math.max(typicalStep(own.t), typicalStep(other.t)), mostCells);
  const now = cellsOf(own, from, length, cells).map((value) => value - begin);
  const past = cellsOf(other, thenFrom, length, cells).map((value) => value - otherBegin);
  const [nowRate, thenRate] = [rateOf(own), rateOf(other)];
  const areApart = nowRate.low > thenRate.high || nowRate.high < thenRate.low;
  const isGreater = Math.abs(nowRate.value) > Math.abs(thenRate.value);
  return {
    type: 'spans',
    t: Float64Array.from({ length: cells }, (_, i) => ((i + 0.5) * length) / cells),
    now,
    past,
    difference: now.map((value, i) => value - (past[i] as number)),
    nowChange: lastOf(own) - begin,
    thenChange: lastOf(other) - otherBegin,
    nowRate,
    thenRate,
    verdict: areApart ? (isGreater ? 'faster' : 'slower') : 'alike',
  };
}

/** Changes in the window before and after a moment, and the value there; null without readings on both sides. */
function changesAt(series: TimeSeries, at: number, window: number) {
  const place = placeAt(series.t, at);
  const low = placeAt(series.t, at - window);
  const high = placeAt(series.t, at + window + 1);
  if (place - low < atOnce * 2 || high - place < atOnce) return null;
  const middle = (begin: number, end: number) => median(series.values.subarray(begin, end));
  const here = middle(place - atOnce, place);
  return { here, before: here - middle(low, low + atOnce), after: middle(high - atOnce, high) - here };
}

function around(
  { series, events, window }: EventsInput & { readonly type: 'around' },
  progress?: Progress,
): AroundAnswer | NoEvents {
  const known = knownOf(series);
  const seen = events.flatMap((at) => {
    const found = changesAt(known, at, window);
    return found === null ? [] : [{ at, ...found }];
  });
  if (seen.length === 0) return 'none';
  const count = 2 * cellCount(window, typicalStep(known.t), mostSideCells);
  const curves = seen.map(({ at, here }) =>
    cellsOf(between(known, at - window, at + window), at - window, 2 * window, count).map(
      (value) => value - here,
    ),
  );
  const across = (part: number) =>
    Float64Array.from({ length: count }, (_, i) => {
      const own = curves.flatMap((curve) => (Number.isNaN(curve[i]) ? [] : [curve[i] as number]));
      return own.length === 0 ? Number.NaN : quantile(own, part);
    });
  const excess = median(seen.map(({ before, after }) => after - before));
  return {
    type: 'around',
    t: Float64Array.from({ length: count }, (_, i) => -window + ((i + 0.5) * 2 * window) / count),
    events: seen.map(({ at }) => at),
    curves,
    middle: across(0.5),
    low: across(0.1),
    high: across(0.9),
    before: median(seen.map(({ before }) => before)),
    after: median(seen.map(({ after }) => after)),
    excess,
    p: chanceOf(known, seen.length, window, Math.abs(excess), progress),
  };
}

/** How often as many times, drawn at random over the range, have an excess of that amount. */
function chanceOf(
  series: TimeSeries,
  count: number,
  window: number,
  excess: number,
  progress?: Progress,
): number {
  const random = randomOf(seed);
  const [first, last] = [(series.t[0] as number) + window / 2, (series.t.at(-1) as number) - window / 2];
  let [as, tried] = [0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const own: number[] = [];
    // A gap in the readings gives none: it is drawn again, but not for ever.
    for (let tries = 0; own.length < count && tries < count * 20; tries += 1) {
      const found = changesAt(series, first + random() * (last - first), window);
      if (found !== null) own.push(found.after - found.before);
    }
    if (own.length < count) continue;
    tried += 1;
    if (Math.abs(median(own)) >= excess) as += 1;
    if (draw % 50 === 0) progress?.(draw / draws);
  }
  return (1 + as) / (1 + tried);
}
