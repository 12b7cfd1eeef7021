/** What a kind of job is: each is declared once, in `jobs`. */
import type { Permission } from '../../base/permissions.ts';
import type { ScheduleJobKind } from '../../base/schedule-words.ts';
import type { ScheduleJob } from '../../contract/schedules.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { BackTests } from '../alarms/back-test/back-tests.ts';
import type { RuleBook } from '../alarms/rules/rule-book.ts';
import type { By } from '../audit/by.ts';
import type { OrderStore } from '../delivery/store.ts';
import type { Exports } from '../exports/exports.ts';
import type { PlanIssuer } from '../plans/rollout/issuer.ts';
import type { Link } from '../plans/rollout/progress.ts';
import type { Reports } from '../reports/reports.ts';
import type { Board } from '../sites/board.ts';
import type { ScheduleOutcome } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { ScriptLibrary } from '../workflows/scripts/library.ts';
import type { Workflows } from '../workflows/workflows.ts';

/** The rooms that jobs work through. */
export interface JobRooms {
  readonly storage: Storage;
  readonly board: Board;
  readonly workflows: Workflows;
  readonly library: ScriptLibrary;
  readonly orders: OrderStore;
  readonly link: Link;
  readonly issuer: Pick<PlanIssuer, 'issue'>;
  readonly ruleBook: RuleBook;
  readonly backTests: BackTests;
  readonly exports: Exports;
  readonly reports: Reports;
}

/** One run of a job, as its kind sees it. */
export interface JobRun<K extends ScheduleJobKind = ScheduleJobKind> {
  readonly rooms: JobRooms;
  readonly job: Extract<ScheduleJob, { kind: K }>;
  /** With the rights of now. */
  readonly by: By;
  readonly schedule: {
    readonly id: number;
    readonly name: string;
    readonly companyId: number;
    readonly projectId: number;
    readonly timeZone: string;
  };
  readonly dueAt: number;
  readonly startedAt: number;
  readonly now: number;
  /** It was taken up before, and what it had begun by then is not known. */
  readonly isAgain: boolean;
}

/** It has ended, has started something that is looked at again (`opens`), or is to be tried again in so many ms. */
export type Begun =
  | {
      readonly ended: 'done' | 'failed';
      readonly outcome: ScheduleOutcome;
      readonly file?: { readonly name: string; readonly bytes: Uint8Array };
    }
  | { readonly opens: string }
  | { readonly again: number };
/** How it ended; null = it goes on. */
export type Ended = { readonly ended: 'done' | 'failed'; readonly outcome: ScheduleOutcome } | null;

export interface Job<K extends ScheduleJobKind = ScheduleJobKind> {
  /** The right that whoever schedules it holds, at each run again. */
  readonly permission: (job: Extract<ScheduleJob, { kind: K }>) => Permission;
  /** Name of what it is of; '' = nothing in particular. @throws Refusal where it cannot be run (any more) */
  readonly about: (
    rooms: JobRooms,
    viewer: Viewer,
    job: Extract<ScheduleJob, { kind: K }>,
    projectId: number,
  ) => Promise<string>;
  /** @throws Refusal where it cannot be run now */
  readonly begin: (run: JobRun<K>) => Promise<Begun>;
  /** Looks at what was begun. */
  readonly look?: (run: JobRun<K>, opens: string) => Promise<Ended>;
  /**
   * Brings what was begun to a safe end when the run is refused while it goes on, e.g. because its account was disabled.
   * `by` names the account, and holds no rights but the sight of the schedule's company.
   */
  readonly leave?: (run: JobRun<K>, opens: string) => Promise<void>;
}
export const outcome = (id: string, params: ScheduleOutcome['params'] = {}): ScheduleOutcome => ({
  id,
  params,
});
