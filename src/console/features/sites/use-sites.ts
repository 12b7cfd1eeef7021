import { useQuery } from '@tanstack/react-query';
import { sites, type Waiting, waiting } from '../../../contract/sites/sites.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { forgetStations } from '../../state/sites/stations.ts';

const key = 'sites';
/** Polling interval for waiting RTUs, ms: no event reports them. */
const waitingEvery = 5000;

/** Companies, projects and stations as the maintainer keeps them. */
export function useSites() {
  return useQuery({ queryKey: [key], queryFn: ({ signal }) => request(sites, { signal }) });
}

/** Runs changes of sites; every screen that shows stations fetches them anew. */
export const useSiteChange = () => useChange(key, useText(), forgetStations);

/** RTUs that tried to connect and were not admitted; none for users to whom the server does not show them. */
export function useWaiting(): { readonly entries: readonly Waiting[] } {
  const { data } = useQuery({
    queryKey: [key, 'waiting'],
    queryFn: ({ signal }) => request(waiting, { signal }),
    refetchInterval: waitingEvery,
  });
  return { entries: data?.waiting ?? [] };
}
