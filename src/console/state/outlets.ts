/** What a company sends out to webhooks, and how each of it does. */
import { useQuery } from '@tanstack/react-query';
import * as contract from '../../contract/notify/outlets.ts';
import { request } from './connection/client.ts';

export type { OutletBody, OutletDelivery, OutletView } from '../../contract/notify/outlets.ts';

/** No event tells of deliveries: while they are shown they are fetched so often, ms. */
const often = 5000;

/** Under `notify`, so that what is saved there is fetched anew. */
const key = ['notify', 'outlets'] as const;

/** Data subscriptions of the companies that the user sees. */
export function useOutlets() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request(contract.outlets, { signal }),
    staleTime: 0,
    refetchInterval: often,
  });
}

/** The newest batches of one, newest first. */
export function useOutletDeliveries(id: number) {
  return useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => request(contract.outletDeliveries, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: often,
  });
}
