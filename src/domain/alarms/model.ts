/** What a quantity is: how a rule turns readings into a number with a unit, or into *unknown*. No words, no I/O. */
import type { Unit } from '../../base/units.ts';
import { enumValues, rows } from '../../catalogue/index.ts';
import type { NumberChannel, RowId } from '../../catalogue/model.ts';
import type { Baseline } from '../baseline.ts';
import type { FormerCycles, KnownCycles } from './cycles.ts';
import type { LineSince } from './methods/own-lines.ts';
import type { Arguments } from './rule.ts';

/** A stored reading. Enumerations are their codes; what is missing or flagged as not good is null. */
export interface SourceReading {
  /** Collection time, UTC ms. */
  readonly t: number;
  /** UTC ms. */
  readonly receivedAt: number;
  /** Node or layer from 1; 0 = the row's own channels. */
  readonly element: number;
  readonly values: Readonly<Record<string, number | string | null>>;
}

/** What is known at the moment that is judged. Nothing in it is of after that moment. */
export interface QuantityInput {
  /** UTC ms. */
  readonly t: number;
  readonly row: RowId;
  readonly element: number;
  /** null for a quantity that is not of one channel. */
  readonly channel: string | null;
  /**
   * Of the row, all of its elements, in order of their times, each time and element once; as far back as `history`
   * asks, or further.
   */
  readonly readings: readonly SourceReading[];
  /** When anything of the RTU was received, ascending, as far back as `history` asks. */
  readonly receipts: readonly number[];
  /** In force at the moment, seconds. */
  readonly collectionCycle: number;
  readonly sendCycle: number;
  /** Those before, in order; left out = there were no others. */
  readonly formerCycles?: readonly FormerCycles[];
  /** Initial values of the sensor, in order (domain/baseline). */
  readonly baselines: readonly Baseline[];
  /** Own lines of the station's rain, ascending; left out = the quantity reads none. */
  readonly lines?: readonly LineSince[];
  /** Start of the present datum (re-zero, remount); null = none known. */
  readonly datumAt: number | null;
  /** Of the project; its rain days begin `rainBoundary` minutes after midnight. */
  readonly zone: string;
  readonly rainBoundary: number;
}

/** Readings of one element of a source as columns: one time each, ascending; NaN = missing. */
export interface SourceColumns {
  readonly t: Float64Array;
  /** By channel; test tips of a rain gauge have no amount. */
  readonly values: ReadonlyMap<string, Float64Array>;
}

/** Many moments at once: what `QuantityInput` is for one of them. */
export interface ColumnInput extends Pick<QuantityInput, 'row' | 'element' | 'channel'> {
  /** Cycles of the RTU, with those before. */
  readonly cycles: KnownCycles;
  /** Moments that are judged, ascending, UTC ms. */
  readonly moments: Float64Array;
  /** Further than the last moment, or not as far; of the channel its column is there. */
  readonly readings: SourceColumns;
  /** Starts of datums, ascending. */
  readonly datums: readonly number[];
}

/** An argument, with its bounds: both are allowed. */
export type ArgumentDefinition =
  | {
      readonly type: 'number';
      readonly unit: Unit | 'd' | null;
      readonly minimum: number;
      readonly maximum: number;
      readonly integer?: true;
      readonly standard: number;
    }
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly standard: string };

/** `channel`: that of the channel itself, by a time where `per` names one; `own`: always the same. */
export type QuantityUnit =
  | { readonly of: 'channel'; readonly per?: 'min' | 'h' | 'd' | 'd²' }
  | { readonly of: 'own'; readonly unit: Unit | 'd' | null };

export interface QuantityDefinition {
  /** Also the key of its words. */
  readonly id: string;
  /** One number channel of a row; a row as a whole, of those that `rows` names; the RTU. */
  readonly of: 'channel' | 'row' | 'rtu';
  readonly rows?: readonly RowId[];
  readonly unit: QuantityUnit;
  readonly args: Readonly<Record<string, ArgumentDefinition>>;
  /**
   * Holds for bearings too, which wrap at 360 °: an editor offers the others for plain numbers alone, since a bearing
   * has no rate, mean or maximum.
   */
  readonly circular?: true;
  /** It reads the own lines of intensity and duration of its station. */
  readonly readsLines?: true;
  /** Of a channel, but it reads others of its row, too. */
  readonly readsRow?: true;
  /**
   * It changes by time alone. `receipts`: it is asked as its limits are reached, counted from what was received last;
   * `hours`: at every full hour, too.
   */
  readonly timed?: 'receipts' | 'hours';
  /**
   * ms before the moment that is judged, as far as it looks back: a reading of exactly this age may still count.
   * Cycles in seconds.
   */
  history(args: Arguments, cycles: Pick<QuantityInput, 'collectionCycle' | 'sendCycle'>): number;
  /** null = unknown: never a guess. */
  evaluate(input: QuantityInput, args: Arguments): number | null;
  /**
   * What `evaluate` answers at each of many moments, NaN = unknown, in one pass: for back-tests. Only of one channel.
   * Left out = it is evaluated moment by moment.
   */
  evaluateAll?(input: ColumnInput, args: Arguments): Float64Array;
}

