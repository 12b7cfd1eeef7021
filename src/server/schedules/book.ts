/** Schedules as people make, change and look at them. */
import { Refusal } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import { hasPermission } from '../../base/permissions.ts';
import { type MissedChoice, missedStates, scheduleBounds } from '../../base/schedule-words.ts';
import type { ScheduleBody, ScheduleRun, ScheduleView } from '../../contract/schedules.ts';
import { nextTime, problemOf } from '../../domain/schedules/recurrence.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { acknowledge, addRun, openRun } from './clock.ts';
import { jobOf, mustHold } from './jobs.ts';
import type { Schedules } from './schedules.ts';
import { runsWith, runView, type ScheduleRow, seenSchedule, seenSchedules } from './store.ts';

const day = 86_400_000;
const mostRuns = 3000;
const mostMissed = 200;

/** The name of what is of; '' where it is gone. */
async function aboutOf({ options }: Schedules, viewer: Viewer, row: ScheduleRow): Promise<string> {
  try {
    const job = fromJson(row.job);
    return await jobOf(job).about(options, viewer, job, row.project_id);
  } catch (error) {
    if (error instanceof Refusal) return '';
    throw error;
  }
}

/** What is asked for, as it is kept. @throws Refusal 403, 404, 422 naming the field */
async function checked(schedules: Schedules, by: By, body: ScheduleBody) {
  const { options, now } = schedules;
  const project = options.board.projects(by.viewer).find(({ id }) => id === body.projectId);
  if (project === undefined) throw new Refusal(404, 'api.notFound', { what: `project ${body.projectId}` });
  const name = body.name.trim();
  if (name === '') throw new Refusal(422, 'bound.required', {}, 'name');
  if ([...name].length > scheduleBounds.name)
    throw new Refusal(422, 'schedules.longName', { limit: scheduleBounds.name }, 'name');
  const { recurrence, job, missed } = body;
  const zone = project.timeZone;
  const wrong = problemOf(recurrence, zone, now(), scheduleBounds.minutes);
  if (wrong !== null)
    throw new Refusal(422, `schedules.bad.${wrong.reason}` as MessageId, { zone }, wrong.field);
  mustHold(by.viewer, job);
  await jobOf(job).about(options, by.viewer, job, project.id);
  return {
    ...{ company_id: project.companyId, project_id: project.id, name, missed, time_zone: zone },
    ...{ job: toJson(job), recurrence: toJson(recurrence), due_at: nextTime(recurrence, zone, now()) },
    ...{ user_id: by.viewer.userId, account_name: by.viewer.accountName, address: by.address },
  };
}

/** An act is written down, and consoles learn of it. */
async function audited(
  schedules: Schedules,
  db: Db,
  by: By,
  action: Parameters<typeof auditBy>[2]['action'],
  of: { readonly id: number; readonly name: string; readonly company_id: number },
): Promise<void> {
  const at = schedules.now();
  await auditBy(db, by, { at, action, subject: `schedule:${of.id}`, detail: of.name });
  await noteChange(db, 'schedules', of.company_id, at);
}

/** @throws Refusal 429 where a company has as many as it may */
async function mustHaveRoom(db: Db, companyId: number): Promise<void> {
  const { count } = await db
    .selectFrom('schedules')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= scheduleBounds.schedules)
    throw new Refusal(429, 'schedules.tooMany', { limit: scheduleBounds.schedules });
}

