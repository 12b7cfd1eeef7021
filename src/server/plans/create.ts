import { Refusal } from '../../base/errors.ts';
import type { After, DeriveKind, PlanObstacle, PlanRollout } from '../../contract/plans/plans.ts';
import { careful } from '../../domain/rollout/rollout.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { parseValues } from '../delivery/row.ts';
import type { Db, OrderStore } from '../delivery/store.ts';
import { ulid } from '../delivery/ulid.ts';
import { boundInForce } from '../platform/state.ts';
import { type Json, toJson } from '../storage/json.ts';
import { beforeOf, readFacts } from './facts.ts';
import { inParts } from './in-parts.ts';
import { type AnyProposal, findTargets, isSendable, refuseUnclear, type Sendable } from './proposal.ts';
import { checkedRollout } from './rollout/rollout-check.ts';
import { itemsOf } from './row.ts';
import { insertRules, type ProposedRule } from './rules.ts';
import { unchangedFields, unchangedWhy } from './unchanged.ts';

/** A plan as somebody, a script among them, proposes it. Items of one device go in their order. */
export interface NewPlan {
  readonly title: string;
  readonly items: readonly AnyProposal[];
  /** Versions of alarm rules. */
  readonly rules?: readonly ProposedRule[];
  readonly surface: string;
  readonly rollout?: PlanRollout | undefined;
  /** The plan that it is made out of. */
  readonly origin?: { readonly planId: string; readonly of: DeriveKind };
}

/** @throws Refusal 422 for a title of blanks alone */
export function checkedTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '') throw new Refusal(422, 'bound.required', {}, 'title');
  return trimmed;
}

/**
 * Stores items behind those that a draft has, with what is known of their devices now. Fields that a device has already
 * are left away; a set of which nothing is left is in the plan by name alone. @throws Refusal 404
 */
export async function addItems(
  db: Db,
  by: By,
  planId: string,
  items: readonly AnyProposal[],
  from = 0,
): Promise<void> {
  const targets = await findTargets(db, by.viewer, items);
  const orders: (Sendable & { position: number })[] = [];
  const skips: {
    station_id: number;
    slot: number | null;
    group_id: string;
    why: Json<PlanObstacle>;
    position: number;
  }[] = [];
  for (const [index, item] of items.entries()) {
    const position = from + index;
    if (isSendable(item)) orders.push({ ...item, position });
    else if (item.type === 'skip') {
      const why = item.known ?? { message: 'plans.leftBy', params: { why: item.why }, fields: [] };
      const said = toJson(why);
      skips.push({ position, station_id: item.stationId, slot: null, group_id: '', why: said });
    } else {
      const { slot, group, why } = item;
      const station_id = targets.stationOf(item.rtuId);
      skips.push({ position, station_id, slot, group_id: group, why: toJson(why) });
    }
  }
  const rows = orders.map((item) => ({
    plan_id: planId,
    position: item.position,
    rtu_id: item.target.rtuId,
    slot: item.target.slot,
    kind: targets.kindOf(item.target),
    type: item.type ?? 'set',
    group_id: item.type === 'send' ? item.action : item.group,
    edits: JSON.stringify(item.type === 'send' ? item.args : item.edits),
    after: item.after === undefined || item.after === null ? null : toJson<NonNullable<After>>(item.after),
    reason: item.reason ?? '',
    excluded: 0,
    order_id: null,
    skipped: null,
  }));
  const facts = await readFacts(db, rows);
  const same = await unchangedFields(db, rows, facts, from === 0 ? [] : await itemsOf(db, planId));
  // Of each device what the set waited for that is gone: the next one waits for it instead.
  const waits = new Map<number, Json<NonNullable<After>>>();
  const kept = rows.flatMap((row, at) => {
    const gone = same[at] ?? [];
    const edits = Object.entries(parseValues(row.edits)).filter(([id]) => !gone.includes(id));
    if (gone.length > 0 && edits.length === 0) {
      const why = unchangedWhy(gone);
      const { rtu_id: rtuId, slot, position, group_id } = row;
      const station_id = targets.stationOf(rtuId);
      skips.push({ position, station_id, slot, group_id, why: toJson(why) });
      if (row.after !== null) waits.set(rtuId, row.after);
      return [];
    }
    const after = row.after ?? waits.get(row.rtu_id) ?? null;
    waits.delete(row.rtu_id);
    return [
      { ...row, after, edits: gone.length === 0 ? row.edits : JSON.stringify(Object.fromEntries(edits)) },
    ];
  });
  const filled = kept.map((row) => ({
    ...row,
    base_version: row.type === 'send' ? 0 : facts.version(row),
    previous: toJson(beforeOf(row, facts)),
  }));
  await inParts(filled, (part) => db.insertInto('plan_items').values(part).execute());
  await inParts(skips, (part) =>
    db
      .insertInto('plan_skips')
      .values(part.map((skip) => ({ ...skip, plan_id: planId })))
      .execute(),
  );
}

