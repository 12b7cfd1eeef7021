import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { kindByCode } from '../../../../catalogue/index.ts';
import type { SensorDetail } from '../../../../contract/stations.ts';
import type { SourceReading } from '../../../../domain/alarms/model.ts';
import { counts, intervalLength, shareOf } from '../../../../domain/rain.ts';
import { hourStart, type MeasuredRain, type RainHour, rainHours } from '../../../../domain/rain-hours.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { useStation } from '../../../state/sites/stations.ts';
import { fetchReadings } from './use-alarm-curve.ts';

const hour = 3_600_000;
/** Asked for anew after so long, ms. */
const bucket = 300_000;
/** An RTU is late after this many send cycles; until then what it collected may still come. */
const lateCycles = 1.5;

/** Rain beside the curve of an alarm. */
export interface AlarmRain {
  readonly hours: readonly RainHour[];
  /** mm in the 24 hours before the end; null = nothing is known of them. */
  readonly day: number | null;
}

/** The first rain gauge of a station that is installed; null = it has none. */
export const gaugeOf = (sensors: readonly Pick<SensorDetail, 'id' | 'kind' | 'slot' | 'installState'>[]) =>
  sensors
    .toSorted((a, b) => a.slot - b.slot)
    .find(({ kind, installState }) => installState === 1 && kindByCode(kind)?.rows.includes('rain') === true)
    ?.id ?? null;

const numberOf = (value: number | string | null | undefined): number | null =>
  typeof value === 'number' ? value : null;

/** Readings of a gauge as its rows of rain. */
export const rainRowsOf = (readings: readonly SourceReading[]): readonly MeasuredRain[] =>
  readings.map(({ t, values }) => ({
    t,
    amount: numberOf(values['amount']),
    interval: numberOf(values['interval']),
    dataType: numberOf(values['dataType']),
    resolution: numberOf(values['resolution']),
  }));

/** What fell in the 24 hours before a moment, mm; null where no row is of them. */
export function rainOfDay(rows: readonly MeasuredRain[], to: number): number | null {
  const from = to - 24 * hour;
  const own = rows.filter(
    (row) => row.amount !== null && row.t > from && row.t - intervalLength(row.interval) < to,
  );
  if (own.length === 0) return null;
  return own.reduce(
    (sum, row) =>
      sum + (counts(row) ? shareOf(row.amount, row.t, intervalLength(row.interval), from, to) : 0),
    0,
  );
}

/** Rain of the alarm's own station by the hour; null where it has no gauge, or nothing is known of it. */
export function useAlarmRain(
  alarm: Pick<AlarmView, 'stationId'>,
  span: { readonly from: number; readonly to: number },
  zone: string,
): AlarmRain | null {
  const { data: station } = useStation(alarm.stationId);
  const sourceId = gaugeOf(station?.sensors ?? []);
  const sendCycle = station?.summary.sendCycle ?? 3600;
  const boundary = station?.project.dayBoundary ?? 0;
  const { from, to } = span;
  const since = hourStart(Math.min(from, to - 24 * hour), zone);
  const { data } = useQuery({
    queryKey: ['alarms', 'rain', sourceId, Math.floor(since / bucket), Math.floor(to / bucket)],
    queryFn: async ({ signal }) =>
      rainRowsOf(
        await fetchReadings(
          { sourceId: sourceId ?? 0, row: 'rain', relative: false },
          since,
          // An interval that ends after the span has begun in it.
          to + bucket,
          signal,
        ),
      ),
    enabled: sourceId !== null,
    placeholderData: (before, query) => (query?.queryKey[2] === sourceId ? before : undefined),
    staleTime: bucket,
  });
  return useMemo(() => {
    if (data === undefined) return null;
    const until = Math.min(to, Date.now() - lateCycles * sendCycle * 1000);
    const hours = rainHours(data, { from, to }, zone, boundary, until);
    return hours.length === 0 ? null : { hours, day: rainOfDay(data, to) };
  }, [data, from, to, zone, boundary, sendCycle]);
}
