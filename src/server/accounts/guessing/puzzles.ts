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
const shape = /^([\w-]{22})\.(\d{1,2})\.([0-9a-z]{1,9})\.([\w-]{22})$/;

/**
 * Puzzles that stand where a picture to be read would (S4): the browser works, nobody has to see or hear anything. A
 * puzzle is bound to this server by its key, to an account and to its time by its signature, and good once: what is
 * answered is kept (`attempts`). Nothing is kept of those that are open, so that asking for many pushes nobody's out.
 */
export class Puzzles {
  constructor(
    readonly key: Buffer,
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

  /** A new puzzle for an account after so many failures, made at a moment; `seconds` is how long it is good. */
  create(
    account: string,
    failures: number,
    at: number,
  ): Puzzle & { readonly codeId: string; readonly seconds: number } {
    const id = randomBytes(16).toString('base64url');
    const bits = this.bitsOf(failures);
    const until = (at + goodFor * 1000).toString(36);
    const seed = this.#sign(id, bits, until, account);
    return { codeId: `${id}.${bits}.${until}.${seed}`, seed, parts, bits, seconds: goodFor };
  }

  /**
   * What a puzzle with the right answers is called, in time; null for any other. A puzzle of another server, another
   * account or with an easier part than so many failures ask for is none; one bit of slack, since somebody else may have
   * failed meanwhile. Who takes it uses it up.
   */
  solved(
    account: string,
    codeId: string | undefined,
    code: string | undefined,
    now: { readonly failures: number; readonly at: number },
  ): string | null {
    const [, id = '', bitsText = '', until = '', seed = ''] = shape.exec(codeId ?? '') ?? [];
    if (id === '' || code === undefined) return null;
    const bits = Number(bitsText);
    const signed = this.#sign(id, bits, until, account);
    if (!timingSafeEqual(Buffer.from(signed), Buffer.from(seed))) return null;
    const made = Number.parseInt(until, 36) - goodFor * 1000;
    // Also one from the future is none: a clock that was set back must not keep puzzles good for longer.
    if (made > now.at || now.at >= made + goodFor * 1000) return null;
    if (bits < this.bitsOf(now.failures) - 1) return null;
    return isSolved({ seed, parts, bits }, code) ? id : null;
  }
}
