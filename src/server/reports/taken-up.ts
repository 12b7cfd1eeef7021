import type { RunningJobs } from '../processes/running-jobs.ts';
import type { Storage } from '../storage/storage.ts';

/** A report whose making was interrupted so often is given up: it may be what ends the process. */
const mostAttempts = 3;

/** Lets what no process makes any more be made again, but for what may be what ends them. */
export async function takeUp(storage: Storage, jobs: RunningJobs): Promise<void> {
  const making = await storage.db.selectFrom('reports').select('id').where('state', '=', 'making').execute();
  const known = new Set(await jobs.subjects(storage.db, 'report'));
  if (making.every(({ id }) => known.has(String(id)))) return;
  await storage.write(async (db) => {
    const living = (await jobs.subjects(db, 'report')).map(Number);
    const all = db.updateTable('reports').where('state', '=', 'making');
    const lost = living.length === 0 ? all : all.where('id', 'not in', living);
    await lost
      .set({ state: 'failed', problem: 'reports.problem.interrupted' })
      .where('attempts', '>=', mostAttempts)
      .execute();
    await lost.set({ state: 'waiting' }).execute();
  });
}
