/** What has to be so of a folder before it is kept. */

import { folderBounds } from '../../base/bounds/folders.ts';
import { Refusal } from '../../base/errors.ts';
import { asksNothing, type SavedFilter } from '../../domain/folders/filter.ts';
import { whyNotInto } from '../../domain/folders/tree.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { companyMeant } from '../dictionaries/entries.ts';
import { ownProject } from '../sites/edit/scope.ts';
import { visibleStations } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import {
  canShare,
  type FolderRow,
  type FolderShelf,
  isOnShelf,
  isSeen,
  mayEdit,
  missing,
  mostOn,
  placed,
  scopeOf,
  shelfOf,
} from './store.ts';

/** A name as it is kept. @throws Refusal 422 */
export function checkedName(name: string): string {
  const trimmed = name.trim().normalize('NFC');
  if (trimmed === '') throw new Refusal(422, 'folders.noName', {}, 'name');
  if ([...trimmed].length > folderBounds.name)
    throw new Refusal(
      422,
      'folders.longName',
      { limit: folderBounds.name, length: [...trimmed].length },
      'name',
    );
  return trimmed;
}

/** A folder that the viewer may change. @throws Refusal 403, 404 */
export function editable(viewer: Viewer, rows: readonly FolderRow[], id: number): FolderRow {
  const row = rows.find((entry) => entry.id === id);
  if (row === undefined || !isSeen(viewer, row)) throw missing(id);
  if (!mayEdit(viewer, row)) throw new Refusal(403, 'folders.notOwn', { name: row.name });
  return row;
}

/** Where something goes: into a folder, or on top of a shelf. */
export interface FolderPlace {
  readonly parent: FolderRow | null;
  readonly shelf: FolderShelf;
}

/** @throws Refusal 403, 404, and 422 for a saved filter, which holds nothing */
export async function targetOf(
  db: Db,
  viewer: Viewer,
  rows: readonly FolderRow[],
  {
    parentId,
    share = 'own',
    companyId,
  }: {
    readonly parentId: number | null;
    readonly share?: FolderShelf['share'];
    readonly companyId?: number;
  },
): Promise<FolderPlace> {
  const meant = companyMeant(viewer, companyId);
  if (companyId !== undefined) {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('id', '=', companyId)
      .executeTakeFirst();
    if (company === undefined) throw new Refusal(404, 'api.notFound', { what: `company ${companyId}` });
  }
  if (parentId !== null) {
    const parent = editable(viewer, rows, parentId);
    if (parent.filter !== null)
      throw new Refusal(422, 'folders.intoFilter', { name: parent.name }, 'parentId');
    return { parent, shelf: shelfOf(parent) };
  }
  if (share === 'company' && !canShare(viewer)) throw new Refusal(403, 'folders.notShare');
  const shelf: FolderShelf = {
    share,
    ownerId: viewer.userId,
    companyId: share === 'own' ? viewer.companyId : meant,
  };
  return { parent: null, shelf };
}

/** @throws Refusal 422 where a folder beside it has the name already */
export function checkBeside(
  rows: readonly FolderRow[],
  { parent, shelf }: FolderPlace,
  name: string,
  but: readonly number[],
): void {
  const taken = rows.some(
    (row) =>
      row.parent_id === (parent?.id ?? null) &&
      isOnShelf(shelf, row) &&
      !but.includes(row.id) &&
      row.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new Refusal(422, 'folders.nameTaken', { name }, 'name');
}

/** @throws Refusal 422 where the shelf would have more folders than it may */
export function checkCount(rows: readonly FolderRow[], shelf: FolderShelf, more: number): void {
  const limit = mostOn(shelf);
  if (rows.filter((row) => isOnShelf(shelf, row)).length + more > limit)
    throw new Refusal(422, shelf.share === 'own' ? 'folders.tooMany' : 'folders.tooManyShared', { limit });
}

/** @throws Refusal 422 for a folder in itself, or folders deeper in each other than they may be */
export function checkInto(rows: readonly FolderRow[], ids: readonly number[], parentId: number | null): void {
  const why = whyNotInto(rows.map(placed), ids, parentId);
  if (why === 'intoItself') throw new Refusal(422, 'folders.intoItself', {}, 'parentId');
  if (why === 'tooDeep') throw new Refusal(422, 'folders.tooDeep', { limit: folderBounds.depth }, 'parentId');
}

/**
 * A filter as it is kept: what it names is there, and nothing leads back to it.
 * @param own the filter that is changed; null = it is new
 * @throws Refusal 404, 422
 */
export async function checkedFilter(
  db: Db,
  viewer: Viewer,
  rows: readonly FolderRow[],
  shelf: FolderShelf,
  filter: SavedFilter,
  own: number | null,
): Promise<SavedFilter> {
  if (asksNothing(filter)) throw new Refusal(422, 'folders.emptyFilter', {}, 'filter');
  if (filter.projectId !== null)
    await ownProject(
      db,
      scopeOf(viewer, { share: shelf.share, company_id: shelf.companyId }),
      filter.projectId,
    );
  const seen = new Set<number>(own === null ? [] : [own]);
  for (let next = filter.folderId; next !== null; ) {
    if (seen.has(next)) throw new Refusal(422, 'folders.filterRound', {}, 'filter');
    seen.add(next);
    const row = rows.find(({ id }) => id === next);
    if (row === undefined) throw missing(next);
    // What is one's own alone would be empty to the others.
    if (shelf.share === 'company' && !isOnShelf(shelf, row))
      throw new Refusal(422, 'folders.filterOwn', { name: row.name }, 'filter');
    next = row.filter === null ? null : fromJson(row.filter).folderId;
  }
  return { ...filter, text: filter.text.trim(), states: [...new Set(filter.states)] };
}

/** Companies of those of the stations that the viewer sees and that are in use, by station. */
async function companiesOf(
  db: Db,
  viewer: Viewer,
  stationIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (let from = 0; from < stationIds.length; from += together) {
    const rows = await visibleStations(db, viewer)
      .select(['stations.id', 'projects.company_id'])
      .where('stations.id', 'in', stationIds.slice(from, from + together))
      .where('stations.retired_at', 'is', null)
      .execute();
    for (const row of rows) found.set(row.id, row.company_id);
  }
  return found;
}

/** Stations that are seen and in use, each once. @throws Refusal 404 */
export async function seenStations(
  db: Db,
  viewer: Viewer,
  stationIds: readonly number[],
): Promise<readonly number[]> {
  const asked = [...new Set(stationIds)];
  const found = await companiesOf(db, viewer, asked);
  const unknown = asked.find((id) => !found.has(id));
  if (unknown !== undefined) throw new Refusal(404, 'api.notFound', { what: `station ${unknown}` });
  return asked;
}

/** @throws Refusal 422 where some of the stations are of another company than the one that shares the folder */
export async function checkCompany(
  db: Db,
  viewer: Viewer,
  shelf: FolderShelf,
  stationIds: readonly number[],
): Promise<void> {
  if (shelf.share !== 'company' || shelf.companyId === null) return;
  const companies = [...(await companiesOf(db, viewer, stationIds)).values()];
  const count = companies.filter((companyId) => companyId !== shelf.companyId).length;
  if (count > 0) throw new Refusal(422, 'folders.otherCompany', { count }, 'stationIds');
}

/** Rows that one statement asks for. */
export const together = 500;
