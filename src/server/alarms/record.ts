/** What evaluation found, written: events to their alarms, one open alarm of a kind an instance. */
import { groupBy } from '../../base/group.ts';
import type { FrozenFacts } from '../../contract/alarms/frozen-facts.ts';
import { close, follow, raised } from '../../domain/alarms/standing.ts';
import type { AlarmEvent, EventType } from '../../domain/alarms/stepper.ts';
import { noteChange } from '../changes/change-log.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { addEntry } from './entries.ts';
import { alarmMoved } from './moved.ts';
import { type AlarmRow, columnsOf, standingOf } from './row.ts';

/** An event as it was recorded. */
export interface RecordedEvent extends AlarmEvent {
  /** Of its line. */
  readonly id: number;
  readonly alarmId: number;
}

export interface AlarmPlace {
  readonly instanceId: number;
  readonly ruleId: number;
  readonly stationId: number;
  readonly rtuId: number;
  readonly sensorId: number | null;
  /** Of what belongs to no station; left out = that of the station. */
  readonly companyId?: number;
}

/** What an alarm and its lines are written of. */
export interface Raising {
  readonly place: AlarmPlace;
  /** Events up to then were evaluated before: one that is added now is late evidence. */
  readonly evaluatedTo: number;
  factsOf(event: AlarmEvent): FrozenFacts;
}

export interface Found extends Raising {
  readonly added: readonly AlarmEvent[];
  readonly contradicted: readonly RecordedEvent[];
  /** Event time of the state that it has come to. */
  readonly at: number;
  /** As it is after all events. */
  readonly present: number;
  readonly isBlind: boolean;
  /** No rule judges it any more. */
  readonly isOver: boolean;
  readonly blindRank: number;
}

const isOfBlindness = (type: EventType) => type === 'blind' || type === 'sighted';

const ofInstance = (db: Db, instanceId: number, isBlind: 0 | 1) =>
  db.selectFrom('alarms').selectAll().where('instance_id', '=', instanceId).where('is_blind', '=', isBlind);

async function openOf(db: Db, instanceId: number, isBlind: 0 | 1): Promise<AlarmRow | null> {
  const row = await ofInstance(db, instanceId, isBlind).where('closed_at', 'is', null).executeTakeFirst();
  return row ?? null;
}

