import { keepNewest } from '../../keep-newest.ts';
import { addressKey } from '../address.ts';

/** Who tries, as the throttle distinguishes people. */
export interface Trying {
  readonly account: string;
  readonly address: string;
  /** A device that the account was signed in from before; null or left out = none that is known. */
  readonly device?: string | null | undefined;
  /** A session of the account, in which somebody proves once more who it is. */
  readonly session?: string | null | undefined;
}

/** Failures of one account, address, device or session. */
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
 * Growing waits after failed logins, per account and per address; an account is never locked for good, and a wait of
 * an account counts only together with the address that caused it, so that nobody can lock another out (S5). A known
 * device and a session have a budget of their own: what others do to the account or from the address does not slow
 * them, and what they do wrong slows themselves (S71). A session's failures count for the address too (S23): a stolen
 * one is no way round.
 */
export class Throttle {
  readonly #failures = new Map<string, Failures>();
  /** Of devices and sessions, apart: no flood of made-up names wipes them out. */
  readonly #own = new Map<string, Failures>();

  constructor(readonly now: () => number = Date.now) {}

  #count(map: Map<string, Failures>, key: string): Failures | null {
    const found = map.get(key);
    if (found === undefined || this.now() - found.last > forgottenAfter) return null;
    // A clock that was set back must not make anybody wait for longer.
    found.last = Math.min(found.last, this.now());
    return found;
  }

  #pause(found: Failures | null, allowed: number): number {
    if (found === null || found.count < allowed) return 0;
    const pause = Math.min(longestWait, 1000 * 2 ** (found.count - allowed));
    return Math.max(0, found.last + pause - this.now());
  }

  static #ownKey({ device, session }: Trying): string | null {
    if (device) return `device ${device}`;
    return session ? `session ${session}` : null;
  }

  static #keys({ account, address }: Trying): readonly [string, string] {
    const from = addressKey(address);
    return [`${from}\n${account.toLowerCase()}`, `${from}\n`];
  }

  /** Milliseconds to wait before the next try; 0 = at once. */
  wait(who: Trying): number {
    const own = Throttle.#ownKey(who);
    if (own !== null) return this.#pause(this.#count(this.#own, own), slowAfter);
    const [pair, address] = Throttle.#keys(who);
    // An address may serve a whole office: it is slowed later than one account behind it.
    return Math.max(
      this.#pause(this.#count(this.#failures, pair), slowAfter),
      this.#pause(this.#count(this.#failures, address), slowAfter * 4),
    );
  }

  /** Failures that the asker itself has caused: of its device, or else of its address. */
  ownFailures(who: Trying): number {
    const own = Throttle.#ownKey(who);
    if (own !== null) return this.#count(this.#own, own)?.count ?? 0;
    return this.#count(this.#failures, Throttle.#keys(who)[1])?.count ?? 0;
  }

  /** Failures that make the next try costlier: the own ones, and of an unknown device those of the account anywhere. */
  failures(who: Trying): number {
    const own = this.ownFailures(who);
    if (Throttle.#ownKey(who) !== null) return own;
    return Math.max(own, this.#count(this.#failures, `\n${who.account.toLowerCase()}`)?.count ?? 0);
  }

  /** True when the next try must answer a verification code: after three failures per account or address (S4). */
  needsCode(who: Trying): boolean {
    return this.failures(who) >= codeAfter;
  }

  failed(who: Trying): void {
    const own = Throttle.#ownKey(who);
    if (own !== null) this.#add(this.#own, own);
    if (who.device) return;
    for (const key of [...Throttle.#keys(who), `\n${who.account.toLowerCase()}`])
      this.#add(this.#failures, key);
  }

  #add(map: Map<string, Failures>, key: string): void {
    const count = (this.#count(map, key)?.count ?? 0) + 1;
    map.delete(key);
    map.set(key, { count, last: this.now() });
    // The oldest go: a flood of made-up names must not wipe out what is known of the others.
    keepNewest(map, kept);
  }

  /**
   * Forgives the failures of this account from this address, and no others: one good account must not wipe out what
   * an address tried on the rest, nor the owner's login what somebody else tries elsewhere. A device's or session's
   * login forgives its own.
   */
  succeeded(who: Trying): void {
    const own = Throttle.#ownKey(who);
    if (own !== null) this.#own.delete(own);
    if (who.device) return;
    const [pair, address] = Throttle.#keys(who);
    const forgiven = this.#count(this.#failures, pair)?.count ?? 0;
    this.#failures.delete(pair);
    for (const key of [address, `\n${who.account.toLowerCase()}`]) {
      const found = this.#failures.get(key);
      if (found === undefined) continue;
      found.count -= forgiven;
      if (found.count <= 0) this.#failures.delete(key);
    }
  }
}
