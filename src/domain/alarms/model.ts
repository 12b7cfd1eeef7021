/** What a quantity is: how a rule turns readings into a number with a unit, or into *unknown*. No words, no I/O. */
import type { Unit } from '../../base/units.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { Baseline } from '../baseline.ts';
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
  /** Seconds. */
  readonly collectionCycle: number;
  /** Seconds. */
  readonly sendCycle: number;
  /** Initial values of the sensor, in order (domain/baseline). */
  readonly baselines: readonly Baseline[];
  /** Start of the present datum (re-zero, remount); null = none known. */
  readonly datumAt: number | null;
  /** Of the project; its rain days begin `rainBoundary` minutes after midnight. */
  readonly zone: string;
  readonly rainBoundary: number;
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
  | { readonly of: 'channel'; readonly per?: 'min' | 'h' | 'd' }
  | { readonly of: 'own'; readonly unit: Unit | 'd' | null };

export interface QuantityDefinition {
  /** Also the key of its words. */
  readonly id: string;
  /** One number channel of a row; a row as a whole, of those that `rows` names; the RTU. */
  readonly of: 'channel' | 'row' | 'rtu';
  readonly rows?: readonly RowId[];
  readonly unit: QuantityUnit;
  readonly args: Readonly<Record<string, ArgumentDefinition>>;
  /** ms before the moment that is judged, as far as it looks back; cycles in seconds. */
  history(args: Arguments, cycles: Pick<QuantityInput, 'collectionCycle' | 'sendCycle'>): number;
  /** null = unknown: never a guess. */
  evaluate(input: QuantityInput, args: Arguments): number | null;
}

/** Of an input's channel and element, the readings that have a number, in (from, t]. */
export function numbersOf(
  { readings, element, channel }: Pick<QuantityInput, 'readings' | 'element' | 'channel'>,
  from = Number.NEGATIVE_INFINITY,
): readonly { readonly t: number; readonly value: number }[] {
  if (channel === null) return [];
  return readings.flatMap((reading) => {
    const value = reading.values[channel];
    return reading.element === element && reading.t > from && typeof value === 'number'
      ? [{ t: reading.t, value }]
      : [];
  });
}

/** The reading of the moment itself, where there is one. */
export function readingNow({ readings, element, t }: QuantityInput): SourceReading | null {
  return readings.findLast((reading) => reading.t === t && reading.element === element) ?? null;
}

/** A number argument. @throws RangeError where a rule has none: `argumentProblems` refuses such a rule */
export function numberOf(args: Arguments, name: string): number {
  const value = args[name];
  if (typeof value !== 'number') throw new RangeError(`no argument ${name}`);
  return value;
}
