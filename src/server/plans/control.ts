/** What is done with a plan while it goes: paused, resumed, its rest cancelled. Each may be asked for twice. */
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { AuditAction } from '../../contract/company/audit.ts';
import type { resumePlan as resumeCall } from '../../contract/plans/plans.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Db, OrderStore } from '../delivery/store.ts';
import { noticePlanCancelled } from './notices.ts';
import type { Link } from './rollout/progress.ts';
import type { PlanRow } from './row.ts';
import { needsNoShowing, soundingsLeft, soundSpan } from './soundings.ts';
import { ownPlan } from './visible.ts';

/** Moves a plan that has not ended, and writes down who did it. */
async function move(
  db: Db,
  by: By,
  row: PlanRow,
  change: { readonly set: Partial<PlanRow>; readonly action: AuditAction; readonly at: number },
): Promise<void> {
  const { set, action, at } = change;
  await db
    .updateTable('plans')
    .set({ ...set, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute();
  await noteChange(db, 'plan', row.id, at);
  const detail = JSON.stringify({ title: row.title, from: row.state });
  await auditBy(db, by, { at, action, subject: `plan:${row.id}`, detail });
}

/** Nothing more is begun; what is on its way goes on. @throws Refusal 404, 409 */
export function pausePlan(store: OrderStore, by: By, planId: string): Promise<void> {
  return store.storage.write(async (db) => {
    const row = await ownPlan(db, by.viewer, planId);
    if (row.state === 'paused') return;
    if (row.state !== 'applying') throw new Refusal(409, 'plans.notApplying');
    const at = store.now();
    await move(db, by, row, { set: { state: 'paused', paused_at: at }, action: 'plan.pause', at });
  });
}

/**
 * Goes on, as the asker knows the plan; the pause does not count for the time that devices have. Where its sirens would
 * sound at other times than were shown, it goes on when those of now were.
 * @throws Refusal 404, 409
 */
export function resumePlan(
  store: OrderStore,
  by: By,
  planId: string,
  { revision, sounds }: BodyOf<typeof resumeCall>,
  link: Link,
): Promise<void> {
  return store.storage.write(async (db) => {
    const row = await ownPlan(db, by.viewer, planId);
    if (row.state === 'applying') return;
    if (row.state !== 'paused') throw new Refusal(409, 'plans.notPaused');
    if (row.revision !== revision)
      throw new Refusal(409, 'plans.stale', {}, 'revision', { revision: row.revision });
    const at = store.now();
    const left = await soundingsLeft(db, row, link, at);
    const span = needsNoShowing(row, left) ? {} : await soundSpan(db, left, sounds, at);
    // A clock that was set back meanwhile takes none of their time.
    const paused = Math.max(0, at - (row.paused_at ?? at));
    await db
      .updateTable('plan_devices')
      .set((expression) => ({ deadline: expression('deadline', '+', paused) }))
      .where('plan_id', '=', planId)
      .where('ended_at', 'is', null)
      .where('deadline', 'is not', null)
      .execute();
    await move(db, by, row, {
      set: { state: 'applying', paused_at: null, resumed_at: at, ...span },
      action: 'plan.resume',
      at,
    });
  });
}

/** What was never sent is taken back, behind; what was sent ends by itself. @throws Refusal 404, 409 */
export function cancelRest(store: OrderStore, by: By, planId: string): Promise<void> {
  return store.storage.write(async (db) => {
    const row = await ownPlan(db, by.viewer, planId);
    if (row.state === 'cancelled') return;
    const goes = ['applying', 'paused', 'stopped'].includes(row.state) && row.ended_at === null;
    if (!goes) throw new Refusal(409, 'plans.notApplying');
    const at = store.now();
    await move(db, by, row, { set: { state: 'cancelled', paused_at: null }, action: 'plan.cancel', at });
    if (row.state !== 'stopped') await noticePlanCancelled(db, row, by, at);
  });
}
