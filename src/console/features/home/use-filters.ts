import { useMemo } from 'react';
import { stations } from '../../../../commands/stations/index.ts';
import { allKinds } from '../../../catalogue/index.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { type StationState, stationStates } from '../../../domain/station-state.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { stationsView, useStations } from '../../state/sites/stations.ts';

/** Groups of states that a tile stands for. */
export const stateGroups = {
  onSchedule: ['ok', 'asleep'],
  alarms: ['deviceAlarm'],
  late: ['silent', 'late'],
} as const satisfies Readonly<Record<string, readonly StationState[]>>;

/** The sensor kinds that some station has. */
export function usePresentKinds(): readonly { readonly code: number; readonly label: string }[] {
  const text = useText();
  const { data } = useStations();
  return useMemo(() => {
    const present = new Set((data?.stations ?? []).flatMap((station) => station.kinds));
    return allKinds()
      .filter((kind) => present.has(kind.code))
      .map((kind) => ({ code: kind.code, label: text(kindMessage(kind.id)) }));
  }, [data, text]);
}

/** Offers the actions that choose which stations home shows, and in what order. */
export function useFilters(): void {
  const text = useText();
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
  useOffer(stations.sort, ({ by }) => {
    stationsView.sort = by;
  });
  useOffer(stations.clearFilters, () => {
    Object.assign(stationsView, { text: '', projectId: null, kind: null, states: [] });
  });
}
