import type { Cell } from '../executor.ts';
import type { Conflict, ConflictRule, Reading } from '../storage.ts';
import type { ChangedCells } from './backend.ts';
import { notGoodText, valuesOf } from './cells.ts';
import type { Incoming } from './core.ts';
import { intervalOf } from './days.ts';
import type { SourceFacts } from './facts.ts';
import { computedBits, mergeInto, type RowState } from './row-state.ts';
import type { Series } from './series.ts';
import type { WholeRow } from './whole-row.ts';

type Arrived = Pick<Incoming, 't' | 'receivedAt' | 'historical' | 'state'> & { readonly at: number | null };

/** A row of a batch: all that the batch says of one series at one time, and what the table has there. */
export class Pending implements WholeRow {
  readonly t: number;
  /** Newer than all that was stored: the table cannot have it. */
  readonly isFresh: boolean;
  receivedAt: number;
  historical: 0 | 1;
  state: RowState;
  readonly #at: number | null;
  /** Most rows come in one message and meet nothing: what they do not need is not made. */
  #later: RowState[] | null = null;
  #found: WholeRow | null = null;
  #changed: Map<number, Cell> | null = null;
  #notGoodChanged = false;
  /** ms: the length of the interval that the table's row had. */
  formerInterval = 0;

  constructor(
    readonly series: Series,
    readonly facts: SourceFacts,
    { at, t, receivedAt, historical, state }: Arrived,
  ) {
    this.#at = at;
    this.t = t;
    this.receivedAt = receivedAt;
    this.historical = historical ? 1 : 0;
    this.state = state;
    this.isFresh = t > series.t;
  }

  get sourceId(): number {
    return this.series.key.sourceId;
  }
  get element(): number {
    return this.series.key.element;
  }
  /** Place in the batch of the reading that is the whole row, but for what was derived; null where it is not. */
  get at(): number | null {
    return this.isNew && this.#later === null ? this.#at : null;
  }
  /** True where the table does not have the row. */
  get isNew(): boolean {
    return this.#found === null;
  }
  get hasChanged(): boolean {
    return this.isNew || this.#changed !== null || this.#notGoodChanged;
  }
  /** Columns that have another value than the table had, with that value. */
  get changed(): ReadonlyMap<number, Cell> {
    return this.#changed ?? new Map();
  }

  /** Another message of the same time. */
  add(state: RowState): void {
    this.#later ??= [];
    this.#later.push(state);
  }

  /** The table has a row of this time. */
  meets(found: WholeRow): void {
    this.#found = found;
    this.receivedAt = found.receivedAt;
    this.historical = found.historical;
    this.formerInterval = intervalOf(this.series.row, found.state);
  }

  /** Merges everything; values that differ are added to `conflicts`. */
  settle(rule: ConflictRule | 'overwrite', conflicts: Conflict[]): void {
    const later = this.#later ?? [];
    if (this.#found === null) {
      for (const state of later) this.#merge(this.state, state, rule, conflicts);
      if (later.length > 0) this.state.computed = computedBits(this.series.row, this.state.cells);
      return;
    }
    const { state: base } = this.#found;
    for (const state of [this.state, ...later]) this.#merge(base, state, rule, conflicts);
    this.state = base;
  }

  #merge(base: RowState, state: RowState, rule: ConflictRule | 'overwrite', conflicts: Conflict[]): void {
    const { row, key } = this.series;
    const merged = mergeInto(row, base, state, rule);
    for (const [place, was] of merged.changed) {
      this.#changed ??= new Map();
      if (!this.#changed.has(place)) this.#changed.set(place, was);
    }
    this.#notGoodChanged ||= merged.notGoodChanged;
    for (const conflict of merged.conflicts) conflicts.push({ ...key, t: this.t, ...conflict });
  }

  /** What was derived for the row. */
  becomes(state: RowState): void {
    this.state = state;
  }

  /** Offers the row to its series' newest values; true where it moved one on. */
  offer(): boolean {
    return this.hasChanged && this.series.offer(this.t, this.receivedAt, this.state);
  }

  /** The whole content for an update: `computed` where the row has derived channels, `not_good`, all columns. */
  cells(): ChangedCells {
    const { row } = this.series;
    const computed = row.derived === null ? [] : [this.state.computed];
    const cells = [...computed, notGoodText(row, this.state), ...this.state.cells];
    return { sourceId: this.sourceId, element: this.element, t: this.t, cells };
  }
}

/** The row as it is stored now. */
export function readingOf({ series, t, receivedAt, historical, state }: Pending): Reading {
  const { key, row } = series;
  const notGood = [...(state.notGood ?? [])].map(([place, entry]) => [row.columns[place]?.name ?? '', entry]);
  return {
    ...key,
    t,
    receivedAt,
    historical: historical === 1,
    values: valuesOf(row, state.cells),
    ...(notGood.length === 0 ? {} : { notGood: Object.fromEntries(notGood) }),
  };
}
