import type { StationState } from '../../../../domain/station-state.ts';
import { glyphNode } from '../../../components/table/glyph-node.ts';
import { arrange, VirtualRows } from '../../../components/table/virtual-rows.ts';
import { type CellPosition, type CellRange, type Geometry, headHeight, rowHeight } from './geometry.ts';
import { markNode } from './marks.ts';

/** Drawn beyond the view, so that a slow scroll never shows an empty row. */
const beyond = 6;
/** Rows a frame from which on nothing is drawn beyond the view. */
const fastFrom = 8;

export type CellMark = 'differs' | 'pending' | 'problem';
export interface CellLook {
  readonly text: string;
  /** Stands small after a number; empty where there is none. */
  readonly unit: string;
  readonly classes: string;
  readonly mark: CellMark | null;
}
export interface HeadLook {
  readonly code: string;
  readonly name: string;
  readonly state: StationState | null;
}
/** What stands in which cell. */
export interface GridLook {
  readonly rows: number;
  readonly geometry: Geometry;
  /** Of the ids of cells. */
  readonly id: string;
  head(row: number): HeadLook;
  cell(row: number, field: number): CellLook;
  /** All of what a cell says, for who cannot see its marks and for its tooltip. */
  words(row: number, field: number): string;
}

interface Cell {
  readonly element: HTMLSpanElement;
  readonly text: Text;
  readonly unit: Text;
  field: number;
  mark: CellMark | null;
}

class RowNode {
  readonly element = document.createElement('div');
  readonly head = document.createElement('span');
  readonly #code = document.createElement('b');
  readonly #name = document.createElement('span');
  #state: StationState | null = null;
  cells: Cell[] = [];
  index = -1;

