/** The narrow door through which readings are read and rolled up: the same SQL in both dialects. */
import type { Dialect } from './migrations/migration.ts';

export type Cell = number | string | Uint8Array | null;
export type SqlValues = readonly Cell[];

/** Runs SQL with `?` placeholders on one connection. Answers rows as arrays in the order of the columns. */
export interface Executor {
  readonly dialect: Dialect;
  all(sql: string, params: SqlValues): Promise<readonly SqlValues[]> | readonly SqlValues[];
  /** Rows changed. */
  run(sql: string, params: SqlValues): Promise<number> | number;
}

/** SQL that is true for ids of a JSON list given as one parameter (a list has no upper length). */
export function idIn(dialect: Dialect, column: string): string {
  return dialect === 'sqlite'
    ? `${column} IN (SELECT value FROM json_each(?))`
    : `${column} IN (SELECT value::bigint FROM json_array_elements_text(?::json))`;
}

/** A cell that must be a number; NaN for null. Throws for text or bytes. */
export function toNumber(cell: Cell | undefined): number {
  if (typeof cell === 'number') return cell;
  if (cell === null || cell === undefined) return Number.NaN;
  throw new TypeError('a number was expected from the database');
}

/** A cell that must be text. */
export function toText(cell: Cell | undefined): string {
  if (typeof cell === 'string') return cell;
  throw new TypeError('text was expected from the database');
}

/** A cell that must be a blob, or null. */
export function toBytes(cell: Cell | undefined): Uint8Array | null {
  if (cell === null || cell === undefined || cell instanceof Uint8Array) return cell ?? null;
  throw new TypeError('bytes were expected from the database');
}
