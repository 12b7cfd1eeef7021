import type { Kysely } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { kindByCode, kindById } from '../../catalogue/index.ts';
import type { KindDefinition } from '../../catalogue/model.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { SensorMapping } from './mapping.ts';

type Db = Kysely<Database>;

/** A project whose stations alone are looked at, of a company where a user of one asks. */
export interface ImportScope extends CompanyScope {
  readonly projectId: number;
}

/** Where a new station is put when `create` is asked for. */
export interface ImportPlace {
  readonly projectCode: string;
  readonly latitude: number;
  readonly longitude: number;
  /** IANA zone of the station. */
  readonly timeZone: string;
  /** Name by station code. */
  readonly names: Readonly<Record<string, string>>;
}

/** A sensor (or RTU) that a recording's plan writes to. */
export interface SourceTarget {
  readonly sourceId: number;
  readonly stationId: number;
}

/** What there is for a plan, and by their absence what would have to be made. */
export interface PlannedTarget {
  readonly code: string;
  readonly sensor: SensorMapping;
  readonly stationId: number | null;
  readonly rtuId: number | null;
  /** Sensor (or for the status row the RTU). */
  readonly sourceId: number | null;
  /** Kind of the sensor, there or to be made; null for the RTU. */
  readonly kind: KindDefinition | null;
}

/** What an import made besides readings. */
export interface Made {
  readonly stations: readonly number[];
  readonly rtus: readonly number[];
  readonly sensors: readonly number[];
}

async function projectOf(db: Db, code: string) {
  const [project, another] = await db.selectFrom('projects').select('id').where('code', '=', code).execute();
  if (project === undefined) throw new Refusal(404, 'import.target.project', { code });
  if (another !== undefined) throw new Refusal(409, 'import.target.projects', { code });
  return project;
}

async function stationOf(db: Db, code: string, place: ImportPlace | null, within: ImportScope | null) {
  let query = db
    .selectFrom('stations')
    .leftJoin('rtus', 'rtus.station_id', 'stations.id')
    .select(['stations.id', 'stations.retired_at', 'rtus.id as rtu'])
    .where('stations.code', '=', code);
  if (place !== null) query = query.where('project_id', '=', (await projectOf(db, place.projectCode)).id);
  if (within !== null) query = query.where('project_id', '=', within.projectId);
  if (within?.companyId != null)
    query = query.where('stations.id', 'in', visibleStations(db, within).select('stations.id'));
  const [found, another] = await query.execute();
  if (another !== undefined) throw new Refusal(409, 'import.target.ambiguous', { code });
  if (found === undefined && place === null) throw new Refusal(404, 'import.target.station', { code });
  if (found !== undefined && found.retired_at !== null) {
    throw new Refusal(409, 'import.target.retired', { code });
  }
  return found;
}

/** @throws Refusal where the kind of a sensor that is there is not the mapping's, or does not measure its row */
async function sensorOf(
  db: Db,
  rtu: number,
  code: string,
  sensor: SensorMapping,
  { place, within }: { readonly place: ImportPlace | null; readonly within: ImportScope | null },
) {
  let query = db
    .selectFrom('sensors')
    .select(['id', 'kind'])
    .where('rtu_id', '=', rtu)
    .where('slot', '=', Number(sensor.slot));
  if (within?.companyId != null)
    query = query.where(
      'rtu_id',
      'in',
      visibleStations(db, within).innerJoin('rtus', 'rtus.station_id', 'stations.id').select('rtus.id'),
    );
  const found = await query.executeTakeFirst();
  if (found === undefined) {
    if (place === null) throw new Refusal(404, 'import.target.sensor', { slot: sensor.slot, code });
    return undefined;
  }
  const kind = kindByCode(found.kind);
  if (kind?.computed) throw new Refusal(409, 'formulas.byFormula');
  if (kind === undefined || (sensor.kind !== undefined && sensor.kind !== kind.id)) {
    throw new Refusal(409, 'import.target.kind', {
      slot: sensor.slot,
      code,
      kind: kind?.id ?? String(found.kind),
      wanted: sensor.kind ?? '–',
    });
  }
  return { id: found.id, kind };
}

function refuseRow({ sensor, code, kind }: Pick<PlannedTarget, 'sensor' | 'code' | 'kind'>): void {
  if (kind === null || kind.rows.some((row) => row === sensor.row)) return;
  throw new Refusal(409, 'import.target.row', {
    slot: sensor.slot,
    code,
    kind: kind.id,
    row: sensor.row,
    rows: kind.rows.join(', ') || '–',
  });
}

/**
 * Looks up the stations and sensors that a mapping names, in its order, and makes nothing. `place`: what is missing
 * would be made there. `within`: stations of other projects are none.
 * @throws Refusal 404 for a station, sensor or project that does not exist, 409 for a code that two projects share, a
 * station out of use, a sensor of another kind and a kind that does not measure the mapping's row
 */
