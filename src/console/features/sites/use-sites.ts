import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sites } from '../../../contract/sites.ts';
import type { Refused } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/client.ts';
import { refusal } from '../../state/refused.ts';
import { forgetStations } from '../../state/stations.ts';

const key = ['sites'] as const;

/** Companies, projects and stations as the maintainer keeps them. */
export function useSites() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => request(sites, { signal }) });
}

/** Runs a change; answers null when it was done and what was refused otherwise. What is shown is then fetched anew. */
export function useChange(): (change: () => Promise<unknown>) => Promise<Refused | null> {
  const text = useText();
  const client = useQueryClient();
  return useCallback(
    async (change) => {
      try {
        await change();
        await client.invalidateQueries({ queryKey: key });
        forgetStations();
        return null;
      } catch (error) {
        return refusal(error, text);
      }
    },
    [client, text],
  );
}
