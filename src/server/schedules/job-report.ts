import { dayNumber, dayStart } from '../../base/time.ts';
import { fromJson } from '../storage/json.ts';
import { type Job, outcome } from './job.ts';

/** A report of the last whole days of the project's calendar; nobody has signed it. */
export const reportJob: Job<'report'> = {
  permission: () => 'report:document:make',
  about: async () => '',
  async begin({ rooms, job, by, schedule, dueAt, startedAt, isAgain }) {
    const { timeZone, projectId } = schedule;
    const today = dayNumber(timeZone, dueAt);
    const [from, to] = [dayStart(timeZone, today - job.days), dayStart(timeZone, today)];
    if (isAgain) {
      const made = await rooms.storage.db
        .selectFrom('reports')
        .select(['id', 'request'])
        .where('project_id', '=', projectId)
        .where('made_by_id', '=', by.viewer.userId)
        .where('made_at', '>=', startedAt)
        .execute();
      const known = made.find(({ request }) => {
        const own = fromJson(request);
        return own.from === from && own.to === to;
      });
      if (known !== undefined) return { opens: `report:${known.id}` };
    }
    const { languages, formats } = job;
    const { id } = await rooms.reports.make(by, {
      ...{ templateId: null, builtIn: job.template, projectId, stationIds: [], from, to },
      ...{ languages: [...languages], formats: [...formats] },
    });
    return { opens: `report:${id}` };
  },
  async look({ rooms }, opens) {
    const row = await rooms.storage.db
      .selectFrom('reports')
      .select(['state', 'pages', 'problem'])
      .where('id', '=', Number(opens.slice(7)))
      .executeTakeFirst();
    if (row === undefined) return { ended: 'failed', outcome: outcome('schedules.outcome.reportGone') };
    if (row.state === 'ready')
      return { ended: 'done', outcome: outcome('schedules.outcome.report', { pages: row.pages }) };
    if (row.state === 'waiting' || row.state === 'making') return null;
    return { ended: 'failed', outcome: outcome(row.problem ?? 'schedules.outcome.reportCancelled') };
  },
};
