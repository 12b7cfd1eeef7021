/** Changes of folders: each one transaction with its audit entry. */
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import type {
  createFolder as createCall,
  deleteFolders as deleteCall,
  moveFolders as moveCall,
  updateFolder as updateCall,
} from '../../contract/sites/folders.ts';
import { childrenOf, orderAfter, subtreeOf, topmost } from '../../domain/folders/tree.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Board } from '../sites/board.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import {
  checkBeside,
  checkCompany,
  checkCount,
  checkedFilter,
  checkedName,
  checkInto,
  editable,
  type FolderPlace,
  targetOf,
} from './rules.ts';
import { type FolderRow, isOnShelf, missing, placed, sameShelf, seenRows, shelfOf } from './store.ts';
import { checkUnnamed, keepingWatch } from './watched.ts';

/** Changes of folders are made with. */
export interface FolderBook {
  readonly storage: Storage;
  /** Sites that rules watch through folders. */
  readonly board: Board;
  readonly now: () => number;
}

/** How long a deletion can be taken back. Assumed. */
const keptFor = 30 * 86_400_000;

const noted = async (
  db: Db,
  by: By,
  at: number,
  action: `folder.${'create' | 'update' | 'move' | 'delete' | 'restore' | 'stations'}`,
  about: readonly Pick<FolderRow, 'id' | 'company_id'>[],
  detail: string,
) => {
  await auditBy(db, by, { at, action, subject: `folder:${about[0]?.id ?? 0}`, detail });
  for (const company of new Set(about.map((row) => row.company_id)))
    await noteChange(db, 'folders', company ?? 0, at);
};
const named = (rows: readonly Pick<FolderRow, 'name'>[]) => rows.map(({ name }) => name).join(', ');
const order = (rows: readonly FolderRow[]) => rows.toSorted((a, b) => a.position - b.position || a.id - b.id);
const beside = (rows: readonly FolderRow[], { parent, shelf }: FolderPlace) =>
  order(rows.filter((row) => row.parent_id === (parent?.id ?? null) && isOnShelf(shelf, row)));

/** A folder, or a saved filter, as the last one where it stands. @throws Refusal 403, 404, 422 */
export function createFolder(
  { storage, now }: FolderBook,
  by: By,
  body: BodyOf<typeof createCall>,
): Promise<{ id: number }> {
  return storage.write(async (db) => {
    const { viewer } = by;
    const rows = await seenRows(db, viewer);
    const target = await targetOf(db, viewer, rows, body);
    const name = checkedName(body.name);
    // A new one has nothing in it: its place alone may be too deep.
    checkInto(rows, [0], target.parent?.id ?? null);
    checkCount(rows, target.shelf, 1);
    checkBeside(rows, target, name, []);
    const filter =
      body.filter == null ? null : await checkedFilter(db, viewer, rows, target.shelf, body.filter, null);
    const last = beside(rows, target).at(-1);
    const row = await db
      .insertInto('folders')
      .values({
        parent_id: target.parent?.id ?? null,
        name,
        share: target.shelf.share,
        owner_id: viewer.userId,
        owner_name: viewer.accountName,
        company_id: target.shelf.companyId,
        position: (last?.position ?? -1) + 1,
        revision: 1,
        deleted_at: null,
        deleted_with: null,
        filter: filter === null ? null : toJson(filter),
      })
      .returning(['id', 'company_id'])
      .executeTakeFirstOrThrow();
    await noted(
      db,
      by,
      now(),
      'folder.create',
      [row],
      target.parent === null ? name : `${target.parent.name} / ${name}`,
    );
    return { id: row.id };
  });
}

