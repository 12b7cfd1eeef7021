/** Batches and their outcomes as they cross to the writer's thread: numbers in transferred arrays, the rest by copy. */
import type { Cell } from '../executor.ts';
import type { IngestResult, NotGood, Reading } from '../storage.ts';
import { type StoredRow, storedRow, storedRows } from '../tables.ts';
import { toStored } from './cells.ts';
import type { Incoming, Outcome } from './core.ts';
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
    const { sourceId, element, t, receivedAt, historical, values } = reading;
    const start = index * headSize;
    head[start] = sourceId;
    head[start + 1] = element;
    head[start + 2] = t;
    head[start + 3] = receivedAt;
    head[start + 4] = historical ? 1 : 0;
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
    at += rows[index]?.columns.length ?? 0;
    if (reading.notGood !== undefined) notGood.push([index, reading.notGood]);
  });
  return { row, head, cells, others, notGood };
}

/** The buffers of a batch that may be handed over instead of copied. */
export const buffersOf = ({ row, head, cells }: PackedBatch): ArrayBuffer[] =>
  [row, head, cells].flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));

/** The batch that `packBatch` packed. */
export function unpackBatch({ row, head, cells, others, notGood }: PackedBatch): Incoming[] {
  let at = 0;
  const batch = Array.from(row, (place, index): Incoming => {
    const stored = storedRows[place] ?? storedRow('');
    const own: Cell[] = [];
    for (let column = 0; column < stored.columns.length; column += 1) {
      const value = cells[at + column] ?? Number.NaN;
      own.push(Number.isFinite(value) ? value : null);
    }
    at += stored.columns.length;
    const start = index * headSize;
    return {
      at: index,
      row: stored,
      sourceId: head[start] ?? 0,
      element: head[start + 1] ?? 0,
      t: head[start + 2] ?? 0,
      receivedAt: head[start + 3] ?? 0,
      historical: head[start + 4] === 1,
      state: { cells: own, computed: 0, notGood: null },
    };
  });
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

/** A row of an outcome: a reading of the batch with what was derived for it, or a whole row. */
type PackedRow = { readonly at: number; readonly derived: readonly Cell[] } | { readonly reading: Reading };

export interface PackedOutcome extends Omit<Outcome, 'newest'> {
  readonly newest: readonly PackedRow[];
}

/** Packs an outcome for the way back. */
export function packOutcome({ newest, ...rest }: Outcome): PackedOutcome {
  return {
    ...rest,
    newest: newest.map((pending): PackedRow => {
      const { series, state, at } = pending;
      const derived = series.row.derived?.channels ?? [];
      return at === null
        ? { reading: readingOf(pending) }
        : { at, derived: derived.map((place) => state.cells[place] ?? null) };
    }),
  };
}

/** The result of a batch, from its packed outcome. */
export function resultOf(batch: readonly Reading[], outcome: PackedOutcome): IngestResult {
  const { stored, filled, duplicates, conflicts, conflictCount, newest } = outcome;
  return {
    stored,
    filled,
    duplicates,
    conflicts,
    conflictCount,
    newest: newest.flatMap((packed): Reading[] => {
      if ('reading' in packed) return [packed.reading];
      const reading = batch[packed.at];
      return reading === undefined ? [] : [withDerived(reading, packed.derived)];
    }),
  };
}

function withDerived(reading: Reading, derived: readonly Cell[]): Reading {
  if (derived.every((cell) => cell === null)) return reading;
  const { columns, derived: rule } = storedRow(reading.row);
  const values = { ...reading.values };
  rule?.channels.forEach((place, bit) => {
    const cell = derived[bit] ?? null;
    const name = columns[place]?.name;
    if (cell !== null && name !== undefined) values[name] = cell;
  });
  return { ...reading, values };
}
