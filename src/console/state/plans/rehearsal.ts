import { useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/plans/rehearsal.ts';
import { request } from '../connection/client.ts';

/** Under what rehearsals are cached. */
export const rehearsalKey = 'rehearsal';
/** While one is under way it is looked at so often, ms. */
const follows = 700;

/** The last rehearsal of a plan, followed while it is under way; null = none. */
export function useRehearsal(planId: string) {
  return useQuery({
    queryKey: [rehearsalKey, planId],
    queryFn: async ({ signal }) =>
      (await request(contract.rehearsal, { params: { planId }, signal })).rehearsal,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? follows : false),
  });
}
