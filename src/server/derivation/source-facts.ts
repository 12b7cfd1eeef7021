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

/** Reads sensors' facts, by id; a sensor that does not exist has none. */
export async function readSourceFacts(
  storage: Storage,
  sensorIds: readonly number[],
): Promise<ReadonlyMap<number, SourceFacts>> {
  const found = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .innerJoin('projects', 'projects.id', 'stations.project_id')
    .select([
      'sensors.id',
      'sensors.mount_azimuth',
      'sensors.mount_mode',
      'sensors.datum_at',
      'rtus.collection_cycle',
      'projects.time_zone',
      'projects.day_boundary',
    ])
    .where('sensors.id', 'in', sensorIds)
    .execute();
  return new Map(
    found.map((row) => [
      row.id,
      {
        mountAzimuth: row.mount_azimuth,
        mountMode: enumValues.mountMode[row.mount_mode] ?? 'autoCoordinate',
        datumAt: row.datum_at,
        collectionCycle: row.collection_cycle,
        timeZone: row.time_zone,
        dayBoundary: row.day_boundary,
      },
    ]),
  );
}
