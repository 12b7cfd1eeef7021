/** Tokens of service accounts: who asks by one, how often, and how they are made, renewed and taken back. */
import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../../../base/errors.ts';
import type { BodyOf, DataOf } from '../../../contract/call.ts';
import {
  type createServiceToken,
  type renewServiceToken,
  serviceBounds,
  serviceTokenPrefix,
} from '../../../contract/company/service-accounts.ts';
import { permissionsWithin } from '../../../contract/company/service-scopes.ts';
import { auditBy, type By } from '../../audit/by.ts';
import { type CallWindows, callWindowsOf } from '../../processes/call-windows.ts';
import { momentOf } from '../../processes/moment.ts';
import { fromJson, toJson } from '../../storage/json.ts';
import type { Db, ServiceTokenTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { checkMayTouch } from '../administration.ts';
import { readViewer, type Viewer } from '../viewer.ts';
import { ownAccount } from './accounts.ts';

const minute = 60_000;
const day = 86_400_000;
const hour = 3_600_000;
const hintLetters = 6;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** True for what looks like a token of a service account: nothing else is looked for among them. */
export const isServiceToken = (token: string): boolean => token.startsWith(serviceTokenPrefix);

/** How many calls a token has left, for the headers of an answer. */
export interface CallBudget {
  readonly limit: number;
  readonly remaining: number;
  /** Until the whole budget is there again. */
  readonly seconds: number;
}

/** A secret of 256 random bits, its hash, and the letters by which people tell it from others. */
function createSecret(): { readonly token: string; readonly hash: string; readonly hint: string } {
  const random = randomBytes(32).toString('base64url');
  const token = `${serviceTokenPrefix}${random}`;
  return { token, hash: hashOf(token), hint: random.slice(0, hintLetters) };
}

/** Who programs are, by their tokens, and how much each may ask. */
export class ServiceTokens {
  constructor(
    readonly storage: Storage,
    readonly now: () => number = Date.now,
    /** Calls by token in the present minute. */
    readonly windows: CallWindows = callWindowsOf(storage, () => {}),
    /** The moment that decides, UTC ms. */
    readonly moment: (db: Db) => Promise<number> = (db) => momentOf(db, now),
  ) {}

  /**
   * Who a token speaks for: its account with those permissions of the role that the scopes let through. Null where it is
   * unknown, over or taken back, and where the account is disabled: each is asked for anew, so that all of it counts
   * with the next call.
   */
  async viewer(token: string, address: string): Promise<Viewer | null> {
    const hash = hashOf(token);
    const { db } = this.storage;
    const asked = db
      .selectFrom('service_tokens')
      .selectAll()
      .where((on) => on.or([on('hash', '=', hash), on('old_hash', '=', hash)]))
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    const [row, now] = await Promise.all([asked, this.moment(db)]);
    if (row === undefined || row.expires_at <= now) return null;
    const isOld = row.hash !== hash;
    if (isOld && (row.old_until === null || row.old_until <= now)) return null;
    const viewer = await readViewer(this.storage, row.user_id);
    if (viewer === null) return null;
    await this.#noteUse(row, isOld, address, now);
    const scopes = fromJson(row.scopes);
    const service = { tokenId: row.id, name: row.name, scopes, expiresAt: row.expires_at };
    return { ...viewer, permissions: permissionsWithin(scopes, viewer.permissions), service };
  }

  /** Counts a call of a token. `remaining` below 0 = it is one too many. */
  async count(tokenId: number): Promise<CallBudget> {
    const limit = serviceBounds.calls;
    const { current, ttl } = await this.windows.count(`token ${tokenId}`, limit, minute);
    return { limit, remaining: limit - current, seconds: Math.max(1, Math.ceil(ttl / 1000)) };
  }

  /** Once a minute, and at the first use of a new secret, after which the one before it is good for nothing. */
  async #noteUse(
    row: { readonly id: number; readonly used_at: number | null; readonly old_hash: string | null },
    isOld: boolean,
    address: string,
    now: number,
  ): Promise<void> {
    const replaces = !isOld && row.old_hash !== null;
    if (!replaces && row.used_at !== null && Math.abs(now - row.used_at) < minute) return;
    const set = {
      used_at: now,
      used_from: address,
      ...(replaces ? { old_hash: null, old_until: null } : {}),
    };
    await this.storage.write((db) =>
      db.updateTable('service_tokens').set(set).where('id', '=', row.id).execute(),
    );
  }
}

