/** What the user has not seen yet of plans and scripts that they started. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as contract from '../../contract/notify/work.ts';
import { request } from './connection/client.ts';
import { onEvent } from './connection/live.ts';

export type { WorkNotice } from '../../contract/notify/work.ts';

const workKey = ['work', 'notices'] as const;
/** What no event came of is seen after so long, ms. */
const seldom = 60_000;

/** The newest first; fetched anew when there is more, or it was seen elsewhere. */
export function useWorkNotices() {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'work') void client.invalidateQueries({ queryKey: workKey });
      }),
    [client],
  );
  return useQuery({
    queryKey: workKey,
    queryFn: ({ signal }) => request(contract.workNotices, { signal }),
    staleTime: 0,
    refetchInterval: seldom,
  });
}

/** The user has looked at some plans and runs: what was said of them is not said any more. */
export async function seeWork(works: readonly string[]): Promise<void> {
  await request(contract.seeWork, { body: { works: [...new Set(works)].slice(0, 200) } });
}

/** Over what the user is notified of their work. */
export const chooseWork = (choice: contract.WorkChoice) => request(contract.chooseWork, { body: choice });
