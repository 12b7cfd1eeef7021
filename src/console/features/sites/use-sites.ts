import { useQuery } from '@tanstack/react-query';
import { sites, type Waiting, waiting } from '../../../contract/sites.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/change.ts';
import { request } from '../../state/client.ts';
import { forgetStations } from '../../state/stations.ts';

const key = 'sites';
/** How often it is asked who waits, ms: nothing tells it by itself. */
const waitingEvery = 5000;

/** Companies, projects and stations as the maintainer keeps them. */
export function useSites() {
  return useQuery({ queryKey: [key], queryFn: ({ signal }) => request(sites, { signal }) });
}

/** Runs changes of sites; every screen that shows stations fetches them anew. */
export const useSiteChange = () => useChange(key, useText(), forgetStations);

/** RTUs that knocked and were not let in; none for whom the server does not tell. */
export function useWaiting(): { readonly entries: readonly Waiting[] } {
  const { data } = useQuery({
    queryKey: [key, 'waiting'],
    queryFn: ({ signal }) => request(waiting, { signal }),
    refetchInterval: waitingEvery,
  });
  return { entries: data?.waiting ?? [] };
}
