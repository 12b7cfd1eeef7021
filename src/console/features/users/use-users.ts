import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/call.ts';
import { users } from '../../../contract/users.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';

const key = 'users';
export type Accounts = DataOf<typeof users>;

/** Users, roles and companies that the signed-in user may deal with. */
export function useUsers() {
  return useQuery({ queryKey: [key], queryFn: ({ signal }) => request(users, { signal }) });
}

/** Runs changes of users and roles. */
export const useUserChange = () => useChange(key, useText());
