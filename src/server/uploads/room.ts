/** Files that people send: taken, kept, answered to who may see what they hang on, and removed when nothing does. */
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Selectable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import { companyBounds } from '../../contract/company/company-bounds.ts';
import { mostUploadBytes, type UploadType, type UploadView } from '../../contract/sites/uploads.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { checksum } from '../backup/manifest.ts';
import { boundInForce } from '../platform/state.ts';
import { Shares } from '../shares.ts';
import type { Board } from '../sites/board.ts';
import { sees } from '../sites/visible.ts';
import { Mutex } from '../storage/mutex.ts';
import { StorageProblem } from '../storage/problem.ts';
import type { Db, UploadTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { headBytes, typeOf } from './content.ts';
import { drawInPlace, isDrawing } from './drawing.ts';
import { nameOf } from './name.ts';
import { rewritePicture } from './picture.ts';
import { checkDocument, checkTable } from './plain.ts';
import { seesFolder } from './plan-files.ts';
import { subjectPermissions, type UploadSubject, viewOfUpload } from './refs.ts';
import { scan } from './scan.ts';
import type { Shelf } from './shelf.ts';
import { checkWorkbook } from './workbook.ts';

const gigabyte = 1_000_000_000;

export interface UploadRoomOptions {
  readonly storage: Storage;
  readonly board: Pick<Board, 'one' | 'companyOf'>;
  readonly shelf: Shelf;
  /** Program that looks at each file; null = none does. */
  readonly scanner: string | null;
  /** Why a file could not be looked at. */
  readonly failed: (error: unknown) => void;
  readonly now: () => number;
}

/** A file as it arrives. */
export interface Arriving {
  /** As its user named it. */
  readonly name: string;
  readonly stream: Readable & { readonly truncated?: boolean };
  /** Resolves when nothing else came with it. @throws Refusal 400 */
  readonly whole: () => Promise<void>;
}

/** A file that has been looked at, on its way to the shelf. */
interface Checked {
  readonly path: string;
  readonly thumbnail: string | null;
  readonly type: UploadType;
  readonly width: number | null;
  readonly height: number | null;
}

/** The disk's refusals as those of the storage. */
const asProblem = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left/i.test(String(error)))
    return new StorageProblem('full', 'no space for a file', { cause: error });
  if (code === 'EROFS') return new StorageProblem('read-only', 'files cannot be written', { cause: error });
  return error;
};

