/** Channel values on their way into and out of tables. */
import type { Cell } from '../executor.ts';
import type { NotGood, StoredValue } from '../storage.ts';
import type { StoredRow } from '../tables.ts';
import type { RowState } from './row-state.ts';

/** A value as its column takes it: numbers that are none are missing; PostgreSQL's text knows no NUL. */
export function toStored(value: StoredValue | undefined): Cell {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return null;
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

/** A cell as a number; NaN where it is none. */
export const numberOf = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : Number.NaN);

/** Text of the column `not_good`; null where the device vouches for everything. */
export function notGoodText(row: StoredRow, { notGood }: Pick<RowState, 'notGood'>): string | null {
  if (notGood === null || notGood.size === 0) return null;
  const entries = [...notGood].map(([place, { quality, value }]) => [
    row.columns[place]?.name ?? '',
    [quality, value instanceof Uint8Array ? null : value],
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** What `notGoodText` wrote, by channel id. */
export function readNotGood(text: Cell | undefined): Record<string, NotGood> | null {
  if (typeof text !== 'string') return null;
  const parsed = JSON.parse(text) as Record<string, [number, StoredValue]>; // written by notGoodText
  return Object.fromEntries(
    Object.entries(parsed).map(([channel, [quality, value]]) => [channel, { quality, value }]),
  );
}

/** What `notGoodText` wrote, by place. */
export function notGoodByPlace(row: StoredRow, text: Cell | undefined): Map<number, NotGood> | null {
  const found = readNotGood(text);
  if (found === null) return null;
  const places = new Map<number, NotGood>();
  for (const [channel, entry] of Object.entries(found)) {
    const place = row.places.get(channel);
    if (place !== undefined) places.set(place, entry);
  }
  return places;
}

/** Values by channel id, missing ones left out. */
export function valuesOf(row: StoredRow, cells: readonly Cell[]): Record<string, StoredValue> {
  const values: Record<string, StoredValue> = {};
  for (let place = 0; place < row.columns.length; place += 1) {
    const cell = cells[place];
    const column = row.columns[place];
    if (cell !== null && cell !== undefined && column !== undefined) values[column.name] = cell;
  }
  return values;
}
