/** Accounts as the console knows them: users, roles and companies that the signed-in user may deal with. */
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/call.ts';
import { roleVersions, users } from '../../../contract/company/users.ts';
import { request } from '../connection/client.ts';

/** Of the queries that a change of users or roles makes anew. */
export const usersKey = 'users';
export type Accounts = DataOf<typeof users>;
export type RoleVersion = DataOf<typeof roleVersions>['versions'][number];

export function useUsers() {
  return useQuery({ queryKey: [usersKey], queryFn: ({ signal }) => request(users, { signal }) });
}

/** What a role was each time it was saved, the newest first; of role 0, which is not saved yet, nothing. */
export function useRoleVersions(roleId: number) {
  return useQuery({
    queryKey: [usersKey, 'versions', roleId],
    queryFn: async ({ signal }) =>
      (await request(roleVersions, { params: { roleId }, signal })).versions satisfies readonly RoleVersion[],
    enabled: roleId > 0,
  });
}
