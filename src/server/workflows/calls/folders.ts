/** Stations in folders that companies share, by the names that scripts have for these. */
import { pathNames } from '../../../domain/folders/tree.ts';
import { readFolderFacts } from '../../alarms/rules/scope-facts.ts';
import { type CallContext, rowWork } from './call.ts';
import { CallProblem } from './problem.ts';

/** Names of a path are joined by this, as the console shows them. */
const between = ' / ';

/**
 * Stations, of those that the user may see, which are in one of the folders, or in a folder in one of them.
 * @throws CallProblem for a name under which none of them is
 */
export async function stationsInFolders(
  { db, stations, work }: Pick<CallContext, 'db' | 'stations' | 'work'>,
  names: readonly string[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'parent_id', 'position', 'name'])
    .where('share', '=', 'company')
    .where('deleted_at', 'is', null)
    .execute();
  work.add(rowWork * (1 + rows.length));
  const nodes = new Map(
    rows.map(({ parent_id: parentId, ...row }) => [row.id, { ...row, parentId }] as const),
  );
  const called = new Map(
    rows.map(({ id, name }) => [id, [name, pathNames(nodes, id).join(between)]] as const),
  );
  const found = new Set<number>();
  const unknown = new Set(names);
  for (const byStation of (await readFolderFacts(db)).values())
    for (const [station, folders] of byStation) {
      if (!stations.has(station)) continue;
      const own = folders.flatMap((id) => called.get(id) ?? []);
      for (const name of names)
        if (own.includes(name)) {
          unknown.delete(name);
          found.add(station);
        }
    }
  const [missing] = unknown;
  if (missing !== undefined)
    throw new CallProblem(
      'folder',
      { name: missing },
      `there is no shared folder ${missing} with stations that you may see`,
    );
  return found;
}