/** Names it anew, or changes its filter. @throws Refusal 403, 404, 409, 422 */
export async function updateFolder(
  { storage, now }: FolderBook,
  by: By,
  folderId: number,
  body: BodyOf<typeof updateCall>,
): Promise<Record<string, never>> {
  await storage.write(async (db) => {
    const { viewer } = by;
    const rows = await seenRows(db, viewer);
    const row = editable(viewer, rows, folderId);
    if (row.revision !== body.revision) throw new Refusal(409, 'folders.changed', { name: row.name });
    const name = checkedName(body.name);
    const parent = rows.find(({ id }) => id === row.parent_id) ?? null;
    checkBeside(rows, { parent, shelf: shelfOf(row) }, name, [folderId]);
    if (body.filter != null && row.filter === null)
      throw new Refusal(422, 'folders.noFilter', { name: row.name }, 'filter');
    const filter =
      body.filter == null
        ? row.filter
        : toJson(await checkedFilter(db, viewer, rows, shelfOf(row), body.filter, folderId));
    if (name === row.name && filter === row.filter) return;
    await db
      .updateTable('folders')
      .set({ name, filter, revision: row.revision + 1 })
      .where('id', '=', folderId)
      .execute();
    const detail = name === row.name ? name : `${row.name} → ${name}`;
    await noted(db, by, now(), 'folder.update', [row], filter === row.filter ? detail : `${detail} (filter)`);
  });
  return {};
}

/** What of moved folders has to be so on another shelf: there is room, and nothing is of another company. */
async function checkShelf(
  db: Db,
  by: By,
  rows: readonly FolderRow[],
  target: FolderPlace,
  inside: readonly FolderRow[],
) {
  checkCount(rows, target.shelf, inside.length);
  const ids = inside.map(({ id }) => id);
  const places = await db
    .selectFrom('folder_stations')
    .select('station_id')
    .distinct()
    .where('folder_id', 'in', ids)
    .execute();
  await checkCompany(
    db,
    by.viewer,
    target.shelf,
    places.map((place) => place.station_id),
  );
  // As they will stand: a filter may lead to a folder that moves along.
  const then = rows.map((row) => (ids.includes(row.id) ? { ...row, ...shelfColumns(target) } : row));
  for (const row of inside)
    if (row.filter !== null)
      await checkedFilter(db, by.viewer, then, target.shelf, fromJson(row.filter), row.id);
}

const shelfColumns = ({ shelf }: FolderPlace) => ({
  share: shelf.share,
  owner_id: shelf.ownerId,
  company_id: shelf.companyId,
});

/** Moves folders with what is in them, or changes their order. @throws Refusal 403, 404, 409, 422 */
export async function moveFolders(
  book: FolderBook,
  by: By,
  body: BodyOf<typeof moveCall>,
): Promise<Record<string, never>> {
  await book.storage.write((db) =>
    keepingWatch(db, by, book, body.unwatch === true, () => move(db, by, book, body)),
  );
  return {};
}

async function move(db: Db, by: By, { now }: FolderBook, body: BodyOf<typeof moveCall>): Promise<void> {
  const { viewer } = by;
  const rows = await seenRows(db, viewer);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of body.folderIds) editable(viewer, rows, id);
  const ids = topmost(new Map(rows.map((row) => [row.id, placed(row)])), body.folderIds);
  const moved = ids.flatMap((id) => byId.get(id) ?? []);
  const target = await targetOf(db, viewer, rows, body);
  const parentId = target.parent?.id ?? null;
  checkInto(rows, ids, parentId);
  if (body.beforeId !== null && !beside(rows, target).some(({ id }) => id === body.beforeId))
    throw missing(body.beforeId);
  for (const row of moved) {
    checkBeside(rows, target, row.name, ids);
    if (moved.some((other) => other !== row && other.name.toLowerCase() === row.name.toLowerCase()))
      throw new Refusal(422, 'folders.nameTaken', { name: row.name }, 'folderIds');
  }
  const children = childrenOf(rows.map(placed));
  const crossing = moved.filter((row) => !sameShelf(shelfOf(row), target.shelf));
  const inside = crossing.flatMap(({ id }) => subtreeOf(children, id)).flatMap((id) => byId.get(id) ?? []);
  if (inside.length > 0) {
    await checkUnnamed(
      db,
      inside.map(({ id }) => id),
    );
    await checkShelf(db, by, rows, target, inside);
    await db
      .updateTable('folders')
      .set({ ...shelfColumns(target), owner_id: viewer.userId, owner_name: viewer.accountName })
      .where(
        'id',
        'in',
        inside.map(({ id }) => id),
      )
      .execute();
  }
  const there = beside(rows, target).map(({ id }) => id);
  for (const [position, id] of orderAfter(there, ids, body.beforeId).entries()) {
    const row = byId.get(id);
    if (row?.position === position && row.parent_id === parentId) continue;
    await db.updateTable('folders').set({ position, parent_id: parentId }).where('id', '=', id).execute();
  }
  const where = target.parent?.name ?? target.shelf.share;
  const about = [...moved, { id: 0, company_id: target.shelf.companyId }];
  await noted(db, by, now(), 'folder.move', about, `${named(moved)} → ${where}`);
}

