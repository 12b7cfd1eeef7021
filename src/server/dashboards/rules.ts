/** What has to be so of a dashboard before it is kept. */
import { dashboardBounds } from '../../base/bounds/dashboards.ts';
import { Refusal } from '../../base/errors.ts';
import type { DashboardLayout, TileChannel, TileSettings } from '../../contract/dashboards.ts';
import { whyNotPlaced } from '../../domain/dashboards/grid.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import type { Db } from '../storage/schema.ts';
import type { DashboardRow } from './store.ts';

/** Whose dashboards are counted together, and who sees them. */
export type DashboardShelf = Pick<DashboardRow, 'share' | 'owner_id' | 'company_id'>;

/** A name as it is kept. @throws Refusal 422 */
export function checkedName(name: string): string {
  const trimmed = name.trim().normalize('NFC');
  const { length } = [...trimmed];
  if (length === 0) throw new Refusal(422, 'dashboards.noName', {}, 'name');
  const limit = dashboardBounds.name;
  if (length > limit) throw new Refusal(422, 'dashboards.longName', { limit, length }, 'name');
  return trimmed;
}

/** @throws Refusal 422 where there are as many dashboards as there may be */
export async function checkCount(db: Db, shelf: DashboardShelf): Promise<void> {
  const all = db.selectFrom('dashboards').where('deleted_at', 'is', null).where('share', '=', shelf.share);
  const own =
    shelf.share === 'own'
      ? all.where('owner_id', '=', shelf.owner_id)
      : all.where('company_id', shelf.company_id === null ? 'is' : '=', shelf.company_id);
  const { count } = await own.select((on) => on.fn.countAll().as('count')).executeTakeFirstOrThrow();
  const limit = shelf.share === 'own' ? dashboardBounds.ofUser : dashboardBounds.ofCompany;
  if (Number(count) >= limit) throw new Refusal(422, 'dashboards.tooMany', { limit });
}

/** The project, station and channels that a tile names. */
function namedBy(settings: TileSettings): {
  readonly projectId: number | null;
  readonly stationId: number | null;
  readonly channels: readonly TileChannel[];
  readonly picture: Extract<TileSettings, { readonly type: 'picture' }> | null;
} {
  const channels =
    settings.type === 'curve'
      ? [...settings.channels, ...(settings.gauge === null ? [] : [settings.gauge])]
      : (settings.type === 'number' || settings.type === 'lens') && settings.channel !== null
        ? [settings.channel]
        : [];
  return {
    projectId: 'projectId' in settings ? settings.projectId : null,
    stationId: 'stationId' in settings ? settings.stationId : null,
    channels,
    picture: settings.type === 'picture' ? settings : null,
  };
}

/** @throws Refusal 404 where a picture is none of its tile's station */
async function checkPictures(
  db: Db,
  pictures: readonly Extract<TileSettings, { readonly type: 'picture' }>[],
): Promise<void> {
  const missing = (what: string) => new Refusal(404, 'api.notFound', { what }, 'layout');
  for (const { stationId, sitePlanId, uploadId } of pictures) {
    const plan =
      sitePlanId === null
        ? true
        : await db
            .selectFrom('site_plans')
            .select('id')
            .where('id', '=', sitePlanId)
            .where('station_id', '=', stationId ?? 0)
            .executeTakeFirst();
    if (plan === undefined) throw missing(`plan ${sitePlanId}`);
    const file =
      uploadId === null
        ? true
        : await db
            .selectFrom('upload_refs')
            .innerJoin('uploads', 'uploads.id', 'upload_refs.upload_id')
            .select('uploads.id')
            .where('uploads.id', '=', uploadId)
            .where('uploads.width', 'is not', null)
            .where('upload_refs.subject', '=', 'station')
            .where('upload_refs.station_id', '=', stationId ?? 0)
            .executeTakeFirst();
    if (file === undefined) throw missing(`file ${uploadId}`);
  }
}

/**
 * Tiles stand in the grid and beside each other, and name nothing that those who see the dashboard may not see. What
 * has been retired since stays in it.
 * @throws Refusal 404, 422
 */
export async function checkLayout(db: Db, scope: CompanyScope, { pages }: DashboardLayout): Promise<void> {
  for (const [page, { tiles }] of pages.entries()) {
    const wrong = whyNotPlaced(tiles);
    if (wrong !== null)
      throw new Refusal(422, `dashboards.place.${wrong.why}`, { page: page + 1, tile: wrong.id }, 'layout');
  }
  const named = pages.flatMap(({ tiles }) => tiles.map(({ settings }) => namedBy(settings)));
  const projects = new Set(named.flatMap(({ projectId }) => projectId ?? []));
  const stations = new Set(named.flatMap(({ stationId }) => stationId ?? []));
  const channels = named.flatMap(({ channels: own }) => own);
  const found = async (ids: ReadonlySet<number>, read: (ids: number[]) => Promise<readonly number[]>) => {
    const known = new Set(ids.size === 0 ? [] : await read([...ids]));
    return [...ids].find((id) => !known.has(id));
  };
  const project = await found(projects, async (ids) => {
    const own = db.selectFrom('projects').select('id').where('id', 'in', ids);
    const rows = await (scope.companyId === null
      ? own
      : own.where('company_id', '=', scope.companyId)
    ).execute();
    return rows.map(({ id }) => id);
  });
  if (project !== undefined) throw new Refusal(404, 'api.notFound', { what: `project ${project}` }, 'layout');
  const station = await found(stations, async (ids) => {
    const rows = await visibleStations(db, scope)
      .select('stations.id')
      .where('stations.id', 'in', ids)
      .execute();
    return rows.map(({ id }) => id);
  });
  if (station !== undefined) throw new Refusal(404, 'api.notFound', { what: `station ${station}` }, 'layout');
  await checkPictures(
    db,
    named.flatMap(({ picture }) => picture ?? []),
  );
  const sensor = await found(new Set(channels.map(({ sensorId }) => sensorId)), async (ids) => {
    const rows = await visibleStations(db, scope)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
      .select(['sensors.id', 'stations.id as stationId'])
      .where('sensors.id', 'in', ids)
      .execute();
    const stationOf = new Map(rows.map(({ id, stationId }) => [id, stationId]));
    return channels
      .filter(({ sensorId, stationId }) => stationOf.get(sensorId) === stationId)
      .map(({ sensorId }) => sensorId);
  });
  if (sensor !== undefined) throw new Refusal(404, 'api.notFound', { what: `sensor ${sensor}` }, 'layout');
}
