/** Another plan out of one that has begun: again where it failed, was not started or passed; or the values from before. */
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { Language } from '../../base/messages.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { DeriveKind, derivePlan as deriveCall, PlanOrder } from '../../contract/plans/plans.ts';
import { sameValue } from '../../domain/parameters/same-value.ts';
import type { By } from '../audit/by.ts';
import { groupOf, parseValues, type Values } from '../delivery/row.ts';
import type { Db, OrderStore } from '../delivery/store.ts';
import { fromJson } from '../storage/json.ts';
import { words } from '../words.ts';
import { insertPlan } from './create.ts';
import { type AnyProposal, lastSets, type NamedSkip, type Sendable } from './proposal.ts';
import { type StepOrder, standingOfItem, stepColumns } from './rollout/steps.ts';
import {
  afterOf,
  devicesOfPlan,
  itemsOf,
  type PlanDeviceRow,
  type PlanItemRow,
  parseObstacle,
  rolloutOf,
} from './row.ts';
import { ownPlan } from './visible.ts';

const longestTitle = 120;
/** Fields of which nothing is kept once their set was made, and values that nobody knows. */
type Left = 'plans.left.secret' | 'plans.left.send' | 'plans.left.unknown';

type Edits = PlanOrder['edits'];
const plain = (values: Values): Edits =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      typeof value === 'object' && value !== null ? [...value] : value,
    ]),
  );
const secretFields = ({ group_id: group }: PlanItemRow) =>
  (groupOf(group)?.fields ?? []).filter(({ type }) => type === 'secret').map(({ id }) => id);

const left = (item: PlanItemRow, message: Left, fields: readonly string[]): NamedSkip => ({
  type: 'left',
  rtuId: item.rtu_id,
  slot: item.slot,
  group: item.group_id,
  why: { message, params: { count: fields.length }, fields: [...fields] },
});

/** An item as it was, but for secrets: those are kept nowhere. */
function again(item: PlanItemRow, keepsAfter: boolean): AnyProposal[] {
  const target = { rtuId: item.rtu_id, slot: item.slot };
  const after = keepsAfter ? afterOf(item) : null;
  const { reason } = item;
  if (item.type === 'send')
    return [
      { type: 'send', target, action: item.group_id, args: plain(parseValues(item.edits)), after, reason },
    ];
  const secrets = secretFields(item);
  const edits = parseValues(item.edits);
  const lost = Object.keys(edits).filter((id) => secrets.includes(id) && edits[id] === null);
  const kept = Object.fromEntries(Object.entries(edits).filter(([id]) => !lost.includes(id)));
  return [
    ...(Object.keys(kept).length === 0
      ? []
      : [{ target, group: item.group_id, edits: plain(kept), after, reason }]),
    ...(lost.length === 0 ? [] : [left(item, 'plans.left.secret', lost)]),
  ];
}

/** The values from before; what was the same before needs nothing. */
function back(item: PlanItemRow): AnyProposal[] {
  const target = { rtuId: item.rtu_id, slot: item.slot };
  if (item.type === 'send') return [left(item, 'plans.left.send', [])];
  const secrets = secretFields(item);
  const edits = parseValues(item.edits);
  const previous = fromJson(item.previous);
  const fields = groupOf(item.group_id)?.fields ?? [];
  const open = Object.keys(edits).filter((id) => !secrets.includes(id));
  const unknown = open.filter((id) => previous[id] === undefined);
  const changed = fields.filter(({ id }) => open.includes(id) && previous[id] !== undefined);
  const values = Object.fromEntries(
    changed
      .filter((field) => !sameValue(field, previous[field.id]?.[0] ?? null, edits[field.id] ?? null))
      .map(({ id }) => [id, previous[id]?.[0] ?? null]),
  );
  const hidden = Object.keys(edits).filter((id) => secrets.includes(id));
  return [
    ...(Object.keys(values).length === 0 ? [] : [{ target, group: item.group_id, edits: plain(values) }]),
    ...(hidden.length === 0 ? [] : [left(item, 'plans.left.secret', hidden)]),
    ...(unknown.length === 0 ? [] : [left(item, 'plans.left.unknown', unknown)]),
  ];
}

/** True for an item that changed its device, or may have. */
export const hasChanged = (order: Pick<StepOrder, 'state'> | undefined): boolean =>
  order?.state === 'succeeded' || order?.state === 'indeterminate';