export class UploadRoom {
  readonly #options: UploadRoomOptions;
  /** Held while files and rows are made to agree. */
  readonly lock = new Mutex();
  /** Pictures are decoded one at a time: each takes memory. */
  readonly #pictures = new Mutex();
  readonly #shares = new Shares({
    ofCompany: companyBounds.uploadsAtOnce,
    all: 24,
    companyBusy: 'bounds.companyUploads',
    busy: 'bounds.uploads',
  });

  constructor(options: UploadRoomOptions) {
    this.#options = options;
  }

  /** Takes a file for a station. @throws Refusal */
  async add(
    by: By,
    stationId: number,
    key: string | null,
    arriving: Arriving,
    takesDrawings = false,
  ): Promise<{ upload: UploadView }> {
    const { storage, board, shelf } = this.#options;
    const { companyId } = board.one(by.viewer, stationId).site.project;
    const known = await this.#known(storage.db, by.viewer, stationId, key);
    if (known !== null) {
      arriving.stream.resume();
      return { upload: viewOfUpload(known) };
    }
    const paths = [shelf.fresh(), shelf.fresh(), shelf.fresh()] as const;
    try {
      return await this.#shares.during(by.viewer, async () => {
        const [raw] = paths;
        await receiveFile(arriving, raw);
        const checked = await this.#check(paths, takesDrawings);
        const { sha256, bytes } = await checksum(checked.path);
        return await this.lock.run(async () => {
          if (checked.thumbnail !== null) await shelf.take(checked.thumbnail, sha256, true);
          await shelf.take(checked.path, sha256);
          const row = await storage.write(async (db) => {
            const same = await this.#known(db, by.viewer, stationId, key);
            return (
              same ??
              (await this.#keep(db, by, {
                checked,
                sha256,
                bytes,
                stationId,
                companyId,
                key,
                name: arriving.name,
              }))
            );
          });
          return { upload: viewOfUpload(row) };
        });
      });
    } catch (error) {
      throw asProblem(error);
    } finally {
      arriving.stream.resume();
      for (const path of paths) await rm(path, { force: true });
    }
  }

  /** One that was sent before with the same key, for the same station. */
  async #known(
    db: Db,
    viewer: Pick<Viewer, 'userId'>,
    stationId: number,
    key: string | null,
  ): Promise<Selectable<UploadTable> | null> {
    if (key === null) return null;
    const row = await db
      .selectFrom('uploads')
      .selectAll()
      .where('user_id', '=', viewer.userId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.station_id !== stationId) throw new Refusal(409, 'uploads.keyUsed', {}, 'key');
    return row;
  }

  async #check(
    [raw, rewritten, thumbnail]: readonly [string, string, string],
    takesDrawings: boolean,
  ): Promise<Checked> {
    const file = await open(raw, 'r');
    let head: Uint8Array;
    let bytes: number;
    try {
      ({ size: bytes } = await file.stat());
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
      head = buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
    if (bytes > mostUploadBytes) throw tooLarge();
    const drawn = takesDrawings && isDrawing(Buffer.from(head).toString('utf8'));
    const type = drawn ? 'png' : typeOf(head.subarray(0, headBytes));
    const { scanner, failed } = this.#options;
    if (scanner !== null) await scan(scanner, raw, failed);
    const plain = { path: raw, thumbnail: null, type, width: null, height: null };
    if (type === 'pdf') await checkDocument(raw, bytes);
    else if (type === 'xlsx') await checkWorkbook(raw);
    else if (type === 'csv') await checkTable(raw, Buffer.from(head).toString('latin1'));
    else {
      const size = await this.#pictures.run(async () => {
        if (drawn) await drawInPlace(raw);
        return rewritePicture(raw, type, rewritten, thumbnail);
      });
      return { path: rewritten, thumbnail, type, ...size };
    }
    return plain;
  }

  async #keep(
    db: Db,
    by: By,
    file: {
      readonly checked: Checked;
      readonly sha256: string;
      readonly bytes: number;
      readonly stationId: number;
      readonly companyId: number;
      readonly key: string | null;
      readonly name: string;
    },
  ): Promise<Selectable<UploadTable>> {
    const { checked, sha256, bytes, stationId, companyId, key } = file;
    const { type, width, height } = checked;
    const kept = await db
      .selectFrom('uploads')
      .select((on) => [
        on.fn.countAll<number | string>().as('count'),
        on.fn.sum<number | string | null>('bytes').as('bytes'),
      ])
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    const mostFiles = await boundInForce(db, 'uploads');
    if (Number(kept?.count ?? 0) >= mostFiles)
      throw new Refusal(422, 'uploads.tooMany', { limit: mostFiles });
    const mostGigabytes = await boundInForce(db, 'uploadGigabytes');
    if (Number(kept?.bytes ?? 0) + bytes > mostGigabytes * gigabyte)
      throw new Refusal(422, 'uploads.full', { limit: mostGigabytes });
    const now = this.#options.now();
    const name = nameOf(file.name, type);
    const row = await db
      .insertInto('uploads')
      .values({
        company_id: companyId,
        station_id: stationId,
        user_id: by.viewer.userId,
        account_name: by.viewer.accountName,
        created_at: now,
        idempotency_key: key,
        name,
        type,
        bytes,
        sha256,
        width,
        height,
        unused_since: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditBy(db, by, {
      at: now,
      action: 'upload.add',
      subject: `station:${stationId}`,
      detail: `${name}, ${bytes} B, sha256 ${sha256}`,
    });
    return row;
  }

  /** True for who may see something that the file hangs on; until it hangs on anything, for who sent it. */
  async #maySee(viewer: Viewer, row: Selectable<UploadTable>): Promise<boolean> {
    const { storage, board } = this.#options;
    const seesStation = (stationId: number) => {
      const companyId = board.companyOf(stationId);
      return companyId === null ? viewer.companyId === null : sees(viewer, companyId);
    };
    if (row.user_id === viewer.userId) return seesStation(row.station_id);
    const refs = await storage.db
      .selectFrom('upload_refs')
      .selectAll()
      .where('upload_id', '=', row.id)
      // What hangs on a deleted remark is seen again when that is put back.
      .where(({ or, eb }) =>
        or([
          eb('subject', '!=', 'remark'),
          eb(
            'subject_id',
            'in',
            eb.selectFrom('remarks').select('remarks.id').where('remarks.deleted_at', 'is', null),
          ),
        ]),
      )
      .execute();
    for (const { subject, subject_id: subjectId, station_id: stationId } of refs) {
      const isSeen =
        hasPermission(viewer.permissions, subjectPermissions[subject as UploadSubject]) &&
        seesStation(stationId);
      // A plan may hold devices of which the viewer may not know.
      if (isSeen && (subject !== 'plan' || (await seesFolder(storage.db, viewer, subjectId)))) return true;
    }
    return false;
  }

  /** A file, or the thumbnail of a picture. @throws Refusal 404 where there is none, or none for the viewer */
  async content(viewer: Viewer, uploadId: number, isThumbnail: boolean) {
    const { storage, shelf } = this.#options;
    const row = await storage.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', uploadId)
      .executeTakeFirst();
    const found =
      row !== undefined && (!isThumbnail || row.width !== null) && (await this.#maySee(viewer, row))
        ? await shelf.read(row.sha256, isThumbnail)
        : null;
    if (row === undefined || found === null)
      throw new Refusal(404, 'api.notFound', { what: `upload ${uploadId}` });
    return { ...found, name: row.name, type: isThumbnail ? ('webp' as const) : (row.type as UploadType) };
  }
}

/** Writes a file to the disk as it comes. @throws Refusal for one that is cut off, too large, or not alone */
export async function receiveFile(
  { stream, whole }: Arriving,
  path: string,
  most = mostUploadBytes,
): Promise<void> {
  try {
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    // The disk says so by a call of the system; all else is a form that was cut off.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new Refusal(400, 'api.malformed', { field: 'file', problem: 'incomplete' }, 'file');
  }
  if (stream.truncated === true) throw tooLarge(most);
  await whole();
}

export const tooLarge = (most = mostUploadBytes) =>
  new Refusal(422, 'uploads.tooLarge', { limit: most / 1024 / 1024 }, 'file');
