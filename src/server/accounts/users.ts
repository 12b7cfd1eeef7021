import type { Language } from '../../base/messages.ts';
import type { Storage } from '../storage/storage.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { ensureRoles } from './roles/roles.ts';

export interface NewUser {
  readonly accountName: string;
  readonly password: string;
  /** Null = sees every company. */
  readonly companyId: number | null;
  /** 1 maintainer, 2 operator, 3 viewer in a new installation. */
  readonly roleId: number;
  readonly language: Language;
}

/**
 * Makes a user and answers its id; the first roles are made where there are none. Rejects for a name that is taken.
 * @throws Refusal 422 for a password that is too short or too common
 */
export async function createUser(storage: Storage, user: NewUser): Promise<number> {
  checkNewPassword(user.password, user.accountName, 'password');
  const passwordHash = await hashPassword(user.password);
  return storage.write(async (db) => {
    await ensureRoles(db);
    const { id } = await db
      .insertInto('users')
      .values({
        company_id: user.companyId,
        role_id: user.roleId,
        account_name: user.accountName,
        password_hash: passwordHash,
        language: user.language,
        disabled: 0,
        created_at: Date.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
