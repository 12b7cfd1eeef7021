/** Events of a company: found in what was committed, each written once for each outlet that wants it. */
import { sql } from 'kysely';
import type { OutletBody } from '../../contract/notify/outlets.ts';
import { alarmMove, linkMove } from '../../domain/notify/outlet.ts';
import { companyPlans, visibleStations } from '../sites/visible.ts';
import { toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { OutletRow } from './row.ts';

const day = 86_400_000;
/** Lines of timelines that are looked at together. */
const page = 500;
/** How far back plans that ended are looked for again, ms: a clock that was set back hides none. */
const planOverlap = 3_600_000;
/** Of an outlet so many events wait at most, and none longer than that. */
export const mostWaiting = 10_000;
export const longestWaiting = 7 * day;

/** What stands around a look. */
export interface EventLook {
  readonly db: Db;
  readonly outlet: OutletRow;
  readonly body: OutletBody;
  /** Stations that it is about. */
  readonly stations: ReadonlySet<number>;
  readonly now: number;
  readonly heardSince: number;
}

interface OutletEvent {
  readonly key: string;
  readonly type: string;
  readonly t: number;
  readonly data: object;
}

/** True where nothing of the company is left out. */
const isAll = ({ projectIds, stationIds }: OutletBody): boolean =>
  projectIds.length === 0 && stationIds.length === 0;

async function add({ db, outlet, now }: EventLook, { key, type, t, data }: OutletEvent): Promise<void> {
  const body = toJson<object>({ id: `${type}/${key}`, type, t, ...data });
  await db
    .insertInto('outlet_events')
    .values({ outlet_id: outlet.id, key, at: now, body, batch_id: null })
    .onConflict((on) => on.columns(['outlet_id', 'key']).doNothing())
    .execute();
}

/** Lines of timelines behind the last one; a page at a time. Answers whether there are more. */
export async function addAlarms(look: EventLook): Promise<boolean> {
  const { db, outlet, body, stations } = look;
  const lines = await db
    .selectFrom('alarm_entries')
    .innerJoin('alarms', 'alarms.id', 'alarm_entries.alarm_id')
    .leftJoin('stations', 'stations.id', 'alarms.station_id')
    .leftJoin('sensors', 'sensors.id', 'alarms.sensor_id')
    .select(['alarm_entries.id', 'alarm_entries.alarm_id', 'type', 't', 'alarm_entries.known_at'])
    .select(['from_rank', 'to_rank', 'alarms.station_id', 'alarms.company_id', 'alarms.closed_at'])
    .select(['alarms.is_blind', 'stations.code', 'stations.name', 'sensors.slot', 'sensors.kind'])
    .select(({ selectFrom }) =>
      selectFrom('alarm_entries as before')
        .select(({ fn }) => fn.min<number>('before.id').as('first'))
        .whereRef('before.alarm_id', '=', 'alarm_entries.alarm_id')
        .as('first'),
    )
    .where('alarm_entries.id', '>', outlet.entry_id)
    .orderBy('alarm_entries.id')
    .limit(page)
    .execute();
  for (const line of lines) {
    const own = line.company_id !== null;
    if (own ? line.company_id !== outlet.company_id || !isAll(body) : !stations.has(line.station_id))
      continue;
    const { type, t } = line;
    const move = alarmMove({ type, knownAt: line.known_at }, line.id === Number(line.first), line.closed_at);
    const place = own ? {} : { station: line.code, stationName: line.name, slot: line.slot, kind: line.kind };
    await add(look, {
      ...{ key: `alarm-line-${line.id}`, type: move, t },
      data: {
        ...{ alarmId: line.alarm_id, what: type, fromLevel: line.from_rank, toLevel: line.to_rank },
        ...{ isBlind: line.is_blind === 1, isClosed: line.closed_at !== null, ...place },
      },
    });
  }
  const last = lines.at(-1)?.id ?? outlet.entry_id;
  await db.updateTable('outlets').set({ entry_id: last }).where('id', '=', outlet.id).execute();
  outlet.entry_id = last;
  return lines.length === page;
}

/** RTUs that went silent, or came back, since they were looked at last. */
export async function addLinks(look: EventLook): Promise<void> {
  const { db, outlet, stations, now, heardSince } = look;
  const known = await db.selectFrom('outlet_links').selectAll().where('outlet_id', '=', outlet.id).execute();
  const silentAt = new Map(known.map((row) => [row.rtu_id, row.silent_at]));
  const rtus = await visibleStations(db, { companyId: outlet.company_id })
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select(['rtus.id', 'rtus.sn', 'rtus.last_contact_at', 'rtus.send_cycle'])
    .select(['stations.id as station_id', 'stations.code', 'stations.name'])
    .where('stations.retired_at', 'is', null)
    .execute();
  for (const rtu of rtus) {
    if (!stations.has(rtu.station_id)) continue;
    const { last_contact_at: lastContactAt, send_cycle: sendCycle } = rtu;
    const state = { now, heardSince, lastContactAt, sendCycle, silentAt: silentAt.get(rtu.id) ?? null };
    const move = linkMove(state);
    if (move === null && silentAt.has(rtu.id)) continue;
    // What was silent before it was looked at for the first time is no event.
    const isNew = !silentAt.has(rtu.id);
    const silent = move?.type === 'rtu.offline' ? move.t : null;
    await db
      .insertInto('outlet_links')
      .values({ outlet_id: outlet.id, rtu_id: rtu.id, silent_at: silent })
      .onConflict((on) => on.columns(['outlet_id', 'rtu_id']).doUpdateSet({ silent_at: silent }))
      .execute();
    if (move === null || (isNew && move.t < outlet.since_at)) continue;
    await add(look, {
      ...{ key: `rtu-${rtu.id}-${move.t}`, type: move.type, t: move.t },
      data: { station: rtu.code, stationName: rtu.name, rtu: rtu.sn },
    });
  }
}

/** Plans of the company alone that have ended, with a device on one of the outlet's stations. */
export async function addPlans(look: EventLook): Promise<void> {
  const { db, outlet, body, stations } = look;
  const ended = await db
    .selectFrom('plans')
    .select(['id', 'title', 'state', 'ended_at'])
    .where('ended_at', '>', Math.max(outlet.since_at, outlet.plan_at - planOverlap))
    .where('id', 'in', companyPlans(db, outlet.company_id))
    .orderBy('ended_at')
    .execute();
  for (const { id, title, state, ended_at: t } of ended) {
    if (t === null) continue;
    const items = await db
      .selectFrom('plan_items')
      .innerJoin('rtus', 'rtus.id', 'plan_items.rtu_id')
      .select('rtus.station_id')
      .where('plan_id', '=', id)
      .execute();
    if (!isAll(body) && !items.some(({ station_id }) => stations.has(station_id))) continue;
    await add(look, { key: `plan-${id}`, type: 'plan.ended', t, data: { planId: id, title, state } });
  }
  const last = Math.max(outlet.plan_at, ...ended.map(({ ended_at }) => ended_at ?? 0));
  if (last > outlet.plan_at)
    await db.updateTable('outlets').set({ plan_at: last }).where('id', '=', outlet.id).execute();
}

/** Drops events of which too many wait, or which waited too long, and counts them; those that went out long ago go without a word. */
export async function dropEvents({ db, outlet, now }: EventLook): Promise<void> {
  const own = db.deleteFrom('outlet_events').where('outlet_id', '=', outlet.id);
  await own
    .where('batch_id', 'is not', null)
    .where('at', '<', now - longestWaiting)
    .execute();
  const newest = await db
    .selectFrom('outlet_events')
    .select('id')
    .where('outlet_id', '=', outlet.id)
    .where('batch_id', 'is', null)
    .orderBy('id', 'desc')
    .offset(mostWaiting)
    .limit(1)
    .executeTakeFirst();
  const dropped = await own
    .where('batch_id', 'is', null)
    .where(({ eb, or }) => or([eb('at', '<', now - longestWaiting), eb('id', '<=', newest?.id ?? 0)]))
    .executeTakeFirst();
  const lost = Number(dropped.numDeletedRows);
  if (lost > 0)
    await db
      .updateTable('outlets')
      .set({ lost_events: sql`lost_events + ${lost}` })
      .where('id', '=', outlet.id)
      .execute();
}
