/** What a token of a service account may be good for; whatever no scope names needs a person who is signed in. */
import type { KnownPermission } from '../../base/permissions.ts';

export const serviceScopes = ['read', 'answer', 'propose', 'run', 'report'] as const;
export type ServiceScope = (typeof serviceScopes)[number];

/** What is looked at, and never changed by it. */
const views: readonly KnownPermission[] = [
  'station:data:view',
  'system:log:view',
  'device:maintenance:view',
  'device:parameter:view',
  'device:workflow:view',
  'system:audit:view',
  'alarm:event:view',
  'report:document:view',
];

/**
 * Permissions that a scope lets through, of those that the account's role holds. No scope lets through what sounds a
 * siren, approves, signs, or changes people, rights, sites, rules and the platform.
 */
const permissionsOf: Readonly<Record<ServiceScope, readonly KnownPermission[]>> = {
  read: views,
  answer: ['alarm:event:answer', 'station:remark:edit'],
  propose: ['device:parameter:edit', 'device:command:send'],
  run: ['device:workflow:run', 'device:script:edit'],
  report: ['report:document:make'],
};

/** The permissions of a role that are left to a token with these scopes. */
export function permissionsWithin(
  scopes: readonly ServiceScope[],
  held: readonly string[],
): readonly string[] {
  const allowed = new Set<string>(scopes.flatMap((scope) => permissionsOf[scope]));
  return held.filter((permission) => allowed.has(permission));
}
