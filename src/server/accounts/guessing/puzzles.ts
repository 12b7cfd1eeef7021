import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isSolved, type Puzzle } from '../../../base/proof-of-work.ts';

/** How long a puzzle is good, seconds: longer than the slowest browser takes for the hardest one. */
const goodFor = 300;
const parts = 16;
/** Zero bits of a part at first: 16 × 2¹² tries, about a tenth of a second. */
const easiest = 12;
/** At most 16 × 2¹⁷ tries: a few seconds on a desk, some more on a phone. */
const hardest = 17;
/** Failures after which a puzzle is asked for, and how many more double its work. */
const first = 3;
const doubledBy = 2;
/** Answered puzzles that are remembered, so that none is good twice. */
const remembered = 50_000;

const shape = /^([\w-]{22})\.(\d{1,2})\.([0-9a-z]{1,9})\.([\w-]{22})$/;

/**
 * Puzzles that stand where a picture to be read would (S4): the browser works, nobody has to see or hear anything. A
 * puzzle is bound to this server by its key, to an account and to its time by its signature, and good once. Nothing is
 * kept of those that are open, so that asking for many pushes nobody's out.
 */
export class Puzzles {
  /** Id → made at, of answered ones, in the order of their answers. */
  readonly #used = new Map<string, number>();
  /** Puzzles made before this moment are refused: one of them is no longer remembered. */
  #floor = 0;

  constructor(
    readonly key: Buffer,
    readonly now: () => number = Date.now,
    /** Zero bits of the easiest part; tests that ask for many take fewer. */
    readonly least = easiest,
  ) {}

  /** Zero bits that so many failures ask for. */
  bitsOf(failures: number): number {
    const more = Math.floor(Math.max(0, failures - first) / doubledBy);
    return this.least + Math.min(hardest - easiest, more);
  }

  #sign(id: string, bits: number, until: string, account: string): string {
    const text = `${id}.${bits}.${until}\n${account.toLowerCase()}`;
    return createHmac('sha256', this.key).update(text).digest('base64url').slice(0, 22);
  }

  /** A new puzzle for an account after so many failures; `seconds` is how long it is good. */
  create(account: string, failures: number): Puzzle & { readonly codeId: string; readonly seconds: number } {
    const id = randomBytes(16).toString('base64url');
    const bits = this.bitsOf(failures);
    const until = (this.now() + goodFor * 1000).toString(36);
    const seed = this.#sign(id, bits, until, account);
    return { codeId: `${id}.${bits}.${until}.${seed}`, seed, parts, bits, seconds: goodFor };
  }

  /**
   * True once for the right answers in time. A puzzle of another server, another account or with an easier part than
   * so many failures ask for is none; one bit of slack, since somebody else may have failed meanwhile.
   */
  answer(account: string, codeId: string | undefined, code: string | undefined, failures: number): boolean {
    const [, id = '', bitsText = '', until = '', seed = ''] = shape.exec(codeId ?? '') ?? [];
    if (id === '' || code === undefined) return false;
    const bits = Number(bitsText);
    const signed = this.#sign(id, bits, until, account);
    if (!timingSafeEqual(Buffer.from(signed), Buffer.from(seed))) return false;
    const made = Number.parseInt(until, 36) - goodFor * 1000;
    const now = this.now();
    // Also one from the future is none: a clock that was set back must not keep puzzles good for longer.
    if (made > now || now >= made + goodFor * 1000 || made <= this.#floor) return false;
    if (bits < this.bitsOf(failures) - 1 || this.#used.has(id)) return false;
    if (!isSolved({ seed, parts, bits }, code)) return false;
    this.#remember(id, made, now);
    return true;
  }

  #remember(id: string, made: number, now: number): void {
    this.#used.set(id, made);
    for (const [oldest, at] of this.#used) {
      const isOver = now >= at + goodFor * 1000;
      if (!isOver && this.#used.size <= remembered) return;
      if (!isOver) this.#floor = Math.max(this.#floor, at);
      this.#used.delete(oldest);
    }
  }
}
