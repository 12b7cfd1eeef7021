import { useQuery } from '@tanstack/react-query';
import { sites } from '../../../contract/sites.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/change.ts';
import { request } from '../../state/client.ts';
import { forgetStations } from '../../state/stations.ts';

const key = 'sites';

/** Companies, projects and stations as the maintainer keeps them. */
export function useSites() {
  return useQuery({ queryKey: [key], queryFn: ({ signal }) => request(sites, { signal }) });
}

/** Runs changes of sites; every screen that shows stations fetches them anew. */
export const useSiteChange = () => useChange(key, useText(), forgetStations);
