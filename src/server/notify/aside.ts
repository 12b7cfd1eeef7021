/** Alarms that something else than a person puts aside: nobody is notified of them as long as that is so. */
import type { Selectable } from 'kysely';
import { isInPlace } from '../../domain/in-place.ts';
import { isCompanyOff } from '../accounts/active.ts';
import { fromJson } from '../storage/json.ts';
import type { AlarmTable, Db } from '../storage/schema.ts';

type AlarmRow = Selectable<AlarmTable>;

const quantityOf = ({ facts }: Pick<AlarmRow, 'facts'>): string => fromJson(facts).terms[0]?.quantity ?? '';

/** The alarm says that an RTU is silent, of which the silence of its sensors follows. */
export const isSilenceOfRtu = (alarm: Pick<AlarmRow, 'sensor_id' | 'is_blind' | 'facts'>): boolean =>
  alarm.sensor_id === null && alarm.is_blind === 0 && quantityOf(alarm) === 'silence';

/** The alarm of its RTU's silence says it all: what the RTU's sensors do not send is no news of its own. */
async function isSuppressed(db: Db, alarm: AlarmRow): Promise<boolean> {
  if (alarm.sensor_id === null) return false;
  if (alarm.is_blind === 0 && !['silence', 'arrivalRate'].includes(quantityOf(alarm))) return false;
  const active = await db
    .selectFrom('alarms')
    .select(['sensor_id', 'is_blind', 'facts'])
    .where('rtu_id', '=', alarm.rtu_id)
    .where('sensor_id', 'is', null)
    .where('present', '>', 0)
    .where('closed_at', 'is', null)
    .execute();
  return active.some(isSilenceOfRtu);
}

/** Its sensor, or its RTU where it is one of the RTU, is not installed yet or was removed. */
async function isOutOfService(db: Db, { sensor_id, rtu_id }: AlarmRow): Promise<boolean> {
  const row =
    sensor_id === null
      ? await db.selectFrom('rtus').select('install_state').where('id', '=', rtu_id).executeTakeFirst()
      : await db.selectFrom('sensors').select('install_state').where('id', '=', sensor_id).executeTakeFirst();
  return row !== undefined && !isInPlace(row.install_state);
}

/** The station that its RTU stands at is in maintenance. */
async function isInMaintenance(db: Db, { rtu_id }: AlarmRow, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('rtus')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select('maintenance_until')
    .where('rtus.id', '=', rtu_id)
    .executeTakeFirst();
  return row !== undefined && row.maintenance_until !== null && row.maintenance_until > now;
}

/** Its company, or that of the station that its RTU stands at, is switched off. */
async function isOfCompanyOff(db: Db, { rtu_id, company_id }: AlarmRow): Promise<boolean> {
  if (company_id !== null) return isCompanyOff(db, company_id);
  const row = await db
    .selectFrom('rtus')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .innerJoin('projects', 'projects.id', 'stations.project_id')
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .select('companies.off_at')
    .where('rtus.id', '=', rtu_id)
    .executeTakeFirst();
  return row !== undefined && row.off_at !== null;
}

/** True while nobody is to be notified of an alarm, though it is open. */
export const isAside = async (db: Db, alarm: AlarmRow, now: number): Promise<boolean> =>
  (await isInMaintenance(db, alarm, now)) ||
  (await isOfCompanyOff(db, alarm)) ||
  (await isSuppressed(db, alarm)) ||
  (await isOutOfService(db, alarm));
