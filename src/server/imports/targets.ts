import type { Kysely } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { kindById } from '../../catalogue/index.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { SensorMapping } from './mapping.ts';

/** Where a new station is put when `create` is asked for. */
export interface Place {
  readonly projectCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  /** Name by station code. */
  readonly names: Readonly<Record<string, string>>;
}

/** A sensor (or RTU) that a recording's plan writes to. */
export interface Target {
  readonly sourceId: number;
  readonly stationId: number;
}

async function createStation(db: Kysely<Database>, code: string, place: Place): Promise<{ id: number }> {
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', place.projectCode)
    .executeTakeFirst();
  if (project === undefined) throw new Refusal(404, 'import.target.project', { code: place.projectCode });
  const station = await db
    .insertInto('stations')
    .values({
      project_id: project.id,
      code,
      name: place.names[code] ?? code,
      name_reading: null,
      site: 'slope',
      latitude: place.latitude,
      longitude: place.longitude,
      time_zone: place.timeZone,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('rtus')
    .values({
      station_id: station.id,
      sn: `REC-${code}`,
      credential_hash: null,
      install_state: 3,
      send_cycle: 3600,
      collection_cycle: 3600,
      last_contact_at: null,
      jitter: 0,
      problems: '[]',
    })
    .execute();
  return station;
}

async function rtuOf(
  db: Kysely<Database>,
  code: string,
  place: Place | null,
): Promise<{ rtu: number; station: number }> {
  const find = () =>
    db
      .selectFrom('rtus')
      .innerJoin('stations', 'stations.id', 'rtus.station_id')
      .select(['rtus.id as rtu', 'stations.id as station'])
      .where('stations.code', '=', code)
      .execute();
  const [found, another] = await find();
  if (another !== undefined) throw new Refusal(409, 'import.target.ambiguous', { code });
  if (found !== undefined) return found;
  if (place === null) throw new Refusal(404, 'import.target.station', { code });
  await createStation(db, code, place);
  const [made] = await find();
  if (made === undefined) throw new Refusal(404, 'import.target.station', { code });
  return made;
}

async function sensorOf(
  db: Kysely<Database>,
  rtu: number,
  sensor: SensorMapping,
  create: boolean,
): Promise<number> {
  if (sensor.slot === 'rtu') return rtu;
  const found = await db
    .selectFrom('sensors')
    .select(['id', 'kind'])
    .where('rtu_id', '=', rtu)
    .where('slot', '=', sensor.slot)
    .executeTakeFirst();
  if (found !== undefined) return found.id;
  const kind = kindById(sensor.kind ?? '');
  if (!create || kind === undefined) throw new Refusal(404, 'import.target.sensor', { slot: sensor.slot });
  const made = await db
    .insertInto('sensors')
    .values({
      rtu_id: rtu,
      slot: sensor.slot,
      kind: kind.code,
      name: sensor.name ?? null,
      install_state: 1,
      mount_mode: 0,
      mount_azimuth: 0,
      datum_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/**
 * Finds the sensors that a mapping names, in its order; with `place`, makes the stations and sensors that are missing.
 * @throws Refusal 404 for a station, sensor or project that does not exist, 409 for a code that two projects share.
 */
export async function findTargets(
  storage: Storage,
  stationCode: string,
  sensors: readonly SensorMapping[],
  place: Place | null,
): Promise<readonly Target[]> {
  return storage.write(async (db) => {
    const targets: Target[] = [];
    for (const sensor of sensors) {
      const { rtu, station } = await rtuOf(db, sensor.station ?? stationCode, place);
      targets.push({ sourceId: await sensorOf(db, rtu, sensor, place !== null), stationId: station });
    }
    return targets;
  });
}
