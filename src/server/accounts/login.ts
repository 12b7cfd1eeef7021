import { randomBytes } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { AuditResult } from '../../contract/company/audit.ts';
import { appendAudit } from '../audit/audit.ts';
import { Seldom } from '../audit/seldom.ts';
import type { Storage } from '../storage/storage.ts';
import { isCompanyOff, isPerson } from './active.ts';
import { addressKey } from './address.ts';
import { type Attempts, attemptsOf } from './guessing/attempts.ts';
import { CodeBudget } from './guessing/code-budget.ts';
import { Devices } from './guessing/devices.ts';
import { Puzzles } from './guessing/puzzles.ts';
import { type CountedTry, Throttle, type TrialStanding, type Trying } from './guessing/throttle.ts';
import { KeyedQueue } from './guessing/turns.ts';
import { checkPassword, hashing } from './passwords.ts';
import { keyFor } from './server-key.ts';
import type { Sessions } from './sessions.ts';
import { type SecondFactor, spendCode } from './totp-code.ts';

/** Attempts that may wait in one line. */
const mostInLine = 64;
const hasOtp = ({ otp }: LoginAttempt) => (otp ?? '').trim() !== '';

export interface LoginAttempt {
  readonly accountName: string;
  readonly password: string;
  /** Answers of the puzzle that `codeId` names. */
  readonly code?: string | undefined;
  readonly codeId?: string | undefined;
  readonly otp?: string | undefined;
  readonly address: string;
  /** Value of the cookie by which a device is known again. */
  readonly device?: string | undefined;
  /** Token of the session that the new one replaces. */
  readonly replaces: string | null;
}

/** Password checks that may wait before everybody whose device is not known has to work for the own one. */
const crowd = 128;

/**
 * Signing in: throttle, a puzzle after three failures, the same answer for every wrong pair. A wait holds up guesses
 * and never the owner: a known device has a budget of its own, and the right password with the right one-time code
 * passes every wait; where others have guessed at codes, with two codes that follow each other (`code-budget`).
 */
export class Login {
  readonly throttle: Throttle;
  readonly puzzles: Puzzles;
  readonly devices: Devices;
  /** Lines by address, device and session; each has a bound. */
  readonly #turns = new KeyedQueue(mostInLine);
  /** Lines by account: one of each address at a time stands in them, so that no address can fill one. */
  readonly #accounts = new KeyedQueue();
  readonly #seldom: Seldom;
  readonly #attempts: Attempts;
  readonly #codes: CodeBudget;

