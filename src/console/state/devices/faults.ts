/** Fault statistics of the fleet. */
import { useQuery } from '@tanstack/react-query';
import { arrivals, faultsNow } from '../../../contract/devices/faults.ts';
import { request } from '../connection/client.ts';

export type { ArrivalTable, Battery, Card, FaultFlag } from '../../../contract/devices/faults.ts';

const fresh = 60_000;

export function useArrivals(days: number) {
  return useQuery({
    queryKey: ['arrivals', days],
    queryFn: ({ signal }) => request(arrivals, { query: { days }, signal }),
    staleTime: fresh,
    refetchInterval: 5 * fresh,
    structuralSharing: false,
  });
}

export function useFaultsNow() {
  return useQuery({
    queryKey: ['faults'],
    queryFn: ({ signal }) => request(faultsNow, { signal }),
    staleTime: fresh,
    refetchInterval: fresh,
  });
}
