/** Sirens that stand at a site, and what red prepares there. */
import { horn } from '../../catalogue/kinds/horn.ts';
import { firstSound, type Reach, reaches, type SirenTarget, type Sound } from '../../domain/sirens.ts';
import { bodyHash } from '../delivery/body-hash.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';

/** The permission of who sounds sirens, and of both who sign for it. */
export const soundPermission = 'device:command:sound';

export interface SiteSetup {
  readonly companyId: number;
  readonly projectId: number;
  readonly prepares: Reach;
  readonly sound: Sound;
}

/** What is set up at a station that is in use; null = it is not, or does not exist. */
export async function setupOf(db: Db, stationId: number): Promise<SiteSetup | null> {
  const row = await db
    .selectFrom('stations')
    .innerJoin('projects', 'projects.id', 'stations.project_id')
    .leftJoin('siren_sites', 'siren_sites.station_id', 'stations.id')
    .select(['projects.company_id', 'projects.id', 'siren_sites.prepares', 'siren_sites.sound'])
    .where('stations.id', '=', stationId)
    .where('stations.retired_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    companyId: row.company_id,
    projectId: row.id,
    prepares: reaches.find((one) => one === row.prepares) ?? 'none',
    sound: row.sound === null ? firstSound : fromJson(row.sound),
  };
}

export interface FoundSiren extends SirenTarget {
  readonly stationId: number;
}

/** Sirens in use that a reach takes in, in order of their devices; `none` = those of the station. */
export async function sirensOf(
  db: Db,
  stationId: number,
  { prepares, projectId }: Pick<SiteSetup, 'prepares' | 'projectId'>,
): Promise<readonly FoundSiren[]> {
  const rows = await db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select(['rtus.id', 'sensors.slot', 'stations.id as station_id'])
    .where('sensors.kind', '=', horn.code)
    .where('sensors.retired_at', 'is', null)
    .where('stations.retired_at', 'is', null)
    .$if(prepares === 'project', (all) => all.where('stations.project_id', '=', projectId))
    .$if(prepares !== 'project', (all) => all.where('stations.id', '=', stationId))
    .orderBy('rtus.id')
    .orderBy('sensors.slot')
    .execute();
  return rows.map((row) => ({ rtuId: row.id, slot: row.slot, stationId: row.station_id }));
}

export const targetsOf = (sirens: readonly FoundSiren[]): readonly SirenTarget[] =>
  sirens.map(({ rtuId, slot }) => ({ rtuId, slot }));

/** What a call is: the same hash is the same sirens, playing the same, for the same. */
export interface CallContent {
  readonly stationId: number;
  readonly alarmId: number | null;
  readonly isDrill: boolean;
  readonly targets: readonly SirenTarget[];
  readonly sound: Sound;
}
export const hashOfCall = ({ stationId, alarmId, isDrill, targets, sound }: CallContent): string =>
  bodyHash({ stationId, alarmId, isDrill, targets, sound });