  constructor(
    readonly storage: Storage,
    readonly sessions: Sessions,
    readonly now: () => number = Date.now,
    /** Signs puzzles and the marks of devices; by itself they are good until the process ends. */
    key: Buffer = randomBytes(32),
    puzzles: Puzzles = new Puzzles(keyFor(key, 'puzzle')),
  ) {
    this.#attempts = attemptsOf(storage, now);
    this.throttle = new Throttle(this.#attempts);
    this.puzzles = puzzles;
    this.devices = new Devices(storage, keyFor(key, 'device'), () => this.#attempts.moment());
    this.#seldom = new Seldom(60_000, now);
    this.#codes = new CodeBudget(this.#attempts);
  }

  /**
   * Answers the token of a new session. Attempts on one account or from one address wait for each other: guesses made
   * at once would else all be tried before the first of them counts as failed. Those of a known device wait for each
   * other alone.
   * @throws Refusal 429 with the seconds to wait; 422 for a wrong pair or code, with `needCode` for the next try
   */
  async attempt(attempt: LoginAttempt): Promise<string> {
    const { accountName: account, address } = attempt;
    const who = { account, address, device: await this.devices.known(attempt.device, account) };
    // What is refused without a look at the password is refused before it waits in line.
    await this.#refuseEarly(attempt, who, await this.throttle.standing(who));
    return this.inTurn(who, () => this.#attempt(attempt, who));
  }

  /**
   * Does what tries a password of an account when all earlier tries of it, or from the address, are over; on a known
   * device, or in a session, when those of the device or session are.
   * @throws Refusal 429 when too many wait already
   */
  inTurn<T>({ account, address, device, session }: Trying, work: () => Promise<T>): Promise<T> {
    if (device) return this.#turns.take([`device ${device}`], work);
    if (session) return this.#turns.take([`session ${session}`], work);
    return this.#turns.take([`address ${addressKey(address)}`], () =>
      this.#accounts.take([account.toLowerCase()], work),
    );
  }

  /**
   * Lets somebody prove who it is: what looks at a secret, in turn, and counted before it looks, so that of tries that are
   * made at once, on whatever processes, no more are looked at than of those made one after the other.
   * @throws Refusal 429 with the seconds to wait, and what the work throws
   */
  proving<T>(who: Trying, work: (tried: CountedTry) => Promise<T>): Promise<T> {
    return this.inTurn(who, async () => {
      const tried = await this.throttle.begin(who);
      const seconds = Math.ceil(tried.wait / 1000);
      if (seconds > 0) throw new Refusal(429, 'login.throttled', { seconds });
      try {
        return await work(tried);
      } finally {
        await tried.over();
      }
    });
  }

  /** True when the next try must bring the answers of a puzzle. */
  #needsCode(who: Trying, { needsCode }: TrialStanding): boolean {
    return needsCode || (!who.device && hashing.waiting > crowd);
  }

  /** A puzzle for the next try of an account, as hard as its failures ask for. */
  async puzzle(accountName: string, address: string, device: string | undefined) {
    const who = { account: accountName, address, device: await this.devices.known(device, accountName) };
    const standing = await this.throttle.standing(who);
    return {
      ...this.puzzles.create(accountName, standing.failures, standing.at),
      needed: this.#needsCode(who, standing),
    };
  }

  /** True once for a puzzle that is answered. */
  async #isWorkedOff(attempt: LoginAttempt, { own, at }: TrialStanding): Promise<boolean> {
    const { accountName, codeId, code } = attempt;
    const name = this.puzzles.solved(accountName, codeId, code, { failures: own, at });
    if (name === null) return false;
    return this.#attempts.change([{ kind: 'puzzle', name }], ([known = null], now) => {
      const used = { count: 1, since: now, last: now, pending: 0, tried: now };
      return { next: known === null ? [used] : null, answer: known === null };
    });
  }

  #throttled(who: Trying, standing: TrialStanding): Refusal {
    const seconds = Math.max(1, Math.ceil(standing.wait / 1000));
    const data = { needCode: this.#needsCode(who, standing), needOtp: true };
    return new Refusal(429, 'login.throttled', { seconds }, undefined, data);
  }

  /** @throws Refusal for an attempt that has to wait and brings no second factor, or that lacks a puzzle's answers */
  async #refuseEarly(attempt: LoginAttempt, who: Trying, standing: TrialStanding): Promise<void> {
    const waits = standing.wait > 0;
    if (waits && !hasOtp(attempt)) {
      await this.#recordSeldom(attempt, 'throttled');
      throw this.#throttled(who, standing);
    }
    if (!this.#needsCode(who, standing) || (attempt.code !== undefined && attempt.codeId !== undefined))
      return;
    throw this.#codeWanted(waits);
  }

  #codeWanted(waits: boolean): Refusal {
    const data = { needCode: true, ...(waits ? { needOtp: true } : {}) };
    return new Refusal(422, 'login.code', {}, 'code', data);
  }

  async #attempt(attempt: LoginAttempt, who: Trying): Promise<string> {
    const tried = await this.throttle.begin(who);
    try {
      return await this.#tried(attempt, who, tried);
    } finally {
      await tried.over();
    }
  }

  async #tried(attempt: LoginAttempt, who: Trying, tried: CountedTry): Promise<string> {
    const { accountName, password, address } = attempt;
    await this.#refuseEarly(attempt, who, tried);
    const waits = tried.wait > 0;
    if (this.#needsCode(who, tried) && !(await this.#isWorkedOff(attempt, tried))) {
      await this.#recordSeldom(attempt, 'code');
      throw this.#codeWanted(waits);
    }
    const user = await this.storage.db
      .selectFrom('users')
      .select(['id', 'company_id', 'password_hash', 'disabled', 'totp_secret', 'totp_step'])
      .where('account_name', '=', accountName)
      .where(isPerson)
      .executeTakeFirst();
    const fits = await checkPassword(password, user?.password_hash ?? null);
    const isUser = user !== undefined && fits && user.disabled === 0;
    if (waits) {
      // Whatever is not wholly right is answered as if it had not been looked at.
      if (!isUser || (await this.#look(user, attempt, who, tried)) !== 'right') {
        await this.#recordSeldom(attempt, 'throttled');
        throw this.#throttled(who, await this.throttle.standing(who));
      }
    } else if (!isUser) {
      await tried.wrong();
      await this.#record(user?.id ?? null, attempt, 'refused');
      throw new Refusal(422, 'login.wrong', {}, undefined, { needCode: await this.#needsCodeNow(who) });
    } else if (user.totp_secret !== null) await this.#secondFactor(user, attempt, who, tried);
    // Who has shown everything that the account asks for learns why it is of no use.
    if (user.company_id !== null && (await isCompanyOff(this.storage.db, user.company_id))) {
      await this.#record(user.id, attempt, 'refused');
      throw new Refusal(422, 'login.companyOff');
    }
    await tried.right();
    const token = await this.sessions.open(user.id, address, attempt.replaces);
    await this.#record(user.id, attempt, 'ok');
    return token;
  }

  async #needsCodeNow(who: Trying): Promise<boolean> {
    return this.#needsCode(who, await this.throttle.standing(who));
  }

  /** What became of the one-time code of an account that has one, as far as its codes are looked at. */
  async #look(
    user: SecondFactor,
    { otp = '' }: LoginAttempt,
    who: Trying,
    { at }: TrialStanding,
  ): Promise<'right' | 'wrong' | 'unseen'> {
    if (user.totp_secret === null || !(await this.#codes.take(who, otp))) return 'unseen';
    if (!(await spendCode(this.storage, user, otp, at))) return 'wrong';
    await this.#codes.right(who, otp);
    return 'right';
  }

  /** @throws Refusal 422 for a missing one-time code, one that is wrong or was used (S10), or one where it takes two */
  async #secondFactor(
    user: SecondFactor,
    attempt: LoginAttempt,
    who: Trying,
    tried: CountedTry,
  ): Promise<void> {
    if (!hasOtp(attempt)) throw new Refusal(422, 'totp.needed', {}, 'otp', { needOtp: true });
    const found = await this.#look(user, attempt, who, tried);
    if (found === 'unseen') throw new Refusal(422, 'totp.two', {}, 'otp', { needOtp: true });
    if (found === 'right') return;
    await tried.wrong();
    await this.#record(user.id, attempt, 'refused', 'one-time code');
    const needCode = await this.#needsCodeNow(who);
    throw new Refusal(422, 'totp.wrong', {}, 'otp', { needOtp: true, needCode });
  }

  /** Refusals that cost the asker nothing: once a minute by address, so that they cannot fill the disk. */
  async #recordSeldom(attempt: LoginAttempt, detail: string): Promise<void> {
    if (this.#seldom.first(`${detail} ${addressKey(attempt.address)}`))
      await this.#record(null, attempt, 'refused', detail);
  }

  async #record(
    userId: number | null,
    { accountName, address }: LoginAttempt,
    result: AuditResult,
    detail = '',
  ): Promise<void> {
    await this.storage.write((db) =>
      appendAudit(db, {
        at: this.now(),
        userId,
        accountName,
        address,
        action: 'session.login',
        subject: null,
        result,
        detail,
      }),
    );
  }
}
