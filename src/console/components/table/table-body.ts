import { FastLines } from './fast-lines.ts';
import { type BodyLook, RowNode, rowHeight, timeWidth } from './row-node.ts';
import { VirtualRows } from './virtual-rows.ts';

const headHeight = 42;
/** Rows drawn beyond the view, so that a slow scroll never shows an empty one. */
const beyond = 10;
/** Rows a frame from which on a scroll is fast, and until which it stays so. */
const fastFrom = 8;
const fastUntil = 2;
const fastBeyond = 2;
/** The rows of a table in sight; those of a fast scroll are lines of text until it comes to rest. */
export class TableBody extends VirtualRows<BodyLook, RowNode> {
  #chosen = { row: 0, column: 0 };
  /** First row in view when it was last drawn. */
  #first = 0;
  readonly #fast = new FastLines();
  /** Called with the last row that is drawn. */
  onLast: (row: number) => void = () => undefined;

  constructor(scroller: HTMLElement, body: HTMLElement) {
    super(scroller, body, { row: rowHeight, head: headHeight });
  }

  /** Draws other rows or columns. */
  set(look: BodyLook): void {
    const before = this.look;
    this.look = look;
    this.body.style.height = `${look.rows * rowHeight}px`;
    const shaped = before?.columns === look.columns && before.template === look.template;
    for (const node of this.nodes) {
      if (!shaped) node.shape(look);
      node.index = -1;
    }
    this.redraw(true);
  }

  choose(row: number, column: number): void {
    this.#chosen = { row, column };
    for (const node of this.nodes) node.choose(node.index === row ? column : null);
  }

  reveal(row: number): void {
    this.scrollTo(row);
    this.redraw(true);
  }

  protected override draw(look: BodyLook, whole: boolean): void {
    const top = this.scroller.scrollTop;
    const inView = Math.ceil(this.height / rowHeight) + 1;
    this.#makeNodes(look, inView + 2 * beyond);
    const first = Math.min(Math.floor(top / rowHeight), look.rows - 1);
    const last = Math.min(look.rows, first + inView) - 1;
    const moved = Math.abs(first - this.#first);
    this.#first = first;
    this.onLast(Math.min(look.rows - 1, last + beyond));
    if (!whole && moved > (this.#fast.element.hidden ? fastFrom : fastUntil)) {
      const { clientWidth: width, scrollLeft: left } = this.scroller;
      const column = (Math.max(look.minWidth, width) - timeWidth) / (look.columns.length - 1);
      const to = Math.min(look.rows - 1, last + fastBeyond);
      this.#fast.show(look, first, to, { top: first * rowHeight, left, width, column });
      this.body.classList.add('table__lines--fast');
      return;
    }
    const rested = whole || !this.#fast.element.hidden;
    this.#fast.hide();
    this.body.classList.remove('table__lines--fast');
    const from = Math.max(0, first - beyond);
    const to = Math.min(look.rows - 1, last + beyond);
    for (let row = from; row <= to; row += 1) this.#show(look, row);
    if (rested) this.settle(look, this.#fast.element);
  }

  #show(look: BodyLook, row: number): void {
    this.nodeOf(row, (node) => {
      node.show(row, row * rowHeight, look);
      node.choose(row === this.#chosen.row ? this.#chosen.column : null);
    });
  }

  #makeNodes(look: BodyLook, count: number): void {
    if (this.nodes.length >= count) return;
    for (const node of this.nodes) node.index = -1;
    while (this.nodes.length < count) {
      const node = new RowNode();
      node.shape(look);
      this.nodes.push(node);
    }
  }
}
