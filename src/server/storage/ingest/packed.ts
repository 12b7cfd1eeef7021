/** Batches and their outcomes as they cross to the writer's thread: numbers in transferred arrays, the rest by copy. */
import type { Cell } from '../executor.ts';
import { NumbersReading } from '../numbers-reading.ts';
import type { IngestResult, NotGood, Reading, StoredValue } from '../storage.ts';
import { type StoredRow, storedRow, storedRows } from '../tables.ts';
import { numberOf, toStored } from './cells.ts';
import type { Incoming, IngestOutcome } from './core.ts';
import { readingOf } from './pending.ts';
import { computedBits } from './row-state.ts';

export interface PackedBatch {
  /** A row's place in `storedRows`, one a reading. */
  readonly row: Uint8Array;
  /** Source, element, time, receipt, historical: five a reading. */
  readonly head: Float64Array;
  /** All columns of each reading's row, NaN where it has no number. */
  readonly cells: Float64Array;
  /** Texts and bytes: reading, column, value. */
  readonly others: readonly (readonly [number, number, string | Uint8Array])[];
  readonly notGood: readonly (readonly [number, Readonly<Record<string, NotGood>>])[];
}

const placeOf = new Map<StoredRow, number>(storedRows.map((row, place) => [row, place]));
const headSize = 5;
const none: readonly never[] = [];

/** Packs a batch. Throws StorageProblem `unknown-channel` for a row that the catalogue does not know. */
export function packBatch(batch: readonly Reading[]): PackedBatch {
  const rows = batch.map((reading) => storedRow(reading.row));
  const size = rows.reduce((sum, { columns }) => sum + columns.length, 0);
  const row = Uint8Array.from(rows, (one) => placeOf.get(one) ?? 0);
  const head = new Float64Array(batch.length * headSize);
  const cells = new Float64Array(size).fill(Number.NaN);
  const others: [number, number, string | Uint8Array][] = [];
  const notGood: [number, Readonly<Record<string, NotGood>>][] = [];
  let at = 0;
  batch.forEach((reading, index) => {
    const { sourceId, element, t, receivedAt, historical } = reading;
    const start = index * headSize;
    head[start] = sourceId;
    head[start + 1] = element;
    head[start + 2] = t;
    head[start + 3] = receivedAt;
    head[start + 4] = historical ? 1 : 0;
    const width = rows[index]?.columns.length ?? 0;
    if (reading instanceof NumbersReading) {
      cells.set(reading.cells, at);
      at += width;
      return;
    }
    const { values } = reading;
    const places = rows[index]?.places;
    for (const channel in values) {
      const place = places?.get(channel);
      const value = values[channel];
      if (place === undefined || value === null || value === undefined) continue;
      if (typeof value === 'number') cells[at + place] = value;
      else {
        const stored = toStored(value);
        if (typeof stored === 'string' || stored instanceof Uint8Array) others.push([index, place, stored]);
      }
    }
    at += width;
    if (reading.notGood !== undefined) notGood.push([index, reading.notGood]);
  });
  return { row, head, cells, others, notGood };
}

/** The buffers of a batch that may be handed over instead of copied. */
export const buffersOf = ({ row, head, cells }: PackedBatch): ArrayBuffer[] => handedOver([row, head, cells]);

const handedOver = (arrays: readonly ArrayBufferView[]): ArrayBuffer[] =>
  arrays.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));

/** The batch that `packBatch` packed. */
export function unpackBatch({ row, head, cells, others, notGood }: PackedBatch): Incoming[] {
  let at = 0;
  const batch: Incoming[] = [];
  for (let index = 0; index < row.length; index += 1) {
    const stored = storedRows[row[index] ?? -1] ?? storedRow('');
    const width = stored.columns.length;
    const own = new Array<Cell>(width).fill(null);
    for (let column = 0; column < width; column += 1) {
      const value = cells[at + column] ?? Number.NaN;
      if (Number.isFinite(value)) own[column] = value;
    }
    at += width;
    const start = index * headSize;
    batch.push({
      at: index,
      row: stored,
      sourceId: head[start] ?? 0,
      element: head[start + 1] ?? 0,
      t: head[start + 2] ?? 0,
      receivedAt: head[start + 3] ?? 0,
      historical: head[start + 4] === 1,
      state: { cells: own, computed: 0, notGood: null },
    });
  }
  for (const [index, place, value] of others) {
    const incoming = batch[index];
    if (incoming !== undefined) incoming.state.cells[place] = value;
  }
  for (const [index, entries] of notGood) {
    const incoming = batch[index];
    if (incoming === undefined) continue;
    const places = new Map<number, NotGood>();
    for (const [channel, entry] of Object.entries(entries)) {
      const place = incoming.row.places.get(channel);
      if (place !== undefined) places.set(place, entry);
    }
    if (places.size > 0) incoming.state.notGood = places;
  }
  for (const { row: stored, state } of batch) state.computed = computedBits(stored, state.cells);
  return batch;
}

