import { QueryClient, queryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { compareNatural } from '../../../base/natural-order.ts';
import type { DataOf } from '../../../contract/call.ts';
import { stationColumns, unpackStations } from '../../../contract/sites/station-columns.ts';
import * as contract from '../../../contract/sites/stations.ts';
import { passes } from '../../../domain/folders/filter.ts';
import { linkState } from '../../../domain/link-state.ts';
import { type LatestValues, mergeLatest } from '../../../domain/readings/latest.ts';
import { type StationState, stationState, worstFirst } from '../../../domain/station-state.ts';
import { type StationAlarm, useStationAlarms } from '../alarms/marked.ts';
import { ApiError } from '../connection/api-error.ts';
import { request } from '../connection/client.ts';
import { type LiveReading, onMissed, onReadings, onStations, resumeFrom } from '../connection/live.ts';
import { forgetSparks, moveSparks } from './sparks.ts';

type StationList = DataOf<typeof contract.stations>;

/** Server data of the console: kept by @tanstack/react-query, moved by the live stream. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
    },
  },
});

export const stationListKey = ['stations'] as const;
const listKey = stationListKey;
const stationKey = (id: number) => ['station', id] as const;

const list = queryOptions({
  queryKey: listKey,
  queryFn: async ({ signal }) => {
    const { columns, ...answer } = await request(stationColumns, { signal });
    resumeFrom(answer.lastEventId);
    return { ...answer, stations: unpackStations(columns) };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every station that the user may see, with its projects. */
export function useStations() {
  return useQuery(list);
}

/** The project of a station, as it was last answered; undefined while that is not known. */
export function projectOfStation(stationId: number): number | undefined {
  return queries.getQueryData(list.queryKey)?.stations.find(({ id }) => id === stationId)?.projectId;
}

/** Asks for the stations before anything shows them. */
export function prefetchStations(): Promise<void> {
  return queries.prefetchQuery(list);
}

/** Lets stations be fetched anew: they were changed by hand. */
export function forgetStations(): void {
  void queries.invalidateQueries({ queryKey: listKey });
  void queries.invalidateQueries({ queryKey: ['station'] });
}

/** Drops what is kept of every other station: a closed tab frees its memory. What is on screen stays. */
export function keepStations(ids: ReadonlySet<number>): void {
  queries.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [key, id] }) => key === 'station' && !ids.has(Number(id)),
  });
}

const one = (id: number) =>
  queryOptions({
    queryKey: stationKey(id),
    queryFn: ({ signal }) => request(contract.station, { params: { stationId: id }, signal }),
  });

/** One station whole. */
export function useStation(id: number, enabled = true) {
  return useQuery({ ...one(id), enabled });
}

type Answer = UseQueryResult<contract.StationDetail>;

// One and the same function: the answer stays the same while nothing in it changed.
const together = (answers: readonly Answer[]) => ({
  details: answers.flatMap(({ data }) => (data === undefined ? [] : [data])),
  pending: answers.some(({ isPending }) => isPending),
  error: answers.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
  refetch: async () => {
    await Promise.all(answers.map((answer) => answer.refetch()));
  },
});

/** Several stations whole, in the order of their ids. */
export function useStationDetails(ids: readonly number[]) {
  return useQueries({ queries: ids.map(one), combine: together });
}

/** Link and state as they are *now*: they move with the clock, not only with events. */
export function asOf(station: contract.StationSummary, now: number): contract.StationSummary {
  const { connected, lastContactAt, late, sendCycle, deviceAlarm, fault, installState } = station;
  const link = linkState({ now, connected, lastContactAt, sendCycle, late });
  const state = stationState({
    link,
    deviceAlarm,
    fault,
    installState,
    hasRtu: station.sn !== null,
  });
  return link === station.link && state === station.state ? station : { ...station, link, state };
}

/** Filters of home that leave every station listed. */
export const allStations = {
  text: '',
  projectId: null,
  kind: null,
  states: [],
  level: null,
  silentHours: null,
  within: null,
} as const;

/** What the list and the map of home show. */
export const stationsView = proxy<{
  text: string;
  projectId: number | null;
  kind: number | null;
  /** A state, or a group of states that a tile stands for. */
  states: readonly string[];
  /** Its worst alarm has this level or a worse one. */
  level: number | null;
  /** Nothing has come from it for so many hours. */
  silentHours: number | null;
  /** Stations of the folder, or of the saved filter, that the address names; null = of all. */
  within: ReadonlySet<number> | null;
  selectedId: number | null;
  /** Stations of the list that a command is to be given together, in the order in which they were marked. */
  marked: readonly number[];
  sort: 'worst' | 'name' | 'contact';
}>({ ...allStations, selectedId: null, marked: [], sort: 'worst' });