export async function lookUpTargets(
  db: Db,
  stationCode: string | undefined,
  sensors: readonly SensorMapping[],
  place: ImportPlace | null,
  within: ImportScope | null = null,
): Promise<readonly PlannedTarget[]> {
  const wanted: PlannedTarget[] = [];
  const planned = new Map<string, string>();
  for (const sensor of sensors) {
    const code = sensor.station ?? stationCode;
    if (code === undefined || code.trim() === '')
      throw new Refusal(400, 'import.target.noStation', {}, 'station');
    const station = await stationOf(db, code, place, within);
    const base = { code, sensor, stationId: station?.id ?? null, rtuId: station?.rtu ?? null };
    if (station !== undefined && station.rtu === null && place === null) {
      throw new Refusal(404, 'import.target.rtu', { code });
    }
    if (sensor.slot === 'rtu') {
      wanted.push({ ...base, sourceId: base.rtuId, kind: null });
      continue;
    }
    const found =
      base.rtuId === null ? undefined : await sensorOf(db, base.rtuId, code, sensor, { place, within });
    const kind = found?.kind ?? kindById(sensor.kind ?? '');
    if (kind === undefined) throw new Refusal(400, 'import.target.noKind', { slot: sensor.slot, code });
    const one = { ...base, sourceId: found?.id ?? null, kind };
    refuseRow(one);
    // Two entries of a mapping may fill one sensor; they have to agree about its kind.
    const key = JSON.stringify([code, sensor.slot]);
    const before = planned.get(key) ?? kind.id;
    planned.set(key, before);
    if (before !== kind.id) {
      throw new Refusal(409, 'import.target.kind', {
        slot: sensor.slot,
        code,
        kind: before,
        wanted: kind.id,
      });
    }
    wanted.push(one);
  }
  return wanted;
}

async function freeSn(db: Db, code: string): Promise<string> {
  for (let number = 1; ; number++) {
    const sn = `REC-${code}${number === 1 ? '' : `-${number}`}`;
    const taken = await db.selectFrom('rtus').select('id').where('sn', '=', sn).executeTakeFirst();
    if (taken === undefined) return sn;
  }
}

async function makeStation(db: Db, code: string, place: ImportPlace): Promise<number> {
  const project = await projectOf(db, place.projectCode);
  const { id } = await db
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
  return id;
}

async function makeRtu(db: Db, stationId: number, code: string): Promise<number> {
  const { id } = await db
    .insertInto('rtus')
    .values({
      station_id: stationId,
      sn: await freeSn(db, code),
      credential_hash: null,
      install_state: 3,
      send_cycle: 3600,
      collection_cycle: 3600,
      last_contact_at: null,
      jitter: 0,
      problems: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeSensor(db: Db, rtuId: number, { sensor, kind }: PlannedTarget): Promise<number> {
  const { id } = await db
    .insertInto('sensors')
    .values({
      rtu_id: rtuId,
      slot: Number(sensor.slot),
      kind: kind?.code ?? 0,
      name: sensor.name ?? null,
      install_state: 1,
      mount_mode: 0,
      mount_azimuth: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes what is missing, within the caller's transaction; several plans may share a station and a sensor. */
export async function makeTargets(
  db: Db,
  wanted: readonly PlannedTarget[],
  place: ImportPlace | null,
): Promise<{ readonly targets: readonly SourceTarget[]; readonly made: Made }> {
  const made = { stations: [] as number[], rtus: [] as number[], sensors: [] as number[] };
  const known = new Map<string, number>();
  /** What was found, or was made for an earlier plan, or is made now. */
  const once = async (key: string, found: number | null, list: number[], make: () => Promise<number>) => {
    const id = found ?? known.get(key) ?? null;
    if (id !== null) return id;
    const fresh = await make();
    known.set(key, fresh);
    list.push(fresh);
    return fresh;
  };
  const targets: SourceTarget[] = [];
  for (const one of wanted) {
    const { code, sensor } = one;
    const stationId = await once(`station ${code}`, one.stationId, made.stations, () => {
      if (place === null) throw new Refusal(404, 'import.target.station', { code });
      return makeStation(db, code, place);
    });
    const rtuId = await once(`rtu ${code}`, one.rtuId, made.rtus, () => makeRtu(db, stationId, code));
    const sourceId =
      sensor.slot === 'rtu'
        ? rtuId
        : await once(`sensor ${sensor.slot} ${code}`, one.sourceId, made.sensors, () =>
            makeSensor(db, rtuId, one),
          );
    targets.push({ sourceId, stationId });
  }
  return { targets, made };
}

/**
 * Finds the sensors that a mapping names, in its order; with `place`, makes the stations and sensors that are missing.
 * @throws Refusal as `lookUpTargets`
 */
export async function findTargets(
  storage: Storage,
  stationCode: string | undefined,
  sensors: readonly SensorMapping[],
  place: ImportPlace | null,
): Promise<readonly SourceTarget[]> {
  return storage.write(async (db) => {
    const wanted = await lookUpTargets(db, stationCode, sensors, place);
    return (await makeTargets(db, wanted, place)).targets;
  });
}
