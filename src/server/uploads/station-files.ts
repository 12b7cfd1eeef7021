/** Files of a station itself: drawings, survey sheets. */
import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import { mostStationFiles, type UploadView } from '../../contract/sites/uploads.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Board } from '../sites/board.ts';
import type { Storage } from '../storage/storage.ts';
import { hangUploads, uploadsOf } from './refs.ts';

export interface StationFiles {
  readonly storage: Storage;
  readonly board: Pick<Board, 'one'>;
  readonly now: () => number;
}

/** The newest first. @throws Refusal 404 */
export async function filesOfStation(
  { storage, board }: StationFiles,
  viewer: Viewer,
  stationId: number,
): Promise<{ files: UploadView[] }> {
  board.one(viewer, stationId);
  const files = (await uploadsOf(storage.db, 'station', [stationId])).get(stationId) ?? [];
  return { files: [...files].sort((a, b) => b.createdAt - a.createdAt || b.id - a.id) };
}

/** Adds to a station's files. @throws Refusal */
export async function addToStation(
  room: StationFiles,
  by: By,
  stationId: number,
  uploadIds: readonly number[],
): Promise<{ files: UploadView[] }> {
  const { companyId } = room.board.one(by.viewer, stationId).site.project;
  await room.storage.write(async (db) => {
    const kept = (await uploadsOf(db, 'station', [stationId])).get(stationId) ?? [];
    const ids = [...new Set([...kept.map(({ id }) => id), ...uploadIds])];
    if (ids.length > mostStationFiles) throw new Refusal(422, 'uploads.tooMany', { limit: mostStationFiles });
    await hangUploads(db, by.viewer, { subject: 'station', subjectId: stationId, stationId, companyId }, ids);
    await noteChange(db, 'remarks', stationId);
    await auditBy(db, by, {
      at: room.now(),
      action: 'upload.keep',
      subject: `station:${stationId}`,
      detail: uploadIds.map((id) => `upload ${id}`).join(', '),
    });
  });
  return filesOfStation(room, by.viewer, stationId);
}

/** Takes one of its files from a station. @throws Refusal 403 for another's, 404 */
export async function removeFromStation(
  room: StationFiles,
  by: By,
  stationId: number,
  uploadId: number,
): Promise<object> {
  const { companyId } = room.board.one(by.viewer, stationId).site.project;
  await room.storage.write(async (db) => {
    const row = await db
      .selectFrom('upload_refs')
      .innerJoin('uploads', 'uploads.id', 'upload_refs.upload_id')
      .select(['uploads.user_id', 'uploads.name'])
      .where('upload_refs.subject', '=', 'station')
      .where('upload_refs.subject_id', '=', stationId)
      .where('uploads.id', '=', uploadId)
      .executeTakeFirst();
    if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `upload ${uploadId}` });
    const { viewer } = by;
    if (row.user_id !== viewer.userId && !hasPermission(viewer.permissions, 'station:remark:delete'))
      throw new Refusal(403, 'remarks.notOwn');
    const kept = (await uploadsOf(db, 'station', [stationId])).get(stationId) ?? [];
    const ids = kept.map(({ id }) => id).filter((id) => id !== uploadId);
    await hangUploads(db, viewer, { subject: 'station', subjectId: stationId, stationId, companyId }, ids);
    await noteChange(db, 'remarks', stationId);
    await auditBy(db, by, {
      at: room.now(),
      action: 'upload.remove',
      subject: `station:${stationId}`,
      detail: `upload ${uploadId}, ${row.name}`,
    });
  });
  return {};
}