/** Deletes folders with what is in them; for 30 days that can be taken back. @throws Refusal 403, 404, 409 */
export function deleteFolders(
  book: FolderBook,
  by: By,
  { folderIds, unwatch = false }: BodyOf<typeof deleteCall>,
): Promise<{ folders: number }> {
  return book.storage.write((db) =>
    keepingWatch(db, by, book, unwatch, () => markDeleted(db, by, book, folderIds)),
  );
}

async function markDeleted(
  db: Db,
  by: By,
  { now }: FolderBook,
  folderIds: readonly number[],
): Promise<{ folders: number }> {
  const rows = await seenRows(db, by.viewer);
  for (const id of folderIds) editable(by.viewer, rows, id);
  const children = childrenOf(rows.map(placed));
  const ids = topmost(new Map(rows.map((row) => [row.id, placed(row)])), folderIds);
  const at = now();
  let count = 0;
  await checkUnnamed(
    db,
    ids.flatMap((id) => subtreeOf(children, id)),
  );
  for (const id of ids) {
    const inside = subtreeOf(children, id);
    count += inside.length;
    await db
      .updateTable('folders')
      .set({ deleted_at: at, deleted_with: id })
      .where('id', 'in', [...inside])
      .execute();
  }
  const deleted = rows.filter(({ id }) => ids.includes(id));
  await noted(db, by, at, 'folder.delete', deleted, `${named(deleted)} (${count})`);
  const old = db
    .selectFrom('folders')
    .select('id')
    .where('deleted_at', '<', at - keptFor);
  await db.deleteFrom('folder_stations').where('folder_id', 'in', old).execute();
  await db
    .deleteFrom('folders')
    .where('deleted_at', '<', at - keptFor)
    .execute();
  return { folders: count };
}

/** Takes a deletion back. @throws Refusal 403, 404, 409 where what they stood in is gone, 422 */
export async function restoreFolders(
  book: FolderBook,
  by: By,
  folderIds: readonly number[],
): Promise<Record<string, never>> {
  // What comes back into a folder that rules watch is watched again.
  await book.storage.write((db) =>
    keepingWatch(db, by, book, false, () => markRestored(db, by, book, folderIds)),
  );
  return {};
}

async function markRestored(
  db: Db,
  by: By,
  { now }: FolderBook,
  folderIds: readonly number[],
): Promise<void> {
  const { viewer } = by;
  const deleted = await db
    .selectFrom('folders')
    .selectAll()
    .where('deleted_with', 'in', [...folderIds])
    .where('deleted_at', 'is not', null)
    .execute();
  const restored: FolderRow[] = [];
  for (const id of new Set(folderIds)) {
    const inside = deleted.filter((row) => row.deleted_with === id);
    const row = editable(viewer, inside, id);
    const rows = await seenRows(db, viewer);
    const parent = rows.find((entry) => entry.id === row.parent_id) ?? null;
    if (row.parent_id !== null && parent === null)
      throw new Refusal(409, 'folders.parentGone', { name: row.name });
    const target = { parent, shelf: parent === null ? shelfOf(row) : shelfOf(parent) };
    if (!sameShelf(target.shelf, shelfOf(row)))
      throw new Refusal(409, 'folders.parentGone', { name: row.name });
    checkCount(rows, target.shelf, inside.length);
    checkInto([...rows, ...inside], [id], row.parent_id);
    checkBeside(rows, target, row.name, [id]);
    await db
      .updateTable('folders')
      .set({ deleted_at: null, deleted_with: null })
      .where('deleted_with', '=', id)
      .execute();
    restored.push(row);
  }
  await noted(db, by, now(), 'folder.restore', restored, named(restored));
}
