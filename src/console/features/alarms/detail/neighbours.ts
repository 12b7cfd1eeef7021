/** What stands near an alarm: whether it moves alone is the first thing that is asked. Pure. */
import type { SensorDetail, StationSummary } from '../../../../contract/stations.ts';
import { distance } from '../../../../domain/datum.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { compareAlarms } from '../../../state/alarms/order.ts';

/** Stations of the project that are so near, m, and so many of them. Assumed: a slope and those beside it. */
export const nearby = 5000;
export const mostNearby = 5;

export interface SensorNeighbour {
  readonly type: 'sensor';
  readonly sensor: Pick<SensorDetail, 'id' | 'slot' | 'kind'>;
  /** Its worst open alarm; null = it has none. */
  readonly alarm: AlarmView | null;
}
export interface StationNeighbour {
  readonly type: 'station';
  readonly station: StationSummary;
  /** Metres. */
  readonly away: number;
  readonly alarm: AlarmView | null;
}
export type Neighbour = SensorNeighbour | StationNeighbour;

/** Installed, neither taken out nor retired. */
const isInstalled = ({ installState }: Pick<SensorDetail, 'installState'>) => installState === 1;

/**
 * The other sensors of the alarm's station, by slot, then the nearest stations of its project.
 * @param open alarms that are open, whichever
 */
export function neighboursOf(
  alarm: Pick<AlarmView, 'stationId' | 'sensorId' | 'projectId'>,
  sensors: readonly SensorDetail[],
  stations: readonly StationSummary[],
  open: readonly AlarmView[],
): readonly Neighbour[] {
  const worst = (isOf: (one: AlarmView) => boolean) =>
    open
      .filter((one) => one.closed === null && isOf(one))
      .toSorted(compareAlarms)
      .at(0) ?? null;
  const beside = sensors
    .filter((sensor) => isInstalled(sensor) && sensor.id !== alarm.sensorId)
    .toSorted((a, b) => a.slot - b.slot)
    .map(({ id, slot, kind }) => ({
      type: 'sensor' as const,
      sensor: { id, slot, kind },
      alarm: worst(({ sensorId }) => sensorId === id),
    }));
  const own = stations.find(({ id }) => id === alarm.stationId);
  if (own === undefined) return beside;
  const near = stations
    .filter(({ id, projectId }) => id !== own.id && projectId === alarm.projectId)
    .map((station) => ({ station, away: distance(own, station) }))
    .filter(({ away }) => away <= nearby)
    .toSorted((a, b) => a.away - b.away || a.station.id - b.station.id)
    .slice(0, mostNearby)
    .map(({ station, away }) => ({
      type: 'station' as const,
      station,
      away,
      alarm: worst(({ stationId }) => stationId === station.id),
    }));
  return [...beside, ...near];
}
