import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { LensId, LensJobs } from '../../../domain/lenses/index.ts';
import type { TimeSeries } from '../../../domain/lenses/series.ts';
import { type CurveRange, spanOf } from '../../components/range/range.ts';
import { onReadings } from '../../state/connection/live.ts';
import { fetchRaw } from '../../state/sites/raw-columns.ts';
import { queries } from '../../state/sites/stations.ts';
import type { LensQuantity } from './movements.ts';
import { runInWorker } from './run-in-worker.ts';

/** The newest readings that the range *latest 20* stands for are too few to judge: it takes as many as these. */
const newestCount = 1000;
/** Answers are made anew with new readings, but not more often than this, ms. */
const patience = 60_000;

/** Parts that are done of answers under way, by their keys. */
const parts = proxy<Record<string, number>>({});

/** Readings of a movement over a range; null where there are too many. */
export function useSeries(movement: LensQuantity | null, range: CurveRange) {
  const query = useQuery({
    queryKey: ['analysis', 'series', movement?.key, range],
    enabled: movement !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<TimeSeries | null> => {
      if (movement === null) return null;
      const { sourceId, row, channel, element } = movement;
      const of = { sourceId, row, channels: [channel], ...(element === 0 ? {} : { element }) };
      const raw = await fetchRaw(of, spanOf(range) ?? { latest: newestCount }, signal);
      const values = raw?.values[channel];
      return raw === null || values === undefined ? null : { t: raw.t, values };
    },
  });
  useEffect(() => {
    if (movement === null || range.type === 'span') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onReadings((readings) => {
      const isOwn = readings.some(
        ({ sourceId, row }) => sourceId === movement.sourceId && row === movement.row,
      );
      if (!isOwn || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['analysis', 'series', movement.key] });
      }, patience);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [movement, range.type]);
  return query;
}

export type Answered<Id extends LensId> = ReturnType<typeof useLens<Id>>;

/**
 * What a lens answers to an input (null = there is none yet). `of` names the input: the same name is the same answer. `part`
 * is how much of it is done while it is under way.
 */
export function useLens<Id extends LensId>(id: Id, of: string, input: LensJobs[Id]['input'] | null) {
  const key = `${id} ${of}`;
  const part = useSnapshot(parts)[key];
  const query = useQuery({
    queryKey: ['analysis', 'lens', id, of],
    enabled: input !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => {
      if (input === null) throw new Error('it is asked for without an input');
      try {
        return await runInWorker(id, input, signal, (done) => {
          parts[key] = done;
        });
      } finally {
        delete parts[key];
      }
    },
  });
  const cancel = () => void queries.cancelQueries({ queryKey: ['analysis', 'lens', id, of] });
  return {
    answer: query.data,
    error: query.error,
    isUnderWay: query.isFetching,
    part: part ?? 0,
    cancel,
    refetch: query.refetch,
  };
}
