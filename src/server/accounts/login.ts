import { Refusal } from '../../base/errors.ts';
import type { AuditResult } from '../../contract/audit.ts';
import { appendAudit } from '../audit/audit.ts';
import { Seldom } from '../audit/seldom.ts';
import type { Storage } from '../storage/storage.ts';
import { addressKey } from './address.ts';
import { Codes } from './codes.ts';
import { checkPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { Throttle } from './throttle.ts';
import { stepOf } from './totp.ts';
import { Turns } from './turns.ts';

export interface LoginAttempt {
  readonly accountName: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly codeId?: string | undefined;
  readonly otp?: string | undefined;
  readonly address: string;
  /** Token of the session that the new one replaces. */
  readonly replaces: string | null;
}

/** Signing in: throttle, verification code after three failures, the same answer for every wrong pair. */
export class Login {
  readonly throttle: Throttle;
  readonly #turns = new Turns();
  readonly #seldom: Seldom;

  constructor(
    readonly storage: Storage,
    readonly sessions: Sessions,
    readonly now: () => number = Date.now,
    readonly codes: Codes = new Codes(now),
  ) {
    this.throttle = new Throttle(now);
    this.#seldom = new Seldom(60_000, now);
  }

  /**
   * Answers the token of a new session. Attempts on one account or from one address wait for each other: guesses made
   * at once would else all be tried before the first of them counts as failed.
   * @throws Refusal 429 with the seconds to wait; 422 for a wrong pair or code, with `needCode` for the next try
   */
  attempt(attempt: LoginAttempt): Promise<string> {
    return this.inTurn(attempt.accountName, attempt.address, () => this.#attempt(attempt));
  }

  /** Does what tries a password of an account when all earlier tries of it, or from the address, are over. */
  inTurn<T>(accountName: string, address: string, work: () => Promise<T>): Promise<T> {
    const keys = [`account ${accountName.toLowerCase()}`, `address ${addressKey(address)}`];
    return this.#turns.take(keys, work);
  }

  async #attempt(attempt: LoginAttempt): Promise<string> {
    const { accountName, password, address } = attempt;
    const wait = this.throttle.wait(accountName, address);
    if (wait > 0) {
      await this.#recordSeldom(attempt, 'throttled');
      const needCode = this.throttle.needsCode(accountName, address);
      throw new Refusal(429, 'login.throttled', { seconds: Math.ceil(wait / 1000) }, undefined, { needCode });
    }
    if (this.throttle.needsCode(accountName, address) && !this.codes.answer(attempt.codeId, attempt.code)) {
      if (attempt.code !== undefined) await this.#recordSeldom(attempt, 'code');
      throw new Refusal(422, 'login.code', {}, 'code', { needCode: true });
    }
    const user = await this.storage.db
      .selectFrom('users')
      .select(['id', 'password_hash', 'disabled', 'totp_secret', 'totp_step'])
      .where('account_name', '=', accountName)
      .executeTakeFirst();
    const fits = await checkPassword(password, user?.password_hash ?? null);
    if (user === undefined || !fits || user.disabled !== 0) {
      this.throttle.failed(accountName, address);
      await this.#record(user?.id ?? null, attempt, 'refused');
      const needCode = this.throttle.needsCode(accountName, address);
      throw new Refusal(422, 'login.wrong', {}, undefined, { needCode });
    }
    if (user.totp_secret !== null)
      await this.#secondFactor(user.id, user.totp_secret, user.totp_step, attempt);
    this.throttle.succeeded(accountName, address);
    const token = await this.sessions.open(user.id, address, attempt.replaces);
    await this.#record(user.id, attempt, 'ok');
    return token;
  }

  /** @throws Refusal 422 for a missing one-time code, or one that is wrong or was used (S10) */
  async #secondFactor(
    userId: number,
    secret: string,
    last: number | null,
    attempt: LoginAttempt,
  ): Promise<void> {
    const { accountName, address, otp } = attempt;
    if (otp === undefined || otp.trim() === '')
      throw new Refusal(422, 'totp.needed', {}, 'otp', { needOtp: true });
    const step = stepOf(secret, otp, this.now(), last);
    if (step === null) {
      this.throttle.failed(accountName, address);
      await this.#record(userId, attempt, 'refused', 'one-time code');
      const needCode = this.throttle.needsCode(accountName, address);
      throw new Refusal(422, 'totp.wrong', {}, 'otp', { needOtp: true, needCode });
    }
    await this.storage.write((db) =>
      db.updateTable('users').set({ totp_step: step }).where('id', '=', userId).execute(),
    );
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
