import { type BodyLook, RowNode } from './row-node.ts';

export const rowHeight = 28;
const headHeight = 42;
/** Rows drawn beyond the view, so that a slow scroll never shows an empty one. */
const beyond = 10;
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
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #sizes = new ResizeObserver(() => this.#draw(true));
  /** Told the last row that is drawn. */
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
    const first = Math.floor(top / rowHeight);
    const last = Math.min(look.rows, first + inView) - 1;
    const count = this.#nodes.length;
    let fresh = 0;
    for (let row = Math.max(0, first); row <= last; row += 1)
      if (this.#nodes[row % count]?.index !== row) fresh += 1;
    // A page at once: what lies beyond it would be gone with the next frame.
    const more = whole || fresh < inView / 2 ? beyond : 0;
    const from = Math.max(0, Math.min(first, look.rows - 1) - more);
    const to = Math.min(look.rows - 1, last + more);
    for (let row = from; row <= to; row += 1) this.#show(look, row);
    if (whole) this.#arrange(look);
    this.onLast(Math.min(look.rows - 1, last + beyond));
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
    const kept = new Set<Node>(sorted.map(({ element }) => element));
    for (const child of [...this.body.childNodes]) if (!kept.has(child)) child.remove();
    sorted.forEach(({ element }, place) => {
      const at = this.body.childNodes[place] ?? null;
      if (at !== element) this.body.insertBefore(element, at);
    });
  }
}
