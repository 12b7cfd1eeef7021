/** The catalogue's rows as the storage needs them, computed once. */
import { enums, rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import { type ReadingColumn, readingTable } from '../../derive/reading-table.ts';
import { type RollupChannel, rollupChannels } from '../../derive/rollup-channels.ts';
import { type DerivedRow, derivedRows } from '../../domain/derived/index.ts';
import { StorageProblem } from './problem.ts';

/** The derived channels of a row, by places among its columns. */
export interface StoredDerived {
  readonly rule: DerivedRow;
  readonly channels: readonly number[];
  readonly inputs: readonly number[];
  /** Of each input its bit among `channels`; 0 where it is no derived channel. */
  readonly inputBits: readonly number[];
  readonly lookedBackAt: readonly number[];
}

export interface StoredRow {
  readonly id: RowId;
  readonly table: string;
  readonly columns: readonly ReadingColumn[];
  /** Of each column what stands before its value in the JSON of `latest`: `,"name":`. */
  readonly labels: readonly string[];
  readonly rollup: readonly RollupChannel[];
  /** SQL by numeric channel; test tips of rain read as missing. */
  readonly numeric: ReadonlyMap<string, string>;
  /** SQL condition that a row is a fault; null where the row has no run state. */
  readonly fault: string | null;
  /** Place of each column. */
  readonly places: ReadonlyMap<string, number>;
  readonly derived: StoredDerived | null;
  /** SQL of the length, in seconds, of the interval that ends at a row's time; null where rows are moments. */
  readonly interval: string | null;
  /**
   * ms by which a row lies before its time: 1 where its time is the end of an interval, which at the very border
   * belongs to the day that ends there. A row of time `t` belongs to the day and hour of `t − lag`.
   */
  readonly lag: 0 | 1;
}

/** Place of "test" among the kinds of rain data: such tips are no rain. */
export const testTip = enums.rainDataType.values.indexOf('test');
const fault = enums.runState.values.indexOf('fault');

function derivedOf(id: RowId, places: ReadonlyMap<string, number>): StoredDerived | null {
  const rule = derivedRows[id];
  if (rule === undefined) return null;
  const placesOf = (channels: readonly string[]) =>
    channels.map((channel) => {
      const place = places.get(channel);
      if (place === undefined) throw new Error(`row ${id} has no channel ${channel}`);
      return place;
    });
  return {
    rule,
    channels: placesOf(rule.channels),
    inputs: placesOf(rule.inputs),
    inputBits: rule.inputs.map((input) => {
      const bit = rule.channels.indexOf(input);
      return bit < 0 ? 0 : 1 << bit;
    }),
    lookedBackAt: placesOf(rule.lookedBackAt),
  };
}

function stored(id: RowId): StoredRow {
  const { name, columns } = readingTable(rows[id]);
  const rollup = rollupChannels(rows[id]);
  const sums = new Set(rollup.filter(({ rule }) => rule === 'sum').map((channel) => channel.id));
  const tests = columns.some(({ channel }) => channel.type === 'enum' && channel.values === 'rainDataType');
  const numeric = columns
    .filter(({ type }) => type === 'real' || type === 'integer')
    .map(({ name: column }): [string, string] => [
      column,
      tests && sums.has(column)
        ? `CASE WHEN "dataType" = ${testTip} THEN NULL ELSE "${column}" END`
        : `"${column}"`,
    ]);
  const places = new Map(columns.map((column, place) => [column.name, place]));
  const interval = rows[id].channels.flatMap((channel) =>
    channel.type === 'number' && channel.sum ? [channel.sum.interval] : [],
  )[0];
  return {
    id,
    table: name,
    columns,
    labels: columns.map((column) => `,${JSON.stringify(column.name)}:`),
    places,
    derived: derivedOf(id, places),
    interval: interval === undefined ? null : `"${interval}"`,
    lag: interval === undefined ? 0 : 1,
    rollup,
    numeric: new Map(numeric),
    fault: columns.some((column) => column.name === 'runState') ? `"runState" = ${fault}` : null,
  };
}

const known = new Map<string, StoredRow>();
for (const row of Object.values(rows)) known.set(row.id, stored(row.id));

/** Every row that has a table, in the catalogue's order. */
export const storedRows: readonly StoredRow[] = [...known.values()];

/** The stored form of a row. Throws StorageProblem `unknown-channel` for a row that the catalogue does not know. */
export function storedRow(id: string): StoredRow {
  const row = known.get(id);
  if (!row) throw new StorageProblem('unknown-channel', `no reading row "${id}"`);
  return row;
}

/** SQL of a row's channels that have numbers. Throws StorageProblem `unknown-channel` for any other. */
export function numericSql(row: StoredRow, channels: readonly string[]): string[] {
  return channels.map((channel) => {
    const sql = row.numeric.get(channel);
    if (!sql) throw new StorageProblem('unknown-channel', `row "${row.id}" has no numbers in "${channel}"`);
    return sql;
  });
}
