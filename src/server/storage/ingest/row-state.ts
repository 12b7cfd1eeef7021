/** A row on its way into its table, and how rows of the same time become one. */
import type { Cell } from '../executor.ts';
import type { Conflict, ConflictRule, NotGood, Reading } from '../storage.ts';
import type { StoredRow } from '../tables.ts';
import { toStored } from './cells.ts';

export type NotGoodByPlace = ReadonlyMap<number, NotGood>;

/** A row's content. */
export interface RowState {
  /** By column; null is missing. Derived channels that nobody sent are null until they are computed. */
  cells: Cell[];
  /** Bits of the row's derived channels: 1 = the server's to compute, 0 = sent. */
  computed: number;
  notGood: Map<number, NotGood> | null;
}

/** Two values of one channel and time are the same; digits that only a parser can lose do not make them two. */
export function sameCell(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
  }
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return false;
}

/** All bits of a row's derived channels. */
export function allComputed({ derived }: StoredRow): number {
  return derived === null ? 0 : 2 ** derived.channels.length - 1;
}

/** The content of a reading; what the device does not vouch for stands apart. */
export function stateOf(row: StoredRow, { values, notGood }: Pick<Reading, 'values' | 'notGood'>): RowState {
  const cells: Cell[] = row.columns.map(({ name }) => toStored(values[name]));
  return { cells, computed: computedBits(row, cells), notGood: notGood ? placesOf(row, notGood) : null };
}

/** The bits of derived channels that were not sent. */
export function computedBits({ derived }: StoredRow, cells: readonly Cell[]): number {
  if (derived === null) return 0;
  const { channels } = derived;
  let bits = 0;
  for (let bit = 0; bit < channels.length; bit += 1) {
    if (cells[channels[bit] ?? -1] === null) bits |= 1 << bit;
  }
  return bits;
}

function placesOf(row: StoredRow, notGood: NonNullable<Reading['notGood']>): Map<number, NotGood> | null {
  const places = new Map<number, NotGood>();
  for (const [channel, entry] of Object.entries(notGood)) {
    const place = row.places.get(channel);
    if (place !== undefined) places.set(place, { quality: entry.quality, value: toStored(entry.value) });
  }
  return places.size === 0 ? null : places;
}

/** What a merge did to the first of two rows. */
export interface Merged {
  /** Columns that have another value now, with the one they had. */
  readonly changed: ReadonlyMap<number, Cell>;
  /** Values apart from the row's have changed. */
  readonly notGoodChanged: boolean;
  readonly conflicts: readonly Pick<Conflict, 'channel' | 'stored' | 'offered'>[];
}
const untouched: Merged = { changed: new Map(), notGoodChanged: false, conflicts: [] };

/**
 * Merges a later message's row into the row of the same time, by column: an empty one is filled, an equal value
 * changes nothing, of two different ones the rule says which stays. `overwrite` is the rule of what the server computes
 * itself: the later one stays, and that they differ is no conflict.
 */
export function mergeInto(
  row: StoredRow,
  into: RowState,
  later: RowState,
  rule: ConflictRule | 'overwrite',
): Merged {
  const changed = new Map<number, Cell>();
  const conflicts: Merged['conflicts'][number][] = [];
  const bits = new Map(row.derived?.channels.map((place, bit) => [place, 1 << bit]));
  later.cells.forEach((offered, place) => {
    if (offered === null) return;
    const bit = bits.get(place) ?? 0;
    const stored = (into.computed & bit) !== 0 ? null : (into.cells[place] ?? null);
    if (stored !== null && sameCell(stored, offered)) return;
    if (stored !== null && rule !== 'overwrite') {
      conflicts.push({ channel: row.columns[place]?.name ?? '', stored, offered });
      if (rule !== 'replace') return;
    }
    changed.set(place, stored);
    into.cells[place] = offered;
    into.computed &= ~bit;
    into.notGood?.delete(place);
  });
  const notGoodChanged = mergeNotGood(into, later);
  return changed.size === 0 && conflicts.length === 0 && !notGoodChanged
    ? untouched
    : { changed, notGoodChanged, conflicts };
}

/** Of what a device does not vouch for the first stays, and a good value takes its place. */
function mergeNotGood(into: RowState, { notGood }: RowState): boolean {
  let changed = false;
  for (const [place, entry] of notGood ?? []) {
    if (into.cells[place] !== null && (into.cells[place] ?? null) !== null) continue;
    if (into.notGood?.has(place)) continue;
    into.notGood ??= new Map();
    into.notGood.set(place, entry);
    changed = true;
  }
  return changed;
}
