import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { BodyOf } from '../../contract/call.ts';
import { orderPermission } from '../../contract/devices/order-permission.ts';
import {
  type addToPlan as addCall,
  type approvePlan as approveCall,
  mostItems,
  type updatePlan as updateCall,
} from '../../contract/plans/plans.ts';
import type { RuleBook } from '../alarms/rules/rule-book.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { bodyHash } from '../delivery/body-hash.ts';
import { takeConfirmation } from '../delivery/confirm.ts';
import { parseValues } from '../delivery/row.ts';
import type { Db, OrderStore } from '../delivery/store.ts';
import { toJson } from '../storage/json.ts';
import { demandForPlan } from '../two-persons/demands.ts';
import { NeedsSecond } from '../two-persons/guard.ts';
import { addItems, checkedTitle } from './create.ts';
import { beforeOf, type DeviceFacts, movedFields, prospectsOf, readFacts } from './facts.ts';
import { inParts } from './in-parts.ts';
import { contentOfItem } from './order-item.ts';
import { refuseUnclear } from './proposal.ts';
import { deviceOrder, type Landing } from './rollout/device-order.ts';
import { forecastDraft, type Link } from './rollout/progress.ts';
import { checkedRollout } from './rollout/rollout-check.ts';
import { dropSecrets, itemsOf, type PlanItemRow, type PlanRow, rolloutOf, rulesOf } from './row.ts';
import { goingRules, saveRules } from './rules.ts';
import { soundingsOfDraft, soundSpan, sounds as soundsSiren } from './soundings.ts';
import { unchangedItems, unchangedWhy } from './unchanged.ts';
import { ownPlan } from './visible.ts';

/** A draft in the form that the asker knows. @throws Refusal 404, 409 */
async function ownDraft(db: Db, by: By, planId: string, revision: number | null): Promise<PlanRow> {
  const row = await ownPlan(db, by.viewer, planId);
  if (row.state !== 'draft') throw new Refusal(409, 'plans.notDraft');
  if (revision !== null && row.revision !== revision)
    throw new Refusal(409, 'plans.stale', {}, 'revision', { revision: row.revision });
  return row;
}

