/** Plans that stand still: whoever approved one is notified once, with until when it waits. */

import { groupBy } from '../../base/group.ts';
import { nextContact } from '../../domain/link-state.ts';
import { standstillAfter } from '../../domain/rollout/standstill.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { dropNotices, tidyNotices } from '../work-notices/write.ts';
import { noticePlan } from './notices.ts';
import type { Link } from './rollout/progress.ts';
import { openStates } from './rollout/steps.ts';
import type { PlanRow } from './row.ts';

const minute = 60_000;
const hour = 60 * minute;
/** How often it is looked. */
const lookEvery = minute;
/** Of a plan that goes by fits and starts its approver is notified once in so long. Assumed. */
const tellEvery = 24 * hour;

export interface StandstillOptions {
  readonly storage: Storage;
  readonly link: Link;
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

/** Open orders of a plan's devices that have begun and not ended. */
const openOrders = (db: Db, planId: string) =>
  db
    .selectFrom('plan_devices')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.plan_id', '=', 'plan_devices.plan_id')
        .onRef('orders.rtu_id', '=', 'plan_devices.rtu_id'),
    )
    .select(['plan_devices.rtu_id', 'plan_devices.deadline', 'orders.not_after'])
    .where('plan_devices.plan_id', '=', planId)
    .where('plan_devices.started_at', 'is not', null)
    .where('plan_devices.ended_at', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        eb('orders.state', 'in', [...openStates]),
        // Answered, and not read back yet.
        and([eb('orders.state', '=', 'succeeded'), eb('orders.verification', '=', 'pending')]),
      ]),
    )
    .execute();

/** When something of a plan moved last. */
async function movedAt(db: Db, plan: PlanRow): Promise<number> {
  const devices = await db
    .selectFrom('plan_devices')
    .select(({ fn }) => [fn.max('started_at').as('begun'), fn.max('ended_at').as('ended')])
    .where('plan_id', '=', plan.id)
    .executeTakeFirst();
  const orders = await db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.max('answered_at').as('answered'),
      fn.max('verified_at').as('verified'),
      fn.max('ended_at').as('ended'),
    ])
    .where('plan_id', '=', plan.id)
    .executeTakeFirst();
  const moments = [
    plan.approved_at,
    plan.resumed_at,
    ...Object.values(devices ?? {}),
    ...Object.values(orders ?? {}),
  ];
  return Math.max(0, ...moments.map((at) => Number(at ?? 0)));
}

/** What a plan waits for; null = for nothing, or it has moved within the time that its devices need. */
async function standstillOf(db: Db, plan: PlanRow, link: Link, now: number) {
  const byRtu = groupBy(await openOrders(db, plan.id), (row) => row.rtu_id);
  if (byRtu.size === 0) return null;
  const since = await movedAt(db, plan);
  const links = [...byRtu.keys()].flatMap((rtuId) => link(rtuId) ?? []);
  if (now - since < standstillAfter(links.map(({ sendCycle }) => sendCycle))) return null;
  const ends = [...byRtu.values()].map((rows) =>
    Math.min(
      Math.max(...rows.map((row) => Number(row.not_after))),
      ...rows.flatMap((row) => (row.deadline === null ? [] : [Number(row.deadline)])),
    ),
  );
  const contacts = links.flatMap((facts) =>
    facts.connected === true ? [] : (nextContact({ ...facts, now })?.at ?? []),
  );
  return {
    since,
    params: {
      ...{ since, waiting: byRtu.size, until: Math.max(...ends) },
      ...(contacts.length === 0 ? {} : { next: Math.min(...contacts) }),
    },
  };
}

export class Standstills {
  readonly #options: StandstillOptions;
  readonly #now: () => number;
  readonly #loop: WorkLoop;
  #tidyAt = 0;

  constructor(options: StandstillOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const { failed, permit } = options;
    this.#loop = new WorkLoop({ run: () => this.#look(), failed, permit, again: [lookEvery] });
  }

  start(): void {
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Looks at all plans that are under way once. */
  async settle(): Promise<void> {
    this.#loop.wake();
    await this.#loop.settled();
  }

  async #look(): Promise<number> {
    const { db } = this.#options.storage;
    const rows = await db
      .selectFrom('plans')
      .selectAll()
      .where('state', '=', 'applying')
      .where('ended_at', 'is', null)
      .execute();
    for (const plan of rows) {
      if (this.#loop.isStopped) break;
      await this.#lookAt(plan);
    }
    await this.#tidy();
    return lookEvery;
  }

  async #tidy(): Promise<void> {
    const now = this.#now();
    if (now < this.#tidyAt) return;
    await this.#options.storage.write((db) => tidyNotices(db, now));
    this.#tidyAt = now + hour;
  }

  /** What stands in the database is looked at again where it is written: another process may have been first. */
  async #lookAt({ id }: PlanRow): Promise<void> {
    const { storage, link } = this.#options;
    const now = this.#now();
    const notified = await storage.db
      .selectFrom('work_notices')
      .select(['id', 'at', 'seen_at'])
      .where('work', '=', `plan:${id}`)
      .where('how', '=', 'planStill')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const going = (db: Db) =>
      db
        .selectFrom('plans')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'applying')
        .executeTakeFirst();
    const plan = await going(storage.db);
    if (plan === undefined) return;
    if (
      notified !== undefined &&
      notified.seen_at === null &&
      (await movedAt(storage.db, plan)) > notified.at
    )
      await storage.write((db) => dropNotices(db, [notified.id], now));
    if (notified !== undefined && now - notified.at < tellEvery) return;
    if ((await standstillOf(storage.db, plan, link, now)) === null) return;
    await storage.write(async (db) => {
      const own = await going(db);
      const found = own === undefined ? null : await standstillOf(db, own, link, now);
      if (own === undefined || found === null) return;
      const { since, params } = found;
      await noticePlan(db, own, { key: `still:${since}`, how: 'planStill', at: now, params });
    });
  }
}
