import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DataOf } from '../../../contract/call.ts';
import { users } from '../../../contract/users.ts';
import type { Refused } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/client.ts';
import { refusal } from '../../state/refused.ts';

const key = ['users'] as const;
export type Accounts = DataOf<typeof users>;

/** Users, roles and companies that the signed-in user may deal with. */
export function useUsers() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => request(users, { signal }) });
}

/** Runs a change; answers null when it was done and what was refused otherwise. */
export function useUserChange(): (change: () => Promise<unknown>) => Promise<Refused | null> {
  const text = useText();
  const client = useQueryClient();
  return useCallback(
    async (change) => {
      try {
        await change();
        await client.invalidateQueries({ queryKey: key });
        return null;
      } catch (error) {
        return refusal(error, text);
      }
    },
    [client, text],
  );
}
