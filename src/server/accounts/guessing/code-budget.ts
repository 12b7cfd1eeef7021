import { keepNewest } from '../../keep-newest.ts';
import { isPair } from '../totp-code.ts';
import type { Trying } from './throttle.ts';

/** Wrong single codes behind the right password, a day. */
const most = 10;
const day = 86_400_000;
const kept = 20_000;

/**
 * How many one-time codes somebody with the right password may try: ten wrong ones a day for an account from all
 * devices that are not known together, and ten on each known device. After that a single code is not looked at any
 * more, and two that follow each other are, always: its owner can type them whatever others do, and twelve digits are
 * not to be guessed at any rate that the password's hash allows.
 */
export class CodeBudget {
  readonly #wrong = new Map<string, { since: number; count: number }>();

  constructor(readonly now: () => number = Date.now) {}

  static #key({ account, device }: Trying): string {
    return device ? `device ${device}` : `account ${account.toLowerCase()}`;
  }

  #count(who: Trying): number {
    const found = this.#wrong.get(CodeBudget.#key(who));
    if (found === undefined) return 0;
    // A clock that was set back must not make a day longer.
    found.since = Math.min(found.since, this.now());
    return this.now() - found.since < day ? found.count : 0;
  }

  /** True when what was typed may be looked at. */
  allows(who: Trying, code: string): boolean {
    return isPair(code) || this.#count(who) < most;
  }

  /** Two codes that were wrong count for nothing: they are no way to find out one. */
  failed(who: Trying, code: string): void {
    if (isPair(code)) return;
    const key = CodeBudget.#key(who);
    const count = this.#count(who) + 1;
    const since = count === 1 ? this.now() : (this.#wrong.get(key)?.since ?? this.now());
    this.#wrong.delete(key);
    this.#wrong.set(key, { since, count });
    keepNewest(this.#wrong, kept);
  }
}