/** @throws Refusal 422 where the company has as many drafts as it may have */
async function refuseDrafts(db: Db, { viewer: { companyId, userId } }: By): Promise<void> {
  const drafts = db
    .selectFrom('plans')
    .select((on) => on.fn.countAll().as('count'))
    .where('state', '=', 'draft');
  const own =
    companyId === null
      ? drafts.where('user_id', '=', userId)
      : drafts.where(
          'user_id',
          'in',
          db.selectFrom('users').select('id').where('company_id', '=', companyId),
        );
  const { count } = await own.executeTakeFirstOrThrow();
  const limit = await boundInForce(db, 'drafts');
  if (Number(count) >= limit) throw new Refusal(422, 'plans.tooManyDrafts', { limit });
}

/**
 * Stores a draft with what is known of the devices now, within the caller's transaction; answers its id.
 * @throws Refusal 404, 422
 */
export async function insertPlan(db: Db, by: By, proposal: NewPlan, now: number): Promise<string> {
  const title = checkedTitle(proposal.title);
  const rollout = checkedRollout(proposal.rollout ?? { ...careful, batches: [...careful.batches] });
  refuseUnclear(proposal.items);
  await refuseDrafts(db, by);
  const id = ulid(now);
  const { userId, accountName } = by.viewer;
  await db
    .insertInto('plans')
    .values({
      id,
      title,
      state: 'draft',
      revision: 1,
      surface: proposal.surface,
      user_id: userId,
      account_name: accountName,
      created_at: now,
      reason: '',
      approved_at: null,
      approver_id: null,
      approver_name: null,
      approver_address: null,
      issued_at: null,
      ended_at: null,
      rollout,
      paused_at: null,
      origin_id: proposal.origin?.planId ?? null,
      origin_of: proposal.origin?.of ?? null,
    })
    .execute();
  const { origin, items, rules = [], surface } = proposal;
  await addItems(db, by, id, items);
  await insertRules(db, id, rules, items.length);
  await noteChange(db, 'plan', id, now);
  await auditBy(db, by, {
    at: now,
    action: 'plan.create',
    subject: `plan:${id}`,
    detail: JSON.stringify({
      title,
      items: items.length,
      ...(rules.length === 0 ? {} : { rules: rules.length }),
      surface,
      ...(origin === undefined ? {} : { origin: origin.planId, of: origin.of }),
    }),
  });
  return id;
}

/**
 * Stores a draft with what is known of the devices now; answers its id. `also` is done in the same transaction.
 * @throws Refusal 404, 422
 */
export function createPlan(
  store: OrderStore,
  by: By,
  proposal: NewPlan,
  also: (db: Db, planId: string) => Promise<void> = async () => {},
): Promise<string> {
  return store.storage.write(async (db) => {
    const id = await insertPlan(db, by, proposal, store.now());
    await also(db, id);
    return id;
  });
}
