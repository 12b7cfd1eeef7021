/** Accounts of programs by hand. A company's administrator deals with those of that company alone. */
import { Refusal } from '../../../base/errors.ts';
import type { BodyOf, DataOf } from '../../../contract/call.ts';
import {
  type createServiceAccount,
  type ServiceToken,
  type serviceAccounts,
  serviceBounds,
  type updateServiceAccount,
} from '../../../contract/company/service-accounts.ts';
import { auditBy, type By } from '../../audit/by.ts';
import { writeForeign } from '../../sites/edit/foreign-values.ts';
import { sees } from '../../sites/visible.ts';
import { fromJson } from '../../storage/json.ts';
import type { Db } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { checkFree, checkMayTouch, checkRights, holds, rolesOf } from '../administration.ts';
import type { Viewer } from '../viewer.ts';

/** How long a token that is over stays in the list, ms. */
const keptInList = 30 * 86_400_000;

/** Nothing hashes to it: no password opens a service account. */
const noPassword = '';

async function tokensOf(db: Db, now: number): Promise<ReadonlyMap<number, readonly ServiceToken[]>> {
  const rows = await db
    .selectFrom('service_tokens')
    .selectAll()
    .where('expires_at', '>', now - keptInList)
    .where((on) => on.or([on('ended_at', 'is', null), on('ended_at', '>', now - keptInList)]))
    .orderBy('id', 'desc')
    .execute();
  const found = new Map<number, ServiceToken[]>();
  for (const row of rows) {
    const list = found.get(row.user_id) ?? [];
    found.set(row.user_id, list);
    list.push({
      id: row.id,
      name: row.name,
      scopes: [...fromJson(row.scopes)],
      hint: row.hint,
      createdAt: row.created_at,
      createdBy: row.created_by,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
      usedFrom: row.used_from,
      oldUntil: row.old_until !== null && row.old_until > now ? row.old_until : null,
      endedAt: row.ended_at,
    });
  }
  return found;
}

/** Service accounts that a viewer may deal with. */
export async function readServiceAccounts(
  db: Db,
  viewer: Viewer,
  now: number,
): Promise<DataOf<typeof serviceAccounts>> {
  const all = db.selectFrom('users').selectAll().where('is_service', '=', 1).orderBy('account_name');
  const { companyId } = viewer;
  const [rows, roles, companies, granted, tokens] = await Promise.all([
    (companyId === null ? all : all.where('company_id', '=', companyId)).execute(),
    db.selectFrom('roles').selectAll().orderBy('id').execute(),
    db.selectFrom('companies').select(['id', 'name']).orderBy('id').execute(),
    rolesOf(db),
    tokensOf(db, now),
  ]);
  return {
    accounts: rows.map((row) => ({
      id: row.id,
      accountName: row.account_name,
      purpose: row.full_name,
      companyId: row.company_id,
      roleId: row.role_id,
      disabled: row.disabled !== 0,
      createdAt: row.created_at,
      tokens: [...(tokens.get(row.id) ?? [])],
    })),
    roles: roles.filter(({ id }) => holds(viewer, granted.get(id) ?? [])),
    companies: companies.filter(({ id }) => sees(viewer, id)),
  };
}

/** @throws Refusal 404 for what is no service account, or one of another company; `what` names what was asked for */
export async function ownAccount(db: Db, viewer: Viewer, id: number, what = `account ${id}`) {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('is_service', '=', 1)
    .executeTakeFirst();
  const isSeen = row !== undefined && (viewer.companyId === null || row.company_id === viewer.companyId);
  if (!isSeen) throw new Refusal(404, 'api.notFound', { what });
  return row;
}

const purposeOf = (purpose: string) => purpose.normalize('NFKC').trim();

/** @throws Refusal 409 where a company, or the platform, has as many as it may */
async function checkRoom(db: Db, companyId: number | null): Promise<void> {
  const all = db.selectFrom('users').select('id').where('is_service', '=', 1);
  const own =
    companyId === null ? all.where('company_id', 'is', null) : all.where('company_id', '=', companyId);
  const limit = serviceBounds.accounts;
  if ((await own.execute()).length >= limit) throw new Refusal(409, 'serviceAccounts.tooMany', { limit });
}

/** Makes an account. Nobody gives a role that holds more than the own one. @throws Refusal naming the field */
export function addServiceAccount(
  { storage, now }: { readonly storage: Storage; readonly now: () => number },
  by: By,
  body: BodyOf<typeof createServiceAccount>,
): Promise<{ id: number }> {
  return writeForeign(storage, by, now, async (db) => {
    await checkRights(db, by.viewer, body);
    await checkFree(db, by, body.accountName, now());
    await checkRoom(db, body.companyId);
    const { id } = await db
      .insertInto('users')
      .values({
        company_id: body.companyId,
        role_id: body.roleId,
        account_name: body.accountName,
        full_name: purposeOf(body.purpose),
        password_hash: noPassword,
        language: by.viewer.language,
        ...{ disabled: 0, is_service: 1, created_at: now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const detail = `${body.accountName}, role ${body.roleId}`;
    await auditBy(db, by, { at: now(), action: 'serviceAccounts.create', subject: `user:${id}`, detail });
    return { id };
  });
}

/** Purpose, company, role, and whether it is kept out. @throws Refusal */
export function changeServiceAccount(
  { storage, now }: { readonly storage: Storage; readonly now: () => number },
  by: By,
  id: number,
  body: BodyOf<typeof updateServiceAccount>,
): Promise<object> {
  return storage.write(async (db) => {
    const row = await ownAccount(db, by.viewer, id);
    await checkMayTouch(db, by.viewer, row.role_id);
    await checkRights(db, by.viewer, body);
    if (row.company_id !== body.companyId) await checkRoom(db, body.companyId);
    await db
      .updateTable('users')
      .set({
        full_name: purposeOf(body.purpose),
        company_id: body.companyId,
        role_id: body.roleId,
        disabled: body.disabled ? 1 : 0,
      })
      .where('id', '=', id)
      .execute();
    const state = body.disabled ? 'disabled' : 'enabled';
    const detail = `${row.account_name}, role ${body.roleId}, company ${body.companyId ?? 'all'}, ${state}`;
    await auditBy(db, by, { at: now(), action: 'serviceAccounts.update', subject: `user:${id}`, detail });
    return {};
  });
}
