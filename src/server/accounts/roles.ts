import type { Kysely } from 'kysely';
import type { Permission } from '../../base/permissions.ts';
import type { Database } from '../storage/schema.ts';

/** Permissions that exist now; the roles below are made with them at the first start. */
export const permissions = [
  'station:data:view',
  'system:log:view',
  'device:maintenance:view',
  'device:site:edit',
  'system:user:edit',
  'system:role:edit',
  'device:parameter:view',
  'device:parameter:edit',
  'device:command:send',
  'device:command:sound',
  'device:command:freeText',
  'device:command:delete',
  'device:workflow:run',
  'device:workflow:view',
  'device:script:edit',
  'device:script:share',
  'device:script:delete',
  'station:remark:edit',
  'station:remark:delete',
  'station:baseline:edit',
  'system:audit:view',
  'alarm:event:view',
  'alarm:event:answer',
  'alarm:rule:edit',
  'alarm:notify:edit',
] as const satisfies readonly Permission[];

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
      'alarm:event:view',
      'alarm:event:answer',
      'alarm:rule:edit',
      'alarm:notify:edit',
    ],
  },
  {
    name: 'viewer',
    permissions: ['station:data:view', 'device:parameter:view', 'device:workflow:view', 'alarm:event:view'],
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
