/** All devices of a view, moved on by the live stream: what changed is asked for again, at most once a second. */
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as contract from '../../../contract/devices/views.ts';
import { request } from '../connection/client.ts';
import { onStations } from '../connection/live.ts';

/** Stations that changed are fetched together, so often, ms; where they are too many to be named, all so often. */
const follows = 1000;
const followsAll = 10_000;

export type { ViewLimit } from '../../../contract/devices/views.ts';

/** A device with its cells, in the order of the view's columns. */
export interface DeviceRow {
  /** Id of the sensor, of RTUs their own. */
  readonly source: number;
  readonly stationId: number;
  /** null = the RTU. */
  readonly kind: number | null;
  readonly slot: number | null;
  readonly name: string | null;
  /** When its newest reading was collected; 0 = there is none. */
  readonly t: number;
  readonly cells: readonly (number | string | null)[];
  /** Limits in force, by column; those without have none. */
  readonly limits: readonly (readonly contract.ViewLimit[] | null)[];
}

function rowsOf({ devices, columns }: contract.ViewAnswer): readonly DeviceRow[] {
  return devices.source.map((source, at) => {
    const [kind = -1, slot = -1] = [devices.kind[at], devices.slot[at]];
    return {
      source,
      stationId: devices.station[at] ?? 0,
      kind: kind < 0 ? null : kind,
      slot: slot < 0 ? null : slot,
      name: devices.name[at] ?? null,
      t: devices.t[at] ?? 0,
      cells: columns.map(({ values }) => values[at] ?? null),
      limits: columns.map(({ limits }) => limits?.sets[limits.of[at] ?? -1] ?? null),
    };
  });
}

const viewKey = (view: string) => ['device-view', view] as const;

/** Rows in the order of stations, then of slots. */
export function useDeviceView(view: string) {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = viewKey(view);
    const changed = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wholeAt = 0;
    const later = (ms: number) => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void fetchChanged();
      }, ms);
    };
    const whole = () => {
      wholeAt = Date.now();
      changed.clear();
      void client.invalidateQueries({ queryKey });
    };
    const fetchChanged = async () => {
      const known = client.getQueryData<readonly DeviceRow[]>(queryKey);
      const shown = new Set(known?.map(({ stationId }) => stationId));
      const own = [...changed].filter((id) => shown.has(id));
      if (own.length > contract.mostNamed) {
        const wait = wholeAt + followsAll - Date.now();
        if (wait > 0) return later(wait);
        return whole();
      }
      changed.clear();
      if (own.length === 0) return;
      try {
        const answer = await request(contract.deviceView, {
          params: { view },
          query: { stations: own.join(',') },
        });
        const fresh = new Map(rowsOf(answer).map((row) => [row.source, row]));
        client.setQueryData<readonly DeviceRow[]>(queryKey, (rows) =>
          rows?.map((row) => fresh.get(row.source) ?? row),
        );
      } catch {
        // A station that is gone, or a way that is broken: the whole says which, in sight.
        whole();
      }
    };
    const stop = onStations((stations) => {
      for (const { id } of stations) changed.add(id);
      later(follows);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, view]);
  return useQuery({
    queryKey: viewKey(view),
    queryFn: async ({ signal }) => rowsOf(await request(contract.deviceView, { params: { view }, signal })),
    staleTime: 0,
    // Ten thousand rows are not compared with those of before.
    structuralSharing: false,
  });
}

export type CurveSpan = 'day' | 'week';
type Curves = ReadonlyMap<number, readonly (number | null)[]>;

/** Curves of devices by their ids, asked for in blocks; one that is under way is not in it. */
export function useDeviceCurves(
  view: string,
  blocks: readonly (readonly number[])[],
  span: CurveSpan,
): Curves {
  return useQueries({
    queries: blocks
      .filter((block) => block.length > 0)
      .map((block) => ({
        queryKey: ['device-curves', view, span, block.join(',')],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
          const query = { sensors: block.join(','), span };
          return (await request(contract.deviceCurves, { params: { view }, query, signal })).curves;
        },
        staleTime: 60_000,
        refetchInterval: 60_000,
        placeholderData: keepPreviousData,
      })),
    combine: curvesTogether,
  });
}

function curvesTogether(
  answers: readonly {
    readonly data?:
      | readonly { readonly source: number; readonly values: readonly (number | null)[] }[]
      | undefined;
  }[],
): Curves {
  return new Map(answers.flatMap(({ data }) => data ?? []).map(({ source, values }) => [source, values]));
}
