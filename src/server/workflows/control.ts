/** What is done with a run while it goes, as it is written down: cancelled, paused, resumed. */
import { Refusal } from '../../base/errors.ts';
import { auditBy, type By } from '../audit/by.ts';
import { type Db, stepIn } from '../delivery/store.ts';
import { noticeRunCancelled } from './notices.ts';
import { openStates, type RunRow, stateOf } from './row.ts';
import type { RunStore } from './store.ts';

/** Reads that were ordered and never sent are taken back. Answers the RTUs concerned. */
async function takeBack(store: RunStore, db: Db, row: RunRow, by: By): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', row.user_id)
    .where('state', '=', 'queued')
    .where('idempotency_key', 'like', `${row.id}-%`)
    .execute();
  for (const order of rows) await stepIn(db, order, 'cancel', store.now(), { by });
  return [...new Set(rows.map((order) => order.rtu_id))];
}

/** Ends a run; answers the RTUs of which something was taken back. @throws Refusal 404, 409 */
export async function cancelRun(store: RunStore, by: By, runId: string): Promise<readonly number[]> {
  const row = await store.own(by.viewer, runId);
  return store.write('end', async (db) => {
    const now = store.now();
    const moved = await store.move(db, runId, openStates, {
      state: 'cancelled',
      ended_at: now,
      awaited: 0,
    });
    if (!moved) throw new Refusal(409, 'workflow.ended');
    await auditBy(db, by, {
      at: now,
      action: 'workflow.cancel',
      subject: `run:${runId}`,
      detail: JSON.stringify({ title: row.title }),
    });
    await noticeRunCancelled(db, row, by, now);
    return takeBack(store, db, row, by);
  });
}

/** @throws Refusal 404, 409 */
export async function pauseRun(store: RunStore, by: By, runId: string): Promise<void> {
  await store.own(by.viewer, runId);
  await store.write('park', async (db) => {
    const moved = await store.move(db, runId, openStates, { state: 'paused' });
    if (!moved) throw new Refusal(409, 'workflow.ended');
  });
}

/** @throws Refusal 404, 409 */
export async function resumeRun(store: RunStore, by: By, runId: string): Promise<void> {
  const row = await store.own(by.viewer, runId);
  await store.write('park', async (db) => {
    const moved = await store.move(db, runId, ['paused'], { state: 'running' });
    if (!moved)
      throw new Refusal(409, openStates.includes(stateOf(row)) ? 'workflow.notPaused' : 'workflow.ended');
  });
}