/** The items of one device in the opposite order; where they went step by step, they do so again. */
function backwards(items: readonly PlanItemRow[]): AnyProposal[] {
  const isStepwise = items.some(({ after }) => after !== null);
  let known = false;
  return onceEach(items.flatMap(back))
    .reverse()
    .map((item) => {
      if (item.type === 'skip' || item.type === 'left') return item;
      const waits = isStepwise && known;
      known = true;
      return waits ? { ...item, after: 'verified' as const } : item;
    });
}

interface Facts {
  readonly order: StepOrder | undefined;
  readonly device: PlanDeviceRow | undefined;
  readonly now: number;
}
function isWanted(of: DeriveKind, item: PlanItemRow, { order, device, now }: Facts): boolean {
  const standing = standingOfItem(item, order, now);
  const hasFailed = device?.outcome === 'failed' || device?.outcome === 'timedOut';
  switch (of) {
    case 'failed':
      return hasFailed && standing !== 'good' && standing !== 'open';
    case 'notStarted':
      if (hasFailed || parseObstacle(item.skipped)?.message === 'plans.unchanged') return false;
      // What a newer set took the place of is not wanted any more.
      if (order !== undefined) return order.state === 'cancelled';
      return device !== undefined && (device.started_at === null || device.ended_at !== null);
    case 'passed':
      return device?.outcome === 'passed';
    case 'rollback':
      return hasChanged(order);
  }
}

/** What another plan would hold. */
async function proposalsOf(
  db: Db,
  planId: string,
  of: DeriveKind,
  wanted: ReadonlySet<number> | null,
  now: number,
): Promise<AnyProposal[]> {
  const [items, devices, orders] = await Promise.all([
    itemsOf(db, planId),
    devicesOfPlan(db, planId),
    db.selectFrom('orders').select(stepColumns).where('plan_id', '=', planId).execute(),
  ]);
  for (const rtuId of wanted ?? [])
    if (!items.some((item) => item.rtu_id === rtuId))
      throw new Refusal(404, 'api.notFound', { what: `rtu ${rtuId}` });
  const byId = new Map(orders.map((order) => [order.id, order]));
  const byRtu = new Map(devices.map((device) => [device.rtu_id, device]));
  const own = items.filter(
    (item) =>
      item.excluded === 0 &&
      (wanted === null || wanted.has(item.rtu_id)) &&
      isWanted(of, item, {
        order: byId.get(item.order_id ?? ''),
        device: byRtu.get(item.rtu_id),
        now,
      }),
  );
  if (of === 'rollback') return [...groupBy(own, (item) => item.rtu_id).values()].flatMap(backwards);
  const known = new Set<number>();
  const wantedAgain = own.flatMap((item) => {
    const keepsAfter = known.has(item.rtu_id);
    known.add(item.rtu_id);
    return again(item, keepsAfter);
  });
  return lastSets(wantedAgain);
}

/** Each field of a device once, by its first value: what it was before all steps. */
function onceEach(items: readonly AnyProposal[]): AnyProposal[] {
  const seen = new Set<string>();
  return items.flatMap((item): AnyProposal[] => {
    if (item.type === 'skip' || item.type === 'left' || item.type === 'send') return [item];
    const { target, group } = item;
    const edits = Object.fromEntries(
      Object.entries(item.edits).filter(([id]) => {
        const key = `${target.rtuId}/${target.slot}/${group}/${id}`;
        if (seen.has(key)) return false;
        seen.add(key);
        return true;
      }),
    );
    return Object.keys(edits).length === 0 ? [] : [{ ...item, edits } satisfies Sendable];
  });
}

/**
 * Makes a draft out of a plan that has begun; answers its id. What cannot be done again, or back, is in it by name.
 * @throws Refusal 404, 409 `plans.notBegun`, 422 `plans.nothing`
 */
export function derivePlan(
  store: OrderStore,
  by: By,
  language: Language,
  planId: string,
  { of, devices, surface }: BodyOf<typeof deriveCall>,
): Promise<string> {
  return store.storage.write(async (db) => {
    const origin = await ownPlan(db, by.viewer, planId);
    if (origin.approved_at === null) throw new Refusal(409, 'plans.notBegun');
    const now = store.now();
    const items = await proposalsOf(db, planId, of, devices === undefined ? null : new Set(devices), now);
    if (!items.some((item) => item.type !== 'skip' && item.type !== 'left'))
      throw new Refusal(422, 'plans.nothing');
    const title = words(language)(`plans.derived.${of}`, { title: origin.title }).slice(0, longestTitle);
    const { batches, ...rollout } = rolloutOf(origin);
    return insertPlan(
      db,
      by,
      { title, items, surface, rollout: { ...rollout, batches: [...batches] }, origin: { planId, of } },
      now,
    );
  });
}
