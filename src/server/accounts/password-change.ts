import type { Kysely } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { AuditResult } from '../../contract/company/audit.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Database } from '../storage/schema.ts';
import { tryingOf } from './guessing/trying.ts';
import type { Login } from './login.ts';
import { checkNewPassword } from './password-rules.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { Viewer } from './viewer.ts';

export interface PasswordChange {
  readonly viewer: Viewer;
  /** Of the session that goes on. */
  readonly token: string;
  readonly address: string;
  readonly password: string;
  readonly newPassword: string;
}

/**
 * Changes the asker's own password and ends all other sessions of the account (S8). A wrong current password counts
 * as a failed login, so that a stolen session is no way round the throttle (S23).
 * @throws Refusal 429 with the seconds to wait; 422 for a wrong current or an unfit new password
 */
export function changePassword(login: Login, change: PasswordChange): Promise<void> {
  const { viewer, address } = change;
  const who = tryingOf(change);
  return login.proving(who, async (tried) => {
    const { storage, sessions, now } = login;
    const record = (db: Kysely<Database>, result: AuditResult) =>
      appendAudit(db, {
        at: now(),
        userId: viewer.userId,
        accountName: viewer.accountName,
        address,
        action: 'session.password',
        subject: `user:${viewer.userId}`,
        result,
        detail: '',
      });
    const user = await storage.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', viewer.userId)
      .executeTakeFirst();
    if (!(await checkPassword(change.password, user?.password_hash ?? null))) {
      await tried.wrong();
      await storage.write((db) => record(db, 'refused'));
      throw new Refusal(422, 'password.wrong', {}, 'password');
    }
    await tried.right();
    if (change.newPassword === change.password) throw new Refusal(422, 'password.same', {}, 'newPassword');
    checkNewPassword(change.newPassword, viewer.accountName, 'newPassword');
    const passwordHash = await hashPassword(change.newPassword);
    await sessions.closeOthers(viewer.userId, change.token, async (db) => {
      const set = { password_hash: passwordHash };
      await db.updateTable('users').set(set).where('id', '=', viewer.userId).execute();
      await record(db, 'ok');
    });
  });
}
