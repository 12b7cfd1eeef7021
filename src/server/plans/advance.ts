import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import { deviceEnd, stepsNow } from '../../domain/rollout-steps.ts';
import type { By } from '../audit/by.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Db } from '../delivery/store.ts';
import { begin, end, finish, startable, takeBack } from './device-step.ts';
import { batchDone } from './faults.ts';
import { approverOf, orderItem, PlanHalted, skipItem } from './order-item.ts';
import { devicesOfPlan, type PlanDeviceRow, type PlanItemRow, type PlanRow, rolloutOf } from './row.ts';
import { type StepCommand, stepColumns, stepOf } from './steps.ts';

/** States of plans that still have something to do, where they have not ended. */
export const goingStates = ['applying', 'paused', 'stopped', 'cancelled'];

export interface Advance {
  readonly delivery: Delivery;
  /** Told as it goes. */
  readonly changed: (planId: string) => void;
  /** An item of an RTU stands otherwise than before, without a command of it having changed. */
  readonly moved: (rtuId: number) => void;
  /** The server stops. */
  readonly stopped: () => boolean;
}

/** Goes on with a plan as far as it goes now; answers when there is more to do, null = when a device moves. */
export class PlanAdvance {
  #next: number | null = null;

  constructor(
    readonly options: Advance,
    readonly planId: string,
  ) {}

  get #db(): Db {
    return this.options.delivery.store.storage.db;
  }

  /** @param rtus those that moved; null = look at all */
  async run(rtus: ReadonlySet<number> | null): Promise<number | null> {
    const { delivery, changed, moved, stopped } = this.options;
    const { store } = delivery;
    let looked = rtus;
    while (!stopped()) {
      const plan = await this.#plan();
      if (plan === undefined) return null;
      if (plan.state === 'cancelled')
        for (const rtuId of await takeBack(store, plan.id, 'cancelled')) delivery.touched(rtuId);
      const before = await devicesOfPlan(this.#db, plan.id);
      await this.#devices(plan, before, looked);
      const fresh = await this.#plan();
      if (fresh === undefined || stopped()) return null;
      const devices = await devicesOfPlan(this.#db, plan.id);
      const begins = fresh.state === 'applying' ? startable(devices, rolloutOf(fresh)) : [];
      const batch = begins[0]?.batch ?? 0;
      if (batch > 0 && devices.every((one) => one.batch < batch || one.started_at === null))
        store.faults(batchDone as never);
      if (begins.length > 0) {
        await begin(store, fresh, begins);
        for (const device of begins) moved(device.rtu_id);
        looked = new Set(begins.map((device) => device.rtu_id));
        continue;
      }
      // Paused or cancelled while it was gone on with: looked at once more as it stands now.
      if (fresh.revision !== plan.revision) {
        looked = null;
        continue;
      }
      const isOver = !devices.some(
        (one) =>
          one.ended_at === null &&
          (one.started_at !== null || fresh.state === 'applying' || fresh.state === 'paused'),
      );
      if (isOver) await finish(store, fresh);
      changed(plan.id);
      return isOver ? null : this.#next;
    }
    return null;
  }

  #plan(): Promise<PlanRow | undefined> {
    return this.#db
      .selectFrom('plans')
      .selectAll()
      .where('id', '=', this.planId)
      .where('state', 'in', goingStates)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
  }

  #at(at: number | null): void {
    if (at !== null) this.#next = Math.min(this.#next ?? at, at);
  }

  async #devices(
    plan: PlanRow,
    devices: readonly PlanDeviceRow[],
    looked: ReadonlySet<number> | null,
  ): Promise<void> {
    const { delivery, stopped } = this.options;
    const own = devices.filter(
      (device) =>
        device.started_at !== null &&
        device.ended_at === null &&
        (looked === null || looked.has(device.rtu_id)),
    );
    if (own.length === 0) return;
    const rtus = own.map((device) => device.rtu_id);
    const [items, commands] = await Promise.all([
      this.#db
        .selectFrom('plan_items')
        .selectAll()
        .where('plan_id', '=', plan.id)
        .where('rtu_id', 'in', rtus)
        .where('excluded', '=', 0)
        .orderBy('position')
        .execute(),
      this.#db
        .selectFrom('commands')
        .select(stepColumns)
        .where('plan_id', '=', plan.id)
        .where('rtu_id', 'in', rtus)
        .execute(),
    ]);
    const ofDevice = groupBy(items, (item) => item.rtu_id);
    const byId = new Map(commands.map((command) => [command.id, command]));
    const by = await approverOf(delivery.store, plan);
    for (const device of own) {
      if (stopped()) return;
      try {
        await this.#device(plan, device, ofDevice.get(device.rtu_id) ?? [], byId, by);
      } catch (error) {
        if (error instanceof PlanHalted) return;
        throw error;
      }
    }
  }

  /** One that is under way: what it waited for may be ordered, and it may have ended. */
  async #device(
    plan: PlanRow,
    device: PlanDeviceRow,
    items: readonly PlanItemRow[],
    commands: ReadonlyMap<string, StepCommand>,
    by: By | null,
  ): Promise<void> {
    const { delivery, moved } = this.options;
    const { store } = delivery;
    const now = store.now();
    const steps = items.map((item) => stepOf(item, commands.get(item.command_id ?? ''), now));
    const standings = steps.map(({ standing }) => standing);
    if (plan.state === 'cancelled') {
      for (const [index, standing] of standings.entries()) if (standing === 'none') standings[index] = 'off';
    } else if (plan.state !== 'paused' && standings.includes('none')) {
      const { order, skip, at } = stepsNow(steps, now);
      for (const index of order) {
        const item = items[index];
        if (item === undefined) continue;
        const made = await orderItem(delivery, plan, item, by);
        standings[index] = made === null ? 'off' : 'open';
        this.options.changed(this.planId);
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
      for (const { command_id: id } of items) {
        const { state, verification, not_after: until } = commands.get(id ?? '') ?? {};
        if (state === 'succeeded' && verification === 'pending') this.#at(until ?? null);
      }
      return;
    }
    if (ended === null)
      for (const rtuId of await takeBack(store, plan.id, 'timeout', device.rtu_id)) delivery.touched(rtuId);
    await end(store, plan, device, ended ?? 'timedOut');
    moved(device.rtu_id);
  }
}
