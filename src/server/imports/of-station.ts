/** Imports as the console sees them: by station, and only where all that they concern may be seen. */
import { Refusal } from '../../base/errors.ts';
import { kindByCode } from '../../catalogue/index.ts';
import { bodyHash } from '../delivery/body-hash.ts';
import { takeConfirmation } from '../delivery/confirm.ts';
import type { By, Db } from '../sites/edit/editor.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import type { Storage, UndoResult } from '../storage/storage.ts';
import { findRun, listRuns, type Run, undoRun } from './runs.ts';

/** Imports of a station that are listed. */
const listed = 100;

/** Stations that an import brought readings to, or made; null where the viewer may not see one of them. */
async function stationsOf(db: Db, viewer: CompanyScope, run: Run): Promise<ReadonlySet<number> | null> {
  const sources = await db
    .selectFrom('import_changes')
    .select(['row_id', 'source_id'])
    .distinct()
    .where('run_id', '=', run.id)
    .execute();
  const idsOf = (ofRtus: boolean) => [
    ...new Set(sources.filter((one) => (one.row_id === 'status') === ofRtus).map((one) => one.source_id)),
  ];
  const [sensorIds, rtuIds] = [idsOf(false), idsOf(true)];
  const seen = visibleStations(db, viewer).select('stations.id');
  const sensors = await db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'rtus.station_id'])
    .where('sensors.id', 'in', sensorIds)
    .where('rtus.station_id', 'in', seen)
    .execute();
  const rtus = await db
    .selectFrom('rtus')
    .select(['id', 'station_id'])
    .where('id', 'in', rtuIds)
    .where('station_id', 'in', seen)
    .execute();
  const own = run.stationId === null ? [] : [run.stationId];
  const station = await visibleStations(db, viewer)
    .select('stations.id')
    .where('stations.id', 'in', own)
    .execute();
  if (sensors.length < sensorIds.length || rtus.length < rtuIds.length || station.length < own.length)
    return null;
  return new Set([...own, ...[...sensors, ...rtus].map((row) => row.station_id)]);
}

/** The last imports that brought readings to a station, newest first. */
export async function importsOf(db: Db, viewer: CompanyScope, stationId: number): Promise<readonly Run[]> {
  const sensors = await db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'sensors.kind'])
    .where('rtus.station_id', '=', stationId)
    .where('rtus.station_id', 'in', visibleStations(db, viewer).select('stations.id'))
    .execute();
  const rtus = await db
    .selectFrom('rtus')
    .select('id')
    .where('station_id', '=', stationId)
    .where('station_id', 'in', visibleStations(db, viewer).select('stations.id'))
    .execute();
  const series = [
    ...sensors.flatMap(({ id, kind }) => (kindByCode(kind)?.rows ?? []).map((row) => [row, id] as const)),
    ...rtus.map(({ id }) => ['status', id] as const),
  ];
  const brought = new Set<number>();
  for (const [row, sourceId] of series) {
    const runs = await db
      .selectFrom('import_changes')
      .select('run_id')
      .distinct()
      .where('row_id', '=', row)
      .where('source_id', '=', sourceId)
      .execute();
    for (const { run_id: run } of runs) brought.add(run);
  }
  const all = await listRuns(db);
  return all.filter((run) => run.stationId === stationId || brought.has(run.id)).slice(0, listed);
}

/**
 * The stations that an import concerns.
 * @throws Refusal 404 where the viewer may not see one of them: it is then none to them
 */
export async function visibleRun(db: Db, viewer: CompanyScope, id: number): Promise<readonly number[]> {
  const hidden = new Refusal(404, 'api.notFound', { what: `import ${id}` });
  const run = await findRun(db, id);
  if (run === undefined) throw hidden;
  const stations = await stationsOf(db, viewer, run);
  // Where only the record is left, it cannot be determined whose import it was.
  if (stations === null || (viewer.companyId !== null && stations.size === 0)) throw hidden;
  return [...stations];
}

/**
 * Takes an import back for somebody who has confirmed it; answers the stations that it concerned too.
 * @throws Refusal as contract/imports says
 */
export async function undoConfirmed(
  storage: Storage,
  by: By,
  id: number,
  confirmation: string | undefined,
  now: number,
): Promise<UndoResult & { readonly stations: readonly number[] }> {
  const stations = await visibleRun(storage.db, by.viewer, id);
  await storage.write((db) =>
    takeConfirmation(db, by, { confirmation, hash: bodyHash({ undoImport: id }), now }),
  );
  const { userId, accountName } = by.viewer;
  return { ...(await undoRun(storage, id, { userId, accountName }, now)), stations };
}