type Shown = DataOf<typeof createServiceToken>;

/** Makes a token. @throws Refusal 404 for an account of others, 409 where it has as many as it may */
export function addServiceToken(
  { storage, now }: ServiceTokens,
  by: By,
  accountId: number,
  { name, scopes, days }: BodyOf<typeof createServiceToken>,
): Promise<Shown> {
  return storage.write(async (db) => {
    const account = await ownAccount(db, by.viewer, accountId);
    await checkMayTouch(db, by.viewer, account.role_id);
    const at = now();
    const living = await db
      .selectFrom('service_tokens')
      .select('id')
      .where('user_id', '=', accountId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', at)
      .execute();
    if (living.length >= serviceBounds.tokens)
      throw new Refusal(409, 'serviceAccounts.tooManyTokens', { limit: serviceBounds.tokens });
    const { token, hash, hint } = createSecret();
    const wanted = [...new Set(scopes)];
    const { id } = await db
      .insertInto('service_tokens')
      .values({
        ...{ user_id: accountId, name: name.trim(), scopes: toJson(wanted), hash, hint, days },
        ...{ created_at: at, created_by: by.viewer.accountName, expires_at: at + days * day, used_from: '' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const detail = `${account.account_name}, ${name.trim()}: ${wanted.join(' ')}, ${days} d`;
    await auditBy(db, by, { at, action: 'serviceAccounts.token', subject: `user:${accountId}`, detail });
    return { tokenId: id, token };
  });
}

/** @throws Refusal 404 for a token of others, 409 for one that was taken back */
async function ownToken(db: Db, by: By, id: number) {
  const row = await db.selectFrom('service_tokens').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `token ${id}` });
  const account = await ownAccount(db, by.viewer, row.user_id, `token ${id}`);
  await checkMayTouch(db, by.viewer, account.role_id);
  return { row, account };
}

/** What of a row makes an older secret good for nothing. */
const withoutOld: Pick<ServiceTokenTable, 'old_hash' | 'old_until'> = { old_hash: null, old_until: null };

/** Gives a token a new secret. @throws Refusal */
export function renewToken(
  { storage, now }: ServiceTokens,
  by: By,
  id: number,
  { overlapHours }: BodyOf<typeof renewServiceToken>,
): Promise<Shown> {
  return storage.write(async (db) => {
    const { row, account } = await ownToken(db, by, id);
    if (row.ended_at !== null) throw new Refusal(409, 'serviceAccounts.ended');
    const at = now();
    const { token, hash, hint } = createSecret();
    // What is over does not become good again for the sake of its follower.
    const overlaps = overlapHours > 0 && row.expires_at > at;
    const old = overlaps
      ? { old_hash: row.hash, old_until: Math.min(row.expires_at, at + overlapHours * hour) }
      : withoutOld;
    await db
      .updateTable('service_tokens')
      .set({ hash, hint, ...old, expires_at: at + row.days * day })
      .where('id', '=', id)
      .execute();
    const detail = `${account.account_name}, ${row.name}: overlap ${overlapHours} h`;
    await auditBy(db, by, { at, action: 'serviceAccounts.renew', subject: `user:${row.user_id}`, detail });
    return { tokenId: id, token };
  });
}

/** Takes a token back. One that was taken back already stays so. @throws Refusal */
export function endToken({ storage, now }: ServiceTokens, by: By, id: number): Promise<object> {
  return storage.write(async (db) => {
    const { row, account } = await ownToken(db, by, id);
    if (row.ended_at !== null) return {};
    const at = now();
    await db
      .updateTable('service_tokens')
      .set({ ended_at: at, ...withoutOld })
      .where('id', '=', id)
      .execute();
    const detail = `${account.account_name}, ${row.name}`;
    await auditBy(db, by, { at, action: 'serviceAccounts.end', subject: `user:${row.user_id}`, detail });
    return {};
  });
}
