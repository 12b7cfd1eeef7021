/** The things that a change may touch, within the asker's company: a foreign id is as unknown as a missing one. */
import type { Kysely } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import type { Database } from '../../storage/schema.ts';
import { type CompanyScope, sees, visibleStations } from '../visible.ts';

const missing = (what: string, id: number) => new Refusal(404, 'api.notFound', { what: `${what} ${id}` });

/** @throws Refusal 404 */
export async function ownCompany(db: Kysely<Database>, viewer: CompanyScope, id: number) {
  const row = await db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || !sees(viewer, row.id)) throw missing('company', id);
  return row;
}

/** @throws Refusal 404 */
export async function ownProject(db: Kysely<Database>, viewer: CompanyScope, id: number) {
  const projects = db.selectFrom('projects').selectAll().where('id', '=', id);
  const own = viewer.companyId === null ? projects : projects.where('company_id', '=', viewer.companyId);
  const row = await own.executeTakeFirst();
  if (row === undefined) throw missing('project', id);
  return row;
}

/** @throws Refusal 404 */
export async function ownStation(db: Kysely<Database>, viewer: CompanyScope, id: number) {
  const row = await visibleStations(db, viewer)
    .selectAll('stations')
    .where('stations.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw missing('station', id);
  return row;
}

/** @throws Refusal 404 */
export async function ownRtu(db: Kysely<Database>, viewer: CompanyScope, id: number) {
  const row = await visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .selectAll('rtus')
    .where('rtus.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw missing('rtu', id);
  return row;
}

/** @throws Refusal 404 */
export async function ownSensor(db: Kysely<Database>, viewer: CompanyScope, id: number) {
  const row = await visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .selectAll('sensors')
    .where('sensors.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw missing('sensor', id);
  return row;
}

/** The company of an RTU, which there is. */
export async function companyOfRtu(db: Kysely<Database>, id: number): Promise<number> {
  const { company_id: companyId } = await visibleStations(db, { companyId: null })
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select('projects.company_id')
    .where('rtus.id', '=', id)
    .executeTakeFirstOrThrow();
  return companyId;
}

/** @throws Refusal 403 for who belongs to one company */
export function everyCompany(viewer: CompanyScope): void {
  if (viewer.companyId !== null) throw new Refusal(403, 'sites.platformOnly');
}
