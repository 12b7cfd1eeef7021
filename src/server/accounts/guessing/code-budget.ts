import { isPair } from '../totp-code.ts';
import type { AttemptKey, Attempts } from './attempts.ts';
import type { Trying } from './throttle.ts';

/** Wrong single codes behind the right password, a day. */
const most = 10;
const day = 86_400_000;

/**
 * How many one-time codes somebody with the right password may try: ten wrong ones a day for an account from all
 * devices that are not known together, and ten on each known device. After that a single code is not looked at any
 * more, and two that follow each other are, always: its owner can type them whatever others do, and twelve digits are
 * not to be guessed at any rate that the password's hash allows.
 */
export class CodeBudget {
  constructor(readonly attempts: Attempts) {}

  static #keys({ account, device }: Trying): readonly [AttemptKey] {
    return [{ kind: 'code', name: device ? `device ${device}` : `account ${account.toLowerCase()}` }];
  }

  /**
   * True when what was typed may be looked at: it is counted as wrong until `right`. Two codes that were wrong count for
   * nothing: they are no way to find out one.
   */
  async take(who: Trying, code: string): Promise<boolean> {
    if (isPair(code)) return true;
    return this.attempts.change(CodeBudget.#keys(who), ([known = null], at) => {
      const today = known !== null && at - known.since < day ? known : null;
      const count = today?.count ?? 0;
      if (count >= most) return { next: null, answer: false };
      const tally = { count: count + 1, since: today?.since ?? at, last: at, pending: 0, tried: at };
      return { next: [tally], answer: true };
    });
  }

  /** What was taken was right. */
  async right(who: Trying, code: string): Promise<void> {
    if (isPair(code)) return;
    await this.attempts.change(CodeBudget.#keys(who), ([known = null]) => ({
      next: [known === null || known.count <= 1 ? null : { ...known, count: known.count - 1 }],
      answer: null,
    }));
  }
}
