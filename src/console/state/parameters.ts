import { queryOptions, useQuery } from '@tanstack/react-query';
import * as contract from '../../contract/parameters.ts';
import { request } from './client.ts';
import { queries } from './stations.ts';

export type StationParameters = Awaited<ReturnType<typeof fetchParameters>>;

const fetchParameters = (stationId: number, signal?: AbortSignal) =>
  request(contract.parameters, { params: { stationId }, signal });

const ofStation = (stationId: number) =>
  queryOptions({
    queryKey: ['parameters', stationId] as const,
    queryFn: ({ signal }) => fetchParameters(stationId, signal),
  });

/** What a station's devices have, and what is on its way to them. */
export function useParameters(stationId: number, enabled = true) {
  return useQuery({ ...ofStation(stationId), enabled });
}

/** The same outside of a component: from the cache while that is fresh. @throws ApiError */
export function parametersOf(stationId: number): Promise<StationParameters> {
  return queries.fetchQuery(ofStation(stationId));
}

/** As the server has them now. @throws ApiError */
export function parametersNow(stationId: number): Promise<StationParameters> {
  return queries.fetchQuery({ ...ofStation(stationId), staleTime: 0 });
}

/** Changes of a station's parameters, newest first. */
export function useParameterChanges(stationId: number) {
  return useQuery({
    queryKey: ['parameters', stationId, 'changes'] as const,
    queryFn: ({ signal }) =>
      request(contract.parameterHistory, { params: { stationId }, query: { limit: 200 }, signal }),
  });
}

/** Lets what is known of a station's parameters be fetched anew. */
export function forgetParameters(stationId: number): void {
  void queries.invalidateQueries({ queryKey: ['parameters', stationId] });
}
