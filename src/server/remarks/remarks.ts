/** Remarks on stations: what a person saw or did there, kept with the moment that it describes. */
import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { BodyOf } from '../../contract/call.ts';
import { type addRemark as addCall, type Remark, remarksShown } from '../../contract/sites/remarks.ts';
import type { UploadView } from '../../contract/sites/uploads.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { boundInForce } from '../platform/state.ts';
import type { Board } from '../sites/board.ts';
import type { Db } from '../sites/edit/editor.ts';
import { visibleStations } from '../sites/visible.ts';
import type { Storage } from '../storage/storage.ts';
import { hangUploads, uploadsOf } from '../uploads/refs.ts';

type Body = BodyOf<typeof addCall>;

/** What remarks are kept with. */
export interface RemarkBook {
  readonly storage: Storage;
  /** Knows which company a station belongs to. */
  readonly board: Pick<Board, 'one'>;
  readonly now: () => number;
}

/** A clock in the field may be ahead by this much, ms; beyond it a moment has not been yet. */
const ahead = 3_600_000;
const longestInAudit = 200;
/** A deleted remark can be put back for so long, ms; then its text is kept by the audit alone. */
const keptFor = 86_400_000;

interface Row {
  readonly id: number;
  readonly sn: string;
  readonly text: string;
  readonly at: number;
  readonly user_id: number | null;
  readonly account_name: string | null;
  readonly created_at: number;
  readonly edited_at: number | null;
}

const isOwn = (viewer: Viewer, row: Pick<Row, 'user_id'>) => row.user_id === viewer.userId;
const mayEdit = (viewer: Viewer, row: Pick<Row, 'user_id'>) =>
  isOwn(viewer, row) && hasPermission(viewer.permissions, 'station:remark:edit');
const mayDelete = (viewer: Viewer, row: Pick<Row, 'user_id'>) =>
  mayEdit(viewer, row) || hasPermission(viewer.permissions, 'station:remark:delete');

const shown = (viewer: Viewer, row: Row, files: readonly UploadView[] = []): Remark => ({
  id: row.id,
  sn: row.sn,
  text: row.text,
  at: row.at,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  accountName: row.account_name,
  files: [...files],
  canEdit: mayEdit(viewer, row),
  canDelete: mayDelete(viewer, row),
});

/** @throws Refusal 422 for a text of blanks alone, or a moment that has not been yet */
function checked({ text, at }: Body, now: number): Pick<Body, 'text' | 'at'> {
  const trimmed = text.trim();
  if (trimmed === '') throw new Refusal(422, 'bound.required', {}, 'text');
  if (at > now + ahead) throw new Refusal(422, 'remarks.future', {}, 'at');
  return { text: trimmed, at };
}

const filesOf = async (db: Db, remarkId: number) => (await uploadsOf(db, 'remark', [remarkId])).get(remarkId);

const reportedOf = (text: string) =>
  text.length > longestInAudit ? `${text.slice(0, longestInAudit)}…` : text;

/** `isDeleted`: one that can be put back. @throws Refusal 404 for a remark that the station does not have */
async function remarkOf(db: Db, stationId: number, remarkId: number, isDeleted = false): Promise<Row> {
  const row = await db
    .selectFrom('remarks')
    .selectAll()
    .where('id', '=', remarkId)
    .where('station_id', '=', stationId)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `remark ${remarkId}` });
  return row;
}

