/** Folders of stations and saved filters, and what is in them now. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { DataOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/sites/folders.ts';
import {
  contentsOf,
  type Standing,
  type StationStanding,
  standingOf,
} from '../../../domain/folders/contents.ts';
import { useStationAlarms } from '../alarms/marked.ts';
import { request } from '../connection/client.ts';
import { useNow } from '../connection/clock.ts';
import { onEvent } from '../connection/live.ts';
import { asOf, queries, useStations } from '../sites/stations.ts';

export type { Folder } from '../../../contract/sites/folders.ts';

/** Under what folders are cached. */
export const foldersKey = 'folders';
/** How often the clock alone changes what is so: no event reports that a station is late. */
const everyMs = 10_000;
const none: readonly contract.Folder[] = [];

const list = {
  queryKey: [foldersKey] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => request(contract.folders, { signal }),
};

/** One's own folders and those that the company shares; fetched anew when anybody changes them. */
export function useFolders(enabled = true) {
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'folders') void queries.invalidateQueries({ queryKey: list.queryKey });
      }),
    [],
  );
  return useQuery({ ...list, enabled });
}

/** What is known of folders without asking; undefined where they have not come. */
export const knownFolders = (): DataOf<typeof contract.folders> | undefined =>
  queries.getQueryData<DataOf<typeof contract.folders>>(list.queryKey);

/** Stations as folders count them: their state as it is now, and the level of their worst alarm. */
function useCounted(enabled: boolean) {
  const { data } = useStations();
  const alarms = useStationAlarms();
  const now = useNow(everyMs);
  return useMemo(() => {
    const stations = enabled ? (data?.stations ?? []).map((station) => asOf(station, now)) : [];
    const rankOf = (id: number) => {
      const alarm = alarms.get(id);
      return alarm === undefined ? 0 : alarm.rank;
    };
    return { stations, rankOf, now };
  }, [data, alarms, now, enabled]);
}

/** Folders with the stations in each, and how these are; moved by the stream and by the clock. */
export function useFolderContents(enabled = true) {
  const query = useFolders(enabled);
  const folders = query.data?.folders ?? none;
  const counted = useCounted(enabled && folders.length > 0);
  // The answer of a query is another object with each drawing; what it found is not.
  const canShare = query.data?.canShare ?? false;
  const counts = useMemo(() => {
    const { stations, rankOf, now } = counted;
    const contents = contentsOf(folders, stations, now, rankOf);
    const standing = new Map<number, StationStanding>(
      stations.map(({ id, state }) => [id, { state, rank: rankOf(id) }]),
    );
    const known = new Map<number, Standing>();
    return {
      folders,
      canShare,
      contents,
      /** Counted when it is first asked for. */
      standingOf: (folderId: number): Standing => {
        const before = known.get(folderId);
        if (before !== undefined) return before;
        const own = standingOf(contents.get(folderId) ?? [], standing);
        known.set(folderId, own);
        return own;
      },
    };
  }, [folders, canShare, counted]);
  return { ...counts, query };
}

const nothing: ReadonlySet<number> = new Set();
/** Stations of a folder; null where none is named: then all are meant. A folder that is gone has none. */
export function useFolderStations(folderId: number | null): ReadonlySet<number> | null {
  const { contents } = useFolderContents(folderId !== null);
  return folderId === null ? null : (contents.get(folderId) ?? nothing);
}
