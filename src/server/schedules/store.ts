/** Schedules and runs as they are kept: every read is of the viewer's company. */
import type { Selectable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { ScheduleRun } from '../../contract/schedules.ts';
import { type CompanyScope, sees } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Db, ScheduleRunTable, ScheduleTable } from '../storage/schema.ts';

export type ScheduleRow = Selectable<ScheduleTable>;
export type ScheduleRunRow = Selectable<ScheduleRunTable>;

/** Runs that have not ended and that nobody has, or this process has. */
export const openRuns = (db: Db, now: number, held: readonly number[]) =>
  db
    .selectFrom('schedule_runs')
    .select('id')
    .where('ended_at', 'is', null)
    .where((on) =>
      on.or([on('held_until', '<=', now), ...(held.length === 0 ? [] : [on('id', 'in', [...held])])]),
    )
    .orderBy('id')
    .execute();

/** Schedules that a viewer may see, with their projects' names and zones. */
export function seenSchedules(db: Db, viewer: CompanyScope) {
  const all = db
    .selectFrom('schedules')
    .innerJoin('projects', 'projects.id', 'schedules.project_id')
    .where('schedules.deleted_at', 'is', null);
  return viewer.companyId === null ? all : all.where('schedules.company_id', '=', viewer.companyId);
}

/** @throws Refusal 404; also for a deleted one, unless those are looked for too */
export async function seenSchedule(
  db: Db,
  viewer: CompanyScope,
  id: number,
  withDeleted = false,
): Promise<ScheduleRow> {
  const row = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
  const isThere = row !== undefined && (withDeleted || row.deleted_at === null);
  if (!isThere || !sees(viewer, row.company_id))
    throw new Refusal(404, 'api.notFound', { what: `schedule ${id}` });
  return row;
}

/** Runs with the names of their schedules and files. */
export function runsWith(db: Db, viewer: CompanyScope) {
  const all = db
    .selectFrom('schedule_runs')
    .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
    .leftJoin('schedule_files', 'schedule_files.run_id', 'schedule_runs.id')
    .selectAll('schedule_runs')
    .select(['schedules.name as schedule_name', 'schedule_files.name as file_name']);
  return viewer.companyId === null ? all : all.where('schedules.company_id', '=', viewer.companyId);
}

export function runView(
  row: ScheduleRunRow & { readonly schedule_name: string; readonly file_name: string | null },
): ScheduleRun {
  const said = row.outcome === null ? null : fromJson(row.outcome);
  return {
    id: row.id,
    scheduleId: row.schedule_id,
    name: row.schedule_name,
    ...{ dueAt: row.due_at, startedAt: row.started_at, endedAt: row.ended_at, state: row.state },
    ...{ byHand: row.by_hand === 1, late: row.late === 1, missed: row.missed, opens: row.opens },
    outcome: said === null ? null : { id: said.id, params: { ...said.params } },
    file: row.file_name,
    acknowledged:
      row.acknowledged_at === null ? null : { at: row.acknowledged_at, by: row.acknowledged_by ?? '' },
  };
}
