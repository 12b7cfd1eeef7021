/** What happened at stations, for their curves: remarks, sets and orders. */
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import * as contract from '../../../contract/devices/orders.ts';
import * as parameters from '../../../contract/devices/parameters.ts';
import * as remarks from '../../../contract/sites/remarks.ts';
import { request } from '../connection/client.ts';
import { onEvent } from '../connection/live.ts';
import { remarksKey } from './remarks.ts';
import { queries } from './stations.ts';

/** So many of the newest orders, and changes, of a station are marked. */
const newest = 200;

const remarksOf = (stationId: number) => ({
  queryKey: remarksKey(stationId),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request(remarks.remarks, { params: { stationId }, signal }),
  staleTime: 0,
});
const ordersOf = (stationId: number) => ({
  queryKey: ['orders', stationId, newest] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request(contract.stationOrders, { params: { stationId }, query: { limit: newest }, signal }),
});
const changesOf = (stationId: number) => ({
  queryKey: ['parameters', stationId, 'changes'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request(parameters.parameterHistory, { params: { stationId }, query: { limit: newest }, signal }),
});

/** By station, in the order in which they were named; empty where nothing is known, or nothing may be seen. */
export function useHappenings(stationIds: readonly number[], orders: boolean) {
  const key = stationIds.join();
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'remarks' && key.split(',').includes(String(event.stationId)))
          void queries.invalidateQueries({ queryKey: remarksKey(event.stationId) });
      }),
    [key],
  );
  const said = useQueries({ queries: stationIds.map(remarksOf) });
  const sent = useQueries({ queries: stationIds.map((id) => ({ ...ordersOf(id), enabled: orders })) });
  const changed = useQueries({ queries: stationIds.map((id) => ({ ...changesOf(id), enabled: orders })) });
  const moved = [...said, ...sent, ...changed].map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers are new objects at each paint; when they came is not
  return useMemo(
    () =>
      stationIds.map((stationId, index) => ({
        stationId,
        remarks: said[index]?.data?.remarks ?? [],
        orders: sent[index]?.data?.orders ?? [],
        changes: changed[index]?.data?.changes ?? [],
      })),
    [key, moved],
  );
}
