import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import { surfaces } from '../../contract/commands.ts';
import { readViewer } from '../accounts/viewer.ts';
import type { By } from '../audit/by.ts';
import { createCommand } from '../delivery/create.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { rtuSlot } from '../delivery/row.ts';
import type { Db } from '../delivery/store.ts';
import { readFacts, refuseMoved } from './facts.ts';
import { obstacleOf } from './obstacle.ts';
import { dropSecrets, itemsOf, type PlanItemRow, type PlanRow, shownEdits } from './row.ts';

const openStates = ['queued', 'sending', 'retry'];
const finishAfter = 200;
/** Consoles are told of a plan under way so often at most, ms. */
const tellEvery = 500;

export interface IssuerOptions {
  readonly delivery: Delivery;
  /** Told of plans that changed. */
  readonly changed: (planId: string) => void;
  readonly failed: (error: unknown) => void;
  /** ms before what the storage refused is done again. */
  readonly againTime?: number;
}

/**
 * Makes the commands of approved plans, each exactly once: what a killed server left is gone on with at the next
 * start. A plan is applied when its last command has ended.
 */
export class PlanIssuer {
  readonly #running = new Map<string, Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #finish: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(readonly options: IssuerOptions) {
    options.delivery.onChanged(() => {
      this.#finish ??= setTimeout(() => {
        this.#finish = null;
        if (!this.#stopped) void this.#endPlans().catch(options.failed);
      }, finishAfter);
    });
  }

  get #db(): Db {
    return this.options.delivery.store.storage.db;
  }

  /** Goes on with what was approved before this process began. */
  async start(): Promise<void> {
    const rows = await this.#db
      .selectFrom('plans')
      .select('id')
      .where('state', '=', 'applying')
      .where('issued_at', 'is', null)
      .execute();
    for (const { id } of rows) this.issue(id);
    await this.#endPlans();
  }

  /** Makes the commands of an approved plan, behind. */
  issue(planId: string): void {
    if (this.#stopped || this.#running.has(planId)) return;
    const run = this.#issue(planId)
      .catch((error: unknown) => {
        this.options.failed(error);
        if (this.#stopped) return;
        const timer = setTimeout(() => {
          this.#timers.delete(timer);
          this.issue(planId);
        }, this.options.againTime ?? 2000);
        this.#timers.add(timer);
      })
      .finally(() => this.#running.delete(planId));
    this.#running.set(planId, run);
  }

  /** No command is begun from now on; resolves when the last one is stored. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#finish !== null) clearTimeout(this.#finish);
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  async #issue(planId: string): Promise<void> {
    const { delivery, changed } = this.options;
    const { store } = delivery;
    const plan = await this.#db
      .selectFrom('plans')
      .selectAll()
      .where('id', '=', planId)
      .where('state', '=', 'applying')
      .where('issued_at', 'is', null)
      .executeTakeFirst();
    if (plan === undefined) return;
    const by = await this.#approver(plan);
    let told = 0;
    for (const item of await itemsOf(this.#db, planId)) {
      if (this.#stopped) return;
      if (item.excluded !== 0 || item.command_id !== null || item.skipped !== null) continue;
      try {
        if (by === null) throw new Refusal(403, 'plans.approverGone');
        const row = await this.#command(plan, item, by);
        delivery.touched(row.rtu_id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await this.#skip(item, error);
      }
      if (store.now() - told < tellEvery) continue;
      told = store.now();
      changed(planId);
    }
    await store.storage.write(async (db) => {
      await dropSecrets(db, await itemsOf(db, planId));
      await db.updateTable('plans').set({ issued_at: store.now() }).where('id', '=', planId).execute();
    });
    changed(planId);
    await this.#endPlans();
  }

  /** Whose commands they are; null where the account was disabled or lost its right meanwhile. */
  async #approver({ approver_id: id, approver_address: address }: PlanRow): Promise<By | null> {
    const viewer = id === null ? null : await readViewer(this.options.delivery.store.storage, id);
    if (viewer === null || !hasPermission(viewer.permissions, 'device:parameter:edit')) return null;
    return { viewer, address: address ?? '' };
  }

  #command(plan: PlanRow, item: PlanItemRow, by: By) {
    const { delivery } = this.options;
    const { rtu_id: rtuId, slot, group_id: group, position } = item;
    const ofItem = (db: Db) =>
      db.selectFrom('plan_items').where('plan_id', '=', plan.id).where('position', '=', position);
    return this.#version(item).then((version) =>
      createCommand(delivery.store, (id) => delivery.gateway.link(id), {
        by,
        language: by.viewer.language,
        confirmation: undefined,
        body: {
          key: `${plan.id}-${position}`,
          target: { rtuId, slot },
          order: { type: 'set', group, edits: JSON.parse(item.edits), version },
          reason: plan.reason,
          surface: surfaces.find((one) => one === plan.surface) ?? 'button',
        },
        approval: {
          planId: plan.id,
          check: async (db) => {
            const open = await ofItem(db)
              .select('position')
              .where('excluded', '=', 0)
              .where('command_id', 'is', null)
              .where('skipped', 'is', null)
              .where(
                'plan_id',
                'in',
                db.selectFrom('plans').select('plans.id').where('plans.state', '=', 'applying'),
              )
              .executeTakeFirst();
            if (open === undefined) throw new Error(`item ${position} of plan ${plan.id} is not to be sent`);
            refuseMoved(item, (await readFacts(db, [item])).told(item));
          },
          made: async (db, row) => {
            await db
              .updateTable('plan_items')
              .set({ command_id: row.id, edits: JSON.stringify(shownEdits(item)) })
              .where('plan_id', '=', plan.id)
              .where('position', '=', position)
              .execute();
          },
        },
      }),
    );
  }

  /** The version that the item is based on: sets of this plan that were before it moved it too. */
  async #version({ plan_id: planId, position, rtu_id: rtuId, slot, group_id, base_version }: PlanItemRow) {
    const items = await this.#db
      .selectFrom('plan_items')
      .select(['slot', 'position'])
      .where('plan_id', '=', planId)
      .where('rtu_id', '=', rtuId)
      .where('group_id', '=', group_id)
      .where('command_id', 'is not', null)
      .execute();
    const same = (other: number | null) => (other ?? rtuSlot) === (slot ?? rtuSlot);
    return base_version + items.filter((row) => same(row.slot) && row.position < position).length;
  }

  async #skip({ plan_id: planId, position }: PlanItemRow, refusal: Refusal): Promise<void> {
    await this.options.delivery.store.storage.write(async (db) => {
      await db
        .updateTable('plan_items')
        .set({ skipped: JSON.stringify(obstacleOf(refusal)) })
        .where('plan_id', '=', planId)
        .where('position', '=', position)
        .where('command_id', 'is', null)
        .execute();
    });
  }

  async #endPlans(): Promise<void> {
    const { delivery, changed } = this.options;
    const { store } = delivery;
    const rows = await this.#db
      .selectFrom('plans')
      .select('id')
      .where('state', '=', 'applying')
      .where('issued_at', 'is not', null)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('commands')
              .select('commands.id')
              .whereRef('commands.plan_id', '=', 'plans.id')
              .where('commands.state', 'in', openStates),
          ),
        ),
      )
      .execute();
    for (const { id } of rows) {
      await store.storage.write(async (db) => {
        await db
          .updateTable('plans')
          .set({ state: 'applied', ended_at: store.now() })
          .where('id', '=', id)
          .where('state', '=', 'applying')
          .execute();
      });
      changed(id);
    }
  }
}
