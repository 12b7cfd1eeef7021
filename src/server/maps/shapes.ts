/** Hazard areas, evacuation routes, places to meet and outlines, which maps draw. */
import type { Selectable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { ShapeKind } from '../../base/map-shapes.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { addMapShape, MapShape } from '../../contract/map/shapes.ts';
import { readShapes } from '../../domain/places/geojson.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { keepDeleted, takeDeleted } from '../deleted-rows.ts';
import { boundInForce } from '../platform/state.ts';
import type { Board } from '../sites/board.ts';
import { sees } from '../sites/visible.ts';
import type { Db, MapShapeTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

export interface ShapeRoom {
  readonly storage: Storage;
  readonly board: Pick<Board, 'one' | 'projects'>;
  readonly now: () => number;
}

const viewOf = (row: Selectable<MapShapeTable>): MapShape => ({
  id: row.id,
  projectId: row.project_id,
  stationId: row.station_id,
  kind: row.kind as ShapeKind,
  name: row.name,
  points: row.points,
  geojson: row.geojson,
  accountName: row.account_name,
  createdAt: row.created_at,
});

/** All that a viewer may see, by name. */
export async function shapesFor({ storage }: ShapeRoom, viewer: Viewer): Promise<{ shapes: MapShape[] }> {
  const all = storage.db.selectFrom('map_shapes').selectAll();
  const own = viewer.companyId === null ? all : all.where('company_id', '=', viewer.companyId);
  const rows = await own.orderBy('name').orderBy('id').execute();
  return { shapes: rows.map(viewOf) };
}

/** @throws Refusal 422 where a company has as many as it may */
async function mustHaveRoom(db: Db, companyId: number): Promise<void> {
  const kept = await db
    .selectFrom('map_shapes')
    .select((on) => on.fn.countAll<number | string>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const limit = await boundInForce(db, 'mapShapes');
  if (Number(kept?.count ?? 0) >= limit) throw new Refusal(422, 'shapes.tooMany', { limit });
}

/** @throws Refusal 404 for a project or station that is unknown or another's, 422 for what cannot be drawn */
export async function addShape(
  { storage, board, now }: ShapeRoom,
  by: By,
  { projectId, stationId, kind, name, geojson }: BodyOf<typeof addMapShape>,
): Promise<{ shape: MapShape }> {
  const project = board.projects(by.viewer).find(({ id }) => id === projectId);
  if (project === undefined) throw new Refusal(404, 'api.notFound', { what: `project ${projectId}` });
  if (stationId !== null && board.one(by.viewer, stationId).site.project.id !== projectId)
    throw new Refusal(422, 'shapes.otherProject', {}, 'stationId');
  const { shapes, points } = readShapes(geojson, kind);
  return storage.write(async (db) => {
    await mustHaveRoom(db, project.companyId);
    const row = await db
      .insertInto('map_shapes')
      .values({
        company_id: project.companyId,
        project_id: projectId,
        station_id: stationId,
        kind,
        name: name.trim(),
        points,
        geojson: JSON.stringify(shapes),
        created_at: now(),
        account_name: by.viewer.accountName,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditBy(db, by, {
      at: now(),
      action: 'map.shape.add',
      subject: stationId === null ? `project:${projectId}` : `station:${stationId}`,
      detail: `${kind} ${row.name}, ${points} points`,
    });
    return { shape: viewOf(row) };
  });
}

/** @throws Refusal 404 for one that is unknown or another company's */
export async function removeShape({ storage, now }: ShapeRoom, by: By, shapeId: number): Promise<object> {
  await storage.write(async (db) => {
    const row = await db.selectFrom('map_shapes').selectAll().where('id', '=', shapeId).executeTakeFirst();
    if (row === undefined || !sees(by.viewer, row.company_id))
      throw new Refusal(404, 'api.notFound', { what: `shape ${shapeId}` });
    await db.deleteFrom('map_shapes').where('id', '=', shapeId).execute();
    const at = now();
    await keepDeleted(db, 'map_shapes', row, at);
    await auditBy(db, by, {
      at,
      action: 'map.shape.remove',
      subject: row.station_id === null ? `project:${row.project_id}` : `station:${row.station_id}`,
      detail: `${row.kind} ${row.name}`,
    });
  });
  return {};
}

/** Puts one back that was removed within a day. @throws Refusal 404, also where its station is gone; 422 for too many */
export async function restoreShape(
  { storage, board, now }: ShapeRoom,
  by: By,
  shapeId: number,
): Promise<object> {
  await storage.write(async (db) => {
    const at = now();
    const what = 'shape';
    const row = await takeDeleted<Selectable<MapShapeTable>>(db, 'map_shapes', shapeId, { now: at, what });
    const project = board.projects(by.viewer).find(({ id }) => id === row.project_id);
    if (project?.companyId !== row.company_id)
      throw new Refusal(404, 'api.notFound', { what: `shape ${shapeId}` });
    if (row.station_id !== null) board.one(by.viewer, row.station_id);
    await mustHaveRoom(db, row.company_id);
    await db.insertInto('map_shapes').values(row).execute();
    await auditBy(db, by, {
      at,
      action: 'map.shape.restore',
      subject: row.station_id === null ? `project:${row.project_id}` : `station:${row.station_id}`,
      detail: `${row.kind} ${row.name}`,
    });
  });
  return {};
}
