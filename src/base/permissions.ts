/** A permission, `area:entity:action`. */
export type Permission = `${string}:${string}:${string}`;

/** Permissions that exist now, each with its words (`permission.…`). */
export const permissions = [
  'station:data:view',
  'system:log:view',
  'device:maintenance:view',
  'device:site:edit',
  'system:user:edit',
  'system:role:edit',
  'system:platform:edit',
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
  'station:folder:share',
  'system:audit:view',
  'alarm:event:view',
  'alarm:event:answer',
  'alarm:rule:edit',
  'alarm:notify:edit',
  'report:document:view',
  'report:document:make',
  'report:document:sign',
] as const satisfies readonly Permission[];

export type KnownPermission = (typeof permissions)[number];

export const isKnownPermission = (permission: string): permission is KnownPermission =>
  permissions.some((known) => known === permission);

/**
 * True when `held` has any of `needed` (a string or a list). Asked with nothing it raises a TypeError:
 * a check that checks nothing is a programming mistake (tests/server/security/README.md#authorisation, S33).
 */
export function hasPermission(
  held: readonly string[],
  needed: string | readonly string[] | null | undefined,
): boolean {
  const list = typeof needed === 'string' ? [needed] : (needed ?? []);
  if (list.length === 0 || list.some((entry) => entry === '')) {
    throw new TypeError('a permission check needs at least one permission');
  }
  return list.some((entry) => held.includes(entry));
}
