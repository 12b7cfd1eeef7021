/** An alarm changed: what its site's sirens make of it, written in the transaction of the change itself. */
import {
  isFresh,
  preparedFor,
  type RedStanding,
  type SirenTarget,
  sirensAsk,
  soundWithin,
} from '../../domain/sirens.ts';
import { addEntry } from '../alarms/entries.ts';
import type { AlarmRow } from '../alarms/row.ts';
import { noteChange } from '../changes/change-log.ts';
import { ulid } from '../delivery/ulid.ts';
import { toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { type ArmingRow, armingOf, armingProblem } from './allowed.ts';
import { hashOfCall, namedSirens, type SiteSetup, setupOf, sirensOf, targetsOf } from './site.ts';

const standing = (row: AlarmRow): RedStanding => ({
  present: row.present,
  isBlind: row.is_blind !== 0,
  isClosed: row.closed_at !== null,
  isShelved: row.shelved_until !== null,
});

/** The arming by which a site sounds now: not twice within the life of one sounding. */
async function soundingArming(db: Db, stationId: number, now: number): Promise<ArmingRow | null> {
  const arming = await armingOf(db, stationId);
  if (arming === null || (await armingProblem(db, arming, now)) !== null) return null;
  const other = await db
    .selectFrom('siren_calls')
    .select('id')
    .where('arming_id', '=', arming.id)
    .where('created_at', '>', now - soundWithin)
    .executeTakeFirst();
  return other === undefined ? arming : null;
}

/** Sirens that red prepares for an alarm: those that its rule names, or those of its site. */
export async function targetsFor(db: Db, alarm: AlarmRow, setup: SiteSetup): Promise<readonly SirenTarget[]> {
  return targetsOf((await namedSirens(db, alarm, setup)) ?? (await sirensOf(db, alarm.station_id, setup)));
}

/** A call that has not ended stands for an alarm. */
export async function hasCall(db: Db, alarmId: number): Promise<boolean> {
  const open = await db
    .selectFrom('siren_calls')
    .select('id')
    .where('alarm_id', '=', alarmId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

/** Writes a call of these sirens for an alarm; null = there are none. */
export async function prepareCall(
  db: Db,
  alarm: AlarmRow,
  setup: SiteSetup,
  {
    targets,
    now,
    arming,
  }: { readonly targets: readonly SirenTarget[]; readonly now: number; readonly arming: ArmingRow | null },
): Promise<string | null> {
  if (targets.length === 0) return null;
  const joint =
    arming === null
      ? undefined
      : await db
          .selectFrom('joint_acts')
          .select(['first_id', 'first_name'])
          .where('id', '=', arming.joint_id)
          .executeTakeFirst();
  const content = {
    stationId: alarm.station_id,
    alarmId: alarm.id,
    isDrill: false,
    targets,
    sound: setup.sound,
  };
  const id = ulid(now);
  const isAllowed = arming !== null && joint !== undefined;
  await db
    .insertInto('siren_calls')
    .values({
      ...{ id, company_id: setup.companyId, station_id: alarm.station_id, alarm_id: alarm.id, is_drill: 0 },
      ...{ state: isAllowed ? 'sounding' : 'waiting', targets: toJson(targets), sound: toJson(setup.sound) },
      ...{ hash: hashOfCall(content), results: toJson([]), created_at: now, until_t: now + preparedFor },
      ...{ allowed_at: isAllowed ? now : null, user_id: joint?.first_id ?? null },
      ...{ account_name: joint?.first_name ?? null, joint_id: null, arming_id: isAllowed ? arming.id : null },
      ...{ reason: isAllowed ? arming.reason : '', ended_at: null },
    })
    .execute();
  await addEntry(db, alarm, {
    type: isAllowed ? 'sirenAutomatic' : 'sirenPrepared',
    t: now,
    known_at: now,
    until_t: now + preparedFor,
  });
  await noteChange(db, 'sirens', setup.companyId, now);
  return id;
}

/** Ends what waits for people of an alarm. */
async function endWaiting(db: Db, alarm: AlarmRow, now: number): Promise<void> {
  const ended = await db
    .updateTable('siren_calls')
    .set({ state: 'over', ended_at: now })
    .where('alarm_id', '=', alarm.id)
    .where('state', '=', 'waiting')
    .returning('company_id')
    .execute();
  for (const { company_id: companyId } of ended) {
    await addEntry(db, alarm, { type: 'sirenOver', t: now, known_at: now });
    await noteChange(db, 'sirens', companyId, now);
  }
}

/**
 * Prepares the sirens of an alarm that has become red, or lets them sound where its site is armed; ends what waits where
 * it was closed. Within the transaction of the change, so that neither is there without the other.
 * @param before null = there was no alarm
 * @param isMeasured what was measured has moved it: what people do makes nothing sound by itself
 */
export async function followSirens(
  db: Db,
  before: AlarmRow | null,
  after: AlarmRow,
  { now, isMeasured }: { readonly now: number; readonly isMeasured: boolean },
): Promise<void> {
  const asks = sirensAsk(before === null ? null : standing(before), standing(after));
  if (asks === 'end') return endWaiting(db, after, now);
  if (asks === null) return;
  const setup = await setupOf(db, after.station_id);
  if (setup === null || (await hasCall(db, after.id))) return;
  const named = await namedSirens(db, after, setup);
  // What a rule names is prepared also where the site itself prepares nothing.
  if (setup.prepares === 'none' && named === null) return;
  const isAutomatic = isMeasured && isFresh(after.moved_at, now);
  const arming = isAutomatic ? await soundingArming(db, after.station_id, now) : null;
  const ofSite = targetsOf(await sirensOf(db, after.station_id, setup));
  // What two persons have armed sounds as they signed it; what the rule names besides waits for people.
  if (arming !== null) await prepareCall(db, after, setup, { targets: ofSite, now, arming });
  const isArmed = ({ rtuId, slot }: SirenTarget) =>
    arming !== null && ofSite.some((one) => one.rtuId === rtuId && one.slot === slot);
  const targets = (named === null ? ofSite : targetsOf(named)).filter((target) => !isArmed(target));
  await prepareCall(db, after, setup, { targets, now, arming: null });
}
