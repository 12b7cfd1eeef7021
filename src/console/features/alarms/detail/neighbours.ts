/** What stands near an alarm: whether it moves alone is the first thing that is asked. Pure. */
import type { SensorDetail, StationSummary } from '../../../../contract/sites/stations.ts';
import { distance } from '../../../../domain/places/datum.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { compareAlarms } from '../../../state/alarms/order.ts';
import type { ListedSensor } from '../../../state/sites/finder.ts';

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
  /** Its first sensor of the kind that the alarm is of; null = it has none. */
  readonly sensor: Pick<ListedSensor, 'id' | 'slot' | 'kind'> | null;
  readonly alarm: AlarmView | null;
}
export type Neighbour = SensorNeighbour | StationNeighbour;

/** Installed, neither taken out nor retired. */
const isInstalled = ({ installState }: Pick<SensorDetail, 'installState'>) => installState === 1;

/**
 * The other sensors of the alarm's station, by slot, then the nearest stations of its project.
 * @param open alarms that are open, whichever
 * @param listed sensors of all stations; empty = not known yet
 */
export function neighboursOf(
  alarm: Pick<AlarmView, 'stationId' | 'sensorId' | 'projectId'>,
  sensors: readonly SensorDetail[],
  stations: readonly StationSummary[],
  open: readonly AlarmView[],
  listed: readonly ListedSensor[] = [],
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
  const kind = sensors.find(({ id }) => id === alarm.sensorId)?.kind;
  const likeOf = (stationId: number) =>
    listed
      .filter((one) => one.stationId === stationId && one.kind === kind && isInstalled(one))
      .toSorted((a, b) => a.slot - b.slot)[0] ?? null;
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
      sensor: likeOf(station.id),
      alarm: worst(({ stationId }) => stationId === station.id),
    }));
  return [...beside, ...near];
}

/**
 * What a curve of the last day comes to: how far it moved from its first value to its last; of what is summed, the sum.
 * Null where nothing is known.
 */
export function movedBy(values: readonly (number | null)[], sums: boolean): number | null {
  const known = values.flatMap((value) => value ?? []);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  return sums ? known.reduce((sum, value) => sum + value, 0) : last - first;
}
