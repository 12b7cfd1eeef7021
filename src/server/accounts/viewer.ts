import { type Language, toLanguage } from '../../base/messages.ts';
import type { ServiceScope } from '../../contract/company/service-scopes.ts';
import { fixed } from '../storage/fixed.ts';
import type { Storage } from '../storage/storage.ts';
import { isActive } from './active.ts';

/** Who is asking, as every read and write needs to know. */
export interface Viewer {
  readonly userId: number;
  readonly accountName: string;
  readonly roleId: number;
  readonly roleName: string;
  /** Null = sees every company. */
  readonly companyId: number | null;
  readonly companyName: string | null;
  readonly language: Language;
  readonly permissions: readonly string[];
  /** The token by which a program asks; left out = a person in a session. */
  readonly service?: ServicePass;
}
/** What a token of a service account is good for. */
export interface ServicePass {
  readonly tokenId: number;
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
  readonly expiresAt: number;
}

/** True when two looks at a user show the same rights: role, company and permissions. */
export function sameRights(a: Viewer, b: Viewer): boolean {
  return (
    a.userId === b.userId &&
    a.roleId === b.roleId &&
    a.companyId === b.companyId &&
    a.permissions.length === b.permissions.length &&
    a.permissions.every((permission, index) => permission === b.permissions[index])
  );
}

const enabledUser = fixed((db, { userId }: { userId: number }) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .select([
      'users.id',
      'users.account_name',
      'users.role_id',
      'roles.name as role_name',
      'users.company_id',
      'companies.name as company_name',
      'users.language',
    ])
    .where('users.id', '=', userId)
    .where(isActive),
);
const permissionsOf = fixed((db, { roleId }: { roleId: number }) =>
  db.selectFrom('role_permissions').select('permission').where('role_id', '=', roleId).orderBy('permission'),
);

/** The user behind an id with role and permissions; null when there is none or it is disabled. */
export async function readViewer(storage: Storage, userId: number): Promise<Viewer | null> {
  const [user] = await enabledUser(storage.db, { userId });
  if (user === undefined) return null;
  const granted = await permissionsOf(storage.db, { roleId: user.role_id });
  return {
    userId: user.id,
    accountName: user.account_name,
    roleId: user.role_id,
    roleName: user.role_name,
    companyId: user.company_id,
    companyName: user.company_name,
    language: toLanguage(user.language),
    permissions: granted.map((row) => row.permission),
  };
}
