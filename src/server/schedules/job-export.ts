import { Refusal } from '../../base/errors.ts';
import { scheduleBounds } from '../../base/schedule-words.ts';
import { exportTables } from '../../contract/exports.ts';
import { type Job, type JobRun, outcome } from './job.ts';

const day = 86_400_000;
const mostAlarms = 20_000;

/** What is asked of a table, of the project alone. */
async function queryOf({ rooms, job, schedule, now }: JobRun<'export'>): Promise<Record<string, unknown>> {
  const { db } = rooms.storage;
  const { projectId } = schedule;
  if (job.table === 'devices') return { projectId };
  const stations = db.selectFrom('stations').select('id').where('project_id', '=', projectId);
  if (job.table === 'latest') {
    const rows = await stations.where('retired_at', 'is', null).orderBy('id').limit(10_000).execute();
    return { stationIds: rows.map(({ id }) => id) };
  }
  const [from, to] = [now - job.days * day, now];
  const alarms = await db
    .selectFrom('alarms')
    .innerJoin('alarm_instances', 'alarm_instances.id', 'alarms.instance_id')
    .select('alarms.id')
    .where('alarm_instances.station_id', 'in', stations)
    .where('alarms.raised_at', '>=', from)
    .where('alarms.raised_at', '<', to)
    .orderBy('alarms.id', 'desc')
    .limit(mostAlarms)
    .execute();
  return { from, to, alarmIds: alarms.map(({ id }) => id) };
}

/** A table of the project as a file that is kept. */
export const exportJob: Job<'export'> = {
  permission: ({ table }) => exportTables[table].permission,
  about: async () => '',
  async begin(run) {
    const { rooms, job, by, schedule } = run;
    // One file a person: it must not be refused since this person has another one.
    const viewer = { ...by.viewer, userId: -schedule.id };
    const query = await queryOf(run);
    const asked = { viewer, language: viewer.language, table: job.table, query };
    const { file, name, rows } = await rooms.exports.write(asked, job.format);
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of file) {
      const bytes = Buffer.from(part as Uint8Array);
      size += bytes.length;
      if (size > scheduleBounds.fileBytes) {
        file.destroy();
        throw new Refusal(422, 'schedules.fileTooLarge', { most: scheduleBounds.fileBytes / 1024 / 1024 });
      }
      parts.push(bytes);
    }
    return {
      ended: 'done',
      outcome: outcome('schedules.outcome.export', { rows }),
      file: { name, bytes: Buffer.concat(parts) },
    };
  },
};
