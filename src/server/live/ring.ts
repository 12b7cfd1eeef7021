/** An event that was sent, as text, with the company that it belongs to. */
export interface Past {
  readonly id: number;
  readonly companyId: number;
  readonly text: string;
}

/** The last events that were sent, bounded by number and by size, so that a stream can go on where it broke off. */
export class Ring {
  #events: Past[] = [];
  #size = 0;

  constructor(
    readonly mostEvents: number,
    /** Characters. */
    readonly mostText: number,
  ) {}

  push(event: Past): void {
    this.#events.push(event);
    this.#size += event.text.length;
    let gone = 0;
    while (this.#events.length - gone > this.mostEvents || this.#size > this.mostText) {
      this.#size -= this.#events[gone]?.text.length ?? 0;
      gone += 1;
    }
    if (gone > 0) this.#events = this.#events.slice(gone);
  }

  /** What followed an event; null where the ring no longer holds it. */
  after(id: string | undefined): readonly Past[] | null {
    const found = this.#events.findIndex((event) => String(event.id) === id);
    return found < 0 ? null : this.#events.slice(found + 1);
  }
}
