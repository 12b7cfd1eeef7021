/** What became due, and what is due next: within one transaction for each schedule. */

import type { Insertable } from 'kysely';
import { missedStates, scheduleBounds } from '../../base/schedule-words.ts';
import { nextTime, timesIn } from '../../domain/schedules/recurrence.ts';
import { noteChange } from '../changes/change-log.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db, ScheduleRunTable } from '../storage/schema.ts';

const minute = 60_000;
/** What is begun so long after its time counts as begun at it. */
export const grace = 10 * minute;

type NewRun = Pick<Insertable<ScheduleRunTable>, 'schedule_id' | 'company_id' | 'due_at' | 'user_id'> &
  Partial<Insertable<ScheduleRunTable>>;
/** Writes a run; one that is known already stays as it is. Answers its id; null = it was known. */
export async function addRun(db: Db, run: NewRun): Promise<number | null> {
  const added = await db
    .insertInto('schedule_runs')
    .values({
      ...{ started_at: null, ended_at: null, state: 'waiting', by_hand: 0, late: 0, missed: 0 },
      ...{
        attempts: 0,
        held_until: 0,
        opens: '',
        outcome: null,
        acknowledged_at: null,
        acknowledged_by: null,
      },
      ...run,
    })
    .onConflict((on) => on.columns(['schedule_id', 'due_at']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}

/** Somebody knows of missed runs of a schedule, or made them good: of one of them, or of all. Answers how many there were. */
export async function acknowledge(
  db: Db,
  which: { readonly scheduleId: number; readonly runId?: number },
  who: { readonly at: number; readonly by: string },
): Promise<number> {
  const known = db
    .updateTable('schedule_runs')
    .set({ acknowledged_at: who.at, acknowledged_by: who.by })
    .where('schedule_id', '=', which.scheduleId)
    .where('state', 'in', [...missedStates])
    .where('acknowledged_at', 'is', null);
  const rows = await (which.runId === undefined ? known : known.where('id', '=', which.runId))
    .returning('id')
    .execute();
  return rows.length;
}

/** A run of a schedule that has not ended. */
export const openRun = (db: Db, scheduleId: number) =>
  db
    .selectFrom('schedule_runs')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/**
 * Turns what is due of a schedule into a run, and moves it to its next time. Whoever is first has it: a run is begun once,
 * however many look. Times that passed together become one run. Answers the id of a run that was missed and not made good.
 */
export async function claimDue(
  db: Db,
  id: number,
  now: number,
): Promise<{ readonly missedRun: number | null }> {
  const row = await db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .executeTakeFirst();
  if (row === undefined || row.due_at === null) return { missedRun: null };
  const rule = fromJson(row.recurrence);
  const { times, count } = timesIn(rule, row.time_zone, { after: row.due_at - 1, to: now }, 1);
  const dueAt = times[0] ?? row.due_at;
  const claimed = await db
    .updateTable('schedules')
    .set({ due_at: nextTime(rule, row.time_zone, now) })
    .where('id', '=', id)
    .where('due_at', '=', row.due_at)
    .returning('id')
    .executeTakeFirst();
  if (claimed === undefined) return { missedRun: null };
  await noteChange(db, 'schedules', row.company_id, now);
  const isLate = now - dueAt > grace;
  const run = { schedule_id: id, company_id: row.company_id, due_at: dueAt, user_id: row.user_id };
  const before = Math.max(0, count - 1);
  if (isLate && row.missed === 'skip') {
    const outcome = toJson({ id: 'schedules.outcome.missed', params: { count: before + 1 } });
    const missed = { state: 'missed' as const, missed: before + 1, ended_at: now, outcome };
    return { missedRun: await addRun(db, { ...run, ...missed }) };
  }
  if ((await openRun(db, id)) !== undefined) {
    const outcome = toJson({ id: 'schedules.outcome.overlapped', params: {} });
    return {
      missedRun: await addRun(db, {
        ...{ ...run, state: 'overlapped' as const, missed: before + 1, ended_at: now, outcome },
      }),
    };
  }
  await addRun(db, { ...run, late: Number(isLate), missed: before });
  return { missedRun: null };
}

/** Computes the next times anew: of those whose project has another zone now, or of all where the clock was set back. */
export async function rearm(db: Db, now: number, all: boolean): Promise<void> {
  const rows = await db
    .selectFrom('schedules')
    .innerJoin('projects', 'projects.id', 'schedules.project_id')
    .select(['schedules.id', 'recurrence', 'schedules.time_zone', 'projects.time_zone as zone', 'due_at'])
    .where('schedules.deleted_at', 'is', null)
    .where('enabled', '=', 1)
    .execute();
  for (const { id, recurrence, time_zone: before, zone, due_at: dueAt } of rows) {
    // What is due already is run first, in the zone in which it became due.
    if (dueAt !== null && dueAt <= now) continue;
    if (before === zone && !all) continue;
    await db
      .updateTable('schedules')
      .set({ time_zone: zone, due_at: nextTime(fromJson(recurrence), zone, now) })
      .where('id', '=', id)
      .execute();
  }
}

/** Removes what is beyond the bounds of a schedule: the oldest runs and files. */
export async function tidy(db: Db, scheduleId: number, now: number): Promise<void> {
  const ended = await db
    .selectFrom('schedule_runs')
    .select(['id', 'due_at'])
    .where('schedule_id', '=', scheduleId)
    .where('ended_at', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
  const old = now - scheduleBounds.keptDays * 1440 * minute;
  const gone = ended.filter(({ due_at: at }, index) => index >= scheduleBounds.runs || at < old);
  const files = await db
    .selectFrom('schedule_files')
    .innerJoin('schedule_runs', 'schedule_runs.id', 'run_id')
    .select('run_id')
    .where('schedule_id', '=', scheduleId)
    .orderBy('run_id', 'desc')
    .execute();
  const ids = gone.map(({ id }) => id);
  const without = [...ids, ...files.slice(scheduleBounds.files).map(({ run_id: id }) => id)];
  if (without.length > 0) await db.deleteFrom('schedule_files').where('run_id', 'in', without).execute();
  if (ids.length > 0) await db.deleteFrom('schedule_runs').where('id', 'in', ids).execute();
}
