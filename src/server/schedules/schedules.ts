/** Schedules: what is due is begun once, looked at until it ends, and kept (README.md). */
import { Refusal } from '../../base/errors.ts';
import { readViewer, type Viewer } from '../accounts/viewer.ts';
import { appendAudit } from '../audit/audit.ts';
import { noteChange } from '../changes/change-log.ts';
import { sees } from '../sites/visible.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { ScheduleOutcome } from '../storage/schema.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { claimDue, rearm, tidy } from './clock.ts';
import type { Begun, Ended, JobRooms, JobRun } from './job.ts';
import { outcome } from './job.ts';
import { jobOf, mustHold } from './jobs.ts';
import { noticeEnd } from './notice.ts';
import { openRuns, type ScheduleRow, type ScheduleRunRow } from './store.ts';

const second = 1000;
/** The longest wait between two looks: what another process has saved is noticed by then, and a clock that was set. */
const lookEvery = 10 * second;
/** How often something that was begun is looked at. */
const runEvery = second;
/** Whoever took up a run has it for so long without a sign of life. */
export const heldFor = 120 * second;
/** A run that was taken up so often is given up: it may be what ends the process. */
const mostAttempts = 3;
/** A clock that is so far behind the last look was set back. */
const setBack = 60 * second;
/** Tried again after so long, where somebody else is in the way, and so long at most. */
const busyPause = 30 * second;
const busyMost = 30 * 60 * second;

export type ScheduleFaultPoint = 'schedule.due' | 'schedule.claimed' | 'schedule.begun' | 'schedule.ended';

export interface ScheduleOptions extends JobRooms {
  readonly failed: (error: unknown) => void;
  /** A message was written. */
  readonly notified: () => void;
  readonly now?: () => number;
  /** Called at points of a run: a test ends the process there. */
  readonly faults?: (point: ScheduleFaultPoint) => void;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

type Ending = { readonly state: 'done' | 'failed' | 'refused'; readonly outcome: ScheduleOutcome } & {
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
};

/** A run with its schedule, and what jobs see of it. */
interface FoundRun {
  readonly run: ScheduleRunRow;
  readonly row: ScheduleRow & { readonly zone: string };
  readonly schedule: JobRun['schedule'];
}

const refusedAs = (error: Refusal): Ending => ({
  state: 'refused',
  outcome: outcome(
    error.messageId,
    Object.fromEntries(
      Object.entries(error.params).map(([key, value]) => [
        key,
        typeof value === 'boolean' ? String(value) : value,
      ]),
    ),
  ),
});

export class Schedules {
  readonly options: ScheduleOptions;
  readonly now: () => number;
  readonly #loop: WorkLoop<number>;
  /** Runs that this process has, with the attempt that it is. */
  readonly #held = new Map<number, number>();
  #lastLook = Number.NEGATIVE_INFINITY;

  constructor(options: ScheduleOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.#loop = new WorkLoop<number>({
      // 0: what is due; else a run.
      run: (key) => (key === 0 ? this.#look() : this.#run(key)),
      failed: options.failed,
      permit: options.permit,
      again: [second, 5 * second, 30 * second],
    });
  }