  constructor() {
    const { element, head } = this;
    element.className = 'mx__row num';
    element.setAttribute('role', 'row');
    element.tabIndex = -1;
    head.className = 'mx__station';
    head.setAttribute('role', 'rowheader');
    head.setAttribute('aria-colindex', '1');
    head.tabIndex = -1;
    head.append(this.#code, this.#name);
    element.append(head);
  }

  place(row: number, look: GridLook): void {
    this.element.style.transform = `translateY(${row * rowHeight}px)`;
    this.element.style.width = `${look.geometry.width}px`;
    this.element.dataset['row'] = String(row);
    this.element.setAttribute('aria-rowindex', String(row + 2));
    const { code, name, state } = look.head(row);
    this.head.style.width = `${look.geometry.frozen}px`;
    this.head.id = `${look.id}-${row}-0`;
    this.#code.textContent = code;
    this.#name.textContent = name;
    if (state === this.#state) return;
    if (this.#state !== null) this.head.firstChild?.remove();
    if (state !== null) this.head.prepend(glyphNode(state));
    this.#state = state;
  }

  /** A cell for each field in view; those of fields that are gone become those of fields that come. */
  make(count: number): void {
    while (this.cells.length < count) {
      const element = document.createElement('span');
      element.setAttribute('role', 'gridcell');
      element.tabIndex = -1;
      const text = document.createTextNode('');
      const unit = document.createTextNode('');
      const small = document.createElement('small');
      small.append(unit);
      element.append(text, small);
      this.cells.push({ element, text, unit, field: -1, mark: null });
      this.element.append(element);
    }
    while (this.cells.length > count) this.cells.pop()?.element.remove();
    for (const cell of this.cells) cell.field = -1;
  }
}

/** The cells of the matrix in sight, however many rows and columns there are. */
export class GridBody extends VirtualRows<GridLook, RowNode> {
  #cells = 0;
  #first = 0;
  #columns: readonly [number, number] = [0, 0];
  #chosen: CellRange = { row: 0, toRow: 0, column: 0, toColumn: 0 };
  #current: CellPosition = { row: 0, column: 0 };
  /** Called with the first and the last field in view. */
  onColumns: (first: number, last: number) => void = () => undefined;

  constructor(scroller: HTMLElement, body: HTMLElement) {
    super(scroller, body, { row: rowHeight, head: headHeight });
  }

  /** Draws other rows, columns or values. */
  set(look: GridLook): void {
    this.look = look;
    this.body.style.height = `${look.rows * rowHeight}px`;
    this.body.style.width = `${look.geometry.width}px`;
    for (const node of this.nodes) node.index = -1;
    this.redraw(true);
  }

  choose(current: CellPosition, chosen: CellRange): void {
    this.#current = current;
    this.#chosen = chosen;
    for (const node of this.nodes) if (node.index >= 0 && this.look !== null) this.#paint(node, this.look);
  }

  /** Scrolls as little as it takes for a cell to be in sight. */
  reveal({ row, column }: CellPosition): void {
    const { scroller, look } = this;
    if (look === null) return;
    this.scrollTo(row);
    if (column > 0) {
      const { lefts, frozen } = look.geometry;
      const [left = 0, right = 0] = [lefts[column - 1], lefts[column]];
      scroller.scrollLeft = Math.max(
        right - scroller.clientWidth,
        Math.min(left - frozen, scroller.scrollLeft),
      );
    }
    this.redraw(true);
  }

  protected override draw(look: GridLook, whole: boolean): void {
    const { scrollTop, scrollLeft, clientWidth } = this.scroller;
    const inView = Math.ceil(this.height / rowHeight) + 1;
    const first = Math.max(0, Math.min(Math.floor(scrollTop / rowHeight), look.rows - 1));
    const fast = !whole && Math.abs(first - this.#first) > fastFrom;
    this.#first = first;
    const columns = look.geometry.inView(scrollLeft, clientWidth || 1200);
    if (columns[0] !== this.#columns[0] || columns[1] !== this.#columns[1]) {
      this.#columns = columns;
      this.onColumns(...columns);
    }
    this.#makeNodes(inView + 2 * beyond, columns[1] - columns[0] + 2);
    const more = fast ? 0 : beyond;
    const to = Math.min(look.rows - 1, first + inView + more);
    for (let row = Math.max(0, first - more); row <= to; row += 1) {
      const node = this.nodeOf(row, (placed) => {
        placed.place(row, look);
        for (const cell of placed.cells) cell.field = -1;
      });
      if (node !== undefined) this.#fill(node, look);
    }
    if (whole) this.#rest(look);
  }

  #fill(node: RowNode, look: GridLook): void {
    const [first, last] = this.#columns;
    const { lefts } = look.geometry;
    const used = new Set<Cell>();
    for (let field = first; field <= last && field < lefts.length - 1; field += 1) {
      const cell = node.cells[field % node.cells.length];
      if (cell === undefined) continue;
      used.add(cell);
      if (cell.field === field) continue;
      cell.field = field;
      const { element } = cell;
      element.hidden = false;
      const left = lefts[field] ?? 0;
      element.style.left = `${left}px`;
      element.style.width = `${(lefts[field + 1] ?? 0) - left}px`;
      element.setAttribute('aria-colindex', String(field + 2));
      element.id = `${look.id}-${node.index}-${field + 1}`;
      element.dataset['column'] = String(field + 1);
      this.#write(cell, look.cell(node.index, field), node.index);
    }
    for (const cell of node.cells)
      if (!used.has(cell)) {
        cell.field = -1;
        cell.element.hidden = true;
      }
    this.#paintHead(node);
  }

  #write(cell: Cell, { text, unit, classes, mark }: CellLook, row: number): void {
    if (cell.text.data !== text) cell.text.data = text;
    if (cell.unit.data !== unit) cell.unit.data = unit;
    cell.element.className = `mx__cell ${classes}${this.#states(row, cell.field + 1)}`;
    if (cell.mark === mark) return;
    if (cell.mark !== null) cell.element.firstChild?.remove();
    if (mark !== null) cell.element.prepend(markNode(mark));
    cell.mark = mark;
  }

  #states(row: number, column: number): string {
    const { row: from, toRow, column: left, toColumn } = this.#chosen;
    const isChosen = row >= from && row <= toRow && column >= left && column <= toColumn;
    const isCurrent = row === this.#current.row && column === this.#current.column;
    return `${isChosen ? ' is-chosen' : ''}${isCurrent ? ' is-current' : ''}`;
  }

  #paintHead(node: RowNode): void {
    node.head.className = `mx__station${this.#states(node.index, 0)}`;
    const { row, toRow } = this.#chosen;
    node.element.setAttribute('aria-selected', String(node.index >= row && node.index <= toRow));
  }

  #paint(node: RowNode, look: GridLook): void {
    for (const cell of node.cells)
      if (cell.field >= 0) this.#write(cell, look.cell(node.index, cell.field), node.index);
    this.#paintHead(node);
  }

  #makeNodes(rows: number, cells: number): void {
    const wider = cells > this.#cells;
    if (this.nodes.length >= rows && !wider) return;
    this.#cells = Math.max(cells, this.#cells);
    for (const node of this.nodes) {
      node.index = -1;
      if (wider) node.make(this.#cells);
    }
    while (this.nodes.length < rows) {
      const node = new RowNode();
      node.make(this.#cells);
      this.nodes.push(node);
    }
  }

  /** At rest: rows and cells in their order, none left over, and what each says in words. */
  #rest(look: GridLook): void {
    const shown = this.settle(look);
    for (const node of shown) {
      const cells = node.cells.filter(({ field }) => field >= 0).sort((a, b) => a.field - b.field);
      arrange(
        node.element,
        cells.map(({ element }) => element),
        1,
      );
      for (const { element, field, mark } of cells)
        if (mark !== null || element.classList.contains('is-edited'))
          element.setAttribute('aria-label', look.words(node.index, field));
        else element.removeAttribute('aria-label');
    }
  }
}
