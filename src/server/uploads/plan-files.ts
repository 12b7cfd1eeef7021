/** Files of a plan: drawings, method statements, photographs of the work. */
import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import { mostAttached, type UploadView } from '../../contract/sites/uploads.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { ownPlan, visiblePlans } from '../plans/visible.ts';
import type { Board } from '../sites/board.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { hangUploads, uploadsOf } from './refs.ts';

export interface PlanFiles {
  readonly storage: Storage;
  readonly board: Pick<Board, 'one'>;
  readonly now: () => number;
}

/** The number by which files refer to a plan; null = it has had none. */
async function folderOf(db: Db, planId: string): Promise<number | null> {
  const row = await db
    .selectFrom('plan_folders')
    .select('id')
    .where('plan_id', '=', planId)
    .executeTakeFirst();
  return row === undefined ? null : Number(row.id);
}

async function filesIn(db: Db, planId: string): Promise<readonly UploadView[]> {
  const folder = await folderOf(db, planId);
  return folder === null ? [] : ((await uploadsOf(db, 'plan', [folder])).get(folder) ?? []);
}

/** In the order in which they were added. @throws Refusal 404 */
export async function filesOfPlan(
  { storage }: PlanFiles,
  viewer: Viewer,
  planId: string,
): Promise<{ files: UploadView[] }> {
  await ownPlan(storage.db, viewer, planId);
  return { files: [...(await filesIn(storage.db, planId))] };
}

/** True where the viewer may see the plan that a file refers to by this number. */
export async function seesFolder(db: Db, viewer: Viewer, folder: number): Promise<boolean> {
  const row = await visiblePlans(db, viewer)
    .innerJoin('plan_folders', 'plan_folders.plan_id', 'plans.id')
    .select('plans.id')
    .where('plan_folders.id', '=', folder)
    .executeTakeFirst();
  return row !== undefined;
}

/** A station of the plan, whose company the files are of. @throws Refusal 422 where it has none, as of rules alone */
async function stationOf(db: Db, planId: string): Promise<number> {
  const row = await db
    .selectFrom('plan_items')
    .innerJoin('rtus', 'rtus.id', 'plan_items.rtu_id')
    .select('rtus.station_id')
    .where('plan_items.plan_id', '=', planId)
    .orderBy('plan_items.position')
    .executeTakeFirst();
  if (row?.station_id == null) throw new Refusal(422, 'plans.noStation');
  return row.station_id;
}

/** Adds to a plan's files, whatever its state. @throws Refusal */
export async function addToPlan(
  room: PlanFiles,
  by: By,
  planId: string,
  uploadIds: readonly number[],
): Promise<{ files: UploadView[] }> {
  await room.storage.write(async (db) => {
    await ownPlan(db, by.viewer, planId);
    const stationId = await stationOf(db, planId);
    const { companyId } = room.board.one(by.viewer, stationId).site.project;
    const known = await folderOf(db, planId);
    const folder =
      known ??
      Number(
        (
          await db
            .insertInto('plan_folders')
            .values({ plan_id: planId })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
      );
    const kept = await filesIn(db, planId);
    const ids = [...new Set([...kept.map(({ id }) => id), ...uploadIds])];
    if (ids.length > mostAttached) throw new Refusal(422, 'uploads.tooMany', { limit: mostAttached });
    await hangUploads(db, by.viewer, { subject: 'plan', subjectId: folder, stationId, companyId }, ids);
    await auditBy(db, by, {
      at: room.now(),
      action: 'plan.files',
      subject: `plan:${planId}`,
      detail: uploadIds.map((id) => `upload ${id}`).join(', '),
    });
  });
  return filesOfPlan(room, by.viewer, planId);
}

/** Takes one of its files from a plan. @throws Refusal 403 for another's, 404 */
export async function removeFromPlan(
  room: PlanFiles,
  by: By,
  planId: string,
  uploadId: number,
): Promise<object> {
  await room.storage.write(async (db) => {
    const { viewer } = by;
    await ownPlan(db, viewer, planId);
    const folder = await folderOf(db, planId);
    const row = await db
      .selectFrom('upload_refs')
      .innerJoin('uploads', 'uploads.id', 'upload_refs.upload_id')
      .select(['uploads.user_id', 'uploads.name', 'upload_refs.station_id'])
      .where('upload_refs.subject', '=', 'plan')
      .where('upload_refs.subject_id', '=', folder ?? 0)
      .where('uploads.id', '=', uploadId)
      .executeTakeFirst();
    if (row === undefined || folder === null)
      throw new Refusal(404, 'api.notFound', { what: `upload ${uploadId}` });
    if (row.user_id !== viewer.userId && !hasPermission(viewer.permissions, 'station:remark:delete'))
      throw new Refusal(403, 'remarks.notOwn');
    await db
      .deleteFrom('upload_refs')
      .where('subject', '=', 'plan')
      .where('subject_id', '=', folder)
      .where('upload_id', '=', uploadId)
      .execute();
    await auditBy(db, by, {
      at: room.now(),
      action: 'plan.fileRemove',
      subject: `plan:${planId}`,
      detail: `upload ${uploadId}, ${row.name}`,
    });
  });
  return {};
}
