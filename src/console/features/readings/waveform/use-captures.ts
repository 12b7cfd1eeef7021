import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DataOf } from '../../../../contract/call.ts';
import { waveform, waveformCaptures } from '../../../../contract/sites/stations.ts';
import { spanOf } from '../../../components/range/range.ts';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import { request } from '../../../state/connection/client.ts';
import { onReadings } from '../../../state/connection/live.ts';
import { queries } from '../../../state/sites/stations.ts';

export type CaptureFacts = DataOf<typeof waveformCaptures>['captures'][number];
export type Capture = NonNullable<DataOf<typeof waveform>>;

const mostListed = 100;
const newestCount = 20;

/** Captures of a sensor in a range, newest first; fetched again when another comes. */
export function useCaptures(sourceId: number, { range }: TabRange) {
  const key = ['station', 'captures', sourceId];
  useEffect(
    () =>
      onReadings((readings) => {
        if (readings.some((reading) => reading.sourceId === sourceId && reading.row === 'waveform'))
          void queries.invalidateQueries({ queryKey: ['station', 'captures', sourceId] });
      }),
    [sourceId],
  );
  return useQuery({
    queryKey: [...key, range],
    queryFn: ({ signal }) => {
      const span = spanOf(range);
      const bounds = {
        ...(span === null ? {} : { from: Math.floor(span.from) }),
        ...(range.type === 'span' ? { to: Math.ceil(range.to) } : {}),
      };
      const limit = span === null ? newestCount : mostListed;
      return request(waveformCaptures, { params: { sourceId }, query: { ...bounds, limit }, signal });
    },
  });
}

/** One capture with its samples; nothing while none is asked for (null). */
export function useCapture(sourceId: number, t: number | null) {
  return useQuery({
    queryKey: ['station', 'waveform', sourceId, t],
    queryFn: ({ signal }) =>
      request(waveform, { params: { sourceId }, query: t === null ? {} : { t }, signal }),
    enabled: t !== null,
    // What was captured stays as it is.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}
