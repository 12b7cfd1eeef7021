import { FastLines } from './fast-lines.ts';
import { type BodyLook, RowNode, rowHeight, timeWidth } from './row-node.ts';

const headHeight = 42;
/** Rows drawn beyond the view, so that a slow scroll never shows an empty one. */
const beyond = 10;
/** Rows a frame from which on a scroll is fast, and until which it stays so. */
const fastFrom = 8;
const fastUntil = 2;
const fastBeyond = 2;
/** View's height where nothing is laid out (yet), px. */
const unknownHeight = 600;
/** Still for this long, ms: what a fast scroll left out is done. */
const settleAfter = 120;

/**
 * The rows of a table in sight, written straight into nodes that stay: a scrolled row costs its texts and nothing
 * else. Rows lie in the order of their numbers again when the scroll has come to rest.
 */
export class TableBody {
  #look: BodyLook | null = null;
  #nodes: RowNode[] = [];
  #chosen = { row: 0, column: 0 };
  /** First row in view when it was last drawn. */
  #first = 0;
  readonly #fast = new FastLines();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #sizes = new ResizeObserver(() => this.#draw(true));
  /** Called with the last row that is drawn. */
  onLast: (row: number) => void = () => undefined;

  constructor(
    readonly scroller: HTMLElement,
    readonly body: HTMLElement,
  ) {
    scroller.addEventListener('scroll', this.#onScroll, { passive: true });
    this.#sizes.observe(scroller);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#sizes.disconnect();
    this.scroller.removeEventListener('scroll', this.#onScroll);
  }

  /** Draws other rows or columns. */
  set(look: BodyLook): void {
    const before = this.#look;
    this.#look = look;
    this.body.style.height = `${look.rows * rowHeight}px`;
    const shaped = before?.columns === look.columns && before.template === look.template;
    for (const node of this.#nodes) {
      if (!shaped) node.shape(look);
      node.index = -1;
    }
    this.#draw(true);
  }

  choose(row: number, column: number): void {
    this.#chosen = { row, column };
    for (const node of this.#nodes) node.choose(node.index === row ? column : null);
  }

  /** Scrolls as little as it takes for a row to be in sight. */
  reveal(row: number): void {
    const { scroller } = this;
    const height = this.#height();
    const top = row * rowHeight;
    const wanted = Math.max(top + rowHeight - height, Math.min(top, scroller.scrollTop));
    if (wanted !== scroller.scrollTop) scroller.scrollTop = wanted;
    this.#draw(true);
  }

  #height(): number {
    return (this.scroller.clientHeight || unknownHeight) - headHeight;
  }

  readonly #onScroll = (): void => {
    this.#draw(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#draw(true), settleAfter);
  };

  /** `whole` = also beyond the view, and in order. */
  #draw(whole: boolean): void {
    const look = this.#look;
    if (look === null) return;
    const top = this.scroller.scrollTop;
    const height = this.#height();
    const inView = Math.ceil(height / rowHeight) + 1;
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
    if (rested) this.#arrange(look);
  }

  #show(look: BodyLook, row: number): void {
    const node = this.#nodes[row % this.#nodes.length];
    if (node === undefined || node.index === row) return;
    // The focus is of the row that goes, not of the one that comes.
    if (node.index >= 0 && node.element.contains(document.activeElement))
      this.scroller.focus({ preventScroll: true });
    node.show(row, row * rowHeight, look);
    if (node.element.parentNode !== this.body) this.body.append(node.element);
    node.choose(row === this.#chosen.row ? this.#chosen.column : null);
  }

  #makeNodes(look: BodyLook, count: number): void {
    if (this.#nodes.length >= count) return;
    for (const node of this.#nodes) node.index = -1;
    while (this.#nodes.length < count) {
      const node = new RowNode();
      node.shape(look);
      this.#nodes.push(node);
    }
  }

  /** Puts the rows that are there in their order into the page, and takes out those that are not. */
  #arrange(look: BodyLook): void {
    const sorted = this.#nodes
      .filter(({ index }) => index >= 0 && index < look.rows)
      .sort((a, b) => a.index - b.index);
    const wanted = [...sorted, this.#fast].map(({ element }) => element);
    const kept = new Set<Node>(wanted);
    for (const child of [...this.body.childNodes]) if (!kept.has(child)) child.remove();
    wanted.forEach((element, place) => {
      const at = this.body.childNodes[place] ?? null;
      if (at !== element) this.body.insertBefore(element, at);
    });
  }
}
