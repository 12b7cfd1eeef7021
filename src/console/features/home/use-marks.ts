import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { type AlarmActWord, alarms as alarmCommands } from '../../../../commands/alarms/index.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { marked as markedAlarms } from '../../state/alarms/marked.ts';
import { notify } from '../../state/notices.ts';
import { stationsView } from '../../state/sites/stations.ts';

/** Marks of the list, and what is done to the marked stations, or to the current one; answers the marked ones. */
export function useMarks(): ReadonlySet<number> {
  const commands = useCommands();
  const text = useText();
  const { marked } = useSnapshot(stationsView);
  // Another page is about other stations.
  useEffect(
    () => () => {
      stationsView.marked = [];
    },
    [],
  );
  useOffer(stationCommands.mark, ({ stationId }) => {
    const id = stationId ?? stationsView.selectedId;
    const now = stationsView.marked;
    if (id !== null) stationsView.marked = now.includes(id) ? now.filter((one) => one !== id) : [...now, id];
  });
  useOffer(
    stationCommands.unmark,
    () => {
      stationsView.marked = [];
    },
    { available: marked.length > 0 ? true : 'home.noneMarked' },
  );
  const answer = (act: AlarmActWord) => {
    const { selectedId, marked: now } = stationsView;
    const meant = now.length > 0 ? now : selectedId === null ? [] : [selectedId];
    const alarmIds = meant.flatMap((id) => markedAlarms.byStation.get(id)?.alarmId ?? []);
    if (alarmIds.length > 0) commands.run(alarmCommands.answer, { act, alarmIds }, 'key');
    else if (meant.length > 0) notify('info', text('home.noAlarmHere', { count: meant.length }));
  };
  useOffer(stationCommands.acknowledge, () => answer('acknowledge'));
  useOffer(stationCommands.close, () => answer('close'));
  return new Set(marked);
}
