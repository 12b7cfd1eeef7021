import { Refusal } from '../../base/errors.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type Job, type JobRooms, outcome } from './job.ts';

const day = 86_400_000;

/** @throws Refusal where the rule was deleted */
async function ruleOf({ ruleBook }: JobRooms, viewer: Viewer, ruleId: number) {
  const rule = (await ruleBook.newest(viewer)).find(({ id }) => id === ruleId);
  if (rule === undefined) throw new Refusal(404, 'api.notFound', { what: `rule ${ruleId}` });
  return rule;
}

/** An alarm rule as it is at that time, tested over the last days. */
export const backTestJob: Job<'backTest'> = {
  permission: () => 'alarm:rule:edit',
  about: async (rooms, viewer, { ruleId }) => (await ruleOf(rooms, viewer, ruleId)).name,
  async begin({ rooms, job, by, schedule, now }) {
    const { definition, companyId, version } = await ruleOf(rooms, by.viewer, job.ruleId);
    const span = { from: now - job.days * day, to: now };
    // One back-test a person: it must not end the one that this person is looking at.
    const viewer = { ...by.viewer, userId: -schedule.id };
    const never = new AbortController().signal;
    const { targets } = await rooms.backTests.test(
      viewer,
      { definition, companyId, ...span },
      undefined,
      never,
    );
    const raised = targets.reduce(
      (sum, { events }) => sum + events.filter(({ type }) => type === 'raise').length,
      0,
    );
    return {
      ended: 'done',
      outcome: outcome('schedules.outcome.backTest', {
        ...{ raised, days: job.days, version, targets: targets.length },
      }),
    };
  },
};
