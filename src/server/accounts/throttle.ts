import { keepNewest } from '../keep-newest.ts';
import { addressKey } from './address.ts';

/** Failures of one account or address. */
interface Failures {
  count: number;
  last: number;
}

const forgottenAfter = 3_600_000;
const codeAfter = 3;
const slowAfter = 5;
const longestWait = 60_000;
const kept = 20_000;

/**
 * Growing waits per account and per address after failed logins; an account is never locked for good, and a wait of
 * an account counts only together with the address that caused it, so that nobody can lock another out (S5).
 */
export class Throttle {
  readonly #failures = new Map<string, Failures>();

  constructor(readonly now: () => number = Date.now) {}

  #count(key: string): Failures | null {
    const found = this.#failures.get(key);
    if (found === undefined || this.now() - found.last > forgottenAfter) return null;
    // A clock that was set back must not make anybody wait for longer.
    found.last = Math.min(found.last, this.now());
    return found;
  }

  static #keys(account: string, address: string): readonly string[] {
    const from = addressKey(address);
    return [`${from}\n${account.toLowerCase()}`, `${from}\n`];
  }

  /** Milliseconds to wait before the next try; 0 = at once. */
  wait(account: string, address: string): number {
    const waits = Throttle.#keys(account, address).map((key, index) => {
      const found = this.#count(key);
      // An address may serve a whole office: it is slowed later than one account behind it.
      const allowed = index === 0 ? slowAfter : slowAfter * 4;
      if (found === null || found.count < allowed) return 0;
      const pause = Math.min(longestWait, 1000 * 2 ** (found.count - allowed));
      return Math.max(0, found.last + pause - this.now());
    });
    return Math.max(...waits);
  }

  /** True when the next try must answer a verification code: after three failures per account or address (S4). */
  needsCode(account: string, address: string): boolean {
    return [`\n${account.toLowerCase()}`, `${addressKey(address)}\n`].some(
      (key) => (this.#count(key)?.count ?? 0) >= codeAfter,
    );
  }

  failed(account: string, address: string): void {
    for (const key of [...Throttle.#keys(account, address), `\n${account.toLowerCase()}`]) {
      const count = (this.#count(key)?.count ?? 0) + 1;
      this.#failures.delete(key);
      this.#failures.set(key, { count, last: this.now() });
    }
    // The oldest go: a flood of made-up names must not wipe out what is known of the others.
    keepNewest(this.#failures, kept);
  }

  /**
   * Forgives the failures of this account from this address, and no others: one good account must not wipe out what
   * an address tried on the rest, nor the owner's login what somebody else tries elsewhere.
   */
  succeeded(account: string, address: string): void {
    const [pair = '', ...sums] = [...Throttle.#keys(account, address), `\n${account.toLowerCase()}`];
    const forgiven = this.#count(pair)?.count ?? 0;
    this.#failures.delete(pair);
    for (const key of sums) {
      const found = this.#failures.get(key);
      if (found === undefined) continue;
      found.count -= forgiven;
      if (found.count <= 0) this.#failures.delete(key);
    }
  }
}