/** Changes a draft if nobody else was first. @throws Refusal 409 */
async function move(db: Db, row: PlanRow, set: Partial<PlanRow>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('plans')
    .set({ ...set, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .where('state', '=', 'draft')
    .where('revision', '=', row.revision)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal(409, 'plans.stale', {}, 'revision');
  await noteChange(db, 'plan', row.id);
}

/** Names a draft, says which positions are left out of it, and how it goes to its devices. @throws Refusal 404, 409, 422 */
export async function updatePlan(
  store: OrderStore,
  by: By,
  planId: string,
  body: BodyOf<typeof updateCall>,
): Promise<void> {
  const title = checkedTitle(body.title);
  const rollout = checkedRollout(body.rollout);
  await store.storage.write(async (db) => {
    const row = await ownDraft(db, by, planId, body.revision);
    const excluded = new Set(body.excluded);
    const items = await itemsOf(db, planId);
    await move(db, row, { title, ...(rollout === null ? {} : { rollout }) });
    for (const is of [0, 1]) {
      const turned = items.filter(
        (item) => item.excluded !== is && Number(excluded.has(item.position)) === is,
      );
      await inParts(turned, (part) =>
        db
          .updateTable('plan_items')
          .set({ excluded: is })
          .where('plan_id', '=', planId)
          .where(
            'position',
            'in',
            part.map((item) => item.position),
          )
          .execute(),
      );
    }
    for (const rule of await rulesOf(db, planId))
      await db
        .updateTable('plan_rules')
        .set({ excluded: Number(excluded.has(rule.position)) })
        .where('plan_id', '=', planId)
        .where('position', '=', rule.position)
        .execute();
    await auditBy(db, by, {
      at: store.now(),
      action: 'plan.update',
      subject: `plan:${planId}`,
      detail: JSON.stringify({
        title,
        excluded: [...excluded].sort((a, b) => a - b).join(' '),
        ...(rollout === null ? {} : { rollout }),
      }),
    });
  });
}

/** The position behind all that a plan has, its skips too. */
async function nextPosition(db: Db, planId: string): Promise<number> {
  const last = (table: 'plan_items' | 'plan_skips' | 'plan_rules') =>
    db
      .selectFrom(table)
      .select((expression) => expression.fn.max('position').as('last'))
      .where('plan_id', '=', planId)
      .executeTakeFirst();
  const found = await Promise.all([last('plan_items'), last('plan_skips'), last('plan_rules')]);
  return Math.max(...found.map((one) => Number(one?.last ?? -1))) + 1;
}

/** Adds sets to a draft, behind those that it has. @throws Refusal 404, 409, 422 */
export async function addToPlan(
  store: OrderStore,
  by: By,
  planId: string,
  { revision, items }: BodyOf<typeof addCall>,
): Promise<void> {
  await store.storage.write(async (db) => {
    const row = await ownDraft(db, by, planId, revision);
    const known = await itemsOf(db, planId);
    refuseUnclear(items, known);
    if (known.length + items.length > mostItems)
      throw new Refusal(422, 'plans.full', { most: mostItems }, 'items');
    await addItems(db, by, planId, items, await nextPosition(db, planId));
    await move(db, row, {});
    await auditBy(db, by, {
      at: store.now(),
      action: 'plan.add',
      subject: `plan:${planId}`,
      detail: JSON.stringify({ title: row.title, items: items.length }),
    });
  });
}

/** Throws a draft away with the secrets in it. @throws Refusal 404, 409 */
export async function discardPlan(store: OrderStore, by: By, planId: string): Promise<void> {
  await store.storage.write(async (db) => {
    const row = await ownDraft(db, by, planId, null);
    const at = store.now();
    await move(db, row, { state: 'discarded', ended_at: at });
    await dropSecrets(db, await itemsOf(db, planId));
    await auditBy(db, by, {
      at,
      action: 'plan.discard',
      subject: `plan:${planId}`,
      detail: JSON.stringify({ title: row.title }),
    });
  });
}

/** @throws Refusal 403 for who may not give each of the orders by hand */
function refuseOrders({ viewer }: By, items: readonly PlanItemRow[]): void {
  const needed = new Set(items.map((item) => orderPermission(contentOfItem(item))));
  for (const permission of needed)
    if (!hasPermission(viewer.permissions, permission))
      throw new Refusal(403, 'api.forbidden', { permission });
}

/** Writes down in which order and batch the devices come. */
async function writeDevices(
  db: Db,
  plan: PlanRow,
  items: readonly PlanItemRow[],
  landing: Landing,
): Promise<void> {
  const ordered = deviceOrder(
    rolloutOf(plan),
    items.map((item) => item.rtu_id),
    landing,
  );
  const rows = ordered.map(({ rtuId, batch }, position) => ({
    plan_id: plan.id,
    rtu_id: rtuId,
    position,
    batch,
  }));
  await inParts(rows, (part) => db.insertInto('plan_devices').values(part).execute());
}

/**
 * Writes down what the devices have now, which is what the approver saw; of what moved since the draft was made the
 * old is kept, by which it is skipped.
 */
async function writeBefore(db: Db, items: readonly PlanItemRow[], facts: DeviceFacts): Promise<void> {
  const changed = items.flatMap((item) => {
    if (item.type === 'send' || movedFields(item, facts.reported(item)).length > 0) return [];
    const previous = toJson(beforeOf(item, facts));
    return previous === item.previous ? [] : [{ ...item, previous }];
  });
  await inParts(changed, (part) =>
    db
      .insertInto('plan_items')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['plan_id', 'position'])
          .doUpdateSet(({ ref }) => ({ previous: ref('excluded.previous') })),
      )
      .execute(),
  );
}

