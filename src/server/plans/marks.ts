import { randomBytes } from 'node:crypto';

/** A mark older than this is answered with everything, ms: what only time changes is returned by then. */
const oldest = 60_000;

/**
 * Since when which devices moved, so that a console that follows a plan receives those alone. Of this process: a mark
 * of another one is answered with everything.
 */
export class PlanMarks {
  readonly #process = randomBytes(6).toString('hex');
  readonly #last = new Map<number, number>();
  #count = 0;

  constructor(readonly now: () => number = Date.now) {}

  /** Something of an RTU moved. */
  moved(rtuId: number): void {
    this.#count += 1;
    this.#last.set(rtuId, this.#count);
  }

  /**
   * Taken before a plan is read: what moves while it is read is returned again. `whole`: when all of it was returned.
   */
  mark(revision: number, whole = this.now()): string {
    return `${this.#process}.${revision}.${this.#count}.${whole}`;
  }

  /** Which RTUs moved since a mark, and its time; null where everything is to be returned. */
  since(
    mark: string,
    revision: number,
  ): { readonly moved: readonly number[]; readonly whole: number } | null {
    const [process, of, count, whole] = mark.split('.');
    if (process !== this.#process || Number(of) !== revision) return null;
    const [from, reported] = [Number(count), Number(whole)];
    if (!Number.isInteger(from) || !(this.now() - reported < oldest)) return null;
    return { moved: [...this.#last].flatMap(([rtuId, at]) => (at > from ? [rtuId] : [])), whole: reported };
  }
}
