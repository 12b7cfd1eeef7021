import type { Kysely } from 'kysely';
import { type Permission, permissions } from '../../../base/permissions.ts';
import type { Database } from '../../storage/schema.ts';

/** Roles of a new installation. Role 1 is the platform's maintainer (src/contract/README.md#session). */
export const firstRoles: readonly { readonly name: string; readonly permissions: readonly Permission[] }[] = [
  { name: 'maintainer', permissions },
  {
    name: 'operator',
    permissions: [
      'station:data:view',
      'system:log:view',
      'device:parameter:view',
      'device:parameter:edit',
      'device:command:send',
      'device:command:sound',
      'device:workflow:run',
      'device:workflow:view',
      'device:script:edit',
      'device:script:share',
      'station:remark:edit',
      'station:baseline:edit',
      'station:folder:share',
      'alarm:event:view',
      'alarm:event:answer',
      'alarm:rule:edit',
      'alarm:notify:edit',
      'report:document:view',
      'report:document:make',
      'report:document:sign',
    ],
  },
  {
    name: 'viewer',
    permissions: [
      'station:data:view',
      'device:parameter:view',
      'device:workflow:view',
      'alarm:event:view',
      'report:document:view',
    ],
  },
];

/** Makes the first roles where there are none, so that their ids are 1, 2, 3. */
export async function ensureRoles(db: Kysely<Database>): Promise<void> {
  const any = await db.selectFrom('roles').select('id').executeTakeFirst();
  if (any !== undefined) return;
  for (const role of firstRoles) {
    const { id } = await db
      .insertInto('roles')
      .values({ name: role.name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('role_permissions')
      .values(role.permissions.map((permission) => ({ role_id: id, permission })))
      .execute();
  }
}