/** A station's remarks, by the moment they describe, newest first. @throws Refusal 404 */
export async function readRemarks(
  { storage, board }: RemarkBook,
  viewer: Viewer,
  stationId: number,
): Promise<{ remarks: Remark[] }> {
  board.one(viewer, stationId);
  const rows = await storage.db
    .selectFrom('remarks')
    .selectAll()
    .where('station_id', '=', stationId)
    .where('deleted_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(remarksShown)
    .execute();
  const files = await uploadsOf(
    storage.db,
    'remark',
    rows.map(({ id }) => id),
  );
  return { remarks: rows.map((row) => shown(viewer, row, files.get(row.id))) };
}

/** Keeps a new remark, with the serial number that the station's RTU has now. @throws Refusal */
export async function addRemark(
  book: RemarkBook,
  by: By,
  stationId: number,
  body: Body,
): Promise<{ remark: Remark }> {
  const { site } = book.board.one(by.viewer, stationId);
  const now = book.now();
  const { text, at } = checked(body, now);
  const { companyId } = site.project;
  const { row, files } = await book.storage.write(async (db) => {
    const kept = await db
      .selectFrom('remarks')
      .select((on) => on.fn.countAll().as('count'))
      .where('station_id', 'in', visibleStations(db, { companyId }).select('stations.id'))
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const limit = await boundInForce(db, 'remarks');
    if (Number(kept?.count ?? 0) >= limit) throw new Refusal(422, 'remarks.tooMany', { limit });
    const added = await db
      .insertInto('remarks')
      .values({
        station_id: stationId,
        sn: site.rtu?.sn ?? '',
        text,
        at,
        user_id: by.viewer.userId,
        account_name: by.viewer.accountName,
        created_at: now,
        edited_at: null,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const place = { subject: 'remark', subjectId: added.id, stationId, companyId } as const;
    await hangUploads(db, by.viewer, place, body.uploadIds ?? []);
    await noteChange(db, 'remarks', stationId);
    await auditBy(db, by, {
      at: now,
      action: 'remark.add',
      subject: `station:${stationId}`,
      detail: reportedOf(text),
    });
    return { row: added, files: await filesOf(db, added.id) };
  });
  return { remark: shown(by.viewer, row, files) };
}

/** Changes a remark of one's own. @throws Refusal 403 for another's */
export async function editRemark(
  book: RemarkBook,
  by: By,
  stationId: number,
  remarkId: number,
  body: Body,
): Promise<{ remark: Remark }> {
  const { companyId } = book.board.one(by.viewer, stationId).site.project;
  const now = book.now();
  const { row, files } = await book.storage.write(async (db) => {
    const before = await remarkOf(db, stationId, remarkId);
    if (!mayEdit(by.viewer, before)) throw new Refusal(403, 'remarks.notOwn');
    const { text, at } = checked(body, now);
    await db
      .updateTable('remarks')
      .set({ text, at, edited_at: now })
      .where('id', '=', remarkId)
      .where('station_id', '=', stationId)
      .execute();
    const place = { subject: 'remark', subjectId: remarkId, stationId, companyId } as const;
    if (body.uploadIds !== undefined) await hangUploads(db, by.viewer, place, body.uploadIds);
    await noteChange(db, 'remarks', stationId);
    await auditBy(db, by, {
      at: now,
      action: 'remark.edit',
      subject: `station:${stationId}`,
      detail: before.text === text ? reportedOf(text) : `${reportedOf(before.text)} → ${reportedOf(text)}`,
    });
    return { row: { ...before, text, at, edited_at: now }, files: await filesOf(db, remarkId) };
  });
  return { remark: shown(by.viewer, row, files) };
}

/** Forgets the deleted remarks of a station that cannot be put back any more, and what hung on them. */
async function forgetOld(
  db: Db,
  place: { readonly stationId: number; readonly companyId: number },
  by: By,
  now: number,
) {
  const old = await db
    .selectFrom('remarks')
    .select('id')
    .where('station_id', '=', place.stationId)
    .where('deleted_at', '<', now - keptFor)
    .execute();
  for (const { id } of old) {
    await hangUploads(db, by.viewer, { subject: 'remark', subjectId: id, ...place }, []);
    await db.deleteFrom('remarks').where('id', '=', id).where('station_id', '=', place.stationId).execute();
  }
}

/**
 * Deletes a remark of one's own, or any by right; it can be put back for a day, and the audit keeps its text.
 * @throws Refusal 403 for another's
 */
export async function deleteRemark(
  book: RemarkBook,
  by: By,
  stationId: number,
  remarkId: number,
): Promise<object> {
  const { companyId } = book.board.one(by.viewer, stationId).site.project;
  await book.storage.write(async (db) => {
    const before = await remarkOf(db, stationId, remarkId);
    if (!mayDelete(by.viewer, before)) throw new Refusal(403, 'remarks.notOwn');
    const now = book.now();
    await forgetOld(db, { stationId, companyId }, by, now);
    await db
      .updateTable('remarks')
      .set({ deleted_at: now })
      .where('id', '=', remarkId)
      .where('station_id', '=', stationId)
      .execute();
    await noteChange(db, 'remarks', stationId);
    await auditBy(db, by, {
      at: now,
      action: 'remark.delete',
      subject: `station:${stationId}`,
      detail: `${before.account_name ?? '–'}: ${reportedOf(before.text)}`,
    });
  });
  return {};
}

/** Puts a deleted remark back as it was. @throws Refusal 403 for who may not delete it, 404 when it is too late */
export async function restoreRemark(
  book: RemarkBook,
  by: By,
  stationId: number,
  remarkId: number,
): Promise<object> {
  book.board.one(by.viewer, stationId);
  await book.storage.write(async (db) => {
    const before = await remarkOf(db, stationId, remarkId, true);
    if (!mayDelete(by.viewer, before)) throw new Refusal(403, 'remarks.notOwn');
    await db
      .updateTable('remarks')
      .set({ deleted_at: null })
      .where('id', '=', remarkId)
      .where('station_id', '=', stationId)
      .execute();
    await noteChange(db, 'remarks', stationId);
    await auditBy(db, by, {
      at: book.now(),
      action: 'remark.restore',
      subject: `station:${stationId}`,
      detail: `${before.account_name ?? '–'}: ${reportedOf(before.text)}`,
    });
  });
  return {};
}