/** Forgets filters and selection: the next user has other stations. */
export function resetStationsView(): void {
  forgetSparks();
  Object.assign(stationsView, { ...allStations, selectedId: null, marked: [], sort: 'worst' });
}

/** Severity of a station's alarm: its level, then whether it asks, then whether it holds. 0 = it has none. */
const severity = (alarm: StationAlarm | undefined): number =>
  alarm === undefined ? 0 : alarm.rank * 4 + (alarm.asks ? 2 : 0) + (alarm.holds ? 1 : 0);

const sorts = {
  worst: (
    a: contract.StationSummary,
    b: contract.StationSummary,
    alarms: ReadonlyMap<number, StationAlarm>,
  ) =>
    severity(alarms.get(b.id)) - severity(alarms.get(a.id)) ||
    worstFirst(a.state, b.state) ||
    compareNatural(a.code, b.code),
  name: (a: contract.StationSummary, b: contract.StationSummary) => compareNatural(a.code, b.code),
  contact: (a: contract.StationSummary, b: contract.StationSummary) =>
    (b.lastContactAt ?? 0) - (a.lastContactAt ?? 0),
} as const;

/** Stations after home's filters, sorted; recomputed when stations or filters move. */
export function useVisibleStations(): readonly contract.StationSummary[] {
  const { data } = useStations();
  const view = useSnapshot(stationsView);
  const alarms = useStationAlarms();
  const [minute, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((value) => value + 1), 10_000);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => {
    // `minute` only asks for the clock to be read again.
    const now = Date.now() + minute * 0;
    const { text, projectId, kind, level, silentHours } = view;
    const states = view.states as readonly StationState[];
    const filter = { text, projectId, kind, states, level, silentHours, folderId: null };
    const found = (data?.stations ?? [])
      .map((station) => asOf(station, now))
      .filter(
        (station) =>
          passes(station, filter, now, alarms.get(station.id)?.rank ?? 0, () => true) &&
          (view.within === null || view.within.has(station.id)),
      );
    return found.sort((a, b) => sorts[view.sort](a, b, alarms));
  }, [data, view, minute, alarms]);
}

const patched = new Map<number, contract.StationSummary>();
let patching = false;

function applyPatches(): void {
  patching = false;
  const changes = new Map(patched);
  patched.clear();
  queries.setQueryData<StationList>(listKey, (list) => {
    if (list === undefined) return list;
    const known = new Set(list.stations.map((station) => station.id));
    const added = [...changes.values()].filter((station) => !known.has(station.id));
    return {
      ...list,
      stations: [...list.stations.map((station) => changes.get(station.id) ?? station), ...added],
    };
  });
  for (const [id, summary] of changes) {
    queries.setQueryData<contract.StationDetail>(stationKey(id), (detail) =>
      detail === undefined ? detail : { ...detail, summary },
    );
  }
}

/** A row of the stream as newest values. */
function latestOf({ t, receivedAt, values, notGood }: LiveReading): LatestValues {
  if (notGood === undefined) return { t, receivedAt, values };
  const dated = Object.entries(notGood).map(([channel, entry]) => [channel, { ...entry, t }]);
  return { t, receivedAt, values, notGood: Object.fromEntries(dated) };
}

/** Binds the stream to the cache; the answer unbinds it. Call once where the session begins. */
export function followLive(): () => void {
  const stops = [
    onStations((stations) => {
      moveSparks(stations);
      for (const station of stations) patched.set(station.id, station);
      if (!patching) setTimeout(applyPatches, 1000);
      patching = true;
    }),
    onReadings((readings) => {
      for (const reading of readings) {
        queries.setQueryData<contract.StationDetail>(stationKey(reading.stationId), (detail) => {
          if (detail === undefined) return detail;
          const { row, element, sourceId } = reading;
          const fresh = latestOf(reading);
          if (row === 'status') {
            const { rtu } = detail;
            return rtu === null
              ? detail
              : { ...detail, rtu: { ...rtu, status: mergeLatest(rtu.status ?? undefined, fresh) } };
          }
          const isSame = (entry: { readonly row: string; readonly element: number }) =>
            entry.row === row && entry.element === element;
          return {
            ...detail,
            sensors: detail.sensors.map((sensor) =>
              sensor.id !== sourceId
                ? sensor
                : {
                    ...sensor,
                    latest: [
                      ...sensor.latest.filter((entry) => !isSame(entry)),
                      { row, element, ...mergeLatest(sensor.latest.find(isSame), fresh) },
                    ],
                  },
            ),
          };
        });
      }
    }),
    onMissed(() => {
      void queries.invalidateQueries();
      forgetSparks();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
