import { useEffect, useMemo } from 'react';
import { ref } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import { stations } from '../../../../commands/stations/index.ts';
import { allKinds } from '../../../catalogue/index.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { type StationState, stationStates } from '../../../domain/station-state.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { type Folder, useFolderContents } from '../../state/folders/folders.ts';
import { isOfFormula } from '../../state/own-kinds.ts';
import { allStations, stationsView, useStations } from '../../state/sites/stations.ts';

/** Groups of states that a tile stands for. */
export const stateGroups = {
  onSchedule: ['ok', 'asleep'],
  alarms: ['deviceAlarm'],
  late: ['silent', 'late'],
} as const satisfies Readonly<Record<string, readonly StationState[]>>;

/** Levels of alarms, and hours of silence, that can be asked for. */
export const levels = [1, 2, 3, 4] as const;
export const silences = [1, 6, 24, 72, 168] as const;

/** The folder or saved filter that the address of home names; null = none. */
export function useFolderInAddress(): number | null {
  const named = new URLSearchParams(useSearch()).get('folder') ?? '';
  return /^[1-9]\d{0,11}$/.test(named) ? Number(named) : null;
}

/** Lists the stations of the folder in the address; answers the folder, undefined where it is gone or not there yet. */
export function useFolderFilter(): {
  readonly folderId: number | null;
  readonly folder: Folder | undefined;
  readonly isKnown: boolean;
} {
  const folderId = useFolderInAddress();
  const { query, folders, contents } = useFolderContents(folderId !== null);
  const own = folderId === null ? undefined : contents.get(folderId);
  const isKnown = query.data !== undefined;
  useEffect(() => {
    stationsView.within = folderId === null || !isKnown ? null : ref(new Set(own));
  }, [folderId, own, isKnown]);
  useEffect(
    () => () => {
      stationsView.within = null;
    },
    [],
  );
  return { folderId, folder: folders.find(({ id }) => id === folderId), isKnown };
}

/** The sensor kinds that some station has; those of derived channels, one a channel, are none to filter by. */
export function usePresentKinds(): readonly { readonly code: number; readonly label: string }[] {
  const text = useText();
  const { data } = useStations();
  return useMemo(() => {
    const present = new Set((data?.stations ?? []).flatMap((station) => station.kinds));
    return allKinds()
      .filter(({ code }) => present.has(code) && !isOfFormula(code))
      .map((kind) => ({ code: kind.code, label: text(kindMessage(kind.id)) }));
  }, [data, text]);
}

/** Offers the actions that choose which stations home shows, and in what order. */
export function useFilters(): void {
  const text = useText();
  const word = useLevelWord(text);
  const [, navigate] = useLocation();
  const folderId = useFolderInAddress();
  const present = usePresentKinds();
  useOffer(stations.project, ({ projectId }) => {
    stationsView.projectId = projectId;
  });
  useOffer(
    stations.kind,
    ({ kind }) => {
      stationsView.kind = kind;
    },
    {
      choices: () => [
        { value: null, label: text('home.allKinds') },
        ...present.map(({ code, label }) => ({ value: code, label })),
      ],
    },
  );
  useOffer(
    stations.state,
    ({ states }) => {
      stationsView.states = states;
    },
    {
      choices: () => [
        { value: [], label: text('home.allStates') },
        { value: stateGroups.alarms, label: text('home.alarms') },
        { value: stateGroups.late, label: text('home.late') },
        { value: stateGroups.onSchedule, label: text('home.onSchedule') },
        ...stationStates.map((state) => ({ value: [state], label: text(`state.${state}`) })),
      ],
    },
  );
  useOffer(
    stations.level,
    ({ level }) => {
      stationsView.level = level;
    },
    {
      choices: () => [
        { value: null, label: text('home.allLevels') },
        ...levels.map((level) => ({ value: level, label: text('home.levelFrom', { level: word(level) }) })),
      ],
    },
  );
  useOffer(
    stations.silence,
    ({ hours }) => {
      stationsView.silentHours = hours;
    },
    {
      choices: () => [
        { value: null, label: text('home.anyContact') },
        ...silences.map((hours) => ({ value: hours, label: text('home.silentFor', { hours }) })),
      ],
    },
  );
  useOffer(stations.sort, ({ by }) => {
    stationsView.sort = by;
  });
  useOffer(stations.clearFilters, () => {
    if (folderId !== null) navigate('/index');
    Object.assign(stationsView, allStations);
  });
}
