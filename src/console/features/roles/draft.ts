/** What a draft of a role changes, and what that means. Pure. */
import { type KnownPermission, permissions } from '../../../base/permissions.ts';
import type { Role, User } from '../../../contract/company/users.ts';

/** Areas in the order in which they are listed. */
export const areas = ['station', 'alarm', 'device', 'system'] as const;
export type PermissionArea = (typeof areas)[number];

export const areaOf = (permission: KnownPermission): PermissionArea =>
  areas.find((area) => permission.startsWith(`${area}:`)) ?? 'system';

/** Permissions in the order of the matrix: by area, within one as they are declared. */
export const ordered: readonly KnownPermission[] = areas.flatMap((area) =>
  permissions.filter((permission) => areaOf(permission) === area),
);

/** Roles as the matrix shows them: drafts by id, 0 = a role that is being made. */
export type RoleDrafts = ReadonlyMap<number, readonly string[]>;

/** What a role allows, with its draft where it has one. */
export const allowedBy = (role: Role, drafts: RoleDrafts): readonly string[] =>
  drafts.get(role.id) ?? role.permissions;

/** How a permission stands in a role, against what is saved. */
export type RoleCell = 'given' | 'notGiven' | 'gained' | 'lost';

export function cellOf(role: Role, drafts: RoleDrafts, permission: string): RoleCell {
  const saved = role.permissions.includes(permission);
  const now = allowedBy(role, drafts).includes(permission);
  if (saved === now) return now ? 'given' : 'notGiven';
  return now ? 'gained' : 'lost';
}

/** The draft with a permission given, or taken where it was given; in the order in which permissions are declared. */
export function toggled(allowed: readonly string[], permission: KnownPermission): readonly string[] {
  return permissions.filter((known) => (known === permission) !== allowed.includes(known));
}

/** One permission that a draft gives or takes. */
export interface RoleEffect {
  readonly permission: KnownPermission;
  readonly gains: boolean;
  /** True where no enabled account of another role has it: nobody would. */
  readonly isLast: boolean;
}

/** What a draft of a role gives and takes; losses first. */
export function effectsOf(
  role: Role,
  drafts: RoleDrafts,
  roles: readonly Role[],
  users: readonly User[],
): readonly RoleEffect[] {
  const holders = (permission: string) =>
    users.some((user) => {
      const theirs = roles.find(({ id }) => id === user.roleId);
      return theirs !== undefined && !user.disabled && allowedBy(theirs, drafts).includes(permission);
    });
  const effects = ordered.flatMap((permission): readonly RoleEffect[] => {
    const cell = cellOf(role, drafts, permission);
    if (cell !== 'gained' && cell !== 'lost') return [];
    return [{ permission, gains: cell === 'gained', isLast: cell === 'lost' && !holders(permission) }];
  });
  return effects.toSorted((a, b) => Number(a.gains) - Number(b.gains));
}

/** What one role allows and another does not. */
export interface RoleComparison {
  readonly same: number;
  readonly more: readonly KnownPermission[];
  readonly less: readonly KnownPermission[];
}

export function compared(allowed: readonly string[], other: readonly string[]): RoleComparison {
  const here = (permission: string) => allowed.includes(permission);
  const there = (permission: string) => other.includes(permission);
  return {
    same: ordered.filter((permission) => here(permission) === there(permission)).length,
    more: ordered.filter((permission) => here(permission) && !there(permission)),
    less: ordered.filter((permission) => !here(permission) && there(permission)),
  };
}

export type ShownPermissions = 'all' | 'differing' | 'changed';

/** The permissions that the matrix lists: by what is asked for, and by the words that are looked for. */
export function listed(
  roles: readonly Role[],
  drafts: RoleDrafts,
  shown: ShownPermissions,
  wanted: string,
  wordsOf: (permission: KnownPermission) => string,
): readonly KnownPermission[] {
  const folded = wanted.normalize('NFKC').trim().toLowerCase();
  return ordered.filter((permission) => {
    const cells = roles.map((role) => cellOf(role, drafts, permission));
    if (shown === 'changed' && !cells.some((cell) => cell === 'gained' || cell === 'lost')) return false;
    if (shown === 'differing' && new Set(cells).size < 2) return false;
    return `${wordsOf(permission)} ${permission}`.toLowerCase().includes(folded);
  });
}
