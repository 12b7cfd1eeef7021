import { Refusal } from '../../base/errors.ts';
import { isRunEnded, type RunState } from '../../contract/workflows.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { hashOf } from '../workflows/row.ts';
import { sourceOf } from '../workflows/scripts/source.ts';
import { scriptOf, versionOf } from '../workflows/scripts/store.ts';
import { type Job, type JobRooms, outcome } from './job.ts';

const gone = () => new Refusal(422, 'schedules.scriptGone', {}, 'script');

/** The text of a script as it is now, with its name. @throws Refusal where it was deleted, or is not the viewer's any more */
async function textOf({ storage, library }: JobRooms, viewer: Viewer, script: string) {
  const id = /^library-(.+)$/.exec(script)?.[1];
  try {
    if (id !== undefined) return { text: library.textOf(id), name: id };
    const { version, name } = await scriptOf(storage.db, viewer, script);
    return { text: (await versionOf(storage.db, script, version)).text, name };
  } catch (error) {
    throw error instanceof Refusal && error.status === 404 ? gone() : error;
  }
}

/** A script is run; the plan that it proposes stays a draft until a person approves it. */
export const scriptJob: Job<'script'> = {
  permission: () => 'device:workflow:run',
  about: async (rooms, viewer, { script }) => (await textOf(rooms, viewer, script)).name,
  async begin({ rooms, job, by, schedule, startedAt, isAgain }) {
    const { workflows, storage, library } = rooms;
    const { text } = await textOf(rooms, by.viewer, job.script);
    const title = schedule.name;
    if (isAgain) {
      const known = await storage.db
        .selectFrom('workflow_runs')
        .select('id')
        .where('user_id', '=', by.viewer.userId)
        .where('title', '=', title)
        .where('script_hash', '=', hashOf(text))
        .where('address', '=', by.address)
        .where('created_at', '>=', startedAt)
        .executeTakeFirst();
      if (known !== undefined) return { opens: `run:${known.id}` };
    }
    const said = { script: job.script, version: null };
    const source = await sourceOf({ db: storage.db, library }, by.viewer, text, said);
    const body = { script: text, args: job.args, title };
    return { opens: `run:${await workflows.begin(by, body, by.viewer.language, source)}` };
  },
  async look({ rooms }, opens) {
    const row = await rooms.storage.db
      .selectFrom('workflow_runs')
      .select(['state', 'plan_id'])
      .where('id', '=', opens.slice(4))
      .executeTakeFirst();
    if (row === undefined) return { ended: 'failed', outcome: outcome('schedules.outcome.runGone') };
    const state = row.state as RunState;
    if (!isRunEnded(state)) return null;
    if (state !== 'done') return { ended: 'failed', outcome: outcome(`schedules.outcome.script.${state}`) };
    const id = row.plan_id === null ? 'schedules.outcome.scriptDone' : 'schedules.outcome.scriptPlan';
    return { ended: 'done', outcome: outcome(id) };
  },
};
