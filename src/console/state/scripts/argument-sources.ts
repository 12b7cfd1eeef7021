/** What the arguments of a script are chosen from; `components/arguments` shows it. */
import { useSnapshot } from 'valtio';
import type { MessageId } from '../../../base/messages.ts';
import { useStationTree } from '../folders/pick.ts';
import { preferences } from '../preferences.ts';
import { useStations } from '../sites/stations.ts';

const stationCode = ({ code }: { readonly code: string }) => code;

/** Stations, projects and the tree of stations that the user sees, with the language that they are named in. */
export function useArgumentSources(text: (id: MessageId) => string) {
  const { language } = useSnapshot(preferences);
  const { data } = useStations();
  const tree = useStationTree({ text, value: stationCode });
  return { language, stations: data?.stations ?? [], projects: data?.projects ?? [], tree };
}
