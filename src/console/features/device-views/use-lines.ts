import { useMemo } from 'react';
import type { DeviceView } from '../../../derive/device-views/views.ts';
import { useStationAlarms } from '../../state/alarms/marked.ts';
import { useNow } from '../../state/connection/clock.ts';
import type { DeviceRow } from '../../state/devices/views.ts';
import { asOf, useStations } from '../../state/sites/stations.ts';
import { type DeviceLine, isListed, ordered } from './lines.ts';
import type { Looked } from './use-view.ts';

const reordered = 30_000;

/** The lines of a view: all of them, and those that are listed, in an order that stays while values move. */
export function useLines(rows: readonly DeviceRow[], view: DeviceView, looked: Looked) {
  const now = useNow(10_000);
  const turn = useNow(reordered);
  const { data } = useStations();
  const alarms = useStationAlarms();
  const all = useMemo(() => {
    const stations = new Map(data?.stations.map((station) => [station.id, asOf(station, now)]));
    return rows.flatMap((row): DeviceLine[] => {
      const station = stations.get(row.stationId);
      return station === undefined ? [] : [{ row, station, alarm: alarms.get(station.id) }];
    });
  }, [rows, data, alarms, now]);
  const { text, projectId, condition, sort } = looked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: values that move do not move rows; a turn does
  const order = useMemo(
    () =>
      ordered(
        all.filter((line) => isListed(line, { text, projectId, condition })),
        view,
        sort,
      ).map(({ row }) => row.source),
    [view, text, projectId, condition, sort, turn, all.length],
  );
  const lines = useMemo(() => {
    const bySource = new Map(all.map((line) => [line.row.source, line]));
    return order.flatMap((source) => bySource.get(source) ?? []);
  }, [all, order]);
  return { all, lines, now };
}
