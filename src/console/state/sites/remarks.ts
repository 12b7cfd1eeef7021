import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as contract from '../../../contract/sites/remarks.ts';
import { request } from '../connection/client.ts';
import { onEvent } from '../connection/live.ts';

/** Under what a station's remarks are cached. */
export const remarksKey = (stationId: number) => ['remarks', stationId] as const;

/** A station's remarks by the moment they describe, newest first; fetched anew when anybody changes them. */
export function useRemarks(stationId: number) {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'remarks' && event.stationId === stationId)
          void client.invalidateQueries({ queryKey: remarksKey(stationId) });
      }),
    [client, stationId],
  );
  return useQuery({
    queryKey: remarksKey(stationId),
    queryFn: ({ signal }) => request(contract.remarks, { params: { stationId }, signal }),
    // Changes are not reported while nothing shows the remarks.
    staleTime: 0,
  });
}
