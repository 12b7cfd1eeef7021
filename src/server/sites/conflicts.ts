import type { RowId } from '../../catalogue/model.ts';
import type { Storage } from '../storage/storage.ts';
import type { Site } from './structure.ts';

/** Conflicts that a station's overview shows, the newest. */
const shown = 50;

/** Two different values that were reported for one channel at one time. */
export interface TwoValues {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly t: number;
  readonly channel: string;
  readonly stored: string;
  readonly offered: string;
  /** When the second came. */
  readonly at: number;
  /** True where an import brought it, false where a device did. */
  readonly imported: boolean;
}

/** The newest conflicts of a station's RTU and sensors. */
export async function readConflicts(
  { db }: Storage,
  { rtu, sensors }: Pick<Site, 'rtu' | 'sensors'>,
): Promise<TwoValues[]> {
  if (rtu === null) return [];
  const ids = sensors.map(({ id }) => id);
  const found = await db
    .selectFrom('reading_conflicts')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('row_id', '=', 'status'), where('source_id', '=', rtu.id)]),
        ...(ids.length === 0
          ? []
          : [where.and([where('row_id', '!=', 'status'), where('source_id', 'in', ids)])]),
      ]),
    )
    .orderBy('at', 'desc')
    .limit(shown)
    .execute();
  return found.map((row) => ({
    sourceId: row.source_id,
    row: row.row_id as RowId,
    element: row.element,
    t: row.t,
    channel: row.channel,
    stored: row.stored,
    offered: row.offered,
    at: row.at,
    imported: row.run_id !== null,
  }));
}
