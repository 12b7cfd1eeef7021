/** Versions of roles: each save of one is kept with who, when and why, and goes with the role. */
import { Refusal } from '../../../base/errors.ts';
import type { DataOf } from '../../../contract/call.ts';
import type { roleVersions } from '../../../contract/company/users.ts';
import type { By } from '../../audit/by.ts';
import type { Db } from '../../sites/edit/editor.ts';
import { everyCompany } from '../../sites/edit/scope.ts';
import { fromJson, toJson } from '../../storage/json.ts';
import type { Viewer } from '../viewer.ts';

const most = 100;

/** The newest version of each role that has one. */
export async function newestVersions(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('role_versions')
    .select(({ fn }) => ['role_id', fn.max('version').as('version')])
    .groupBy('role_id')
    .execute();
  return new Map(rows.map((row) => [row.role_id, Number(row.version)]));
}

/** The newest version of a role; 0 where none is kept. */
export async function newestVersion(db: Db, roleId: number): Promise<number> {
  const row = await db
    .selectFrom('role_versions')
    .select('version')
    .where('role_id', '=', roleId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Keeps a role as it was just saved; in the transaction that saves it. */
export async function keepVersion(
  db: Db,
  by: By,
  at: number,
  roleId: number,
  saved: {
    readonly name: string;
    readonly permissions: readonly string[];
    readonly reason?: string | undefined;
  },
): Promise<void> {
  await db
    .insertInto('role_versions')
    .values({
      role_id: roleId,
      version: (await newestVersion(db, roleId)) + 1,
      at,
      account_name: by.viewer.accountName,
      name: saved.name,
      permissions: toJson(saved.permissions),
      reason: saved.reason?.trim() ?? '',
    })
    .execute();
}

/** The versions of a role, the newest first. @throws Refusal 404 where there is no such role */
export async function readVersions(
  db: Db,
  viewer: Viewer,
  roleId: number,
): Promise<DataOf<typeof roleVersions>> {
  everyCompany(viewer);
  const role = await db.selectFrom('roles').select('id').where('id', '=', roleId).executeTakeFirst();
  if (role === undefined) throw new Refusal(404, 'api.notFound', { what: `role ${roleId}` });
  const rows = await db
    .selectFrom('role_versions')
    .selectAll()
    .where('role_id', '=', roleId)
    .orderBy('version', 'desc')
    .limit(most)
    .execute();
  return {
    versions: rows.map((row) => ({
      version: row.version,
      at: row.at,
      accountName: row.account_name,
      name: row.name,
      permissions: [...fromJson(row.permissions)],
      reason: row.reason,
    })),
  };
}
