/** What is asked of rows, twice: as SQL for those in their table, and as a function for those in a sealed chunk. */
import { enums } from '../../../catalogue/index.ts';
import type { Cell } from '../executor.ts';
import { StorageProblem } from '../problem.ts';
import { type StoredRow, testTip } from '../tables.ts';
import type { OpenChunk } from './chunk.ts';

export interface RowExpression {
  readonly sql: string;
  /** The same of a chunk's nth row. */
  of(chunk: OpenChunk): (nth: number) => Cell;
}
export interface RowCondition {
  readonly sql: string;
  readonly params: readonly number[];
  of(chunk: OpenChunk): (nth: number) => boolean;
}

/** Name of the chunk's column that holds how long after its time a row was received. */
export const delayColumn = 'delay';

/** A column of the row's table. */
export function columnOf(name: string): RowExpression {
  return { sql: `"${name}"`, of: (chunk) => chunk.cellsOf(name) };
}

export const receivedAt: RowExpression = {
  sql: 'received_at',
  of: (chunk) => {
    const delay = chunk.cellsOf(delayColumn);
    return (nth) => (chunk.t[nth] ?? Number.NaN) + Number(delay(nth));
  },
};
export const historical = columnOf('historical');
export const notGood = columnOf('not_good');

const fault = enums.runState.values.indexOf('fault');

/** 1 where a row is a fault, else 0. */
export function faultOf(row: StoredRow): RowExpression {
  if (row.fault === null) return { sql: '0', of: () => () => 0 };
  return {
    sql: `CASE WHEN ${row.fault} THEN 1 ELSE 0 END`,
    of: (chunk) => {
      const state = chunk.cellsOf('runState');
      return (nth) => (state(nth) === fault ? 1 : 0);
    },
  };
}

/** An expression that is a number of each row. */
export interface NumberExpression extends RowExpression {
  /** Of a chunk's rows; NaN = missing. It must not be changed. */
  numbers(chunk: OpenChunk): Float64Array;
}

/** The numbers of a channel; test tips of rain are missing. @throws StorageProblem `unknown-channel` where it has none */
export function numberOf(row: StoredRow, channel: string): NumberExpression {
  const sql = row.numeric.get(channel);
  if (sql === undefined)
    throw new StorageProblem('unknown-channel', `row "${row.id}" has no numbers in "${channel}"`);
  const numbers = (chunk: OpenChunk) => chunk.numbersOf(channel);
  if (sql === `"${channel}"`) return { ...columnOf(channel), numbers };
  return {
    sql,
    of: (chunk) => {
      const value = chunk.cellsOf(channel);
      const type = chunk.cellsOf('dataType');
      return (nth) => (type(nth) === testTip ? null : value(nth));
    },
    numbers: (chunk) => {
      const type = chunk.numbersOf('dataType');
      return numbers(chunk).map((value, nth) => (type[nth] === testTip ? Number.NaN : value));
    },
  };
}

/** The length in seconds of the interval that ends at a row's time; 0 where rows are moments. */
export function intervalOf(row: StoredRow): RowExpression {
  if (row.interval === null) return { sql: '0', of: () => () => 0 };
  const name = row.interval.replaceAll('"', '');
  return columnOf(name);
}

/** A row has something in one of these. */
export function someOf(expressions: readonly RowExpression[]): RowCondition {
  return {
    sql: `(${expressions.map(({ sql }) => `(${sql}) IS NOT NULL`).join(' OR ')})`,
    params: [],
    of: (chunk) => {
      const cells = expressions.map((expression) => expression.of(chunk));
      return (nth) => cells.some((cell) => cell(nth) !== null);
    },
  };
}

/** The numbers of channels. @throws StorageProblem `unknown-channel` for one that has none */
export const numbersOf = (row: StoredRow, channels: readonly string[]): NumberExpression[] =>
  channels.map((channel) => numberOf(row, channel));
