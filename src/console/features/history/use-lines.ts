import { useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { useText } from '../../components/i18n.ts';
import { useRelativeSwitch } from '../../components/values/relative.tsx';
import { preferences, setRelative } from '../../state/preferences.ts';
import { useStationDetails } from '../../state/sites/stations.ts';
import type { HistoryChoice } from './choice.ts';
import { type CurveLine, channelKey, linesOf, seriesOf } from './lines.ts';

/** Stations that are asked for at once; the lines of more could not be shown. */
const mostStations = 12;

/** The stations and lines of a choice. `known`: the stations that the user may see. */
export function useLines(choice: HistoryChoice, known: readonly StationSummary[]) {
  const text = useText();
  const { relative } = useSnapshot(preferences);
  useRelativeSwitch(relative, setRelative);
  const wanted = choice.stations ?? known.slice(0, 1).map(({ id }) => id);
  const wantedKey = wanted.join();
  const knownIds = useMemo(() => new Set(known.map(({ id }) => id)), [known]);
  const ids = useMemo(
    () =>
      wantedKey
        .split(',')
        .map(Number)
        .filter((id) => knownIds.has(id)),
    [wantedKey, knownIds],
  );
  const { details, pending, error, refetch } = useStationDetails(ids.slice(0, mostStations));
  const { stations, first } = useMemo(
    () => seriesOf(details, text, relative ? { baselines: null } : null),
    [details, text, relative],
  );
  // A channel that none of them has stays in the address: another station may have it.
  const channels = choice.channels ?? first;
  const { lines: all, left } = useMemo(() => linesOf(stations, channels), [stations, channels]);
  const present = useMemo(() => {
    const there = new Set(stations.flatMap(({ series }) => series.map(channelKey)));
    return channels.filter((channel) => there.has(channel));
  }, [stations, channels]);
  // Values of the lines change with every reading; what is fetched and drawn changes only with their names.
  const shape = all
    .filter((line) => !choice.hidden.has(line.key))
    .map((line) => `${line.key} ${line.label} ${line.color}`)
    .join('\n');
  const latest = useRef(all);
  latest.current = all;
  const shown = useMemo((): readonly CurveLine[] => {
    const keys = new Set(shape.split('\n').map((entry) => entry.split(' ')[0]));
    return latest.current.filter((line) => keys.has(line.key));
  }, [shape]);
  return {
    ids,
    unknown: wanted.length - ids.length,
    details,
    pending: pending && ids.length > 0,
    error,
    refetch,
    stations,
    channels,
    present,
    all,
    left: left + Math.max(0, ids.length - mostStations),
    shown,
  };
}
