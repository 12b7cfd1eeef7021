/** Rows of outlets, and which stations, RTUs and sensors each is about. */
import type { Selectable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { OutletBody } from '../../contract/notify/outlets.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Board } from '../sites/board.ts';
import type { Site } from '../sites/structure.ts';
import { sees } from '../sites/visible.ts';
import type { Db, OutletTable } from '../storage/schema.ts';

export type OutletRow = Selectable<OutletTable>;

/** Kind that stands for the RTUs themselves. */
export const rtuKind = 0;

/** @throws Refusal 404 for what is foreign, unknown or deleted */
export async function ownOutlet(db: Db, viewer: Viewer, id: number): Promise<OutletRow> {
  const row = await db.selectFrom('outlets').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || row.deleted_at !== null || !sees(viewer, row.company_id))
    throw new Refusal(404, 'api.notFound', { what: `outlet ${id}` });
  return row;
}

/** Stations that an outlet is about: of its own company as it is now, and none of another's. */
export function sitesOf(
  board: Pick<Board, 'sites'>,
  companyId: number,
  { projectIds, stationIds }: OutletBody,
): readonly Site[] {
  const isAll = projectIds.length === 0 && stationIds.length === 0;
  return board
    .sites({ companyId })
    .filter(
      ({ station, project }) => isAll || projectIds.includes(project.id) || stationIds.includes(station.id),
    );
}

/** A source of readings that goes out, with what receivers are given of where it stands. */
export interface OutletSource {
  readonly isRtu: boolean;
  readonly id: number;
  readonly place: {
    readonly station: string;
    readonly stationName: string;
    readonly rtu: string;
    readonly slot: number | null;
    readonly kind: number | null;
  };
}

/** The sources of an outlet. */
export function sourcesOf(sites: readonly Site[], { kinds }: OutletBody): readonly OutletSource[] {
  const isWanted = (kind: number) => kinds.length === 0 || kinds.includes(kind);
  return sites.flatMap(({ station, rtu, sensors }) => {
    if (rtu === null) return [];
    const at = { station: station.code, stationName: station.name, rtu: rtu.sn };
    const own: OutletSource[] = sensors
      .filter(({ kind }) => isWanted(kind))
      .map(({ id, slot, kind }) => ({ isRtu: false, id, place: { ...at, slot, kind } }));
    if (isWanted(rtuKind)) own.unshift({ isRtu: true, id: rtu.id, place: { ...at, slot: null, kind: null } });
    return own;
  });
}
