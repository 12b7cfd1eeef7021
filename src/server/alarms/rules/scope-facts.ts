/** What scopes ask of stations besides where they stand: their labels, and the shared folders that they are in now. */
import { groupBy } from '../../../base/group.ts';
import { ancestorsOf } from '../../../domain/folders/tree.ts';
import { labelsOf } from '../../dictionaries/chosen.ts';
import type { Db } from '../../storage/schema.ts';
import type { PlacedFacts } from './targets.ts';

/**
 * Stations in folders that companies share, each with every folder above: a station in *Bank*, which is in *River*, is in
 * both. Deleted folders and saved filters hold nothing.
 */
export async function readFolderFacts(db: Db): Promise<PlacedFacts['folders']> {
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'parent_id', 'position', 'company_id'])
    .where('share', '=', 'company')
    .where('company_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('filter', 'is', null)
    .execute();
  if (rows.length === 0) return new Map();
  const places = await db
    .selectFrom('folder_stations')
    .innerJoin('folders', 'folders.id', 'folder_stations.folder_id')
    .select(['folder_stations.folder_id', 'folder_stations.station_id'])
    .where('folders.share', '=', 'company')
    .orderBy('folder_stations.station_id')
    .orderBy('folder_stations.folder_id')
    .execute();
  const nodes = new Map(
    rows.map(({ id, parent_id: parentId, position }) => [id, { id, parentId, position }] as const),
  );
  const withAbove = new Map(rows.map(({ id }) => [id, [id, ...ancestorsOf(nodes, id)]] as const));
  const companyOf = new Map(rows.map((row) => [row.id, row.company_id]));
  const byCompany = groupBy(places, (place) => companyOf.get(place.folder_id) ?? null);
  const found = new Map<number, ReadonlyMap<number, readonly number[]>>();
  for (const [companyId, own] of byCompany) {
    if (companyId === null) continue;
    const byStation = groupBy(own, (place) => place.station_id);
    found.set(
      companyId,
      new Map(
        [...byStation].map(([stationId, held]) => [
          stationId,
          [...new Set(held.flatMap((place) => withAbove.get(place.folder_id) ?? []))],
        ]),
      ),
    );
  }
  return found;
}

/** Labels and folders of all stations. */
export async function readScopeFacts(db: Db): Promise<PlacedFacts> {
  return { labels: await labelsOf(db), folders: await readFolderFacts(db) };
}
