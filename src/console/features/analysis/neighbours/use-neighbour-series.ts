import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RowId } from '../../../../catalogue/model.ts';
import { decodeHistory } from '../../../../contract/history/decode.ts';
import { historyColumns } from '../../../../contract/history-calls.ts';
import type { TimeSeries } from '../../../../domain/lenses/series.ts';
import type { Text } from '../../../components/i18n.ts';
import { quickSpans, spanOf } from '../../../components/range/range.ts';
import { requestBytes } from '../../../state/connection/client.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { movementsOf } from '../movements.ts';
import type { LensLook } from '../shown.ts';

export const neighbourScopes = ['station', 'project'] as const;
export type NeighbourScope = (typeof neighbourScopes)[number];

/** Series that are held against each other. */
const mostSeries = 40;
/** Cells of the grid that they are put on. */
export const gridCells = 120;

export interface NeighbourSeries {
  readonly sourceId: number;
  readonly row: RowId;
  readonly channel: string;
  readonly element: number;
  readonly label: string;
}

/** What stands beside the chosen quantity: all of its station, or what the stations of its project measure first, the own before all. */
export function useNeighbourList(
  looked: LensLook,
  scope: NeighbourScope,
  text: Text,
): readonly NeighbourSeries[] {
  const { detail, movement } = looked;
  const stations = useStations().data?.stations;
  return useMemo(() => {
    const own = movementsOf(detail, text, null);
    if (scope === 'station')
      return [movement, ...own.filter(({ key }) => key !== movement.key)].slice(0, mostSeries);
    const { id, projectId, code } = detail.summary;
    const others = (stations ?? []).flatMap((station): readonly NeighbourSeries[] => {
      const { primary } = station;
      if (station.projectId !== projectId || station.id === id || primary === null) return [];
      const { sensorId: sourceId, row, channel, element } = primary;
      // Rain and bearings do not move.
      if (row === 'rain' || row === 'status') return [];
      return [{ sourceId, row: row as RowId, channel, element, label: station.code }];
    });
    return [{ ...movement, label: code }, ...others].slice(0, mostSeries);
  }, [detail, movement, scope, stations, text]);
}

/** Readings of them over the range, put together in bins of half a cell where there are many. */
export function useNeighbourSeries(list: readonly NeighbourSeries[], looked: LensLook) {
  const key = list
    .map(({ sourceId, row, channel, element }) => `${sourceId}.${row}.${channel}.${element}`)
    .join();
  return useQuery({
    queryKey: ['analysis', 'neighbours', key, looked.of],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const { from, to } = spanOf(looked.range) ?? { from: now - quickSpans.week, to: now };
      const series = await Promise.all(list.map((one) => fetchBinned(one, from, to, signal)));
      return { list, series, from, to };
    },
  });
}

async function fetchBinned(
  one: NeighbourSeries,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<TimeSeries> {
  const { sourceId, row, channel, element } = one;
  const bytes = await requestBytes(historyColumns, {
    params: { sourceId },
    query: {
      ...{ row, channels: channel, from: Math.floor(from), to: Math.ceil(to), bins: gridCells * 2 },
      ...(element === 0 ? {} : { element }),
    },
    signal,
  });
  const decoded = decodeHistory(bytes);
  if (decoded.mode === 'raw') {
    const values = decoded.channels[0]?.values;
    return { t: decoded.t, values: Float64Array.from(decoded.t, (_, i) => values?.at(i) ?? Number.NaN) };
  }
  const mean = decoded.channels[0]?.mean ?? new Float64Array(decoded.t.length).fill(Number.NaN);
  return { t: decoded.t.map((at) => at + decoded.step / 2), values: mean };
}
