/** Where the cells of the matrix lie, px. Pure. */
import type { ParameterField } from '../../../../catalogue/model.ts';

export const rowHeight = 28;
export const headHeight = 62;

/** What is chosen, both ends inclusive; column 0 is that of the stations, the fields follow from 1. */
export interface CellRange {
  readonly row: number;
  readonly toRow: number;
  readonly column: number;
  readonly toColumn: number;
}
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

export const rangeOf = (a: CellPosition, b: CellPosition): CellRange => ({
  row: Math.min(a.row, b.row),
  toRow: Math.max(a.row, b.row),
  column: Math.min(a.column, b.column),
  toColumn: Math.max(a.column, b.column),
});

const widths: Readonly<Record<ParameterField['type'], number>> = {
  number: 128,
  flag: 128,
  enum: 136,
  set: 168,
  text: 168,
  date: 152,
  secret: 0,
};

/** Columns of fields side by side: `lefts[i]` is where field i begins, the last entry where all end. */
export class Geometry {
  readonly lefts: readonly number[];

  constructor(
    fields: readonly ParameterField[],
    /** Of the frozen column of stations. */
    readonly frozen: number,
  ) {
    const lefts = [frozen];
    for (const field of fields) lefts.push((lefts.at(-1) ?? 0) + widths[field.type]);
    this.lefts = lefts;
  }

  get width(): number {
    return this.lefts.at(-1) ?? this.frozen;
  }

  /** First and last field in view. */
  inView(scrollLeft: number, viewWidth: number): readonly [first: number, last: number] {
    const count = this.lefts.length - 1;
    const [from, to] = [scrollLeft + this.frozen, scrollLeft + viewWidth];
    let first = 0;
    while (first < count - 1 && (this.lefts[first + 1] ?? 0) <= from) first += 1;
    let last = first;
    while (last < count - 1 && (this.lefts[last + 1] ?? 0) < to) last += 1;
    return [first, last];
  }
}
