/** History relative to initial values: the same columns as of the readings, each value less what was in force at its time. */
import { rows } from '../../../catalogue/index.ts';
import type { NumberChannel, RowId } from '../../../catalogue/model.ts';
import type { HistoryChannel, HistoryColumns } from '../../../contract/history/columns.ts';
import { type Baseline, composed, initialAt, madeOf } from '../../../domain/baseline.ts';

/** What is asked for, and how the readings are read. */
export interface RelativeQuery {
  readonly row: RowId;
  readonly element: number;
  readonly channels: readonly string[];
}
export interface RelativeReads {
  /** Columns of channels over the span that was asked for. */
  columns(channels: readonly string[]): Promise<HistoryColumns>;
  /** The readings themselves between two moments. */
  readings(channels: readonly string[], from: number, to: number): Promise<HistoryColumns>;
}

const hour = 3_600_000;
const day = 24 * hour;

function definitionsOf({ row, element, channels }: RelativeQuery): readonly (NumberChannel | null)[] {
  const known = element === 0 ? rows[row].channels : (rows[row].elements?.channels ?? []);
  return channels.map((id) => {
    const found = known.find((channel) => channel.id === id);
    return found?.type === 'number' && found.relative !== undefined ? found : null;
  });
}

/** Value of a column, NaN where it has none. */
const at = (column: ArrayLike<number> | null | undefined, index: number) => column?.[index] ?? Number.NaN;

/**
 * The columns of a query with every displacement and angle relative. Of a bin in which an initial value comes into force
 * the readings are read, since it cannot be determined from which of them its smallest and greatest came. What is
 * made of several channels lies within what the bin of each allows, so that no peak is hidden.
 */
export async function relativeHistory(
  baselines: readonly Baseline[],
  query: RelativeQuery,
  reads: RelativeReads,
): Promise<HistoryColumns> {
  const definitions = definitionsOf(query);
  const needed = definitions.flatMap((definition) => (definition === null ? [] : madeOf(definition)));
  const asked = [...new Set([...query.channels, ...needed])];
  const columns = await reads.columns(asked);
  const { row, element } = query;
  const initial = (channel: string, t: number) =>
    initialAt(baselines, { row, element, channel }, t)?.value ?? Number.NaN;
  const columnOf = (channels: readonly HistoryChannel[], id: string) =>
    channels.find(({ channel }) => channel === id);

  /** Relative values of readings, one a row of `of`. */
  const ofReadings = (of: HistoryColumns, definition: NumberChannel): Float64Array => {
    const parts = madeOf(definition).map((id) => ({ id, values: columnOf(of.channels, id)?.value }));
    return Float64Array.from(of.t, (t, index) =>
      composed(
        definition,
        parts.map(({ id, values }) => at(values, index) - initial(id, t)),
      ),
    );
  };
  const picked = (made: (definition: NumberChannel, own: HistoryChannel) => HistoryChannel) =>
    definitions.map((definition, index) => {
      const own = columnOf(columns.channels, query.channels[index] ?? '');
      if (own === undefined) throw new Error(`the answer lacks ${query.channels[index]}`);
      return definition === null ? own : made(definition, own);
    });

  if (columns.mode === 'raw') {
    const channels = picked((definition, own) => ({ ...own, value: ofReadings(columns, definition) }));
    return { ...columns, channels };
  }

  const endOf = (index: number) => {
    const start = at(columns.t, index);
    const widest = start + columns.step + (columns.step >= day ? hour : 0);
    return Math.min(widest, columns.t[index + 1] ?? Number.POSITIVE_INFINITY);
  };
  /** Bins in which something comes into force after their begin. */
  const split = new Map<number, HistoryColumns>();
  for (const { t } of baselines) {
    let index = columns.t.findLastIndex((start) => start < t);
    if (index < 0 || t >= endOf(index)) index = -1;
    if (index < 0 || split.has(index) || needed.length === 0) continue;
    split.set(index, await reads.readings([...new Set(needed)], at(columns.t, index), endOf(index)));
  }
  const channels = picked((definition, own) => {
    const made = {
      min: new Float64Array(columns.t.length),
      max: new Float64Array(columns.t.length),
      first: new Float64Array(columns.t.length),
      last: new Float64Array(columns.t.length),
      mean: new Float64Array(columns.t.length),
    };
    const put = (index: number, bin: Record<keyof typeof made, number>) => {
      for (const key of Object.keys(made) as (keyof typeof made)[]) made[key][index] = bin[key];
    };
    const parts = madeOf(definition).map((id) => ({ id, bins: columnOf(columns.channels, id) }));
    for (let index = 0; index < columns.t.length; index += 1) {
      const readings = split.get(index);
      const start = at(columns.t, index);
      put(
        index,
        readings === undefined
          ? ofBin(
              definition,
              parts.map(({ id, bins }) => shifted(bins, index, initial(id, start))),
            )
          : summary(readings.mode === 'raw' ? ofReadings(readings, definition) : new Float64Array(0)),
      );
    }
    return { ...own, ...made };
  });
  return { ...columns, channels };
}

interface Bin {
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly last: number;
  readonly mean: number;
}
const keys = ['min', 'max', 'first', 'last', 'mean'] as const;

function shifted(bins: HistoryChannel | undefined, index: number, by: number): Bin {
  const [min, max, first, last, mean] = keys.map((key) => at(bins?.[key], index) - by);
  const missing = Number.NaN;
  return {
    min: min ?? missing,
    max: max ?? missing,
    first: first ?? missing,
    last: last ?? missing,
    mean: mean ?? missing,
  };
}

/** A channel's bin of its parts' bins. */
function ofBin(definition: NumberChannel, parts: readonly Bin[]): Bin {
  const [only, second] = parts;
  if (only === undefined) throw new Error(`${definition.id} is made of nothing`);
  if (second === undefined) return only;
  const of = (value: (part: Bin) => number) => composed(definition, parts.map(value));
  const far = ({ min, max }: Bin) => Math.max(Math.abs(min), Math.abs(max));
  const near = ({ min, max }: Bin) => (min <= 0 && max >= 0 ? 0 : Math.min(Math.abs(min), Math.abs(max)));
  return {
    min: of(near),
    max: of(far),
    first: of(({ first }) => first),
    last: of(({ last }) => last),
    mean: of(({ mean }) => mean),
  };
}

function summary(values: Float64Array): Bin {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) {
    const none = Number.NaN;
    return { min: none, max: none, first: none, last: none, mean: none };
  }
  return {
    min: known.reduce((least, value) => Math.min(least, value)),
    max: known.reduce((most, value) => Math.max(most, value)),
    first: known[0] ?? Number.NaN,
    last: known.at(-1) ?? Number.NaN,
    mean: known.reduce((sum, value) => sum + value, 0) / known.length,
  };
}
