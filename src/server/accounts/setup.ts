import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { appendAudit } from '../audit/audit.ts';
import { isShared } from '../processes/moment.ts';
import type { Storage } from '../storage/storage.ts';
import type { Login } from './login.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { ensureRoles } from './roles/roles.ts';

const key = 'setup.secret';
const digest = (secret: string) => createHash('sha256').update(secret).digest();
/** The throttle's name for attempts at the secret. */
const nobody = 'setup';

/** True while there is no user: the server waits for its first administrator. */
export async function setupNeeded(storage: Storage): Promise<boolean> {
  return (await storage.db.selectFrom('users').select('id').executeTakeFirst()) === undefined;
}

/** Secrets that are good at the same time where processes share a database: each writes its own on its terminal. */
const mostSecrets = 8;

/**
 * A new setup secret of 128 random bits, for the terminal; kept as a hash. The one before is void, or of a process that
 * shares the database the newest are good until one of them is used.
 */
export async function newSetupSecret(storage: Storage): Promise<string> {
  const secret = randomBytes(16).toString('base64url');
  const fresh = digest(secret).toString('hex');
  await storage.write(async (db) => {
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    const others = isShared(db) && row !== undefined ? row.value.split(' ') : [];
    const value = [fresh, ...others].slice(0, mostSecrets).join(' ');
    await db.deleteFrom('settings').where('key', '=', key).execute();
    await db.insertInto('settings').values({ key, value }).execute();
  });
  return secret;
}

/**
 * Makes the first administrator with the secret, which is void then, and answers the token of its session (S9).
 * @throws Refusal 409 once there is a user; 429 with the seconds to wait; 422 for a wrong secret or an unfit password
 */
export function setUp(
  login: Login,
  first: {
    readonly secret: string;
    readonly accountName: string;
    readonly password: string;
    readonly language: Language;
    readonly address: string;
  },
): Promise<string> {
  const { secret, accountName, password, language, address } = first;
  const who = { account: nobody, address };
  return login.proving(who, async (tried) => {
    const { storage, sessions, now } = login;
    if (!(await setupNeeded(storage))) throw new Refusal(409, 'setup.over');
    const kept = await storage.db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', key)
      .executeTakeFirst();
    const given = digest(secret);
    const fits = (kept?.value ?? '')
      .split(' ')
      .some((one) => one !== '' && timingSafeEqual(Buffer.from(one, 'hex'), given));
    if (!fits) {
      await tried.wrong();
      throw new Refusal(422, 'setup.wrong', {}, 'secret');
    }
    checkNewPassword(password, accountName, 'password');
    const passwordHash = await hashPassword(password);
    const userId = await storage.write(async (db) => {
      // Asked again inside: two at once must not both succeed.
      const anyone = await db.selectFrom('users').select('id').executeTakeFirst();
      if (anyone !== undefined) throw new Refusal(409, 'setup.over');
      await ensureRoles(db);
      const { id } = await db
        .insertInto('users')
        .values({
          company_id: null,
          role_id: 1,
          account_name: accountName,
          password_hash: passwordHash,
          language,
          disabled: 0,
          created_at: now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.deleteFrom('settings').where('key', '=', key).execute();
      await appendAudit(db, {
        at: now(),
        userId: id,
        accountName,
        address,
        action: 'setup.create',
        subject: `user:${id}`,
        result: 'ok',
        detail: '',
      });
      return id;
    });
    return sessions.open(userId, address, null);
  });
}
