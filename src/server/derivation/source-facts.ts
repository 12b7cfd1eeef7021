import { type EnumValue, enumValues } from '../../catalogue/index.ts';
import type { Storage } from '../storage/storage.ts';

/** What the derived channels of a sensor depend on besides its readings. */
export interface SourceFacts {
  /** Degrees. */
  readonly mountAzimuth: number;
  readonly mountMode: EnumValue<'mountMode'>;
  /** Start of the present datum; null = none known. */
  readonly datumAt: number | null;
  /** Seconds. */
  readonly collectionCycle: number;
  /** Zone and day boundary (minutes after midnight) of the project. */
  readonly timeZone: string;
  readonly dayBoundary: number;
}

/** Reads a sensor's facts; null for a sensor that does not exist. */
export async function readSourceFacts(storage: Storage, sensorId: number): Promise<SourceFacts | null> {
  const found = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .innerJoin('projects', 'projects.id', 'stations.project_id')
    .select([
      'sensors.mount_azimuth',
      'sensors.mount_mode',
      'sensors.datum_at',
      'rtus.collection_cycle',
      'projects.time_zone',
      'projects.day_boundary',
    ])
    .where('sensors.id', '=', sensorId)
    .executeTakeFirst();
  if (found === undefined) return null;
  return {
    mountAzimuth: found.mount_azimuth,
    mountMode: enumValues.mountMode[found.mount_mode] ?? 'autoCoordinate',
    datumAt: found.datum_at,
    collectionCycle: found.collection_cycle,
    timeZone: found.time_zone,
    dayBoundary: found.day_boundary,
  };
}
