/** What files hang on: who may see that may see them. */
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { UploadType, UploadView } from '../../contract/sites/uploads.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Db, UploadTable } from '../storage/schema.ts';

/** What a file can hang on, with the permission that shows it. */
export const subjectPermissions = {
  alarmEntry: 'alarm:event:view',
  remark: 'station:data:view',
  station: 'station:data:view',
  sitePlan: 'station:data:view',
  plan: 'device:parameter:view',
} as const;
export type UploadSubject = keyof typeof subjectPermissions;

interface Place {
  readonly subject: UploadSubject;
  readonly subjectId: number;
  readonly stationId: number;
  /** Of the station; null = nobody's any more. */
  readonly companyId: number | null;
}

type ViewRow = Pick<
  UploadTable,
  'name' | 'type' | 'bytes' | 'width' | 'height' | 'account_name' | 'created_at'
> & { readonly id: number };

export const viewOfUpload = (row: ViewRow): UploadView => ({
  id: row.id,
  name: row.name,
  type: row.type as UploadType,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  accountName: row.account_name,
  createdAt: row.created_at,
});

/** Files of several subjects of a kind, each in the order in which they were hung on it. */
export async function uploadsOf(
  db: Db,
  subject: UploadSubject,
  subjectIds: readonly number[],
): Promise<ReadonlyMap<number, readonly UploadView[]>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('upload_refs')
    .innerJoin('uploads', 'uploads.id', 'upload_refs.upload_id')
    .selectAll('uploads')
    .select('upload_refs.subject_id')
    .where('upload_refs.subject', '=', subject)
    .where('upload_refs.subject_id', 'in', [...subjectIds])
    .orderBy('upload_refs.position')
    .orderBy('uploads.id')
    .execute();
  const groups = groupBy(rows, (row) => row.subject_id);
  return new Map([...groups].map(([id, of]) => [id, of.map(viewOfUpload)]));
}

/**
 * Files that a viewer sent, with the company for whose station each was sent.
 * @throws Refusal 404 for one that is unknown or another's
 */
export async function ownUploads(
  db: Db,
  { userId }: Pick<Viewer, 'userId'>,
  uploadIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  if (uploadIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'company_id'])
    .where('id', 'in', [...uploadIds])
    .where('user_id', '=', userId)
    .execute();
  const own = new Map(rows.map((row) => [row.id, row.company_id]));
  const foreign = uploadIds.find((id) => !own.has(id));
  if (foreign !== undefined) throw new Refusal(404, 'api.notFound', { what: `upload ${foreign}` });
  return own;
}

/**
 * Makes a subject's files exactly these, within the caller's transaction: those that it has already, and the viewer's own.
 * @throws Refusal 404 for a file that is unknown or another's, 422 for one that was sent for another company's station
 */
export async function hangUploads(
  db: Db,
  viewer: Pick<Viewer, 'userId'>,
  { subject, subjectId, stationId, companyId }: Place,
  uploadIds: readonly number[],
): Promise<void> {
  const before = await db
    .selectFrom('upload_refs')
    .select('upload_id')
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .execute();
  if (before.length === 0 && uploadIds.length === 0) return;
  const kept = new Set(before.map((row) => row.upload_id));
  const fresh = uploadIds.filter((id) => !kept.has(id));
  for (const company of (await ownUploads(db, viewer, fresh)).values())
    if (company !== companyId) throw new Refusal(422, 'uploads.otherCompany', {}, 'uploadIds');
  await db
    .deleteFrom('upload_refs')
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .execute();
  if (uploadIds.length === 0) return;
  await db
    .insertInto('upload_refs')
    .values(
      uploadIds.map((uploadId, position) => ({
        subject,
        subject_id: subjectId,
        upload_id: uploadId,
        station_id: stationId,
        position,
      })),
    )
    .execute();
  await db
    .updateTable('uploads')
    .set({ unused_since: null })
    .where('id', 'in', [...uploadIds])
    .execute();
}
