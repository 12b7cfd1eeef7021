import type { Permission } from '../../base/permissions.ts';

/** An event that was sent, or would have been: its text is written when the first stream asks for it. */
export class Past {
  #text: string | null = null;
  #write: (() => string) | null;

  constructor(
    readonly id: number,
    readonly companyId: number,
    /** Readings or stations inside. */
    readonly weight: number,
    write: () => string,
    /** The permission that is required to receive it. */
    readonly permission: Permission = 'station:data:view',
  ) {
    this.#write = write;
  }

  get text(): string {
    if (this.#write !== null) this.#text = this.#write();
    this.#write = null;
    return this.#text ?? '';
  }
}

/** The last events, bounded by number and by what is in them, so that a stream can go on where it broke off. */
export class Ring {
  #events: Past[] = [];
  #weight = 0;
  /** Id of the newest event that is not held (any more). */
  #before: number;

  constructor(
    readonly mostEvents: number,
    /** Readings and stations in all of them. */
    readonly mostWeight: number,
    /** What came before the first: nothing was missed since. */
    start: number,
  ) {
    this.#before = start;
  }

  push(event: Past): void {
    this.#events.push(event);
    this.#weight += event.weight;
    let gone = 0;
    while (this.#events.length - gone > this.mostEvents || this.#weight > this.mostWeight) {
      const oldest = this.#events[gone];
      if (oldest === undefined) break;
      this.#weight -= oldest.weight;
      this.#before = oldest.id;
      gone += 1;
    }
    if (gone > 0) this.#events.splice(0, gone);
  }

  /** Forgets all events; `start`: id of what is taken for the newest of them. */
  clear(start: number): void {
    this.#events = [];
    this.#weight = 0;
    this.#before = start;
  }

  /** What followed an event; null where the ring no longer holds it. */
  after(id: string | undefined): readonly Past[] | null {
    if (id === String(this.#before)) return this.#events.slice();
    const found = this.#events.findIndex((event) => String(event.id) === id);
    return found < 0 ? null : this.#events.slice(found + 1);
  }
}