/** Leaves out by name what the devices have already; answers the items that go. */
async function leaveUnchanged(
  db: Db,
  items: readonly PlanItemRow[],
  facts: DeviceFacts,
): Promise<readonly PlanItemRow[]> {
  const unchanged = await unchangedItems(db, items, facts);
  for (const item of items.filter(({ position }) => unchanged.has(position)))
    await db
      .updateTable('plan_items')
      .set({ skipped: toJson(unchangedWhy(Object.keys(parseValues(item.edits)))) })
      .where('plan_id', '=', item.plan_id)
      .where('position', '=', item.position)
      .execute();
  return items.filter(({ position }) => !unchanged.has(position));
}

/** The soundings of what would go, as the draft shows them; null where no siren is in it. */
async function soundingsOf(
  db: Db,
  plan: PlanRow,
  items: readonly PlanItemRow[],
  known: {
    readonly facts: DeviceFacts;
    readonly landing: Landing;
    readonly link: Link;
    readonly now: number;
  },
) {
  if (!items.some(soundsSiren)) return null;
  const { facts, landing, link, now } = known;
  const prospects = await prospectsOf(db, items, facts);
  const going = items.filter((item) => {
    const { problems, obstacle } = prospects(item);
    return problems.length === 0 && obstacle === null;
  });
  return soundingsOfDraft(going, forecastDraft(plan, going, landing, link, now));
}

/** A second person is asked for only where the first one has proved who they are. */
async function askingSecond<T>(proven: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NeedsSecond) await proven();
    throw error;
  }
}

/**
 * Approves a draft, once, by a confirmation of exactly this revision and reason; where it takes two persons, by what
 * both have signed. @throws Refusal 404, 409, 422; NeedsSecond where the confirmation is good and a second one has to sign
 */
export async function approvePlan(
  store: OrderStore,
  by: By,
  planId: string,
  { revision, reason, confirmation, sounds }: BodyOf<typeof approveCall>,
  landing: Landing,
  /** Left out: it is not asked when its sirens sound (a rehearsal). */
  link?: Link,
  /** Saves the alarm rules of the plan; left out: they are not (a rehearsal). */
  book?: RuleBook,
): Promise<void> {
  const proposed = book === undefined ? [] : await goingRules(book, planId);
  await store.storage.write(async (db) => {
    const row = await ownDraft(db, by, planId, revision);
    const meant = (await itemsOf(db, planId)).filter(({ excluded }) => excluded === 0);
    const facts = await readFacts(db, meant);
    const now = store.now();
    const approved = { planId, revision, reason, ...(sounds === undefined ? {} : { sounds }) };
    const proven = () => takeConfirmation(db, by, { confirmation, hash: bodyHash(approved), now });
    const going = await leaveUnchanged(db, meant, facts);
    const rules = await askingSecond(proven, async () => {
      await demandForPlan(db, by, going, now);
      return book === undefined ? 0 : saveRules(db, by, book, { plan: row, going: proposed, reason });
    });
    if (going.length + rules === 0) throw new Refusal(422, 'plans.nothing');
    refuseOrders(by, going);
    const soundings =
      link === undefined ? null : await soundingsOf(db, row, going, { facts, landing, link, now });
    const span = await soundSpan(db, soundings, sounds, now);
    // What both have signed stands for the confirmation: the first person gave it when they asked.
    if (by.joint === undefined) await proven();
    await move(db, row, {
      state: 'applying',
      ...span,
      reason,
      approved_at: now,
      approver_id: by.viewer.userId,
      approver_name: by.viewer.accountName,
      approver_address: by.address,
    });
    await writeBefore(db, going, facts);
    await writeDevices(db, row, going, landing);
    await auditBy(db, by, {
      at: now,
      action: 'plan.approve',
      subject: `plan:${planId}`,
      detail: JSON.stringify({
        title: row.title,
        items: going.length,
        ...(rules === 0 ? {} : { rules }),
        revision,
        reason,
        ...(row.rollout === null ? {} : { rollout: row.rollout }),
      }),
    });
  });
  if (proposed.length > 0) book?.engine.changed();
}
