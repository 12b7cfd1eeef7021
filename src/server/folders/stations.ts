import { folderBounds } from '../../base/bounds/folders.ts';
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { placeStations as placeCall } from '../../contract/sites/folders.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Db } from '../storage/schema.ts';
import type { FolderBook } from './change.ts';
import { checkCompany, editable, seenStations, together } from './rules.ts';
import { type FolderRow, placesOn, seenRows, shelfOf } from './store.ts';
import { keepingWatch } from './watched.ts';

/** A folder that stations can be put into. @throws Refusal 403, 404, and 422 for a saved filter */
function holding(by: By, rows: readonly FolderRow[], id: number): FolderRow {
  const row = editable(by.viewer, rows, id);
  if (row.filter !== null) throw new Refusal(422, 'folders.intoFilter', { name: row.name }, 'toId');
  return row;
}

/** Those of the stations that are not in the folder yet, put in. @throws Refusal 422 */
async function put(db: Db, by: By, folder: FolderRow, stationIds: readonly number[]): Promise<number> {
  await checkCompany(db, by.viewer, shelfOf(folder), stationIds);
  const before = await db
    .selectFrom('folder_stations')
    .select('station_id')
    .where('folder_id', '=', folder.id)
    .execute();
  const there = new Set(before.map((place) => place.station_id));
  const fresh = stationIds.filter((id) => !there.has(id));
  if (there.size + fresh.length > folderBounds.stations)
    throw new Refusal(422, 'folders.tooManyStations', { limit: folderBounds.stations }, 'stationIds');
  if (fresh.length > 0 && (await placesOn(db, shelfOf(folder))) + fresh.length > folderBounds.places)
    throw new Refusal(422, 'folders.tooManyPlaces', { limit: folderBounds.places }, 'stationIds');
  for (let from = 0; from < fresh.length; from += together)
    await db
      .insertInto('folder_stations')
      .values(
        fresh
          .slice(from, from + together)
          .map((stationId) => ({ folder_id: folder.id, station_id: stationId })),
      )
      .execute();
  return fresh.length;
}

async function takeOut(db: Db, folder: FolderRow, stationIds: readonly number[]): Promise<number> {
  let removed = 0;
  for (let from = 0; from < stationIds.length; from += together) {
    const { numDeletedRows } = await db
      .deleteFrom('folder_stations')
      .where('folder_id', '=', folder.id)
      .where('station_id', 'in', stationIds.slice(from, from + together))
      .executeTakeFirstOrThrow();
    removed += Number(numDeletedRows);
  }
  return removed;
}

/** Puts stations into a folder, takes them out of one, or both in one step. @throws Refusal 403, 404, 409, 422 */
export function placeStations(
  book: FolderBook,
  by: By,
  body: BodyOf<typeof placeCall>,
): Promise<{ placed: number; removed: number }> {
  return book.storage.write((db) =>
    keepingWatch(db, by, book, body.unwatch === true, () => place(db, by, book, body)),
  );
}

async function place(
  db: Db,
  by: By,
  { now }: FolderBook,
  { stationIds, fromId, toId }: BodyOf<typeof placeCall>,
): Promise<{ placed: number; removed: number }> {
  const rows = await seenRows(db, by.viewer);
  const from = fromId === null ? null : holding(by, rows, fromId);
  const to = toId === null ? null : holding(by, rows, toId);
  if (from === null && to === null) throw new Refusal(422, 'bound.required', {}, 'toId');
  const asked = await seenStations(db, by.viewer, stationIds);
  const placed = to === null ? 0 : await put(db, by, to, asked);
  const removed = from === null || from === to ? 0 : await takeOut(db, from, asked);
  if (placed + removed > 0) {
    const at = now();
    const about = to ?? from;
    const detail = `${from === null ? '' : `${from.name} −${removed} `}${to === null ? '' : `${to.name} +${placed}`}`;
    await auditBy(db, by, {
      at,
      action: 'folder.stations',
      subject: `folder:${about?.id ?? 0}`,
      detail: detail.trim(),
    });
    const companies = new Set([from, to].flatMap((row) => (row === null ? [] : [row.company_id ?? 0])));
    for (const company of companies) await noteChange(db, 'folders', company, at);
  }
  return { placed, removed };
}
