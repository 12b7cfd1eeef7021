/** An alarm changed: what people are to be notified of it is written in the transaction of the change itself. */
import type { Selectable } from 'kysely';
import type { LevelWords } from '../../base/alarm-words.ts';
import { type PolicyPlan, stepAt, toldFrom } from '../../domain/notify/policy.ts';
import { asksForAnswer, tellingOf } from '../../domain/notify/telling.ts';
import { standingOf } from '../alarms/row.ts';
import { type CompanyScope, sees, visibleStations } from '../sites/visible.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { AlarmTable, Db, EscalationTable } from '../storage/schema.ts';
import { isAside, isSilenceOfRtu } from './aside.ts';
import { type Addressee, addMessage, type MessageKind } from './message.ts';
import { menders, policiesFor, reachedBy } from './of-system.ts';

type AlarmRow = Selectable<AlarmTable>;
type Escalation = Selectable<EscalationTable>;

/** An RTU that was silent sends all that it kept: what has not returned by then is notified, ms. Assumed. */
const comesBackWithin = 10 * 60_000;

/** Where an alarm stands now. */
export interface AlarmSite {
  readonly companyId: number;
  /** null = of the company as a whole: an alarm of the alarm system itself. */
  readonly projectId: number | null;
  readonly timeZone: string;
}
/** With what its company calls the levels; null = as the edition does. */
export interface NamedSite extends AlarmSite {
  readonly levelWords: LevelWords | null;
}

/** The site of an alarm, as far as it is seen; null = it is not, or it is gone. */
export async function siteOfAlarm(
  db: Db,
  alarm: Pick<AlarmRow, 'station_id' | 'company_id' | 'facts'>,
  scope: CompanyScope = { companyId: null },
): Promise<NamedSite | null> {
  if (alarm.company_id !== null) return siteOfCompany(db, alarm.company_id, alarm, scope);
  const row = await visibleStations(db, scope)
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .select(['projects.id', 'projects.company_id', 'projects.time_zone', 'companies.level_words'])
    .where('stations.id', '=', alarm.station_id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, company_id: companyId, time_zone: timeZone, level_words: own } = row;
  return { companyId, projectId: id, timeZone, levelWords: own === null ? null : fromJson(own) };
}

/** The site of a station in use, with its code and name; null = there is none. */
export async function siteOfStation(
  db: Db,
  stationId: number,
): Promise<(AlarmSite & { readonly station: string }) | null> {
  const row = await visibleStations(db, { companyId: null })
    .select(['projects.id', 'projects.company_id', 'projects.time_zone', 'stations.code', 'stations.name'])
    .where('stations.id', '=', stationId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, company_id: companyId, time_zone: timeZone, code, name } = row;
  return { companyId, projectId: id, timeZone, station: `${code} ${name}` };
}

/** Where an alarm of the alarm system itself stands: at its company, in the zone of its times. */
async function siteOfCompany(
  db: Db,
  companyId: number,
  { facts }: Pick<AlarmRow, 'facts'>,
  scope: CompanyScope,
): Promise<NamedSite | null> {
  if (!sees(scope, companyId)) return null;
  const row = await db
    .selectFrom('companies')
    .select('level_words')
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const timeZone = fromJson(facts).system?.timeZone ?? 'UTC';
  return {
    ...{ companyId, projectId: null, timeZone },
    levelWords: row.level_words === null ? null : fromJson(row.level_words),
  };
}

/** Tells whoever a step names. Answers how many messages can go out. */
async function tellStep(
  db: Db,
  escalation: Pick<Escalation, 'id'>,
  policy: PolicyPlan,
  at: { readonly position: number; readonly site: AlarmSite; readonly alarm: AlarmRow; readonly now: number },
): Promise<number> {
  const { position, site, alarm, now } = at;
  const found = stepAt(policy, position);
  if (found === null) return 0;
  const kind: MessageKind = position === 0 ? 'raise' : 'remind';
  const receivers = await reachedBy(db, found.step, site, now, failingOf(alarm));
  const dueAt = toldFrom(policy, alarm.present, now, site.timeZone);
  return tellAll(db, receivers, { site, alarm, escalationId: escalation.id, kind, dueAt, now });
}

