import { Refusal } from '../../../base/errors.ts';
import { permissions } from '../../../base/permissions.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { createRole } from '../../../contract/company/users.ts';
import { auditBy, type By } from '../../audit/by.ts';
import type { Db } from '../../sites/edit/editor.ts';
import { everyCompany } from '../../sites/edit/scope.ts';
import type { Login } from '../login.ts';
import type { Viewer } from '../viewer.ts';
import { keepVersion, newestVersion } from './role-versions.ts';

type Body = BodyOf<typeof createRole>;
/** What role 1 keeps, so that nobody can lock everybody out. */
const kept = ['system:user:edit', 'system:role:edit'];

function checkPermissions(wanted: readonly string[]): readonly string[] {
  const known: readonly string[] = permissions;
  const strange = wanted.find((permission) => !known.includes(permission));
  if (strange !== undefined)
    throw new Refusal(422, 'users.noPermission', { permission: strange }, 'permissions');
  return [...new Set(wanted)];
}

/**
 * Nobody gives more than the own rights (S74). Role 1 is the platform's maintainer and gives what there is, also a
 * permission that a new version brings and that nobody holds yet.
 * @throws Refusal 403 for a permission that the asker does not hold
 */
function refuseBeyond(viewer: Viewer, wanted: readonly string[]): void {
  if (viewer.roleId !== 1 && wanted.some((permission) => !viewer.permissions.includes(permission)))
    throw new Refusal(403, 'users.moreThanOwn', {}, 'permissions');
}

async function grantedTo(db: Db, id: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', id)
    .execute();
  return rows.map(({ permission }) => permission);
}

async function refuseSameName(db: Db, name: string, id: number): Promise<void> {
  const same = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (same !== undefined) throw new Refusal(422, 'sites.taken', { value: name }, 'name');
}

async function grant(db: Db, id: number, wanted: readonly string[]): Promise<void> {
  await db.deleteFrom('role_permissions').where('role_id', '=', id).execute();
  if (wanted.length === 0) return;
  await db
    .insertInto('role_permissions')
    .values(wanted.map((permission) => ({ role_id: id, permission })))
    .execute();
}

/** Makes a role of permissions that the asker holds. @throws Refusal */
export function addRole({ storage, now }: Login, by: By, body: Body): Promise<{ id: number }> {
  everyCompany(by.viewer);
  const wanted = checkPermissions(body.permissions);
  refuseBeyond(by.viewer, wanted);
  return storage.write(async (db) => {
    await refuseSameName(db, body.name, 0);
    const { id } = await db
      .insertInto('roles')
      .values({ name: body.name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await grant(db, id, wanted);
    await keepVersion(db, by, now(), id, { ...body, permissions: wanted });
    await auditBy(db, by, {
      at: now(),
      action: 'roles.create',
      subject: `role:${id}`,
      detail: wanted.join(' '),
    });
    return { id };
  });
}

async function knownRole(db: Db, id: number) {
  const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();
  if (role === undefined) throw new Refusal(404, 'api.notFound', { what: `role ${id}` });
  return role;
}

/**
 * Changes a role that holds nothing beyond the asker's own rights, before and after; what its users may do changes
 * within a second.
 * @throws Refusal
 */
export async function changeRole({ storage, now }: Login, by: By, id: number, body: Body): Promise<object> {
  everyCompany(by.viewer);
  const wanted = checkPermissions(body.permissions);
  const lost = id === 1 ? kept.find((permission) => !wanted.includes(permission)) : undefined;
  if (lost !== undefined) throw new Refusal(422, 'users.roleKeeps', { permission: lost }, 'permissions');
  refuseBeyond(by.viewer, wanted);
  await storage.write(async (db) => {
    await knownRole(db, id);
    refuseBeyond(by.viewer, await grantedTo(db, id));
    if (body.version !== undefined && body.version !== (await newestVersion(db, id)))
      throw new Refusal(409, 'users.roleMoved', { name: body.name });
    await refuseSameName(db, body.name, id);
    await db.updateTable('roles').set({ name: body.name }).where('id', '=', id).execute();
    await grant(db, id, wanted);
    await keepVersion(db, by, now(), id, { ...body, permissions: wanted });
    await auditBy(db, by, {
      at: now(),
      action: 'roles.update',
      subject: `role:${id}`,
      detail: wanted.join(' '),
    });
  });
  return {};
}

/** Removes a role that nobody has. @throws Refusal */
export async function removeRole({ storage, now }: Login, by: By, id: number): Promise<object> {
  everyCompany(by.viewer);
  await storage.write(async (db) => {
    const { name } = await knownRole(db, id);
    if (id === 1) throw new Refusal(422, 'users.roleStays');
    refuseBeyond(by.viewer, await grantedTo(db, id));
    const users = await db.selectFrom('users').select('id').where('role_id', '=', id).execute();
    if (users.length > 0) throw new Refusal(422, 'users.roleUsed', { count: users.length });
    await db.deleteFrom('role_permissions').where('role_id', '=', id).execute();
    // Another role may get its id; what it was stands in the audit.
    await db.deleteFrom('role_versions').where('role_id', '=', id).execute();
    await db.deleteFrom('roles').where('id', '=', id).execute();
    await auditBy(db, by, {
      at: now(),
      action: 'roles.delete',
      subject: `role:${id}`,
      detail: name,
    });
  });
  return {};
}
