import { queryOptions, useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/devices/parameters.ts';
import { request } from '../connection/client.ts';
import { queries } from '../sites/stations.ts';

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

/** The RTU of a station, which no change of its parameters changes. @throws ApiError */
export async function rtuOf(stationId: number): Promise<number> {
  const { devices } = await queries.ensureQueryData(ofStation(stationId));
  return devices[0]?.target.rtuId ?? 0;
}

/** As the server has them now. @throws ApiError */
export function parametersNow(stationId: number): Promise<StationParameters> {
  return queries.fetchQuery({ ...ofStation(stationId), staleTime: 0 });
}

type Pending = Readonly<Record<string, NonNullable<contract.ParameterState['pending']>['value']>>;
/**
 * Shows a set that the server has just taken as on its way, before its group is fetched anew: what is edited meanwhile
 * is based on it, and is not refused as if somebody else had changed the group.
 * @param set its edits, null for a secret
 * @param version of the group, since that set
 */
export function keepSet(
  stationId: number,
  set: { readonly slot: number | null; readonly group: string; readonly edits: Pending },
  version: number,
  orderId: string,
): void {
  queries.setQueryData(ofStation(stationId).queryKey, (data) => {
    if (data === undefined) return undefined;
    const devices = data.devices.map((device) => ({
      ...device,
      groups: device.groups.map((group) => {
        if (device.target.slot !== set.slot || group.group !== set.group) return group;
        const fields = { ...group.fields };
        for (const [id, value] of Object.entries(set.edits)) {
          const before = fields[id] ?? { value: null, at: null };
          fields[id] = { ...before, pending: { value, orderId } };
        }
        return { ...group, version, fields };
      }),
    }));
    return { ...data, devices };
  });
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
