/** Users by hand: what one may do to whom. A company's administrator deals with that company's users alone (S30). */
import { Refusal } from '../../base/errors.ts';
import { permissions } from '../../base/permissions.ts';
import type { BodyOf, DataOf } from '../../contract/call.ts';
import type {
  createUser as createCall,
  updateUser as updateCall,
  users,
} from '../../contract/company/users.ts';
import { auditBy, type By } from '../audit/by.ts';
import type { Db } from '../sites/edit/editor.ts';
import { refuseForeign, writeForeign } from '../sites/edit/foreign-values.ts';
import { sees } from '../sites/visible.ts';
import { isPerson } from './active.ts';
import type { Login } from './login.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { newestVersions } from './roles/role-versions.ts';
import type { Viewer } from './viewer.ts';

type NewUser = BodyOf<typeof createCall>;
type Rights = BodyOf<typeof updateCall>;

export async function rolesOf(db: Db): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.selectFrom('role_permissions').selectAll().orderBy('permission').execute();
  const roles = await db.selectFrom('roles').select('id').execute();
  return new Map(
    roles.map(({ id }) => [id, rows.filter((row) => row.role_id === id).map(({ permission }) => permission)]),
  );
}

export const holds = (viewer: Viewer, wanted: readonly string[]) =>
  wanted.every((permission) => viewer.permissions.includes(permission));

/** Users, roles and companies that a viewer may deal with. */
export async function readUsers(db: Db, viewer: Viewer): Promise<DataOf<typeof users>> {
  const [all, roles, companies, granted, versions] = await Promise.all([
    db.selectFrom('users').selectAll().where(isPerson).orderBy('account_name').execute(),
    db.selectFrom('roles').selectAll().orderBy('id').execute(),
    db.selectFrom('companies').select(['id', 'name']).orderBy('id').execute(),
    rolesOf(db),
    newestVersions(db),
  ]);
  const own = all.filter((user) => viewer.companyId === null || user.company_id === viewer.companyId);
  return {
    users: own.map((user) => ({
      id: user.id,
      accountName: user.account_name,
      fullName: user.full_name,
      phone: user.phone,
      companyId: user.company_id,
      roleId: user.role_id,
      language: user.language as 'en',
      disabled: user.disabled !== 0,
      createdAt: user.created_at,
    })),
    roles: roles
      .map((role) => ({
        id: role.id,
        name: role.name,
        permissions: [...(granted.get(role.id) ?? [])],
        users: own.filter((user) => user.role_id === role.id).length,
        version: versions.get(role.id) ?? 0,
      }))
      .filter((role) => viewer.companyId === null || holds(viewer, role.permissions)),
    companies: companies.filter((company) => sees(viewer, company.id)),
    permissions: [...permissions],
  };
}

/** @throws Refusal 404 for a user of another company, or of the platform for who belongs to one */
async function ownUser(db: Db, viewer: Viewer, id: number) {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where(isPerson)
    .executeTakeFirst();
  const seen = user !== undefined && (viewer.companyId === null || user.company_id === viewer.companyId);
  if (!seen) throw new Refusal(404, 'api.notFound', { what: `user ${id}` });
  return user;
}

/** @throws Refusal for a company or role that the asker may not give: nobody gives more than the asker has */
export async function checkRights(
  db: Db,
  viewer: Viewer,
  { companyId, roleId }: Pick<Rights, 'companyId' | 'roleId'>,
): Promise<void> {
  if (companyId === null ? viewer.companyId !== null : !sees(viewer, companyId))
    throw new Refusal(404, 'api.notFound', { what: `company ${companyId ?? 0}` }, 'companyId');
  const company =
    companyId === null
      ? true
      : await db.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst();
  if (company === undefined)
    throw new Refusal(404, 'api.notFound', { what: `company ${companyId ?? 0}` }, 'companyId');
  const granted = (await rolesOf(db)).get(roleId);
  if (granted === undefined) throw new Refusal(404, 'api.notFound', { what: `role ${roleId}` }, 'roleId');
  if (!holds(viewer, granted)) throw new Refusal(403, 'users.moreThanOwn', {}, 'roleId');
}

/** @throws Refusal 422 when nobody would be left who can do everything */
async function keepOneMaintainer(db: Db, without: number): Promise<void> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', 1)
    .where('disabled', '=', 0)
    .where(isPerson)
    .where('company_id', 'is', null)
    .where('id', '!=', without)
    .executeTakeFirst();
  if (other === undefined) throw new Refusal(422, 'users.lastMaintainer');
}

/** What is written about a person, as it is kept. */
const personOf = ({ fullName = '', phone = '' }: Pick<Rights, 'fullName' | 'phone'>) => ({
  full_name: fullName.normalize('NFKC').trim(),
  phone: phone.normalize('NFKC').trim(),
});

/** All that can be said of a new user before it is made. @throws Refusal */
export async function checkNewUser(db: Db, viewer: Viewer, body: NewUser): Promise<void> {
  await checkRights(db, viewer, body);
  checkNewPassword(body.password, body.accountName, 'password');
}

