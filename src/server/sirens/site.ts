/** Sirens that stand at a site, and what red prepares there. */
import { horn } from '../../catalogue/kinds/horn.ts';
import { firstSound, type Reach, reaches, type SirenTarget, type Sound } from '../../domain/sirens.ts';
import type { AlarmRow } from '../alarms/row.ts';
import { bodyHash } from '../delivery/body-hash.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
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

/** What is set up at a station that is in use and seen; null = it is not, or does not exist. */
export async function setupOf(
  db: Db,
  stationId: number,
  scope: CompanyScope = { companyId: null },
): Promise<SiteSetup | null> {
  const row = await visibleStations(db, scope)
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

/**
 * Sirens in use that the rule of an alarm names, in the version that raised it, as far as they stand in the alarm's
 * project; null = it names none there, and those of the site are meant.
 */
export async function namedSirens(
  db: Db,
  { rule_id, facts }: Pick<AlarmRow, 'rule_id' | 'facts'>,
  { projectId, companyId }: Pick<SiteSetup, 'projectId' | 'companyId'>,
): Promise<readonly FoundSiren[] | null> {
  const version = await db
    .selectFrom('alarm_rule_versions')
    .select('definition')
    .where('rule_id', '=', rule_id)
    .where('version', '=', fromJson(facts).ruleVersion)
    .executeTakeFirst();
  const named = version === undefined ? [] : (fromJson(version.definition).sirens ?? []);
  if (named.length === 0) return null;
  const rows = await sirensIn(db, companyId)
    .where('sensors.id', 'in', [...named])
    .where('stations.project_id', '=', projectId)
    .execute();
  return rows.length === 0 ? null : rows.map(foundOf);
}

/** Sirens in use of a company, in order of their devices. */
const sirensIn = (db: Db, companyId: number) =>
  visibleStations(db, { companyId })
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .select(['rtus.id', 'sensors.slot', 'stations.id as station_id'])
    .where('sensors.kind', '=', horn.code)
    .where('sensors.retired_at', 'is', null)
    .where('stations.retired_at', 'is', null)
    .orderBy('rtus.id')
    .orderBy('sensors.slot');

const foundOf = (row: { id: number; slot: number; station_id: number }): FoundSiren => ({
  rtuId: row.id,
  slot: row.slot,
  stationId: row.station_id,
});

/** Sirens in use that a reach takes in, in order of their devices; `none` = those of the station. */
export async function sirensOf(
  db: Db,
  stationId: number,
  { prepares, projectId, companyId }: Pick<SiteSetup, 'prepares' | 'projectId' | 'companyId'>,
): Promise<readonly FoundSiren[]> {
  const rows = await sirensIn(db, companyId)
    .$if(prepares === 'project', (all) => all.where('stations.project_id', '=', projectId))
    .$if(prepares !== 'project', (all) => all.where('stations.id', '=', stationId))
    .execute();
  return rows.map(foundOf);
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
