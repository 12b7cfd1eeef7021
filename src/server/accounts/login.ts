import { Refusal } from '../../base/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Storage } from '../storage/storage.ts';
import { Codes } from './codes.ts';
import { checkPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { Throttle } from './throttle.ts';

export interface LoginAttempt {
  readonly accountName: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly codeId?: string | undefined;
  readonly address: string;
  /** Token of the session that the new one replaces. */
  readonly replaces: string | null;
}

/** Signing in: throttle, verification code after three failures, the same answer for every wrong pair. */
export class Login {
  readonly codes: Codes;
  readonly throttle: Throttle;

  constructor(
    readonly storage: Storage,
    readonly sessions: Sessions,
    readonly now: () => number = Date.now,
  ) {
    this.codes = new Codes(now);
    this.throttle = new Throttle(now);
  }

  /**
   * Answers the token of a new session.
   * @throws Refusal 429 with the seconds to wait; 422 for a wrong pair or code, with `needCode` for the next try
   */
  async attempt(attempt: LoginAttempt): Promise<string> {
    const { accountName, password, address } = attempt;
    const wait = this.throttle.wait(accountName, address);
    if (wait > 0) {
      const needCode = this.throttle.needsCode(accountName, address);
      throw new Refusal(429, 'login.throttled', { seconds: Math.ceil(wait / 1000) }, undefined, { needCode });
    }
    if (this.throttle.needsCode(accountName, address) && !this.codes.answer(attempt.codeId, attempt.code)) {
      throw new Refusal(422, 'login.code', {}, 'code', { needCode: true });
    }
    const user = await this.storage.db
      .selectFrom('users')
      .select(['id', 'password_hash', 'disabled'])
      .where('account_name', '=', accountName)
      .executeTakeFirst();
    const fits = await checkPassword(password, user?.password_hash ?? null);
    if (user === undefined || !fits || user.disabled !== 0) {
      this.throttle.failed(accountName, address);
      await this.#record(user?.id ?? null, attempt, 'refused');
      const needCode = this.throttle.needsCode(accountName, address);
      throw new Refusal(422, 'login.wrong', {}, undefined, { needCode });
    }
    this.throttle.succeeded(accountName, address);
    const token = await this.sessions.open(user.id, address, attempt.replaces);
    await this.#record(user.id, attempt, 'ok');
    return token;
  }

  async #record(
    userId: number | null,
    { accountName, address }: LoginAttempt,
    result: string,
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
        detail: '',
      }),
    );
  }
}
