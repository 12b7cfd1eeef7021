import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { stationFiles } from '../../../contract/sites/uploads.ts';
import { request } from '../connection/client.ts';
import { onEvent } from '../connection/live.ts';

/** Under what the files of stations are cached. */
export const stationFilesKey = 'stationFiles';

/** Files of a station itself, the newest first; fetched anew when anybody changes them. */
export function useStationFiles(stationId: number) {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'remarks' && event.stationId === stationId)
          void client.invalidateQueries({ queryKey: [stationFilesKey, stationId] });
      }),
    [client, stationId],
  );
  return useQuery({
    queryKey: [stationFilesKey, stationId],
    queryFn: ({ signal }) => request(stationFiles, { params: { stationId }, signal }),
    // Changes are not reported while nothing shows them.
    staleTime: 0,
  });
}