/** The readings in (from, t]; found by halving, so that what lies before costs nothing. */
export function readingsSince(
  { readings }: Pick<QuantityInput, 'readings'>,
  from: number,
): readonly SourceReading[] {
  const low = placeAfter(readings, from);
  return low === 0 ? readings : readings.slice(low);
}

/** First place of a reading after `from`. */
export function placeAfter(readings: readonly SourceReading[], from: number): number {
  let low = 0;
  let high = readings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((readings[middle]?.t ?? Number.POSITIVE_INFINITY) <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}

const numberChannels = (list: (typeof rows)[RowId]['channels'] | undefined) =>
  new Map((list ?? []).flatMap((one) => (one.type === 'number' ? [[one.id as string, one] as const] : [])));
const known = new Map(
  Object.entries(rows).map(([id, row]) => [
    id as string,
    { own: numberChannels(row.channels), ofElements: numberChannels(row.elements?.channels) },
  ]),
);

/** The number channel that an input is of; null where its row has none of that name. */
export function channelOf({
  row,
  element,
  channel,
}: Pick<QuantityInput, 'row' | 'element' | 'channel'>): NumberChannel | null {
  if (channel === null) return null;
  const own = known.get(row);
  return (element > 0 ? own?.ofElements : own?.own)?.get(channel) ?? null;
}

const test: number = enumValues.rainDataType.indexOf('test');

export interface Point {
  readonly t: number;
  readonly value: number;
}

/**
 * What a reading has of an input's channel and element; null where that is no number. An amount of rain of a test tip
 * is none.
 */
export function numberIn(
  { element, channel }: Pick<QuantityInput, 'element' | 'channel'>,
  reading: SourceReading,
  isAmount: boolean,
): number | null {
  if (channel === null || reading.element !== element) return null;
  const value = reading.values[channel];
  if (typeof value !== 'number' || Number.isNaN(value)) return null;
  return isAmount && reading.values['dataType'] === test ? null : value;
}

/** Of the moment itself, what an input's channel has; null where it has none. */
export function numberNow(input: QuantityInput): number | null {
  const { readings, t } = input;
  for (let index = readings.length - 1; index >= 0; index -= 1) {
    const reading = readings[index];
    if (reading === undefined || reading.t < t) return null;
    const value = reading.t === t ? numberIn(input, reading, false) : null;
    if (value === null) continue;
    // Whether it is an amount matters of a test tip alone.
    if (reading.values['dataType'] !== test || channelOf(input)?.sum === undefined) return value;
  }
  return null;
}

/** Of an input's channel and element, the readings that have a number, in (from, t]. */
export function numbersOf(
  input: Pick<QuantityInput, 'readings' | 'row' | 'element' | 'channel'>,
  from = Number.NEGATIVE_INFINITY,
): readonly Point[] {
  const { readings, channel } = input;
  if (channel === null) return [];
  const isAmount = channelOf(input)?.sum !== undefined;
  const points: Point[] = [];
  for (let index = placeAfter(readings, from); index < readings.length; index += 1) {
    const reading = readings[index];
    const value = reading === undefined ? null : numberIn(input, reading, isAmount);
    if (reading !== undefined && value !== null) points.push({ t: reading.t, value });
  }
  return points;
}

/** The reading of the moment itself, where there is one. */
export function readingNow({ readings, element, t }: QuantityInput): SourceReading | null {
  for (let index = readings.length - 1; index >= 0; index -= 1) {
    const reading = readings[index];
    if (reading === undefined || reading.t < t) return null;
    if (reading.t === t && reading.element === element) return reading;
  }
  return null;
}

/** A number argument. @throws RangeError where a rule has none: `argumentProblems` refuses such a rule */
export function numberOf(args: Arguments, name: string): number {
  const value = args[name];
  if (typeof value !== 'number') throw new RangeError(`no argument ${name}`);
  return value;
}

/** A chosen argument. @throws RangeError where a rule has none: `argumentProblems` refuses such a rule */
export function choiceOf(args: Arguments, name: string): string {
  const value = args[name];
  if (typeof value !== 'string') throw new RangeError(`no argument ${name}`);
  return value;
}
