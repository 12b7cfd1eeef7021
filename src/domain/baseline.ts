/**
 * Initial values of a sensor: what its displacements and angles are shown relative to. Raw readings never change; a
 * relative value is a view of them, by the initial value that is in force at the reading's time (src/server/storage/README.md).
 */
import { rows } from '../catalogue/index.ts';
import type { NumberChannel, RowId } from '../catalogue/model.ts';
import { totalTilt } from './readings/tilt.ts';
import { vectorLength } from './readings/vector.ts';

/**
 * By whom: set by hand, the latest reading, the mean of a window, written where the device was zeroed, ended where its
 * zero was taken back or it was mounted anew.
 */
export const baselineWays = ['hand', 'latest', 'mean', 'zero', 'clear'] as const;
export type BaselineWay = (typeof baselineWays)[number];

export interface InitialValue {
  readonly row: RowId;
  /** Node or layer from 1, 0 for the row's own channels; null = of every element. */
  readonly element: number | null;
  readonly channel: string;
  /** null = there is none from here on: what is shown before and after is not comparable. */
  readonly value: number | null;
}
/** Initial values that are valid from `t` on; channels that it does not name keep those that they had. */
export interface Baseline {
  readonly id: number;
  readonly t: number;
  readonly initialValues: readonly InitialValue[];
}
/** One that is in force, with the moment since when. */
export interface InForce {
  readonly value: number | null;
  readonly since: number;
  readonly id: number;
}

export interface ChannelPlace {
  readonly row: RowId;
  readonly element: number;
  readonly channel: string;
}

/** In the order in which they come into force; of several of one moment the one that was made last is valid. */
export function inOrder<B extends Baseline>(baselines: readonly B[]): readonly B[] {
  return baselines.toSorted((a, b) => a.t - b.t || a.id - b.id);
}

/**
 * The initial value of a channel in force at `t`; null where there has been none yet.
 * @param baselines in order, without those that were withdrawn
 */
export function initialAt(baselines: readonly Baseline[], place: ChannelPlace, t: number): InForce | null {
  for (let index = baselines.length - 1; index >= 0; index -= 1) {
    const baseline = baselines[index];
    if (baseline === undefined || baseline.t > t) continue;
    const found = baseline.initialValues.find(
      ({ row, element, channel }) =>
        row === place.row && channel === place.channel && (element === null || element === place.element),
    );
    if (found !== undefined) return { value: found.value, since: baseline.t, id: baseline.id };
  }
  return null;
}

/** Channels of a row (or of its elements) that can be shown relative to an initial value. */
export function relativeChannels(row: RowId, ofElements: boolean): readonly NumberChannel[] {
  const channels = (ofElements ? rows[row].elements?.channels : rows[row].channels) ?? [];
  return channels.filter(
    (channel): channel is NumberChannel => channel.type === 'number' && channel.relative !== undefined,
  );
}

/** Those of them that have initial values of their own; others are made of these. */
export const ownInitials = (row: RowId, ofElements: boolean): readonly NumberChannel[] =>
  relativeChannels(row, ofElements).filter(({ relative }) => relative === true);

/** The channels of which a relative value is made: itself, or those of the catalogue's `from`. */
export const madeOf = ({ id, relative }: NumberChannel): readonly string[] =>
  relative !== undefined && relative !== true ? relative.from : [id];

/**
 * A relative value of its parts' relative values; NaN where one is missing (src/catalogue/README.md#formulas). Whatever it
 * is made `as` grows with the amount of each part.
 */
export function composed(channel: NumberChannel, parts: readonly number[]): number {
  const [x = Number.NaN, y = Number.NaN] = parts;
  if (channel.relative === true || channel.relative === undefined) return x;
  if (channel.relative.as === 'length') return vectorLength(parts);
  return Number.isNaN(x) || Number.isNaN(y) ? Number.NaN : totalTilt(x, y);
}

/**
 * A row's values relative to what is in force at its time. Channels without an initial value become null; those that
 * have none by their nature stay as they are.
 */
export function relativeValues<V>(
  baselines: readonly Baseline[],
  row: RowId,
  element: number,
  t: (channel: string) => number,
  values: Readonly<Record<string, V>>,
): Record<string, V | number | null> {
  const changed: Record<string, V | number | null> = { ...values };
  const difference = (channel: string): number => {
    const value = values[channel];
    const initial = initialAt(baselines, { row, element, channel }, t(channel))?.value ?? null;
    return typeof value === 'number' && initial !== null ? value - initial : Number.NaN;
  };
  for (const channel of relativeChannels(row, element > 0)) {
    if (values[channel.id] === undefined || values[channel.id] === null) continue;
    const value = composed(channel, madeOf(channel).map(difference));
    // Rounded to the channel's digits and two more: a difference of decimals is not exact.
    changed[channel.id] = Number.isNaN(value) ? null : Number(value.toFixed(channel.digits + 2));
  }
  return changed;
}
