import { Refusal } from '../../base/errors.ts';
import { pausePlan, resumePlan } from '../plans/control.ts';
import type { PlanRow } from '../plans/row.ts';
import { ownPlan } from '../plans/visible.ts';
import { type Job, outcome } from './job.ts';

const minute = 60_000;

/** @throws Refusal for a plan that nobody has approved, or that is over */
function mustGo(plan: PlanRow): void {
  if (plan.state === 'draft') throw new Refusal(422, 'schedules.planDraft', {}, 'planId');
  if (!['applying', 'paused'].includes(plan.state) || plan.ended_at !== null)
    throw new Refusal(422, 'schedules.planOver', { plan: plan.title }, 'planId');
}

/**
 * A maintenance window of a plan that a person has approved: it goes on at the window's begin and is paused at its end.
 * A plan that sounds sirens is not resumed so: whoever does must have been shown when they sound.
 */
export const planJob: Job<'plan'> = {
  permission: () => 'device:parameter:edit',
  async about({ storage }, viewer, { planId }) {
    const plan = await ownPlan(storage.db, viewer, planId);
    mustGo(plan);
    return plan.title;
  },
  async begin({ rooms, job, by, dueAt, now, isAgain }) {
    const { storage, orders, link, issuer } = rooms;
    const plan = await ownPlan(storage.db, by.viewer, job.planId);
    mustGo(plan);
    // A plan that this run had resumed before its process ended is taken over, to be paused by `look` where its window is over.
    const isResumed = isAgain && plan.state === 'applying';
    if (!isResumed && now >= dueAt + job.minutes * minute)
      throw new Refusal(422, 'schedules.windowPassed', { minutes: job.minutes });
    await resumePlan(orders, by, plan.id, { revision: plan.revision }, link);
    issuer.issue(plan.id);
    return { opens: `plan:${plan.id}` };
  },
  async look({ rooms, job, by, dueAt, now }, opens) {
    const { storage, orders, issuer } = rooms;
    const plan = await ownPlan(storage.db, by.viewer, opens.slice(5));
    if (plan.state === 'applied') return { ended: 'done', outcome: outcome('schedules.outcome.planApplied') };
    if (plan.state === 'stopped')
      return { ended: 'failed', outcome: outcome('schedules.outcome.planStopped') };
    if (plan.state === 'cancelled')
      return { ended: 'failed', outcome: outcome('schedules.outcome.planCancelled') };
    if (plan.state === 'paused') return { ended: 'done', outcome: outcome('schedules.outcome.planPaused') };
    if (now < dueAt + job.minutes * minute) return null;
    await pausePlan(orders, by, plan.id);
    issuer.issue(plan.id);
    return { ended: 'done', outcome: outcome('schedules.outcome.windowOver') };
  },
  async leave({ rooms: { storage, orders, issuer }, by }, opens) {
    const plan = await ownPlan(storage.db, by.viewer, opens.slice(5));
    if (plan.state !== 'applying') return;
    await pausePlan(orders, by, plan.id);
    issuer.issue(plan.id);
  },
};
