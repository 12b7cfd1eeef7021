/** Imports as the console sees them: by station, and only where all that they concern may be seen. */
import { Refusal } from '../../base/errors.ts';
import { kindByCode } from '../../catalogue/index.ts';
import { bodyHash } from '../delivery/body-hash.ts';
import { takeConfirmation } from '../delivery/confirm.ts';
import type { By, Db } from '../sites/edit/editor.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import type { Storage, UndoResult } from '../storage/storage.ts';
import { listRuns, oneRun, type Run, undoRun } from './runs.ts';

/** Imports of a station that are listed. */
const listed = 100;

/** Stations that an import brought readings to, or made. */
async function stationsOf(db: Db, run: Run): Promise<ReadonlySet<number>> {
  const sources = db.selectFrom('import_changes').select('source_id').where('run_id', '=', run.id);
  const [sensors, rtus] = await Promise.all([
    db
      .selectFrom('sensors')
      .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
      .select('rtus.station_id')
      .distinct()
      .where('sensors.id', 'in', sources.where('row_id', '!=', 'status'))
      .execute(),
    db
      .selectFrom('rtus')
      .select('station_id')
      .distinct()
      .where('id', 'in', sources.where('row_id', '=', 'status'))
      .execute(),
  ]);
  const found = [...sensors, ...rtus].map((row) => row.station_id);
  return new Set(run.stationId === null ? found : [run.stationId, ...found]);
}

/** The last imports that brought readings to a station, newest first. */
export async function importsOf(db: Db, stationId: number): Promise<readonly Run[]> {
  const sensors = await db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'sensors.kind'])
    .where('rtus.station_id', '=', stationId)
    .execute();
  const rtus = await db.selectFrom('rtus').select('id').where('station_id', '=', stationId).execute();
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
  const stations = [...(await stationsOf(db, await oneRun(db, id)))];
  if (viewer.companyId === null) return stations;
  // Of what nothing is left but the record, nobody can tell whose it was.
  if (stations.length === 0) throw new Refusal(404, 'import.run.none', { run: id });
  const seen = await visibleStations(db, viewer)
    .select('stations.id')
    .where('stations.id', 'in', stations)
    .execute();
  if (seen.length < stations.length) throw new Refusal(404, 'import.run.none', { run: id });
  return stations;
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
