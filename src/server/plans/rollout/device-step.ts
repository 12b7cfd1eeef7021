/** What is written down of a plan's devices: that they begin, that they have ended, and that the plan stops by it. */
import { isStopped } from '../../../domain/rollout/rollout.ts';
import { appendAudit } from '../../audit/audit.ts';
import { noteChange } from '../../changes/change-log.ts';
import { type Db, type OrderStore, stepIn } from '../../delivery/store.ts';
import type { Cell } from '../../storage/executor.ts';
import { fixed, fixedIn } from '../../storage/fixed.ts';
import { batchDone } from '../faults.ts';
import { noticePlanEnd, noticePlanStop } from '../notices.ts';
import { dropSecrets, itemsOf, type PlanDeviceRow, type PlanRow, rolloutOf } from '../row.ts';
import { startable } from './startable.ts';

/** `skipped`, `cancelled`: something of it did not go, and nothing failed; they say nothing to the stop rule. */
export type DeviceOutcome = 'passed' | 'failed' | 'timedOut' | 'skipped' | 'cancelled';
const hasFailed = (outcome: string | null) => outcome === 'failed' || outcome === 'timedOut';

const applyingPlan = fixed((db, { planId }: { planId: string }) =>
  db.selectFrom('plans').select('id').where('id', '=', planId).where('state', '=', 'applying'),
);
interface Begun extends Record<string, Cell> {
  readonly planId: string;
  readonly now: number;
  readonly deadline: number | null;
}
const keepBegun = fixedIn((db, rtuIds: readonly number[], { planId, now, deadline }: Begun) =>
  db
    .updateTable('plan_devices')
    .set({ started_at: now, deadline })
    .where('plan_id', '=', planId)
    .where('rtu_id', 'in', rtuIds)
    .where('started_at', 'is', null),
);

/**
 * Devices that may begin do so; answers which: none where the plan was paused or cancelled meanwhile, or another host
 * was first.
 */
export async function begin(store: OrderStore, plan: PlanRow): Promise<readonly PlanDeviceRow[]> {
  const wanted = await startable(store.storage.db, plan, store.now());
  if (wanted.length === 0) return [];
  if (wanted.some(({ batch }) => batch > 0)) store.faults(batchDone as never);
  return beginNext(store, plan);
}

/**
 * The same without a look beforehand whether any may: behind an ending, in whose commit it can be.
 * @param batch those of it alone: that a batch has ended is written down before the next one begins
 */
export function beginNext(
  store: OrderStore,
  plan: PlanRow,
  batch: number | null = null,
): Promise<readonly PlanDeviceRow[]> {
  const { timeout } = rolloutOf(plan);
  return store.write('planBegin', async (db) => {
    const planId = plan.id;
    const [applying] = await applyingPlan(db, { planId });
    if (applying === undefined) return [];
    const now = store.now();
    const devices = await startable(db, plan, now);
    if (devices.length === 0 || (batch !== null && devices.some((device) => device.batch !== batch)))
      return [];
    const deadline = timeout === null ? null : now + timeout * 1000;
    await keepBegun(
      db,
      devices.map((device) => device.rtu_id),
      { planId, now, deadline },
    );
    await noteChange(db, 'plan', planId, now);
    return devices;
  });
}

/** Whether the stop rule of a plan is met by the endings that are written down. */
async function meetsStop(db: Db, plan: PlanRow): Promise<boolean> {
  const { stopAt } = rolloutOf(plan);
  if (stopAt === null) return false;
  const last = await db
    .selectFrom('plan_devices')
    .select('outcome')
    .where('plan_id', '=', plan.id)
    .where('ended_no', 'is not', null)
    .where('outcome', 'in', ['passed', 'failed', 'timedOut'])
    .orderBy('ended_no', 'desc')
    .limit(stopAt.of)
    .execute();
  return isStopped(
    last.reverse().map(({ outcome }) => hasFailed(outcome)),
    stopAt,
  );
}

