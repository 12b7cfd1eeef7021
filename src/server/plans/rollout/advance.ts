import { Refusal } from '../../../base/errors.ts';
import { groupBy } from '../../../base/group.ts';
import { deviceEnd, stepsNow } from '../../../domain/rollout/rollout-steps.ts';
import type { By } from '../../audit/by.ts';
import type { Delivery } from '../../delivery/delivery.ts';
import type { Db } from '../../delivery/store.ts';
import { fixed, fixedIn } from '../../storage/fixed.ts';
import { approverOf, orderItem, PlanHalted, skipItem } from '../order-item.ts';
import type { PlanDeviceRow, PlanItemRow, PlanRow } from '../row.ts';
import { begin, beginNext, end, finish, takeBack } from './device-step.ts';
import { gapEnds, hasOpen, underWay } from './startable.ts';
import { type StepOrder, stepColumns, stepOf } from './steps.ts';

/** States of plans that still have something to do, where they have not ended. */
export const goingStates = ['applying', 'paused', 'stopped', 'cancelled'];
/** Devices that are advanced at the same time: what is written of them shares a commit. */
const together = 16;
/** The rights of who approved are looked at so often while orders are made, ms. */
const rightsEvery = 500;

const goingPlan = fixed((db, { id }: { id: string }) =>
  db
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', goingStates)
    .where('ended_at', 'is', null),
);

const itemsAt = fixedIn((db, rtuIds: readonly number[], { planId }: { planId: string }) =>
  db
    .selectFrom('plan_items')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('rtu_id', 'in', rtuIds)
    .where('excluded', '=', 0),
);
const ordersOf = fixedIn((db, ids: readonly string[]) =>
  db.selectFrom('orders').select(stepColumns).where('id', 'in', ids),
);

export interface Advance {
  readonly delivery: Delivery;
  /** An item of an RTU stands otherwise than before, without an order of it having changed. */
  readonly moved: (rtuId: number) => void;
  /** The server stops. */
  readonly stopped: () => boolean;
}

/** Goes on with a plan as far as it goes now; answers when there is more to do, null = when a device moves. */
export class PlanAdvance {
  #next: number | null = null;
  #rights: { readonly by: Promise<By | null>; readonly at: number } | null = null;
  /** Endings that are being written down. */
  #endings: { readonly batch: number; readonly done: Promise<void> }[] = [];

  constructor(
    readonly options: Advance,
    readonly planId: string,
  ) {}

