import { type Kysely, sql } from 'kysely';
import type { RowId } from '../../catalogue/model.ts';
import type { Database } from './schema.ts';

/** Sources whose stored rows are concerned. */
export interface Sources {
  readonly rtuIds?: readonly number[];
  readonly sensorIds?: readonly number[];
}

/**
 * Notes, within the caller's transaction, that what is derived from the rows of sources is to be derived anew, and their
 * days grouped anew: what it depends on besides readings (mount, datum, zone, day boundary) has changed. It is done in
 * the background, some seconds later at most, also after a kill.
 * @param rows the rows concerned; all where left out
 * @param from rows before this moment keep what they have
 */
export async function noteRederivation(
  db: Kysely<Database>,
  { rtuIds = [], sensorIds = [] }: Sources,
  rows?: readonly RowId[],
  from: number = Number.MIN_SAFE_INTEGER,
): Promise<void> {
  const to = Number.MAX_SAFE_INTEGER;
  const some = rows === undefined ? sql`` : sql` AND row_id IN (${sql.join(rows)})`;
  for (const [ids, which] of [
    [rtuIds, sql`row_id = 'status'`],
    [sensorIds, sql`row_id <> 'status'`],
  ] as const) {
    for (let at = 0; at < ids.length; at += 500) {
      await sql`
        INSERT INTO rederivations (row_id, source_id, from_t, to_t, regroup)
        SELECT DISTINCT row_id, source_id, CAST(${from} AS BIGINT), CAST(${to} AS BIGINT), 1 FROM latest
        WHERE ${which} AND source_id IN (${sql.join(ids.slice(at, at + 500))})${some}
        ON CONFLICT (row_id, source_id) DO UPDATE SET
          from_t = CASE WHEN excluded.from_t < rederivations.from_t THEN excluded.from_t ELSE rederivations.from_t END,
          to_t = excluded.to_t, regroup = 1`.execute(db);
    }
  }
}

/** All sources of a project. */
export async function sourcesOfProject(db: Kysely<Database>, projectId: number): Promise<Sources> {
  const rtus = await db
    .selectFrom('rtus')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select('rtus.id')
    .where('stations.project_id', '=', projectId)
    .execute();
  return sourcesOfRtus(
    db,
    rtus.map(({ id }) => id),
  );
}

/** RTUs and their sensors. */
export async function sourcesOfRtus(db: Kysely<Database>, rtuIds: readonly number[]): Promise<Sources> {
  const sensorIds: number[] = [];
  for (let at = 0; at < rtuIds.length; at += 500) {
    const sensors = await db
      .selectFrom('sensors')
      .select('id')
      .where('rtu_id', 'in', rtuIds.slice(at, at + 500))
      .execute();
    for (const { id } of sensors) sensorIds.push(id);
  }
  return { rtuIds, sensorIds };
}