/** The channel of which an alarm says that it fails; null = it is about another thing. */
const failingOf = ({ facts }: AlarmRow): string | null => fromJson(facts).system?.channel ?? null;

/** Writes one message for each. Answers how many can go out. */
async function tellAll(
  db: Db,
  receivers: readonly Addressee[],
  {
    site,
    alarm,
    ...given
  }: {
    readonly site: AlarmSite;
    readonly alarm: AlarmRow;
    readonly escalationId: number | null;
    readonly kind: MessageKind;
    readonly dueAt: number;
    readonly now: number;
  },
): Promise<number> {
  const { companyId, projectId } = site;
  for (const receiver of receivers)
    await addMessage(db, {
      ...{ companyId, projectId, alarmId: alarm.id, rank: alarm.present, receiver },
      ...given,
    });
  return receivers.filter(({ problem }) => problem === null).length;
}

/**
 * Tells what is due of an escalation, and sets when the next step is. A step that reaches nobody waits for nobody. Answers
 * how many messages can go out.
 */
export async function tellDue(db: Db, escalation: Escalation, alarm: AlarmRow, now: number): Promise<number> {
  const site = await siteOfAlarm(db, alarm);
  const policy = fromJson(escalation.policy);
  let { position, began_at: beganAt } = escalation;
  let all = 0;
  let dueAt: number | null = null;
  while (site !== null) {
    const next = stepAt(policy, position);
    if (next === null) break;
    dueAt = beganAt + next.after;
    if (dueAt > now) break;
    dueAt = null;
    const reached = await tellStep(db, escalation, policy, { position, site, alarm, now });
    all += reached;
    const after = stepAt(policy, position + 1);
    if (reached === 0 && after !== null && after.round === next.round) beganAt = now - after.after;
    position += 1;
  }
  await db
    .updateTable('escalations')
    .set({ position, began_at: beganAt, due_at: dueAt })
    .where('id', '=', escalation.id)
    .execute();
  return all;
}