/** Makes a user with a first password. @throws Refusal */
export async function addUser(login: Login, by: By, body: NewUser): Promise<{ id: number }> {
  const { storage, now } = login;
  await checkNewUser(storage.db, by.viewer, body);
  const passwordHash = await hashPassword(body.password);
  return writeForeign(storage, by, now, async (db) => {
    await checkFree(db, by, body.accountName, now());
    return { id: await storeUser(db, by, body, passwordHash, now()) };
  });
}

/** Within `writeForeign`, or a write that keeps refusals in the audit. @throws Refusal for a name that another one has */
export async function checkFree(db: Db, by: By, accountName: string, now: number): Promise<void> {
  const names = await db.selectFrom('users').select(['account_name', 'company_id']).execute();
  const wanted = accountName.toLowerCase();
  const found = names.find(({ account_name: name }) => name.toLowerCase() === wanted);
  const { companyId } = by.viewer;
  const isSeen = companyId === null || found?.company_id === companyId;
  await refuseForeign(db, by, { field: 'accountName', value: accountName, found, isSeen }, now);
}

/** Writes a user that was checked. @returns its id */
export async function storeUser(
  db: Db,
  by: By,
  body: NewUser,
  passwordHash: string,
  now: number,
): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      company_id: body.companyId,
      role_id: body.roleId,
      account_name: body.accountName,
      ...personOf(body),
      password_hash: passwordHash,
      language: body.language,
      disabled: 0,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await auditBy(db, by, {
    at: now,
    action: 'users.create',
    subject: `user:${id}`,
    detail: `${body.accountName}, role ${body.roleId}`,
  });
  return id;
}

/** Changes what is written about a user, company, role and language; its sessions end where its rights changed. @throws Refusal */
export async function changeUser(login: Login, by: By, id: number, body: Rights): Promise<object> {
  const { storage, sessions, now } = login;
  const isMoved = await storage.write(async (db) => {
    const user = await ownUser(db, by.viewer, id);
    await checkMayTouch(db, by.viewer, user.role_id);
    await checkRights(db, by.viewer, body);
    const moves = user.role_id !== body.roleId || user.company_id !== body.companyId;
    if (moves && id === by.viewer.userId) throw new Refusal(422, 'users.notOneself', {}, 'roleId');
    if (moves && user.role_id === 1) await keepOneMaintainer(db, id);
    const { full_name, phone } = user;
    const set = {
      ...personOf({ fullName: full_name, phone, ...body }),
      company_id: body.companyId,
      role_id: body.roleId,
      language: body.language,
    };
    await db.updateTable('users').set(set).where('id', '=', id).execute();
    await auditBy(db, by, {
      at: now(),
      action: 'users.update',
      subject: `user:${id}`,
      detail: `role ${body.roleId}, company ${body.companyId ?? 'all'}`,
    });
    return moves;
  });
  if (isMoved && id !== by.viewer.userId) await sessions.closeAll(id);
  return {};
}

/** @throws Refusal 403 for a user whose role holds what the asker lacks */
export async function checkMayTouch(db: Db, viewer: Viewer, roleId: number): Promise<void> {
  const granted = (await rolesOf(db)).get(roleId) ?? [];
  if (!holds(viewer, granted)) throw new Refusal(403, 'users.moreThanOwn', {}, 'roleId');
}

/** Keeps a user out, or lets it in again; sessions end. @throws Refusal */
export async function setUserDisabled(login: Login, by: By, id: number, disabled: boolean): Promise<object> {
  const { storage, sessions, now } = login;
  await storage.write(async (db) => {
    const user = await ownUser(db, by.viewer, id);
    await checkMayTouch(db, by.viewer, user.role_id);
    if (id === by.viewer.userId) throw new Refusal(422, 'users.notOneself');
    if (disabled && user.role_id === 1) await keepOneMaintainer(db, id);
    await db
      .updateTable('users')
      .set({ disabled: disabled ? 1 : 0 })
      .where('id', '=', id)
      .execute();
    await auditBy(db, by, {
      at: now(),
      action: disabled ? 'users.disable' : 'users.enable',
      subject: `user:${id}`,
      detail: user.account_name,
    });
  });
  await sessions.closeAll(id);
  return {};
}

/** Gives a user a new password; its sessions end. @throws Refusal */
export async function setUserPassword(
  login: Login,
  by: By,
  id: number,
  newPassword: string,
): Promise<object> {
  const { storage, sessions, now } = login;
  const user = await ownUser(storage.db, by.viewer, id);
  await checkMayTouch(storage.db, by.viewer, user.role_id);
  // The own one is changed with the current one, and nowhere else (S8).
  if (id === by.viewer.userId) throw new Refusal(422, 'users.notOneself');
  checkNewPassword(newPassword, user.account_name, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await storage.write(async (db) => {
    await db
      .updateTable('users')
      .set({
        password_hash: passwordHash,
        // Who lost the second factor with the password gets in again by the new one.
        totp_secret: null,
        totp_pending: null,
        totp_step: null,
      })
      .where('id', '=', id)
      .execute();
    await auditBy(db, by, {
      at: now(),
      action: 'users.password',
      subject: `user:${id}`,
      detail: user.account_name,
    });
  });
  await sessions.closeAll(id);
  return {};
}
