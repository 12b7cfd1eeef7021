import { randomBytes } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { AuditResult } from '../../contract/company/audit.ts';
import { appendAudit } from '../audit/audit.ts';
import { Seldom } from '../audit/seldom.ts';
import type { Storage } from '../storage/storage.ts';
import { isCompanyOff, isPerson } from './active.ts';
import { addressKey } from './address.ts';
import { CodeBudget } from './guessing/code-budget.ts';
import { Devices } from './guessing/devices.ts';
import { Puzzles } from './guessing/puzzles.ts';
import { Throttle, type Trying } from './guessing/throttle.ts';
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
  readonly #codes: CodeBudget;

  constructor(
    readonly storage: Storage,
    readonly sessions: Sessions,
    readonly now: () => number = Date.now,
    /** Signs puzzles and the marks of devices; by itself they are good until the process ends. */
    key: Buffer = randomBytes(32),
    puzzles: Puzzles = new Puzzles(keyFor(key, 'puzzle'), now),
  ) {
    this.throttle = new Throttle(now);
    this.puzzles = puzzles;
    this.devices = new Devices(storage, keyFor(key, 'device'), now);
    this.#seldom = new Seldom(60_000, now);
    this.#codes = new CodeBudget(now);
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
    await this.#refuseEarly(attempt, who);
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

  /** True when the next try must bring the answers of a puzzle. */
  needsCode(who: Trying): boolean {
    return this.throttle.needsCode(who) || (!who.device && hashing.waiting > crowd);
  }

  /** A puzzle for the next try of an account, as hard as its failures ask for. */
  async puzzle(accountName: string, address: string, device: string | undefined) {
    const who = { account: accountName, address, device: await this.devices.known(device, accountName) };
    return {
      ...this.puzzles.create(accountName, this.throttle.failures(who)),
      needed: this.needsCode(who),
    };
  }

  #throttled(who: Trying): Refusal {
    const seconds = Math.max(1, Math.ceil(this.throttle.wait(who) / 1000));
    const data = { needCode: this.needsCode(who), needOtp: true };
    return new Refusal(429, 'login.throttled', { seconds }, undefined, data);
  }

  /** @throws Refusal for an attempt that has to wait and brings no second factor, or that lacks a puzzle's answers */
  async #refuseEarly(attempt: LoginAttempt, who: Trying): Promise<void> {
    const waits = this.throttle.wait(who) > 0;
    if (waits && !hasOtp(attempt)) {
      await this.#recordSeldom(attempt, 'throttled');
      throw this.#throttled(who);
    }
    if (!this.needsCode(who) || (attempt.code !== undefined && attempt.codeId !== undefined)) return;
    throw new Refusal(422, 'login.code', {}, 'code', { needCode: true, ...(waits ? { needOtp: true } : {}) });
  }

  async #attempt(attempt: LoginAttempt, who: Trying): Promise<string> {
    const { accountName, password, address } = attempt;
    await this.#refuseEarly(attempt, who);
    const waits = this.throttle.wait(who) > 0;
    const { codeId, code } = attempt;
    if (
      this.needsCode(who) &&
      !this.puzzles.answer(accountName, codeId, code, this.throttle.ownFailures(who))
    ) {
      await this.#recordSeldom(attempt, 'code');
      throw new Refusal(422, 'login.code', {}, 'code', {
        needCode: true,
        ...(waits ? { needOtp: true } : {}),
      });
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
      if (!isUser || !(await this.#passes(user, attempt, who))) {
        await this.#recordSeldom(attempt, 'throttled');
        throw this.#throttled(who);
      }
    } else if (!isUser) {
      this.throttle.failed(who);
      await this.#record(user?.id ?? null, attempt, 'refused');
      throw new Refusal(422, 'login.wrong', {}, undefined, { needCode: this.needsCode(who) });
    } else if (user.totp_secret !== null) await this.#secondFactor(user, attempt, who);
    // Who has shown everything that the account asks for learns why it is of no use.
    if (user.company_id !== null && (await isCompanyOff(this.storage.db, user.company_id))) {
      await this.#record(user.id, attempt, 'refused');
      throw new Refusal(422, 'login.companyOff');
    }
    this.throttle.succeeded(who);
    const token = await this.sessions.open(user.id, address, attempt.replaces);
    await this.#record(user.id, attempt, 'ok');
    return token;
  }

  /** True for the right one-time code of an account that has one, as far as its codes are looked at. */
  async #passes(user: SecondFactor, { otp = '' }: LoginAttempt, who: Trying): Promise<boolean> {
    if (user.totp_secret === null || !this.#codes.allows(who, otp)) return false;
    if (await spendCode(this.storage, user, otp, this.now())) return true;
    this.#codes.failed(who, otp);
    return false;
  }

  /** @throws Refusal 422 for a missing one-time code, one that is wrong or was used (S10), or one where it takes two */
  async #secondFactor(user: SecondFactor, attempt: LoginAttempt, who: Trying): Promise<void> {
    if (!hasOtp(attempt)) throw new Refusal(422, 'totp.needed', {}, 'otp', { needOtp: true });
    if (!this.#codes.allows(who, attempt.otp ?? ''))
      throw new Refusal(422, 'totp.two', {}, 'otp', { needOtp: true });
    if (await this.#passes(user, attempt, who)) return;
    this.throttle.failed(who);
    await this.#record(user.id, attempt, 'refused', 'one-time code');
    throw new Refusal(422, 'totp.wrong', {}, 'otp', { needOtp: true, needCode: this.needsCode(who) });
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