  async start(): Promise<void> {
    const { permit, failed } = this.options;
    if (permit === undefined) return this.#resume();
    permit.onHeld(() => void permit.within(() => this.#resume()).catch(failed));
  }

  async #resume(): Promise<void> {
    const { storage } = this.options;
    await storage.write(async (db) => {
      // No other process has this database: whoever had a run is gone.
      if (storage.dialect === 'sqlite')
        await db.updateTable('schedule_runs').set({ held_until: 0 }).where('ended_at', 'is', null).execute();
      // A clock that was set back while no server ran.
      await rearm(db, this.now(), true);
    });
    this.#loop.wake(0);
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Something was saved. */
  wake(): void {
    this.#loop.wake(0);
  }

  /** Does what is due and what is begun once. */
  async settle(): Promise<void> {
    this.wake();
    await this.#loop.settled();
  }

  /** Begins what is due. Answers in how many ms it is to look again. */
  async #look(): Promise<number> {
    const { storage, faults } = this.options;
    const now = this.now();
    const wasSetBack = now < this.#lastLook - setBack;
    this.#lastLook = now;
    await storage.write((db) => rearm(db, now, wasSetBack));
    const due = await storage.db
      .selectFrom('schedules')
      .select('id')
      .where('due_at', '<=', now)
      .where('enabled', '=', 1)
      .where('deleted_at', 'is', null)
      .orderBy('due_at')
      .execute();
    for (const { id } of due) {
      faults?.('schedule.due');
      const { missedRun } = await storage.write((db) => claimDue(db, id, now));
      if (missedRun !== null) await this.#noticeMissed(missedRun, now);
    }
    for (const { id } of await openRuns(storage.db, now, [...this.#held.keys()])) this.#loop.wake(id);
    const next = await storage.db
      .selectFrom('schedules')
      .select(({ fn }) => fn.min<number | null>('due_at').as('due'))
      .where('due_at', 'is not', null)
      .executeTakeFirst();
    const wait = next?.due == null ? lookEvery : Number(next.due) - now;
    return Math.max(1, Math.min(lookEvery, wait));
  }

  async #noticeMissed(runId: number, now: number): Promise<void> {
    const found = await this.#read(runId);
    if (found === null || found.run.outcome === null) return;
    const { run, schedule } = found;
    const said = fromJson(found.run.outcome);
    await this.options.storage.write((db) =>
      noticeEnd(db, { schedule, timeZone: schedule.timeZone, userId: run.user_id, outcome: said }, now),
    );
    this.options.notified();
  }

  async #read(runId: number): Promise<FoundRun | null> {
    const { db } = this.options.storage;
    const run = await db.selectFrom('schedule_runs').selectAll().where('id', '=', runId).executeTakeFirst();
    if (run === undefined) return null;
    const row = await db
      .selectFrom('schedules')
      .innerJoin('projects', 'projects.id', 'schedules.project_id')
      .selectAll('schedules')
      .select('projects.time_zone as zone')
      .where('schedules.id', '=', run.schedule_id)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { id, name, company_id: companyId, project_id: projectId, zone: timeZone } = row;
    return { run, row, schedule: { id, name, companyId, projectId, timeZone } };
  }

  /** Takes up a run, or keeps one that is held; null = another process has it, or it has ended. */
  async #hold(runId: number): Promise<number | null> {
    const now = this.now();
    const held = this.#held.get(runId);
    return this.options.storage.write(async (db) => {
      const open = db
        .updateTable('schedule_runs')
        .where('id', '=', runId)
        .where('ended_at', 'is', null)
        .returning(['attempts', 'company_id']);
      const taken =
        held === undefined
          ? await open
              .where('held_until', '<=', now)
              .set((eb) => ({
                ...{ state: 'running', held_until: now + heldFor },
                attempts: eb('attempts', '+', 1),
                started_at: eb.fn.coalesce('started_at', eb.val(now)),
              }))
              .executeTakeFirst()
          : await open
              .where('attempts', '=', held)
              .set({ held_until: now + heldFor })
              .executeTakeFirst();
      // It has begun.
      if (held === undefined && taken !== undefined) await noteChange(db, 'schedules', taken.company_id, now);
      return taken?.attempts ?? null;
    });
  }

  async #run(runId: number): Promise<number | null> {
    const isNew = !this.#held.has(runId);
    const attempt = await this.#hold(runId);
    if (attempt === null) {
      this.#held.delete(runId);
      return null;
    }
    this.#held.set(runId, attempt);
    if (isNew) this.options.faults?.('schedule.claimed');
    const found = await this.#read(runId);
    if (found === null) return null;
    // A back-test or a file may take longer than a run is held.
    const beat = setInterval(() => {
      this.#hold(runId).catch((error: unknown) => this.options.failed(error));
    }, heldFor / 4);
    beat.unref();
    try {
      const now = this.now();
      if (isNew && attempt > mostAttempts && found.run.opens === '')
        return await this.#end(found.run, found.row, {
          ...{ state: 'failed', outcome: outcome('schedules.outcome.interrupted', { times: mostAttempts }) },
        });
      const step = await this.#step(found, now, attempt);
      if (step === null) return runEvery;
      if ('again' in step) return step.again;
      return await this.#end(found.run, found.row, step);
    } finally {
      clearInterval(beat);
    }
  }

  /** Begins a run, or looks at what it has begun; null = it goes on. */
  async #step(
    { run, row, schedule }: FoundRun,
    now: number,
    attempt: number,
  ): Promise<Ending | { readonly again: number } | null> {
    const { storage, faults } = this.options;
    const job = fromJson(row.job);
    const kind = jobOf(job);
    try {
      const viewer = await readViewer(storage, run.user_id);
      if (viewer === null) throw new Refusal(422, 'schedules.noAccount', { account: row.account_name });
      if (!sees(viewer, schedule.companyId))
        throw new Refusal(422, 'schedules.otherCompany', { account: row.account_name });
      const asked: JobRun = {
        ...{ rooms: this.options, job, schedule, now },
        by: { viewer, address: `schedule ${schedule.id}` },
        ...{ dueAt: run.due_at, startedAt: run.started_at ?? now, isAgain: attempt > 1 },
      };
      if (run.opens !== '') {
        const ended: Ended = (await kind.look?.(asked, run.opens)) ?? null;
        return ended === null ? null : { state: ended.ended, outcome: ended.outcome };
      }
      mustHold(viewer, job);
      await this.#mustBeInService(schedule.projectId);
      const begun: Begun = await kind.begin(asked);
      if ('again' in begun) return begun;
      if ('ended' in begun) {
        const { ended: state, ...rest } = begun;
        return { state, ...rest };
      }
      faults?.('schedule.begun');
      await storage.write(async (db) => {
        await db
          .updateTable('schedule_runs')
          .set({ opens: begun.opens })
          .where('id', '=', run.id)
          .where('attempts', '=', attempt)
          .execute();
        await noteChange(db, 'schedules', row.company_id, now);
      });
      return null;
    } catch (error) {
      // The server stops: whoever starts next takes it up.
      if (this.#loop.isStopped) return { again: busyPause };
      if (!(error instanceof Refusal)) {
        this.options.failed(error);
        return { state: 'failed', outcome: outcome('schedules.outcome.failed') };
      }
      if (run.opens !== '') {
        await this.#leave({ run, row, schedule }, now);
        return refusedAs(error);
      }
      const isBusy = error.status === 429 || error.messageId === 'exports.running';
      if (isBusy && now - (run.started_at ?? now) < busyMost) return { again: busyPause };
      return refusedAs(error);
    }
  }

  /** What a refused run had begun is not left to go on without anybody who answers for it. */
  async #leave({ run, row, schedule }: FoundRun, now: number): Promise<void> {
    const job = fromJson(row.job);
    const viewer: Viewer = {
      ...{ userId: run.user_id, accountName: row.account_name, roleId: 0, roleName: '' },
      ...{ companyId: schedule.companyId, companyName: null, language: 'en', permissions: [] },
    };
    const asked: JobRun = {
      ...{ rooms: this.options, job, schedule, now },
      by: { viewer, address: `schedule ${schedule.id}` },
      ...{ dueAt: run.due_at, startedAt: run.started_at ?? now, isAgain: true },
    };
    try {
      await jobOf(job).leave?.(asked, run.opens);
    } catch (error) {
      // It is gone, or was ended by a person meanwhile.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** @throws Refusal where no station of the project is in service any more */
  async #mustBeInService(projectId: number): Promise<void> {
    const one = await this.options.storage.db
      .selectFrom('stations')
      .select('id')
      .where('project_id', '=', projectId)
      .where('retired_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (one === undefined) throw new Refusal(422, 'schedules.projectRetired', {}, 'projectId');
  }

  /** Keeps how a run ended with all that follows from it, or nothing where another process has it meanwhile. */
  async #end(
    run: ScheduleRunRow,
    row: ScheduleRow & { readonly zone: string },
    ending: Ending,
  ): Promise<null> {
    const { storage, faults, notified } = this.options;
    const now = this.now();
    const { state, outcome: said, file } = ending;
    await storage.write(async (db) => {
      const ended = await db
        .updateTable('schedule_runs')
        .set({ state, ended_at: Math.max(now, run.started_at ?? now), outcome: toJson(said) })
        .where('id', '=', run.id)
        .where('attempts', '=', this.#held.get(run.id) ?? -1)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (ended === undefined) return;
      if (file !== undefined)
        await db
          .insertInto('schedule_files')
          .values({ run_id: run.id, name: file.name, size: file.bytes.length, bytes: file.bytes })
          .execute();
      await tidy(db, row.id, now);
      await noteChange(db, 'schedules', row.company_id, now);
      await appendAudit(db, {
        ...{ at: now, action: 'schedule.ended', subject: `schedule:${row.id}`, userId: run.user_id },
        ...{ accountName: row.account_name, address: `schedule ${row.id}` },
        result: state === 'done' ? 'ok' : 'failed',
        detail: JSON.stringify({ name: row.name, state, outcome: said.id }),
      });
      const schedule = { name: row.name, companyId: row.company_id, projectId: row.project_id };
      await noticeEnd(db, { schedule, timeZone: row.zone, userId: run.user_id, outcome: said }, now);
    });
    this.#held.delete(run.id);
    faults?.('schedule.ended');
    notified();
    return null;
  }
}