/** Raises an alarm: the only way in which one begins. */
export async function raise(
  db: Db,
  found: Raising,
  event: AlarmEvent,
  isBlind: 0 | 1,
  now: number,
): Promise<AlarmRow> {
  const { instanceId, ruleId, stationId, rtuId, sensorId, companyId = null } = found.place;
  return db
    .insertInto('alarms')
    .values({
      instance_id: instanceId,
      rule_id: ruleId,
      station_id: stationId,
      rtu_id: rtuId,
      sensor_id: sensorId,
      company_id: companyId,
      is_blind: isBlind,
      revision: 1,
      ...columnsOf(raised(event.to)),
      raised_at: event.t,
      known_at: now,
      moved_at: event.t,
      is_late: event.t <= found.evaluatedTo ? 1 : 0,
      is_contradicted: 0,
      facts: toJson(found.factsOf(event)),
      answered_name: null,
      shelved_at: null,
      shelved_name: null,
      closed_by: null,
      closed_name: null,
      closed_note: '',
      assigned_to: null,
      assigned_name: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds an event's line to an alarm's timeline. `isEvent`: it is the one by which the event is known again. */
export function addLine(
  db: Db,
  found: Raising,
  alarm: AlarmRow,
  event: AlarmEvent,
  now: number,
  { isEvent = true, type = event.type as string } = {},
): Promise<number> {
  return addEntry(db, alarm, {
    type,
    is_event: isEvent ? 1 : 0,
    t: event.t,
    known_at: now,
    from_rank: event.from,
    to_rank: event.to,
    is_late: isEvent && event.t <= found.evaluatedTo ? 1 : 0,
    facts: toJson(found.factsOf(event)),
  });
}

/** What an event makes of an alarm that is open. */
export async function move(
  db: Db,
  found: Raising,
  alarm: AlarmRow,
  event: AlarmEvent,
  now: number,
): Promise<AlarmRow | null> {
  const type = event.type === 'blind' ? 'raise' : event.type === 'sighted' ? 'return' : event.type;
  const standing = follow(standingOf(alarm), { type, to: event.to }, now);
  const isUp = event.to > alarm.present;
  const row = await db
    .updateTable('alarms')
    .set({
      ...columnsOf(standing),
      ...(standing.answer === null ? { answered_name: null } : {}),
      ...(standing.shelf === null ? { shelved_name: null, shelved_at: null } : {}),
      // What it is about is what raised it, or raised it higher; of its return the time alone is news.
      ...(isUp ? { facts: toJson(found.factsOf(event)) } : {}),
      moved_at: event.t,
      revision: alarm.revision + 1,
    })
    .where('id', '=', alarm.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await alarmMoved(db, alarm, row, now, true);
  return row.closed_at === null ? row : null;
}

/** The alarm to which a line belongs that finds none open: the newest of the instance. */
async function newestOf(db: Db, { place }: Found, isBlind: 0 | 1): Promise<AlarmRow | null> {
  const row = await ofInstance(db, place.instanceId, isBlind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The alarms that an event concerns, after it has moved them: one, or with the end of a rule's version all that are open.
 * What ends without having been raised, or was closed by hand already, belongs to the alarm before.
 */
async function concerned(
  db: Db,
  found: Found,
  open: [AlarmRow | null, AlarmRow | null],
  event: AlarmEvent,
  now: number,
): Promise<readonly AlarmRow[]> {
  const ends = event.type === 'edited' || event.type === 'left';
  const own = isOfBlindness(event.type) ? 1 : 0;
  const moved: AlarmRow[] = [];
  for (const which of ends ? ([0, 1] as const) : ([own] as const)) {
    const known = open[which];
    if (known === null) continue;
    open[which] = await move(db, found, known, event, now);
    moved.push(known);
  }
  if (moved.length > 0) return moved;
  if (event.to > 0) {
    const alarm = await raise(db, found, event, own, now);
    await alarmMoved(db, null, alarm, now, true);
    open[own] = alarm;
    return [alarm];
  }
  const before = (await newestOf(db, found, own)) ?? (ends ? await newestOf(db, found, 1) : null);
  return [before ?? (await raiseAndClose(db, found, event, own, now))];
}

/** Writes what evaluation of one instance found; within the caller's transaction. Answers the events with their lines. */
export async function record(db: Db, found: Found, now: number): Promise<readonly RecordedEvent[]> {
  const open: [AlarmRow | null, AlarmRow | null] = [
    await openOf(db, found.place.instanceId, 0),
    await openOf(db, found.place.instanceId, 1),
  ];
  for (const { id, alarmId } of found.contradicted) {
    await db.updateTable('alarm_entries').set({ contradicted_at: now }).where('id', '=', id).execute();
    const row = await db
      .updateTable('alarms')
      .set(({ eb }) => ({ is_contradicted: 1, revision: eb('revision', '+', 1) }))
      .where('id', '=', alarmId)
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined && row.closed_at === null) open[row.is_blind === 1 ? 1 : 0] = row;
    await noteChange(db, 'alarm', alarmId, now);
  }
  const recorded: RecordedEvent[] = [];
  for (const event of found.added) {
    const [first, ...others] = await concerned(db, found, open, event, now);
    if (first === undefined) continue;
    recorded.push({ ...event, id: await addLine(db, found, first, event, now), alarmId: first.id });
    // The event is one; other alarms that end by it say so in a line of their own.
    for (const alarm of others) await addLine(db, found, alarm, event, now, { isEvent: false });
  }
  await settle(db, found, open, now);
  return recorded;
}

/** An end whose beginning is not known here: an alarm that was over when it was found. */
async function raiseAndClose(
  db: Db,
  found: Found,
  event: AlarmEvent,
  isBlind: 0 | 1,
  now: number,
): Promise<AlarmRow> {
  const alarm = await raise(db, found, { ...event, to: Math.max(event.from, 1) }, isBlind, now);
  const closed = columnsOf(close(standingOf(alarm), 'left', now));
  await db
    .updateTable('alarms')
    .set({ ...closed, present: event.to })
    .where('id', '=', alarm.id)
    .execute();
  return alarm;
}

/**
 * The level of an open alarm is that of the stepper, also where an event was contradicted or an alarm was closed before
 * late data came.
 */
async function settle(
  db: Db,
  found: Found,
  open: readonly [AlarmRow | null, AlarmRow | null],
  now: number,
): Promise<void> {
  for (const which of [0, 1] as const) {
    const alarm = open[which];
    if (found.isOver) {
      // What raised it was contradicted, so that nothing ended it: its end is said all the same.
      if (alarm === null) continue;
      const event: AlarmEvent = { type: 'left', t: found.at, from: alarm.present, to: 0, values: [] };
      await move(db, found, alarm, event, now);
      await addLine(db, found, alarm, event, now, { isEvent: false });
      continue;
    }
    const to = which === 0 ? found.present : found.isBlind ? found.blindRank : 0;
    if (alarm === null ? to === 0 : alarm.present === to) continue;
    const event: AlarmEvent = {
      type: to === 0 ? 'return' : 'rise',
      t: found.at,
      from: alarm?.present ?? 0,
      to,
      values: [],
    };
    const row = alarm ?? (await raise(db, found, event, which, now));
    if (alarm !== null) await move(db, found, alarm, event, now);
    else await alarmMoved(db, null, row, now, true);
    await addLine(db, found, row, event, now, { isEvent: false, type: 'corrected' });
  }
}

/** Whether an event stands behind a state of a moment. */
export const isBehind = ({ t, type }: AlarmEvent, base: number): boolean =>
  t > base || (t === base && (type === 'blind' || type === 'edited' || type === 'left'));

/** Recorded events of instances, each behind the moment of its state; those that were contradicted left out. */
export async function recordedAfter(
  db: Db,
  bases: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, readonly RecordedEvent[]>> {
  const rows = await db
    .selectFrom('alarm_entries')
    .select(['id', 'alarm_id', 'instance_id', 'type', 't', 'from_rank', 'to_rank', 'facts'])
    .where('instance_id', 'in', [...bases.keys()])
    .where('is_event', '=', 1)
    .where('contradicted_at', 'is', null)
    .where('t', '>=', Math.min(...bases.values()))
    .orderBy('id')
    .execute();
  const events = rows.map((row) => ({
    instanceId: row.instance_id,
    id: row.id,
    alarmId: row.alarm_id,
    type: row.type as EventType,
    t: row.t,
    from: row.from_rank,
    to: row.to_rank,
    values: row.facts === null ? [] : fromJson(row.facts).terms.map(({ value }) => value),
  }));
  return groupBy(
    events.filter((event) => isBehind(event, bases.get(event.instanceId) ?? 0)),
    ({ instanceId }) => instanceId,
  );
}
