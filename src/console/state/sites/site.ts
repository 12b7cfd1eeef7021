import { useQuery } from '@tanstack/react-query';
import { settings } from '../../../contract/session.ts';
import { request } from '../connection/client.ts';

/** The map that this site was set up with; the embedded basemap until that is known. */
export function useSiteMap(): { readonly styleUrl: string | null; readonly datum: 'WGS-84' | 'GCJ-02' } {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: () => request(settings, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { styleUrl: data?.mapStyleUrl ?? null, datum: data?.mapDatum ?? 'WGS-84' };
}