/** Rows of an outcome, in its order: a reading of the batch with what was derived for it, or a whole row. */
interface PackedRows {
  /** Places in the batch; −1 = the next one of `whole`. */
  readonly at: Int32Array;
  /** Derived channels of those that have a place, one after the other; NaN where there is none. */
  readonly derived: Float64Array;
  readonly whole: readonly Reading[];
  /** Of each row's series, as in `IngestResult`. */
  readonly before: Float64Array;
  readonly after: Float64Array;
}

export interface PackedOutcome extends Omit<IngestOutcome, 'newest'> {
  readonly newest: PackedRows;
}

/** Packs an outcome for the way back. */
export function packOutcome({ newest, ...rest }: IngestOutcome): PackedOutcome {
  const at = new Int32Array(newest.length);
  let size = 0;
  for (const { series, at: place } of newest) {
    if (place !== null) size += series.row.derived?.channels.length ?? 0;
  }
  const derived = new Float64Array(size);
  const whole: Reading[] = [];
  const before = new Float64Array(newest.length);
  const after = new Float64Array(newest.length);
  let next = 0;
  newest.forEach((pending, index) => {
    before[index] = pending.series.revisionBefore;
    after[index] = pending.series.revision;
    at[index] = pending.at ?? -1;
    if (pending.at === null) whole.push(readingOf(pending));
    else {
      for (const place of pending.series.row.derived?.channels ?? none) {
        derived[next] = numberOf(pending.state.cells[place]);
        next += 1;
      }
    }
  });
  return { ...rest, newest: { at, derived, whole, before, after } };
}

/** The buffers of an outcome that may be handed over instead of copied. */
export const buffersOfOutcome = ({ newest }: PackedOutcome): ArrayBuffer[] =>
  handedOver([newest.at, newest.derived, newest.before, newest.after]);

/** The result of a batch, from its packed outcome. */
export function resultOf(batch: readonly Reading[], outcome: PackedOutcome): IngestResult {
  const { stored, filled, duplicates, conflicts, conflictCount, newest, each } = outcome;
  return {
    stored,
    filled,
    duplicates,
    conflicts,
    conflictCount,
    newest: unpackRows(batch, newest),
    revisions: { before: newest.before, after: newest.after },
    ...(each === null ? {} : { each }),
  };
}

function unpackRows(batch: readonly Reading[], { at, derived, whole }: PackedRows): Reading[] {
  const found: Reading[] = [];
  let next = 0;
  let nextWhole = 0;
  for (const place of at) {
    const reading = place < 0 ? whole[nextWhole++] : batch[place];
    if (reading === undefined) continue;
    const names = place < 0 ? none : derivedNames(reading.row);
    found.push(names.length === 0 ? reading : withDerived(reading, names, derived, next));
    next += names.length;
  }
  return found;
}

const derivedNames = (row: string): readonly string[] => namesOf.get(row) ?? none;
const namesOf = new Map<string, readonly string[]>(
  storedRows.map(({ id, columns, derived }) => [
    id,
    (derived?.channels ?? []).map((place) => columns[place]?.name ?? ''),
  ]),
);

/** The reading with its derived channels, which stand in `derived` from `start` on. */
function withDerived(
  reading: Reading,
  names: readonly string[],
  derived: Float64Array,
  start: number,
): Reading {
  if (reading instanceof NumbersReading) return withNumbers(reading, derived, start);
  let values: Record<string, StoredValue> | null = null;
  for (let bit = 0; bit < names.length; bit += 1) {
    const value = derived[start + bit] ?? Number.NaN;
    const name = names[bit];
    if (Number.isNaN(value) || name === undefined) continue;
    values ??= { ...reading.values };
    values[name] = value;
  }
  if (values === null) return reading;
  const { sourceId, row, element, t, receivedAt, historical, notGood } = reading;
  const whole = { sourceId, row, element, t, receivedAt, historical, values };
  return notGood === undefined ? whole : { ...whole, notGood };
}

function withNumbers(reading: NumbersReading, derived: Float64Array, start: number): NumbersReading {
  const cells = reading.cells.slice();
  reading.stored.derived?.channels.forEach((place, bit) => {
    const value = derived[start + bit] ?? Number.NaN;
    if (!Number.isNaN(value)) cells[place] = value;
  });
  return reading.with(cells);
}
