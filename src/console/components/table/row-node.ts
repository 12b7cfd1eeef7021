import type { StationState } from '../../../domain/station-state.ts';
import { glyphNode } from './glyph-node.ts';

/** Of a row and of the column of times, px. */
export const rowHeight = 28;
export const timeWidth = 150;

/** How the body of a table looks: what stands in which cell. Column 0 is the time. */
export interface BodyLook {
  readonly rows: number;
  /** Class of each column's cells. */
  readonly columns: readonly string[];
  /** Which columns are of numbers, so on the right. */
  readonly numeric: readonly boolean[];
  /** `grid-template-columns` of a row, and its least width in px. */
  readonly template: string;
  readonly minWidth: number;
  text(row: number, column: number): string;
  /** The state whose shape and colour a cell has; null where it has none. */
  state(row: number, column: number): StationState | null;
}

interface Cell {
  readonly element: HTMLSpanElement;
  readonly text: Text;
  state: StationState | null;
}

/** One row on screen: its nodes stay, what is in them is another row's when it comes into sight. */
export class RowNode {
  readonly element = document.createElement('div');
  /** Of the row that it shows; -1 = none yet. */
  index = -1;
  #cells: readonly Cell[] = [];
  #current: HTMLSpanElement | null = null;

  /** Makes a cell for each column. */
  shape({ columns, template, minWidth }: BodyLook): void {
    const { element } = this;
    element.className = 'table__row num';
    element.setAttribute('role', 'row');
    element.tabIndex = -1;
    element.style.gridTemplateColumns = template;
    element.style.minWidth = `${minWidth}px`;
    if (this.#cells.length !== columns.length)
      this.#cells = columns.map(() => {
        const cell = document.createElement('span');
        cell.setAttribute('role', 'gridcell');
        cell.tabIndex = -1;
        const text = document.createTextNode('');
        cell.append(text);
        return { element: cell, text, state: null };
      });
    this.#cells.forEach((cell, column) => {
      cell.element.className = columns[column] ?? '';
      if (cell.state !== null) cell.element.firstChild?.remove();
      cell.state = null;
    });
    element.replaceChildren(...this.#cells.map((cell) => cell.element));
  }

  /** Shows a row at its height. */
  show(index: number, top: number, look: BodyLook): void {
    const { element } = this;
    if (index !== this.index) {
      this.index = index;
      element.style.transform = `translateY(${top}px)`;
      element.dataset['row'] = String(index);
      element.setAttribute('aria-rowindex', String(index + 2));
    }
    this.#cells.forEach((cell, column) => {
      const text = look.text(index, column);
      if (cell.text.data !== text) cell.text.data = text;
      const state = look.state(index, column);
      if (state === cell.state) return;
      if (cell.state !== null) cell.element.firstChild?.remove();
      if (state !== null) cell.element.prepend(glyphNode(state));
      const own = look.columns[column] ?? '';
      cell.element.className = state === null ? own : `${own} state--${state}`;
      cell.state = state;
    });
  }

  /** Marks it as the chosen row with its chosen column, or as not chosen (null). */
  choose(column: number | null): void {
    this.element.setAttribute('aria-selected', String(column !== null));
    const cell = column === null ? null : (this.#cells[column]?.element ?? null);
    if (cell === this.#current) return;
    this.#current?.removeAttribute('data-current');
    cell?.setAttribute('data-current', '');
    this.#current = cell;
  }
}