  get #db(): Db {
    return this.options.delivery.store.storage.db;
  }

  /** @param rtus those that moved; null = look at all */
  async run(rtus: ReadonlySet<number> | null): Promise<number | null> {
    const { delivery, moved, stopped } = this.options;
    const { store } = delivery;
    let looked = rtus;
    /** False = every place was taken by a device that is under way. */
    let hasRoom = true;
    let plan = await this.#plan();
    while (plan !== undefined && !stopped()) {
      if (plan.state === 'cancelled')
        for (const rtuId of await takeBack(store, plan.id, 'cancelled')) delivery.touched(rtuId);
      await this.#devices(plan, looked);
      const hasEnded = this.#endings.length > 0;
      const next = await this.#endAndBegin(plan);
      hasRoom ||= hasEnded;
      const fresh = await this.#plan();
      if (fresh === undefined || stopped()) return null;
      const mayBegin = fresh.state === 'applying' && hasRoom && next.length === 0;
      const begun = mayBegin ? await begin(store, fresh) : next;
      if (begun.length > 0) {
        hasRoom = false;
        for (const device of begun) moved(device.rtu_id);
        looked = new Set(begun.map((device) => device.rtu_id));
        plan = fresh;
        continue;
      }
      // Paused or cancelled while it was advanced: looked at once more as it stands now.
      if (fresh.revision !== plan.revision) {
        looked = null;
        hasRoom = true;
        plan = fresh;
        continue;
      }
      const isOver = hasRoom && !(await hasOpen(this.#db, fresh));
      if (!isOver && fresh.state === 'applying') {
        const pauseEnds = await gapEnds(this.#db, fresh);
        // One that is over already waits for the device that is under way.
        if ((pauseEnds ?? 0) > this.options.delivery.store.now()) this.#at(pauseEnds);
      }
      if (isOver) await finish(store, fresh);
      return isOver ? null : this.#next;
    }
    return null;
  }

  /** Waits for the endings; devices of their batch that take the places begin in the same commit. Answers which. */
  async #endAndBegin(plan: PlanRow): Promise<readonly PlanDeviceRow[]> {
    const endings = this.#endings;
    this.#endings = [];
    const batch = endings.at(-1)?.batch;
    const begins = batch !== undefined && plan.state === 'applying';
    const begun = begins ? beginNext(this.options.delivery.store, plan, batch) : Promise.resolve([]);
    const [next, ...ended] = await Promise.allSettled([begun, ...endings.map(({ done }) => done)]);
    for (const one of [next, ...ended]) if (one.status === 'rejected') throw one.reason;
    return next.status === 'fulfilled' ? next.value : [];
  }

  async #plan(): Promise<PlanRow | undefined> {
    return (await goingPlan(this.#db, { id: this.planId }))[0];
  }

  #at(at: number | null): void {
    if (at !== null) this.#next = Math.min(this.#next ?? at, at);
  }

  /** Whose orders they are, with the rights of now; null = nobody's any more. */
  #approver(plan: PlanRow): Promise<By | null> {
    const { store } = this.options.delivery;
    // By the clock of the machine: that of the storage may stand still, or be set.
    const at = performance.now();
    if (this.#rights === null || at - this.#rights.at > rightsEvery)
      this.#rights = { by: approverOf(store, plan), at };
    return this.#rights.by;
  }

  async #devices(plan: PlanRow, looked: ReadonlySet<number> | null): Promise<void> {
    const { stopped } = this.options;
    const own = await underWay(this.#db, plan.id, looked);
    if (own.length === 0) return;
    const rtuIds = own.map((device) => device.rtu_id);
    // In their order here: a database that is asked for it goes through the whole plan instead of these devices.
    const items = (await itemsAt(this.#db, rtuIds, { planId: plan.id })).toSorted(
      (a, b) => a.position - b.position,
    );
    const orders = await ordersOf(
      this.#db,
      items.flatMap((item) => item.order_id ?? []),
      {},
    );
    const ofDevice = groupBy(items, (item) => item.rtu_id);
    const byId = new Map(orders.map((order) => [order.id, order]));
    for (let from = 0; from < own.length && !stopped(); from += together) {
      const part = own.slice(from, from + together);
      const done = await Promise.allSettled(
        part.map((device) => this.#device(plan, device, ofDevice.get(device.rtu_id) ?? [], byId)),
      );
      const errors = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      for (const error of errors) if (!(error instanceof PlanHalted)) throw error;
      if (errors.length === 0) continue;
      // Another host may have been first: what is left is looked at anew.
      this.#at(this.options.delivery.store.now());
      return;
    }
  }

  /** One that is under way: what it waited for may be ordered, and it may have ended. */
  async #device(
    plan: PlanRow,
    device: PlanDeviceRow,
    items: readonly PlanItemRow[],
    orders: ReadonlyMap<string, StepOrder>,
  ): Promise<void> {
    const { delivery, moved } = this.options;
    const { store } = delivery;
    const now = store.now();
    const steps = items.map((item) => stepOf(item, orders.get(item.order_id ?? ''), now));
    const standings = steps.map(({ standing }) => standing);
    if (plan.state === 'cancelled') {
      for (const [index, standing] of standings.entries()) if (standing === 'none') standings[index] = 'off';
    } else if (plan.state !== 'paused' && standings.includes('none')) {
      const { order, skip, at } = stepsNow(steps, now);
      for (const index of order) {
        const item = items[index];
        if (item === undefined) continue;
        const made = await orderItem(delivery, plan, item, await this.#approver(plan));
        standings[index] = made === null ? 'off' : 'open';
      }
      for (const index of skip) {
        const item = items[index];
        if (item !== undefined) await skipItem(store, item, new Refusal(409, 'plans.stepBefore'));
        standings[index] = 'off';
      }
      if (order.length + skip.length > 0) moved(device.rtu_id);
      // What waits for an item that was skipped just now is looked at once more.
      if (standings.includes('none') && order.some((index) => standings[index] === 'off')) this.#at(now);
      this.#at(at);
    }
    const ended = deviceEnd(standings);
    const isLate = device.deadline !== null && device.deadline <= now && plan.state !== 'paused';
    if (ended === null && !isLate) {
      if (plan.state !== 'paused') this.#at(device.deadline);
      for (const { order_id: id } of items) {
        const { state, verification, not_after: until } = orders.get(id ?? '') ?? {};
        if (state === 'succeeded' && verification === 'pending') this.#at(until ?? null);
      }
      return;
    }
    if (ended === null)
      for (const rtuId of await takeBack(store, plan.id, 'timeout', device.rtu_id)) delivery.touched(rtuId);
    const isCancelled =
      ended === 'skipped' &&
      items.some(({ order_id: id, skipped }) =>
        id === null ? plan.state === 'cancelled' && skipped === null : orders.get(id)?.state === 'cancelled',
      );
    // What a server took back that was killed before it wrote this down was out of time all the same.
    const outcome = isCancelled ? (isLate ? 'timedOut' : 'cancelled') : (ended ?? 'timedOut');
    const done = end(store, plan, device, outcome).then(() => moved(device.rtu_id));
    // It may fail before it is waited for.
    done.catch(() => {});
    this.#endings.push({ batch: device.batch, done });
  }
}
