import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { kindByCode } from '../../../../catalogue/index.ts';
import type { SensorDetail, StationSummary } from '../../../../contract/sites/stations.ts';
import type { SourceReading } from '../../../../domain/alarms/model.ts';
import { distance } from '../../../../domain/places/datum.ts';
import { counts, intervalLength, shareOf } from '../../../../domain/readings/rain.ts';
import {
  hourStart,
  type MeasuredRain,
  type RainHour,
  rainHours,
} from '../../../../domain/readings/rain-hours.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { useStation, useStationDetails, useStations } from '../../../state/sites/stations.ts';
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
  /** Whose gauge it is, and how far from the alarm's station, m; null = the station's own. */
  readonly of: { readonly code: string; readonly name: string; readonly away: number } | null;
}

/** The first rain gauge of a station that is installed; null = it has none. */
export const gaugeOf = (sensors: readonly Pick<SensorDetail, 'id' | 'kind' | 'slot' | 'installState'>[]) =>
  sensors
    .toSorted((a, b) => a.slot - b.slot)
    .find(({ kind, installState }) => installState === 1 && isGauge(kind))?.id ?? null;

const isGauge = (kind: number): boolean => kindByCode(kind)?.rows.includes('rain') === true;
/** So many stations are looked at for a gauge that is installed. */
const mostAsked = 3;

type Placed = Pick<StationSummary, 'id' | 'projectId' | 'latitude' | 'longitude' | 'kinds'>;

/** The stations of its project that have rain gauges, the nearest first, with their distance in metres. */
export function gaugesNear<S extends Placed>(
  stationId: number,
  stations: readonly S[],
): readonly { readonly station: S; readonly away: number }[] {
  const own = stations.find(({ id }) => id === stationId);
  if (own === undefined) return [];
  return stations
    .filter(({ id, projectId, kinds }) => id !== own.id && projectId === own.projectId && kinds.some(isGauge))
    .map((station) => ({ station, away: distance(own, station) }))
    .toSorted((a, b) => a.away - b.away || a.station.id - b.station.id);
}

/** The gauge whose rain is shown with a station: its own, or else that of the nearest station of its project. */
function useGauge(stationId: number) {
  const { data: own } = useStation(stationId);
  const { data: sites } = useStations();
  const ownId = gaugeOf(own?.sensors ?? []);
  const near = useMemo(
    () =>
      own === undefined || ownId !== null
        ? []
        : gaugesNear(stationId, sites?.stations ?? []).slice(0, mostAsked),
    [own, ownId, stationId, sites],
  );
  const { details, pending } = useStationDetails(near.map(({ station }) => station.id));
  if (own !== undefined && ownId !== null) return { sourceId: ownId, station: own, of: null };
  if (pending) return null;
  for (const { station, away } of near) {
    const detail = details.find(({ summary }) => summary.id === station.id);
    const sourceId = gaugeOf(detail?.sensors ?? []);
    if (detail !== undefined && sourceId !== null)
      return { sourceId, station: detail, of: { code: station.code, name: station.name, away } };
  }
  return null;
}

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

/** Rain by the hour where the alarm is, or as near to it as it is measured in its project; null where nothing is known of it. */
export function useAlarmRain(
  alarm: Pick<AlarmView, 'stationId'>,
  span: { readonly from: number; readonly to: number },
  zone: string,
): AlarmRain | null {
  const gauge = useGauge(alarm.stationId);
  const sourceId = gauge?.sourceId ?? null;
  const station = gauge?.station;
  const [code, name, away] = [gauge?.of?.code, gauge?.of?.name, gauge?.of?.away];
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
    if (hours.length === 0) return null;
    const of = code === undefined || name === undefined || away === undefined ? null : { code, name, away };
    return { hours, day: rainOfDay(data, to), of };
  }, [data, from, to, zone, boundary, sendCycle, code, name, away]);
}