/** @param after what the first step waits, ms */
async function begin(db: Db, alarm: AlarmRow, now: number, after = 0): Promise<void> {
  await stop(db, alarm.id, now, 'gaveUp');
  const site = await siteOfAlarm(db, alarm);
  if (site === null || (await isAside(db, alarm, now))) return;
  let reached = 0;
  for (const { id, plan } of await policiesFor(db, site, alarm.present)) {
    const escalation = await db
      .insertInto('escalations')
      .values({
        alarm_id: alarm.id,
        policy_id: id,
        policy: toJson(plan),
        began_at: now + after,
        position: 0,
        due_at: null,
        stopped_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    reached += await tellDue(db, escalation, alarm, now);
  }
  // Somebody is notified of what is wrong with the alarm system, also where no policy says so.
  if (alarm.company_id === null || reached > 0) return;
  const receivers = await menders(db, alarm.company_id, failingOf(alarm));
  await tellAll(db, receivers, { site, alarm, escalationId: null, kind: 'raise', dueAt: now, now });
}

/** Nobody else is notified from now on. `as`: what becomes of messages that have not gone out; null = they go. */
async function stop(db: Db, alarmId: number, now: number, as: 'answered' | 'gaveUp' | null): Promise<void> {
  await db
    .updateTable('escalations')
    .set({ stopped_at: now, due_at: null })
    .where('alarm_id', '=', alarmId)
    .where('stopped_at', 'is', null)
    .execute();
  if (as === null) return;
  await db
    .updateTable('messages')
    .set({ state: as, done_at: now, due_at: null, answer: as === 'gaveUp' ? 'notify.reason.superseded' : '' })
    .where('alarm_id', '=', alarmId)
    .where('kind', 'in', ['raise', 'remind'])
    .where('state', 'in', ['waiting', 'failed'])
    .execute();
}

/** The answer was taken back: it goes on where it was. */
async function resume(db: Db, alarm: AlarmRow, now: number): Promise<void> {
  const stopped = await db
    .selectFrom('escalations')
    .selectAll()
    .where('alarm_id', '=', alarm.id)
    .where('stopped_at', 'is not', null)
    .orderBy('id')
    .execute();
  const last = Math.max(...stopped.map((row) => row.stopped_at ?? 0));
  for (const row of stopped) {
    if (row.stopped_at !== last) continue;
    const went = { ...row, stopped_at: null, began_at: row.began_at + now - last };
    await db
      .updateTable('escalations')
      .set({ stopped_at: null, began_at: went.began_at })
      .where('id', '=', row.id)
      .execute();
    await tellDue(db, went, alarm, now);
  }
  await db
    .updateTable('messages')
    .set({ state: 'waiting', done_at: null, due_at: now })
    .where('alarm_id', '=', alarm.id)
    .where('state', '=', 'answered')
    .where('done_at', '=', last)
    .execute();
}

/** Whoever was notified learns that it is over. */
async function tellOver(db: Db, alarm: AlarmRow, now: number): Promise<void> {
  const site = await siteOfAlarm(db, alarm);
  const notified = await db
    .selectFrom('messages')
    .selectAll()
    .where('alarm_id', '=', alarm.id)
    .where('kind', 'in', ['raise', 'remind'])
    .where('state', 'in', ['accepted', 'sending', 'waiting', 'failed'])
    .orderBy('id')
    .execute();
  if (site === null) return;
  const seen = new Set<string>();
  for (const { recipient, user_id, name, address, language, channel, rank, due_at } of notified) {
    const key = `${recipient} ${channel} ${address}`;
    if (seen.has(key)) continue;
    seen.add(key);
    await addMessage(db, {
      companyId: site.companyId,
      projectId: site.projectId,
      alarmId: alarm.id,
      escalationId: null,
      kind: 'over',
      rank: Math.min(rank, 2),
      receiver: { recipient, userId: user_id, name, address, language, channel, problem: null },
      // With the message that it ends, where that has not gone out.
      dueAt: Math.max(now, due_at ?? now),
      now,
    });
  }
}

/**
 * What put alarms of an RTU aside may have changed: those that are aside now ask nobody any more; those that are not any
 * longer begin, a little later. Within the transaction of the change.
 */
export async function reconsider(db: Db, rtuId: number, now: number): Promise<void> {
  const open = await db
    .selectFrom('alarms')
    .selectAll()
    .where('rtu_id', '=', rtuId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  await reconsiderAll(db, open, now);
}

/** The same for all alarms of a company, which was switched off or on. */
export async function reconsiderCompany(db: Db, companyId: number, now: number): Promise<void> {
  const rtus = visibleStations(db, { companyId })
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select('rtus.id');
  const open = await db
    .selectFrom('alarms')
    .selectAll()
    .where(({ eb, or }) => or([eb('company_id', '=', companyId), eb('rtu_id', 'in', rtus)]))
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  await reconsiderAll(db, open, now);
}

async function reconsiderAll(db: Db, open: readonly AlarmRow[], now: number): Promise<void> {
  for (const alarm of open) {
    if (alarm.present === 0 || !asksForAnswer(standingOf(alarm))) continue;
    const running = await db
      .selectFrom('escalations')
      .select('id')
      .where('alarm_id', '=', alarm.id)
      .where('stopped_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    const aside = await isAside(db, alarm, now);
    if (aside && running !== undefined) await stop(db, alarm.id, now, 'gaveUp');
    if (!aside && running === undefined) await begin(db, alarm, now, comesBackWithin);
  }
}

const isActive = (alarm: AlarmRow | null): boolean =>
  alarm !== null && alarm.present > 0 && alarm.closed_at === null;

/**
 * Writes what a change of an alarm asks for: escalations that begin, stop or go on, and messages. Within the
 * transaction of the change, so that neither is there without the other.
 * @param before null = there was no alarm
 */
export async function followAlarm(
  db: Db,
  before: AlarmRow | null,
  after: AlarmRow,
  now: number,
): Promise<void> {
  const standing = standingOf(after);
  for (const telling of tellingOf(before === null ? null : standingOf(before), standing)) {
    if (telling === 'begin') await begin(db, after, now);
    else if (telling === 'resume') await resume(db, after, now);
    else if (telling === 'over') await tellOver(db, after, now);
    else {
      const isByPeople = standing.answer !== null || standing.shelf !== null || standing.closed !== null;
      await stop(db, after.id, now, isByPeople ? 'answered' : null);
    }
  }
  if (isSilenceOfRtu(after) && isActive(before) !== isActive(after)) await reconsider(db, after.rtu_id, now);
}
