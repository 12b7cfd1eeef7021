/** View's height where nothing is laid out (yet), px. */
const unknownHeight = 600;
/** Still for this long, ms: what a fast scroll left out is done. */
const settleAfter = 120;

/** A node that shows one row after another. */
export interface ShownRow {
  readonly element: HTMLElement;
  /** The row that it shows; -1 = none. */
  index: number;
}

/** Makes elements the children of a parent from a place on, in their order; what is not among them stays or is moved behind. */
export function arrange(parent: HTMLElement, elements: readonly HTMLElement[], from = 0): void {
  elements.forEach((element, index) => {
    const there = parent.childNodes[from + index] ?? null;
    if (there !== element) parent.insertBefore(element, there);
  });
}

/**
 * The rows in sight of however many, written straight into nodes that stay: a scrolled row costs its texts and nothing
 * else. What a row looks like is the part of those who extend it; here is when rows are drawn, and in which node.
 */
export abstract class VirtualRows<Look extends { readonly rows: number }, Row extends ShownRow> {
  protected look: Look | null = null;
  protected nodes: Row[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #sizes = new ResizeObserver(() => this.redraw(true));

  constructor(
    readonly scroller: HTMLElement,
    readonly body: HTMLElement,
    /** Of a row and of the head above them, px. */
    readonly heights: { readonly row: number; readonly head: number },
  ) {
    scroller.addEventListener('scroll', this.#onScroll, { passive: true });
    this.#sizes.observe(scroller);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#sizes.disconnect();
    this.scroller.removeEventListener('scroll', this.#onScroll);
  }

  /** Draws what is in sight. `whole` = at rest: also beyond the view, and in order. */
  protected abstract draw(look: Look, whole: boolean): void;

  protected redraw(whole: boolean): void {
    if (this.look !== null) this.draw(this.look, whole);
  }

  /** Of the rows' part of the view, px. */
  protected get height(): number {
    return (this.scroller.clientHeight || unknownHeight) - this.heights.head;
  }

  /** Scrolls as little as it takes for a row to be in sight. */
  protected scrollTo(row: number): void {
    const { scroller, heights } = this;
    const top = row * heights.row;
    const wanted = Math.max(top + heights.row - this.height, Math.min(top, scroller.scrollTop));
    if (wanted !== scroller.scrollTop) scroller.scrollTop = wanted;
  }

  /** The node of a row; `place` writes the row into it where it showed another one. */
  protected nodeOf(row: number, place: (node: Row) => void): Row | undefined {
    const node = this.nodes[row % this.nodes.length];
    if (node === undefined || node.index === row) return node;
    // The focus is of the row that goes, not of the one that comes.
    if (node.element.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
    place(node);
    node.index = row;
    if (node.element.parentNode !== this.body) this.body.append(node.element);
    return node;
  }

  /** Puts the rows that are shown in their order into the page, then `last`, and takes out all else. Answers the rows. */
  protected settle(look: Look, ...last: readonly HTMLElement[]): readonly Row[] {
    const shown = this.nodes
      .filter(({ index }) => index >= 0 && index < look.rows)
      .sort((a, b) => a.index - b.index);
    const wanted = [...shown.map(({ element }) => element), ...last];
    const kept = new Set<Node>(wanted);
    for (const child of [...this.body.childNodes]) if (!kept.has(child)) child.remove();
    arrange(this.body, wanted);
    return shown;
  }

  readonly #onScroll = (): void => {
    this.redraw(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.redraw(true), settleAfter);
  };
}
