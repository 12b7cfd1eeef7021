/** Every kind of job. */
import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { ScheduleJobKind } from '../../base/schedule-words.ts';
import type { ScheduleJob } from '../../contract/schedules.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Job } from './job.ts';
import { backTestJob } from './job-back-test.ts';
import { exportJob } from './job-export.ts';
import { planJob } from './job-plan.ts';
import { reportJob } from './job-report.ts';
import { scriptJob } from './job-script.ts';

const jobs: { readonly [K in ScheduleJobKind]: Job<K> } = {
  script: scriptJob,
  plan: planJob,
  backTest: backTestJob,
  export: exportJob,
  report: reportJob,
};
/** The kind of a job, for any of its jobs. */
export const jobOf = (job: ScheduleJob): Job => jobs[job.kind] as unknown as Job;

/** @throws Refusal 403 naming the right that is missing */
export function mustHold(viewer: Viewer, job: ScheduleJob): void {
  const permission = jobOf(job).permission(job);
  if (!hasPermission(viewer.permissions, permission)) throw new Refusal(403, 'api.forbidden', { permission });
}
