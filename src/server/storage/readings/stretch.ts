/** Rows of many sources between two moments, for those who calculate with them. */
import type { RowId } from '../../../catalogue/model.ts';
import { type Cell, type SqlValues, toNumber } from '../executor.ts';
import { toStored } from '../ingest/cells.ts';
import { columnOf, historical, receivedAt } from '../sealed/expression.ts';
import { scanRows } from '../sealed/scan.ts';
import type { Reading, StretchReading } from '../storage.ts';
import { storedRow } from '../tables.ts';
import type { ReadingSource } from './source.ts';

/** Rows of one statement: so many live no longer than they are looked at. */
const slice = 5000;

function readingOf(
  cells: SqlValues,
  channels: readonly string[],
  element: number,
  isHeard: boolean,
): StretchReading {
  const values: Record<string, Exclude<Cell, Uint8Array>> = {};
  const first = isHeard ? 3 : 1;
  for (let place = 0; place < channels.length; place += 1) {
    const cell = cells[place + first];
    const name = channels[place];
    if (name !== undefined && cell != null && !(cell instanceof Uint8Array)) values[name] = cell;
  }
  const t = toNumber(cells[0]);
  const receivedAt = isHeard ? toNumber(cells[1]) : t;
  return { t, receivedAt, isHistorical: isHeard && cells[2] === 1, element, values };
}

/** A reading as `readStretch` answers it once it is stored. */
export function stretchReadingOf({
  row,
  t,
  receivedAt,
  historical: isHistorical,
  element,
  values: all,
}: Reading): StretchReading {
  return { t, receivedAt, isHistorical, element, values: isPlain(all) ? all : cellsOf(row, all) };
}

/** Nearly all readings: their values are stored as they are. */
function isPlain(values: Reading['values']): values is StretchReading['values'] {
  for (const name in values) if (!Number.isFinite(values[name])) return false;
  return true;
}

function cellsOf(row: RowId, all: Reading['values']): StretchReading['values'] {
  const values: Record<string, Exclude<Cell, Uint8Array>> = {};
  for (const { name, type } of storedRow(row).columns) {
    const cell = type === 'blob' ? null : toStored(all[name]);
    if (cell !== null && !(cell instanceof Uint8Array)) values[name] = cell;
  }
  return values;
}

/**
 * Each source's rows from `from` to `to`, both inclusive, of all its elements: in order of time, then of element. Samples
 * of waveforms are left out.
 * @param only channels that are wanted; null = all
 * @param isHeard false = nobody asks when a row was received: it is given as if at its collection
 */
export async function readStretch(
  source: ReadingSource,
  row: RowId,
  sourceIds: readonly number[],
  from: number,
  to: number,
  only: ReadonlySet<string> | null = null,
  isHeard = true,
): Promise<ReadonlyMap<number, readonly StretchReading[]>> {
  const stored = storedRow(row);
  const columns = stored.columns.filter(({ type, name }) => type !== 'blob' && only?.has(name) !== false);
  const channels = columns.map(({ name }) => name);
  const expressions = [...(isHeard ? [receivedAt, historical] : []), ...channels.map(columnOf)];
  const found = new Map<number, StretchReading[]>(sourceIds.map((id) => [id, []]));
  for (const key of await source.elements(stored, sourceIds)) {
    const list = found.get(key.sourceId) ?? [];
    const asked = { key, from: Math.ceil(from), to: Math.floor(to) + 1, expressions };
    for await (const rows of scanRows(source.exec, asked, slice))
      for (const cells of rows) list.push(readingOf(cells, channels, key.element, isHeard));
  }
  for (const list of found.values())
    if (list.some(({ element }) => element !== list[0]?.element))
      list.sort((a, b) => a.t - b.t || a.element - b.element);
  return found;
}
