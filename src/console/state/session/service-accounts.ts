/** Service accounts as the console knows them, with the tokens that people may deal with. */
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/call.ts';
import { serviceAccounts } from '../../../contract/company/service-accounts.ts';
import { request } from '../connection/client.ts';

/** Of the queries that a change of service accounts makes anew. */
export const serviceAccountsKey = 'serviceAccounts';
export type ServiceAccounts = DataOf<typeof serviceAccounts>;

export function useServiceAccounts() {
  return useQuery({
    queryKey: [serviceAccountsKey],
    queryFn: ({ signal }) => request(serviceAccounts, { signal }),
  });
}