const lastEnding = fixed((db, { planId }: { planId: string }) =>
  db
    .selectFrom('plan_devices')
    .select('ended_no')
    .where('plan_id', '=', planId)
    .where('ended_no', 'is not', null)
    .orderBy('ended_no', 'desc')
    .limit(1),
);
interface Ending extends Record<string, Cell> {
  readonly planId: string;
  readonly rtuId: number;
  readonly at: number;
  readonly outcome: DeviceOutcome;
  readonly no: number;
}
const keepEnding = fixed((db, { planId, rtuId, at, outcome, no }: Ending) =>
  db
    .updateTable('plan_devices')
    .set({ ended_at: at, outcome, ended_no: no })
    .where('plan_id', '=', planId)
    .where('rtu_id', '=', rtuId)
    .where('ended_at', 'is', null)
    .returning('rtu_id'),
);

/** A device has ended; in the same transaction the plan stops, where that meets its rule. Answers whether it does. */
export async function end(
  store: OrderStore,
  plan: PlanRow,
  { rtu_id: rtuId }: PlanDeviceRow,
  outcome: DeviceOutcome,
): Promise<boolean> {
  const stops = await store.write('planDevice', async (db) => {
    const at = store.now();
    const planId = plan.id;
    const [last] = await lastEnding(db, { planId });
    const [ended] = await keepEnding(db, { planId, rtuId, at, outcome, no: (last?.ended_no ?? 0) + 1 });
    if (ended === undefined) return false;
    await noteChange(db, 'plan', planId, at);
    if (!hasFailed(outcome) || !(await meetsStop(db, plan))) return false;
    const stopped = await db
      .updateTable('plans')
      .set((expression) => ({
        state: 'stopped',
        paused_at: null,
        revision: expression('revision', '+', 1),
      }))
      .where('id', '=', plan.id)
      .where('state', 'in', ['applying', 'paused'])
      .executeTakeFirst();
    if (stopped.numUpdatedRows !== 1n) return false;
    const { failed = 0, of = 0 } = rolloutOf(plan).stopAt ?? {};
    await appendAudit(db, {
      at,
      userId: null,
      accountName: null,
      address: null,
      action: 'plan.stop',
      subject: `plan:${plan.id}`,
      result: 'ok',
      detail: JSON.stringify({ title: plan.title, rule: `${failed}/${of}` }),
    });
    await noticePlanStop(db, plan, at);
    store.faults('planStop:inside' as never);
    return true;
  });
  if (stops) store.faults('planStop:committed' as never);
  return stops;
}

/** Orders that are taken back in one transaction. */
const together = 100;

/** Takes back what was never sent, of some devices or of all; answers of which RTUs. */
export async function takeBack(
  store: OrderStore,
  planId: string,
  why: 'cancelled' | 'timeout',
  rtuId?: number,
): Promise<number[]> {
  const touched: number[] = [];
  for (;;) {
    const count = await store.write('planTakeBack', async (db) => {
      const queued = db
        .selectFrom('orders')
        .selectAll()
        .where('plan_id', '=', planId)
        .where('state', '=', 'queued');
      const rows = await (rtuId === undefined ? queued : queued.where('rtu_id', '=', rtuId))
        .limit(together)
        .execute();
      for (const row of rows) {
        await stepIn(db, row, 'cancel', store.now(), { detail: { plan: planId, why } });
        touched.push(row.rtu_id);
      }
      return rows.length;
    });
    if (count < together) return [...new Set(touched)];
  }
}

/** All of a plan has ended: what was not sent of it is kept without its secrets. */
export function finish(store: OrderStore, plan: PlanRow): Promise<void> {
  return store.write('planFinish', async (db) => {
    const at = store.now();
    await dropSecrets(db, await itemsOf(db, plan.id));
    const ended = await db
      .updateTable('plans')
      .set((expression) => ({
        state: expression
          .case()
          .when('state', 'in', ['stopped', 'cancelled'])
          .then(expression.ref('state'))
          .else('applied')
          .end(),
        issued_at: at,
        ended_at: at,
        paused_at: null,
      }))
      .where('id', '=', plan.id)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (ended !== undefined) await noticePlanEnd(db, ended, at);
    await noteChange(db, 'plan', plan.id, at);
  });
}
