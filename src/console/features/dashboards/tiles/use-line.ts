/** Channels over the last days, as lines. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MessageId } from '../../../../base/messages.ts';
import { kindByCode } from '../../../../catalogue/index.ts';
import type { DecodedHistory } from '../../../../contract/history/columns.ts';
import { decodeHistory } from '../../../../contract/history/decode.ts';
import { historyColumns } from '../../../../contract/history-calls.ts';
import { type ChartSeries, chartSeries } from '../../../../derive/chart-series.ts';
import { useText } from '../../../components/i18n.ts';
import { requestBytes } from '../../../state/connection/client.ts';
import { useNow } from '../../../state/connection/clock.ts';
import type { TileChannel } from '../../../state/dashboards.ts';
import { useSensors } from '../../../state/sites/finder.ts';
import { useStations } from '../../../state/sites/stations.ts';

const day = 86_400_000;
/** Asked for anew after so long, ms. */
const bucket = 60_000;

export interface TileCurve {
  /** Station and channel in words. */
  readonly name: string;
  readonly unit: string;
  readonly digits: number;
  /** UTC ms. */
  readonly t: Float64Array;
  /** NaN = there is no value. Of what is summed the sum of a bin. */
  readonly y: Float64Array;
  readonly sum: boolean;
  /** ms from one bin to the next; 0 = each reading by itself. */
  readonly step: number;
}

/** The curve of a channel; of bins their last value, of sums their sum. */
function columnOf(history: DecodedHistory, channel: string, sum: boolean): Float64Array {
  if (history.mode === 'raw') {
    const own = history.channels.find((one) => one.channel === channel)?.values;
    return Float64Array.from(history.t, (_t, at) => own?.at(at) ?? Number.NaN);
  }
  const own = history.channels.find((one) => one.channel === channel);
  return (sum ? own?.mean : own?.last) ?? new Float64Array(history.t.length).fill(Number.NaN);
}

/** How channels are named and drawn; null = the sensor is not seen any more. */
export function useSeriesOf(): (
  of: TileChannel,
) => { readonly name: string; readonly series: ChartSeries } | null {
  const text = useText();
  const { data: sensors } = useSensors();
  const { data: sites } = useStations();
  return useMemo(() => {
    const kinds = new Map(sensors?.map(({ id, kind }) => [id, kind]));
    const stations = new Map(sites?.stations.map(({ id, code }) => [id, code]));
    return (of) => {
      const kind = kindByCode(kinds.get(of.sensorId) ?? -1);
      const series =
        kind === undefined
          ? undefined
          : chartSeries(kind).find(({ row, channel }) => row === of.row && channel === of.channel);
      if (series === undefined) return null;
      const node = series.element ? ` ${of.element}` : '';
      return {
        name: `${stations.get(of.stationId) ?? ''} ${text(series.heading as MessageId)}${node}`,
        series,
      };
    };
  }, [sensors, sites, text]);
}

/**
 * @param bins pixels that are drawn at most
 * @returns `lines` in the order of the channels, those that have come; `isFailed`: none of them could be read
 */
export function useLine(channels: readonly TileChannel[], days: number, bins: number) {
  const seriesOf = useSeriesOf();
  const now = useNow(bucket);
  const to = Math.floor(now / bucket) * bucket;
  const from = to - days * day;
  const answers = useQueries({
    queries: channels.map((of) => ({
      queryKey: ['dashboard-line', of, days, bins, to],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        decodeHistory(
          await requestBytes(historyColumns, {
            params: { sourceId: of.sensorId },
            query: { row: of.row, element: of.element, channels: of.channel, from, to, bins },
            signal,
          }),
        ),
      staleTime: bucket,
      gcTime: bucket,
      // The same curve until that of the next minute has come.
      placeholderData: (before: DecodedHistory | undefined) => before,
    })),
  });
  const lines = answers.flatMap(({ data }, at): TileCurve[] => {
    const of = channels[at];
    const known = of === undefined ? null : seriesOf(of);
    if (data === undefined || of === undefined || known === null) return [];
    const { name, series } = known;
    const { unit, digits, sum } = series;
    return [
      { name, unit: unit ?? '', digits, t: data.t, y: columnOf(data, of.channel, sum), sum, step: data.step },
    ];
  });
  const isFailed =
    channels.length > 0 && answers.every(({ error, data }) => error !== null && data === undefined);
  return { lines, from, to, isFailed };
}
