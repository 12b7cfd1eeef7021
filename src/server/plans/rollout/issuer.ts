import type { ExpressionBuilder } from 'kysely';
import type { Delivery } from '../../delivery/delivery.ts';
import { fixedIn } from '../../storage/fixed.ts';
import type { Database } from '../../storage/schema.ts';
import { startTimer } from '../../work/clock.ts';
import { WorkLoop, type WorkTurn } from '../../work/loop.ts';
import type { WorkPermit } from '../../work/permit.ts';
import type { PlanMarks } from '../marks.ts';
import { goingStates, PlanAdvance } from './advance.ts';
import { openStates } from './steps.ts';

/** ms that devices which move are gathered for: more of them are while a plan advances. */
const gatherTime = 5;

/**
 * True for a device with an item whose order is not open, or without any: of one whose orders are all on their way
 * nothing is to be done but by the clock, which was set when they were ordered.
 */
function mayGoOn({ or, not, exists, selectFrom }: ExpressionBuilder<Database, 'plan_devices'>) {
  const items = selectFrom('plan_items')
    .leftJoin('orders', 'orders.id', 'plan_items.order_id')
    .select('plan_items.position')
    .whereRef('plan_items.plan_id', '=', 'plan_devices.plan_id')
    .whereRef('plan_items.rtu_id', '=', 'plan_devices.rtu_id')
    .where('plan_items.excluded', '=', 0)
    .where('plan_items.skipped', 'is', null);
  const isNotOpen = items.where((where) =>
    where.or([where('orders.id', 'is', null), where('orders.state', 'not in', [...openStates])]),
  );
  return or([exists(isNotOpen), not(exists(items))]);
}

/** Devices under way, of any plan, that may go on. */
const ready = fixedIn((db, rtus: readonly number[]) =>
  db
    .selectFrom('plan_devices')
    .select(['plan_id', 'rtu_id'])
    .where('rtu_id', 'in', rtus)
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where(mayGoOn),
);

export interface IssuerOptions {
  readonly delivery: Delivery;
  readonly marks: PlanMarks;
  readonly failed: (error: unknown) => void;
  /** ms before what the storage refused is done again. */
  readonly againTime?: number;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

/**
 * Goes on with approved plans: batch after batch, step after step, each order exactly once. Nothing is remembered
 * that the database does not say: what a killed server left is resumed at the next start.
 */
export class PlanIssuer {
  readonly #plans: WorkLoop<string>;
  readonly #gather: WorkLoop;
  /** RTUs of a plan that are to be looked at; null = all. */
  readonly #wanted = new Map<string, Set<number> | null>();
  readonly #moved = new Set<number>();

  constructor(readonly options: IssuerOptions) {
    const { delivery, marks, failed, againTime = 2000 } = options;
    this.#plans = new WorkLoop({
      run: (planId, turn) => this.#advance(planId, turn),
      failed,
      again: [againTime],
      // Times of a plan are dates in the database.
      clock: { now: () => delivery.store.now(), after: startTimer },
      permit: options.permit,
    });
    this.#gather = new WorkLoop({ run: () => this.#spread(), failed });
    delivery.onChanged((rtuId) => {
      marks.moved(rtuId);
      this.#moved.add(rtuId);
      this.#gather.wake(undefined, gatherTime);
    });
  }

  /** Goes on with what was approved before this process began, and with what another one leaves. */
  async start(): Promise<void> {
    const { permit, failed } = this.options;
    if (permit === undefined) return this.#resume();
    permit.onHeld(() => void this.#resume().catch(failed));
    permit.onLost(() => this.#wanted.clear());
  }

  async #resume(): Promise<void> {
    const rows = await this.options.delivery.store.storage.db
      .selectFrom('plans')
      .select('id')
      .where('state', 'in', goingStates)
      .where('ended_at', 'is', null)
      .execute();
    for (const { id } of rows) this.issue(id);
  }

  /** Looks at a plan, behind: it was approved, paused, resumed or cancelled. */
  issue(planId: string): void {
    this.#want(planId, null);
  }

  /** No order is begun from now on; resolves when the last one is stored. */
  async stop(): Promise<void> {
    await Promise.all([this.#plans.stop(), this.#gather.stop()]);
  }

  /** Plans under way at devices that moved are looked at. */
  async #spread(): Promise<void> {
    const rtus = [...this.#moved];
    this.#moved.clear();
    const rows = await ready(this.options.delivery.store.storage.db, rtus, {});
    for (const { plan_id: planId, rtu_id: rtuId } of rows) this.#want(planId, rtuId);
  }

  #want(planId: string, rtuId: number | null): void {
    const wanted = this.#wanted.get(planId);
    if (rtuId === null) this.#wanted.set(planId, null);
    else if (wanted !== null) this.#wanted.set(planId, (wanted ?? new Set()).add(rtuId));
    this.#plans.wake(planId);
  }

  async #advance(planId: string, { isTimed }: WorkTurn): Promise<number | null> {
    const { delivery, marks } = this.options;
    const wanted = isTimed ? null : (this.#wanted.get(planId) ?? null);
    this.#wanted.delete(planId);
    const advance = new PlanAdvance(
      {
        delivery,
        moved: (rtuId) => marks.moved(rtuId),
        stopped: () => this.#plans.isStopped,
      },
      planId,
    );
    const next = await advance.run(wanted);
    return next === null ? null : Math.max(0, next - delivery.store.now());
  }
}
