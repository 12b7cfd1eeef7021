import type { ExpressionBuilder } from 'kysely';
import type { Delivery } from '../../delivery/delivery.ts';
import type { Database } from '../../storage/schema.ts';
import type { PlanMarks } from '../marks.ts';
import { goingStates, PlanAdvance } from './advance.ts';
import { openStates } from './steps.ts';

/** ms that devices which move are gathered for: more of them are while a plan is gone on with. */
const gatherTime = 5;
/** Shortest time between notifications of a plan under way, ms. */
const tellEvery = 500;
/** The longest time that a timer is set for, ms: a clock that is set forward is noticed by then. */
const longestTimer = 60_000;

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

export interface IssuerOptions {
  readonly delivery: Delivery;
  readonly marks: PlanMarks;
  /** Called for plans that changed. */
  readonly changed: (planId: string) => void;
  readonly failed: (error: unknown) => void;
  /** ms before what the storage refused is done again. */
  readonly againTime?: number;
}

interface Going {
  running: Promise<void> | null;
  /** RTUs to be looked at; null = all. Undefined = none. */
  wanted: Set<number> | null | undefined;
  timer: NodeJS.Timeout | null;
  at: number;
}

/**
 * Goes on with approved plans: batch after batch, step after step, each order exactly once. Nothing is remembered
 * that the database does not say: what a killed server left is gone on with at the next start.
 */
export class PlanIssuer {
  readonly #going = new Map<string, Going>();
  readonly #moved = new Set<number>();
  readonly #telling = new Map<string, NodeJS.Timeout>();
  #gather: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(readonly options: IssuerOptions) {
    options.delivery.onChanged((rtuId) => {
      options.marks.moved(rtuId);
      this.#moved.add(rtuId);
      this.#gather ??= setTimeout(() => {
        this.#gather = null;
        if (!this.#stopped) void this.#spread().catch(options.failed);
      }, gatherTime);
    });
  }

  /** Goes on with what was approved before this process began. */
  async start(): Promise<void> {
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
    this.#stopped = true;
    if (this.#gather !== null) clearTimeout(this.#gather);
    for (const timer of this.#telling.values()) clearTimeout(timer);
    for (const { timer } of this.#going.values()) if (timer !== null) clearTimeout(timer);
    await Promise.all([...this.#going.values()].map(({ running }) => running));
  }

  #tell(planId: string): void {
    if (this.#stopped || this.#telling.has(planId)) return;
    const tell = () => {
      this.#telling.delete(planId);
      this.options.changed(planId);
    };
    this.#telling.set(planId, setTimeout(tell, tellEvery));
  }

  /** Plans under way at devices that moved are looked at. */
  async #spread(): Promise<void> {
    const rtus = [...this.#moved];
    this.#moved.clear();
    const rows = await this.options.delivery.store.storage.db
      .selectFrom('plan_devices')
      .select(['plan_id', 'rtu_id'])
      .where('rtu_id', 'in', rtus.length === 0 ? [0] : rtus)
      .where('started_at', 'is not', null)
      .where('ended_at', 'is', null)
      .where(mayGoOn)
      .execute();
    for (const { plan_id: planId, rtu_id: rtuId } of rows) this.#want(planId, rtuId);
  }

  #want(planId: string, rtuId: number | null): void {
    if (this.#stopped) return;
    const known = this.#going.get(planId);
    const going: Going = known ?? { running: null, wanted: undefined, timer: null, at: 0 };
    this.#going.set(planId, going);
    if (rtuId === null) going.wanted = null;
    else if (going.wanted !== null) going.wanted = (going.wanted ?? new Set()).add(rtuId);
    going.running ??= this.#run(planId, going).finally(() => {
      going.running = null;
      if (going.wanted !== undefined) this.#want(planId, [...(going.wanted ?? [])][0] ?? null);
      else if (going.timer === null) this.#going.delete(planId);
    });
  }

  async #run(planId: string, going: Going): Promise<void> {
    const { delivery, marks, failed, againTime = 2000 } = this.options;
    while (going.wanted !== undefined && !this.#stopped) {
      const { wanted } = going;
      going.wanted = undefined;
      const advance = new PlanAdvance(
        {
          delivery,
          changed: (id) => this.#tell(id),
          moved: (rtuId) => marks.moved(rtuId),
          stopped: () => this.#stopped,
        },
        planId,
      );
      try {
        const next = await advance.run(wanted);
        if (next !== null) this.#later(planId, going, next);
      } catch (error) {
        failed(error);
        this.#later(planId, going, delivery.store.now() + againTime);
        return;
      }
    }
  }

  /** The earliest of the times that a plan is to be looked at is kept. */
  #later(planId: string, going: Going, at: number): void {
    if (this.#stopped || (going.timer !== null && going.at <= at)) return;
    if (going.timer !== null) clearTimeout(going.timer);
    going.at = at;
    const { store } = this.options.delivery;
    const wait = Math.min(longestTimer, Math.max(0, at - store.now()));
    going.timer = setTimeout(() => {
      going.timer = null;
      if (store.now() < at) this.#later(planId, going, at);
      else this.#want(planId, null);
    }, wait);
  }
}
