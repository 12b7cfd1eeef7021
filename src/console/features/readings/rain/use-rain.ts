import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { rainDay } from '../../../../domain/readings/rain.ts';
import {
  type MeasuredRain,
  type RainHour,
  rainGaps,
  rainHours,
} from '../../../../domain/readings/rain-hours.ts';
import { spanOf, type TimeSpan } from '../../../components/range/range.ts';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import { onReadings } from '../../../state/connection/live.ts';
import { fetchRaw, type RawColumns } from '../../../state/sites/raw-columns.ts';
import { queries } from '../../../state/sites/stations.ts';

const channels = ['amount', 'interval', 'dataType', 'resolution'] as const;
const newestCount = 20;
/** An RTU is late after this many send cycles; until then what it collected may still come. */
const lateCycles = 1.5;

export interface Rain {
  /** What is shown. */
  readonly span: TimeSpan;
  /** Ascending, from the start of the rain day on that holds the span's start. */
  readonly rows: readonly MeasuredRain[];
  readonly hours: readonly RainHour[];
  /** Stretches of which nothing is known. */
  readonly gaps: readonly TimeSpan[];
}

const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

function rowsOf({ t, values }: RawColumns): readonly MeasuredRain[] {
  return Array.from(t, (time, index) => ({
    t: time,
    amount: orNull(values['amount']?.[index]),
    interval: orNull(values['interval']?.[index]),
    dataType: orNull(values['dataType']?.[index]),
    resolution: orNull(values['resolution']?.[index]),
  }));
}

/** Rain of a gauge over a range: its rows, its hours, its gaps. `data` null = more rows than one request gives. */
export function useRain(detail: StationDetail, sourceId: number, { range }: TabRange) {
  const { dayBoundary, timeZone } = detail.project;
  const { sendCycle } = detail.summary;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onReadings((readings) => {
      if (range.type === 'span' || timer !== undefined) return;
      if (!readings.some((reading) => reading.sourceId === sourceId && reading.row === 'rain')) return;
      timer = setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['station', 'rain', sourceId] });
      }, 2000);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [sourceId, range.type]);
  const query = useQuery({
    queryKey: ['station', 'rain', sourceId, range, dayBoundary, timeZone],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const of = { sourceId, row: 'rain' as const, channels };
      const now = Date.now();
      let span = spanOf(range);
      if (span === null) {
        const newest = await fetchRaw(of, { latest: newestCount }, signal);
        const first = newest?.t[0] ?? now - 3_600_000;
        span = { from: first - 300_000, to: Math.max(first + 1, newest?.t.at(-1) ?? now) };
      }
      const { from } = rainDay(span.from + 1, timeZone, dayBoundary);
      // An interval that ends after the span has begun in it.
      const raw = await fetchRaw(of, { from, to: span.to + 300_001 }, signal);
      return raw === null ? null : { span, rows: rowsOf(raw), at: now };
    },
  });
  const found = query.data;
  const rain = useMemo((): Rain | null => {
    if (found === undefined || found === null) return null;
    const { span, rows, at } = found;
    const until = Math.min(span.to, at - lateCycles * sendCycle * 1000);
    const hours = rainHours(rows, span, timeZone, dayBoundary, until);
    const last = rows.findLast(({ amount }) => amount !== null)?.t ?? null;
    const tail = last !== null && until - last > 600_000 ? [{ from: last, to: until }] : [];
    return { span, rows, hours, gaps: [...rainGaps(rows), ...tail] };
  }, [found, sendCycle, timeZone, dayBoundary]);
  return { query, rain };
}