/** @throws Refusal 403, 404, 422, 429 where the company has too many */
export async function createSchedule(schedules: Schedules, by: By, body: ScheduleBody) {
  const values = await checked(schedules, by, body);
  const made = await schedules.options.storage.write(async (db) => {
    await mustHaveRoom(db, values.company_id);
    const { id } = await db
      .insertInto('schedules')
      .values({ ...values, revision: 1, enabled: 1, deleted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audited(schedules, db, by, 'schedule.create', { ...values, id });
    return { id, revision: 1 };
  });
  schedules.wake();
  return made;
}

/** @throws Refusal 403, 404, 409 where somebody changed it meanwhile, 422 */
export async function updateSchedule(
  schedules: Schedules,
  by: By,
  id: number,
  { revision, ...body }: ScheduleBody & { readonly revision: number },
) {
  await seenSchedule(schedules.options.storage.db, by.viewer, id);
  const values = await checked(schedules, by, body);
  const saved = await schedules.options.storage.write(async (db) => {
    const row = await seenSchedule(db, by.viewer, id);
    mustHold(by.viewer, fromJson(row.job));
    if (row.company_id !== values.company_id)
      throw new Refusal(422, 'schedules.otherProject', {}, 'projectId');
    if (row.revision !== revision) throw new Refusal(409, 'schedules.stale', {}, 'revision');
    await db
      .updateTable('schedules')
      .set({ ...values, revision: revision + 1, due_at: row.enabled === 1 ? values.due_at : null })
      .where('id', '=', id)
      .execute();
    await audited(schedules, db, by, 'schedule.update', { ...values, id });
    return { id, revision: revision + 1 };
  });
  schedules.wake();
  return saved;
}

const turned = {
  pause: 'schedule.pause',
  resume: 'schedule.resume',
  delete: 'schedule.delete',
  restore: 'schedule.restore',
} as const;

/** Pauses, resumes, deletes or takes that back; whoever may run it may. Each may be asked for twice. @throws Refusal 403, 404, 429 */
export async function turnSchedule(
  schedules: Schedules,
  by: By,
  id: number,
  to: keyof typeof turned,
): Promise<Record<string, never>> {
  const now = schedules.now();
  await schedules.options.storage.write(async (db) => {
    const row = await seenSchedule(db, by.viewer, id, to === 'restore');
    mustHold(by.viewer, fromJson(row.job));
    if (to === 'restore' && row.deleted_at === null) return;
    if ((to === 'pause' || to === 'resume') && row.enabled === Number(to === 'resume')) return;
    if (to === 'restore') await mustHaveRoom(db, row.company_id);
    const project = await db
      .selectFrom('projects')
      .select('time_zone')
      .where('id', '=', row.project_id)
      .executeTakeFirstOrThrow();
    const zone = project.time_zone;
    const next = nextTime(fromJson(row.recurrence), zone, now);
    const set = {
      pause: { enabled: 0, due_at: null },
      resume: { enabled: 1, due_at: next, time_zone: zone },
      delete: { due_at: null, deleted_at: now },
      restore: { due_at: row.enabled === 1 ? next : null, time_zone: zone, deleted_at: null },
    }[to];
    await db
      .updateTable('schedules')
      .set({ ...set, revision: row.revision + 1 })
      .where('id', '=', id)
      .execute();
    await audited(schedules, db, by, turned[to], row);
  });
  schedules.wake();
  return {};
}

/** Begins a run now with the rights of who asks; it makes good what was missed. @throws Refusal 403, 404, 409, 422 */
export async function runNow(schedules: Schedules, by: By, id: number): Promise<{ id: number }> {
  const { storage } = schedules.options;
  const seen = await seenSchedule(storage.db, by.viewer, id);
  const job = fromJson(seen.job);
  mustHold(by.viewer, job);
  await jobOf(job).about(schedules.options, by.viewer, job, seen.project_id);
  const run = await storage.write(async (db) => {
    if ((await openRun(db, id)) !== undefined) throw new Refusal(409, 'schedules.underWay');
    const added = await addRun(db, {
      ...{ schedule_id: id, company_id: seen.company_id, due_at: schedules.now(), by_hand: 1 },
      user_id: by.viewer.userId,
    });
    if (added === null) throw new Refusal(409, 'schedules.underWay');
    await acknowledge(db, { scheduleId: id }, { at: schedules.now(), by: by.viewer.accountName });
    await audited(schedules, db, by, 'schedule.run', seen);
    return added;
  });
  schedules.wake();
  return { id: run };
}

/** A missed run is no longer reported; whoever may run its schedule may say so. @throws Refusal 403, 404 */
export async function acknowledgeRun(
  schedules: Schedules,
  by: By,
  id: number,
  runId: number,
): Promise<Record<string, never>> {
  await schedules.options.storage.write(async (db) => {
    const row = await seenSchedule(db, by.viewer, id);
    mustHold(by.viewer, fromJson(row.job));
    const run = await db
      .selectFrom('schedule_runs')
      .select('acknowledged_at')
      .where('id', '=', runId)
      .where('schedule_id', '=', id)
      .where('state', 'in', [...missedStates])
      .executeTakeFirst();
    if (run === undefined) throw new Refusal(404, 'api.notFound', { what: `missed run ${runId}` });
    const who = { at: schedules.now(), by: by.viewer.accountName };
    if ((await acknowledge(db, { scheduleId: id, runId }, who)) > 0)
      await audited(schedules, db, by, 'schedule.acknowledge', row);
  });
  return {};
}

/** Schedules with their last runs, runs that were due in a span, and missed ones that nobody has acknowledged. */
export async function listSchedules(
  schedules: Schedules,
  viewer: Viewer,
  span: { readonly from?: number; readonly to?: number },
): Promise<{ schedules: ScheduleView[]; runs: ScheduleRun[]; missed: ScheduleRun[]; now: number }> {
  const { storage } = schedules.options;
  const now = schedules.now();
  const { from = now - 7 * day, to = now + day } = span;
  const rows = await seenSchedules(storage.db, viewer)
    .selectAll('schedules')
    .select(['projects.name as project_name', 'projects.time_zone as zone'])
    .orderBy('schedules.id')
    .execute();
  const runs = await runsWith(storage.db, viewer)
    .where('schedule_runs.due_at', '>=', from)
    .where('schedule_runs.due_at', '<', to)
    .orderBy('schedule_runs.id', 'desc')
    .limit(mostRuns)
    .execute();
  const missed = await runsWith(storage.db, viewer)
    .where('schedules.deleted_at', 'is', null)
    .where('schedule_runs.state', 'in', [...missedStates])
    .where('schedule_runs.acknowledged_at', 'is', null)
    .orderBy('schedule_runs.due_at', 'desc')
    .limit(mostMissed)
    .execute();
  const newest = await runsWith(storage.db, viewer)
    .where('schedule_runs.id', 'in', (eb) =>
      eb
        .selectFrom('schedule_runs as newest')
        .select(({ fn }) => fn.max('newest.id').as('id'))
        .groupBy('newest.schedule_id'),
    )
    .execute();
  const lasts = new Map(newest.map((row) => [row.schedule_id, runView(row)]));
  const views: ScheduleView[] = [];
  for (const row of rows) {
    const job = fromJson(row.job);
    views.push({
      ...{ id: row.id, companyId: row.company_id, projectId: row.project_id, projectName: row.project_name },
      ...{ name: row.name, job, recurrence: fromJson(row.recurrence), missed: row.missed as MissedChoice },
      ...{ timeZone: row.zone, revision: row.revision, enabled: row.enabled === 1, by: row.account_name },
      ...{ about: await aboutOf(schedules, viewer, row), dueAt: row.due_at, last: lasts.get(row.id) ?? null },
      canEdit: hasPermission(viewer.permissions, jobOf(job).permission(job)),
    });
  }
  return { schedules: views, runs: runs.map(runView), missed: missed.map(runView), now };
}

/** @throws Refusal 404 */
export async function listRuns({ options }: Schedules, viewer: Viewer, id: number) {
  await seenSchedule(options.storage.db, viewer, id);
  const rows = await runsWith(options.storage.db, viewer)
    .where('schedule_runs.schedule_id', '=', id)
    .orderBy('schedule_runs.id', 'desc')
    .execute();
  return { runs: rows.map(runView) };
}

/** The file of a run, for who may write such a one. @throws Refusal 403, 404 */
export async function fileOf({ options }: Schedules, viewer: Viewer, id: number, runId: number) {
  const { db } = options.storage;
  const row = await seenSchedule(db, viewer, id);
  mustHold(viewer, fromJson(row.job));
  const file = await db
    .selectFrom('schedule_files')
    .innerJoin('schedule_runs', 'schedule_runs.id', 'run_id')
    .select(['schedule_files.name', 'bytes'])
    .where('schedule_runs.schedule_id', '=', id)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (file === undefined) throw new Refusal(404, 'schedules.noFile');
  return file;
}
