/** Rows of folders, and who may do what with them. */

import { folderBounds } from '../../base/bounds/folders.ts';
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { Folder } from '../../contract/sites/folders.ts';
import type { PlacedFolder } from '../../domain/folders/tree.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type CompanyScope, sees, visibleStations } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Db, FolderTable } from '../storage/schema.ts';

export type FolderRow = Omit<FolderTable, 'id'> & { readonly id: number };

/** What a change of shared folders needs. */
const sharing = 'station:folder:share';
export const canShare = (viewer: Viewer) => hasPermission(viewer.permissions, sharing);

/** One's own; what is shared, to those of the company and those who see every company. */
export const isSeen = (viewer: Viewer, row: FolderRow) =>
  row.share === 'own'
    ? row.owner_id === viewer.userId
    : viewer.companyId === null || row.company_id === viewer.companyId;
export const mayEdit = (viewer: Viewer, row: FolderRow) =>
  isSeen(viewer, row) && (row.share === 'own' || canShare(viewer));

export const missing = (id: number) => new Refusal(404, 'api.notFound', { what: `folder ${id}` });

/** Whose folders stand beside each other, and are counted together. */
export interface FolderShelf {
  readonly share: FolderRow['share'];
  readonly ownerId: number;
  readonly companyId: number | null;
}
export const shelfOf = (row: FolderRow): FolderShelf => ({
  share: row.share,
  ownerId: row.owner_id,
  companyId: row.company_id,
});
export const isOnShelf = (shelf: FolderShelf, row: FolderRow) =>
  row.share === shelf.share &&
  (shelf.share === 'own' ? row.owner_id === shelf.ownerId : row.company_id === shelf.companyId);
export const sameShelf = (a: FolderShelf, b: FolderShelf) =>
  a.share === b.share && (a.share === 'own' ? a.ownerId === b.ownerId : a.companyId === b.companyId);

/** Where a folder stands, as the rules of the tree look at it. */
export const placed = ({ id, parent_id: parentId, position }: FolderRow): PlacedFolder => ({
  id,
  parentId,
  position,
});

/** All that a viewer sees and that is not deleted. */
export async function seenRows(db: Db, viewer: Viewer): Promise<readonly FolderRow[]> {
  return db
    .selectFrom('folders')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((on) => {
      const shared = on('share', '=', 'company');
      const ofCompany =
        viewer.companyId === null ? shared : on.and([shared, on('company_id', '=', viewer.companyId)]);
      return on.or([on.and([on('share', '=', 'own'), on('owner_id', '=', viewer.userId)]), ofCompany]);
    })
    .orderBy('id')
    .execute();
}

/** Stations of a shared folder are those of its company alone, whoever looks. */
export const scopeOf = (viewer: CompanyScope, row: Pick<FolderRow, 'share' | 'company_id'>): CompanyScope =>
  row.share === 'company' && row.company_id !== null ? { companyId: row.company_id } : viewer;

/** All folders of a viewer, with those of their stations that the viewer sees and that are in use. */
export async function listFolders(db: Db, viewer: Viewer): Promise<Folder[]> {
  const rows = await seenRows(db, viewer);
  const places =
    rows.length === 0
      ? []
      : await visibleStations(db, viewer)
          .innerJoin('folder_stations', 'folder_stations.station_id', 'stations.id')
          .innerJoin('folders', 'folders.id', 'folder_stations.folder_id')
          .select(['folder_stations.folder_id', 'folder_stations.station_id', 'projects.company_id'])
          .where('stations.retired_at', 'is', null)
          .where('folders.deleted_at', 'is', null)
          .execute();
  const byFolder = groupBy(places, (place) => place.folder_id);
  return rows.map((row) => {
    const scope = scopeOf(viewer, row);
    const filter = row.filter === null ? null : fromJson(row.filter);
    return {
      id: row.id,
      parentId: row.parent_id,
      name: row.name,
      share: row.share,
      companyId: row.company_id,
      owner: row.owner_name,
      filter: filter === null ? null : { ...filter, states: [...filter.states] },
      stationIds: (byFolder.get(row.id) ?? [])
        .filter((place) => sees(scope, place.company_id))
        .map((place) => place.station_id),
      position: row.position,
      revision: row.revision,
      canEdit: mayEdit(viewer, row),
    };
  });
}

/** How many folders a shelf may have. */
export const mostOn = ({ share }: Pick<FolderShelf, 'share'>): number =>
  share === 'own' ? folderBounds.ofUser : folderBounds.ofCompany;

/** Stations in all folders of a shelf, those that are deleted left out. */
export async function placesOn(db: Db, shelf: FolderShelf): Promise<number> {
  const all = db
    .selectFrom('folder_stations')
    .innerJoin('folders', 'folders.id', 'folder_stations.folder_id')
    .where('folders.deleted_at', 'is', null)
    .where('folders.share', '=', shelf.share);
  const own =
    shelf.share === 'own'
      ? all.where('folders.owner_id', '=', shelf.ownerId)
      : all.where('folders.company_id', shelf.companyId === null ? 'is' : '=', shelf.companyId);
  const { count } = await own.select((on) => on.fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}
