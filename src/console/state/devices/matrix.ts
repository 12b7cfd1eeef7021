/** What the fleet's devices have in one group, moved on by the live stream. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as contract from '../../../contract/devices/matrix.ts';
import { request } from '../connection/client.ts';
import { onOrders } from '../connection/live.ts';
import { withPart } from './matrix-parts.ts';

/** Stations that changed are fetched anew together, so often at most, ms. */
const follows = 700;

/** @param kind sensor type code; null = the RTU */
export function useMatrix(group: string, kind: number | null) {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = ['matrix', group, kind];
    const changed = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const all = () => void client.invalidateQueries({ queryKey });
    const fetchChanged = async () => {
      const stations = [...changed];
      changed.clear();
      if (stations.length > contract.mostNamed) return all();
      const known = client.getQueryData<contract.Matrix>(queryKey);
      const shown = new Set(known?.devices.station);
      const own = stations.filter((id) => shown.has(id));
      if (own.length === 0) return;
      try {
        const part = await request(contract.matrix, {
          query: { group, ...(kind === null ? {} : { kind }), stations: own.join(',') },
        });
        const whole = client.getQueryData<contract.Matrix>(queryKey);
        const next = whole === undefined ? null : withPart(whole, part, own);
        if (next === null) all();
        else client.setQueryData(queryKey, next);
      } catch {
        // A station that is gone, or a way that is broken: the whole says which, in sight.
        all();
      }
    };
    const stop = onOrders((event) => {
      if (event.type === 'parameters') changed.add(event.stationId);
      else
        for (const { content, stationId } of event.orders) if (content.type === 'set') changed.add(stationId);
      if (changed.size === 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void fetchChanged();
      }, follows);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, group, kind]);
  return useQuery({
    queryKey: ['matrix', group, kind],
    queryFn: ({ signal }) =>
      request(contract.matrix, { query: { group, ...(kind === null ? {} : { kind }) }, signal }),
    staleTime: 0,
    // Half a million cells are not compared with those of before.
    structuralSharing: false,
  });
}
