/** What is known of the devices of a plan's items, read at once for all of them. */

import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { PlanObstacle } from '../../contract/plans/plans.ts';
import type { ParameterProblem } from '../../domain/parameters/parameter-rules.ts';
import { sameValue } from '../../domain/parameters/same-value.ts';
import { checkAction, checkSet } from '../delivery/check-order.ts';
import { groupValues, mostWaiting } from '../delivery/create.ts';
import { groupOf, type OrderRow, parseValues, rtuSlot, type Values } from '../delivery/row.ts';
import { parseReported, readReported } from '../delivery/shadow.ts';
import type { Db } from '../delivery/store.ts';
import { fixed } from '../storage/fixed.ts';
import { fromJson } from '../storage/json.ts';
import type { PreviousValues, ReportedValues } from '../storage/schema.ts';
import { obstacleOf, problemsOf } from './obstacle.ts';
import { type PlanItemRow, secretsOf } from './row.ts';
import { unchangedItems, unchangedWhy } from './unchanged.ts';

type Where = Pick<PlanItemRow, 'rtu_id' | 'slot' | 'group_id'>;
export interface DeviceFacts {
  /** What the device reported of the fields of a group. */
  reported(item: Where): ReportedValues;
  version(item: Where): number;
  /** What has not ended of its RTU's queue. */
  open(item: Where): readonly OrderRow[];
}
/** A set that was ordered since an item of a plan was made. */
type SetSince = Pick<OrderRow, 'body' | 'account_name' | 'state' | 'verification' | 'ended_at' | 'plan_id'>;
const sinceColumns = ['body', 'account_name', 'state', 'verification', 'ended_at', 'plan_id'] as const;
/** Sets of a group since a version of it. */
type SetsSince = (item: Where, based: number) => readonly SetSince[];

const keyOf = (rtuId: number, slot: number | null, group = '') => `${rtuId}/${slot ?? rtuSlot}/${group}`;

function reportedOf(device: ReportedValues | undefined, group: string): ReportedValues {
  const reported: Record<string, ReportedValues[string]> = {};
  for (const [name, value] of Object.entries(device ?? {}))
    if (name.startsWith(`${group}/`)) reported[name.slice(group.length + 1)] = value;
  return reported;
}

/** What the device of an item reported of the fields of its group. */
export async function readGroup(
  db: Db,
  { rtu_id: rtuId, slot, group_id: group }: Where,
): Promise<ReportedValues> {
  return reportedOf(await readReported(db, rtuId, slot), group);
}

export async function readFacts(db: Db, items: readonly Where[]): Promise<DeviceFacts> {
  const rtus = [...new Set(items.map((item) => item.rtu_id))];
  const none = rtus.length === 0 ? [0] : rtus;
  const [reported, versions, open] = await Promise.all([
    db.selectFrom('parameters').selectAll().where('rtu_id', 'in', none).execute(),
    db.selectFrom('parameter_versions').selectAll().where('rtu_id', 'in', none).execute(),
    db
      .selectFrom('orders')
      .selectAll()
      .where('rtu_id', 'in', none)
      .where('state', 'in', ['queued', 'sending', 'retry'])
      .orderBy('position')
      .execute(),
  ]);
  const ofDevice = new Map(reported.map((row) => [keyOf(row.rtu_id, row.slot), parseReported(row.reported)]));
  const ofGroup = new Map(versions.map((row) => [keyOf(row.rtu_id, row.slot, row.group_id), row.version]));
  const ofRtu = groupBy(open, (row) => row.rtu_id);
  const known = new Map<string, ReportedValues>();
  return {
    reported({ rtu_id: rtuId, slot, group_id: group }) {
      const key = keyOf(rtuId, slot, group);
      const found = known.get(key) ?? reportedOf(ofDevice.get(keyOf(rtuId, slot)), group);
      known.set(key, found);
      return found;
    },
    version: ({ rtu_id: rtuId, slot, group_id: group }) => ofGroup.get(keyOf(rtuId, slot, group)) ?? 0,
    open: (item) => ofRtu.get(item.rtu_id) ?? [],
  };
}

/** What the device reported of an item's fields, and when; nothing of secrets, and of what it never reported. */
export function beforeOf(
  item: Where & Pick<PlanItemRow, 'type' | 'edits'>,
  facts: Pick<DeviceFacts, 'reported'>,
): PreviousValues {
  if (item.type === 'send') return {};
  const reported = facts.reported(item);
  const secrets = secretsOf(item);
  return Object.fromEntries(
    Object.keys(parseValues(item.edits)).flatMap((field) => {
      const known = reported[field];
      return known === undefined || secrets.includes(field) ? [] : [[field, [known[0], known[1]]]];
    }),
  );
}

/**
 * Fields that the device has otherwise than when the plan was made, and not as the plan wants them. `steps`: what items
 * of the plan set before it.
 */
export function movedFields(
  item: PlanItemRow,
  reported: ReportedValues,
  steps: readonly Values[] = [],
): string[] {
  const fields = groupOf(item.group_id)?.fields ?? [];
  const edits = parseValues(item.edits);
  return Object.entries(fromJson(item.previous)).flatMap(([id, [was]]) => {
    const field = fields.find((one) => one.id === id);
    const now = reported[id];
    if (field === undefined || now === undefined) return [];
    const own = [
      was,
      edits[id] ?? null,
      ...steps.flatMap((values) => (id in values ? [values[id] ?? null] : [])),
    ];
    return own.some((value) => sameValue(field, now[0], value)) ? [] : [id];
  });
}

/** @throws Refusal 409 naming the fields that moved on the device */
export function refuseMoved(
  item: PlanItemRow,
  reported: ReportedValues,
  steps: readonly Values[] = [],
): void {
  const fields = movedFields(item, reported, steps);
  if (fields.length > 0)
    throw new Refusal(409, 'plans.moved', { count: fields.length }, undefined, { fields });
}

/** Ends of a set after which its device has what it had before. */
const without: readonly string[] = ['cancelled', 'superseded', 'expired', 'failed'];

/**
 * Fields of an item that another set than its plan's concerns, and that the device has not reported since: whether
 * they still are what the item was made against is not known. What was reported since is judged by `movedFields`
 * alone.
 */
function contested(
  item: PlanItemRow,
  reported: ReportedValues,
  since: readonly SetSince[],
): readonly string[] {
  const fields = groupOf(item.group_id)?.fields ?? [];
  const edits = parseValues(item.edits);
  const previous = fromJson(item.previous);
  const found = since.flatMap((row) => {
    if (row.plan_id === item.plan_id || without.includes(row.state)) return [];
    const isReported = row.verification === 'verified' || row.verification === 'different';
    return Object.entries(parseValues(row.body)).flatMap(([id, value]) => {
      const field = fields.find((one) => one.id === id);
      if (field === undefined || !(id in edits)) return [];
      if (sameValue(field, value, edits[id] ?? null)) return [];
      // Where the earlier value was not known, what is reported now does not say what it was.
      const known = id in previous;
      const isSettled = isReported || (row.ended_at !== null && (reported[id]?.[2] ?? 0) > row.ended_at);
      return known && isSettled ? [] : [id];
    });
  });
  return [...new Set(found)];
}

/** @throws Refusal 409 naming the fields of an item that others have set since, and who did */
function refuseContested(
  item: PlanItemRow,
  reported: ReportedValues,
  since: readonly SetSince[],
  version: number,
): void {
  const fields = contested(item, reported, since);
  if (fields.length === 0) return;
  const by =
    since.findLast(({ body }) => fields.some((field) => field in parseValues(body)))?.account_name ?? '';
  throw new Refusal(409, 'set.stale', { by, count: fields.length }, 'version', { version, fields, by });
}

const setsOf = fixed((db, { rtuId, group, based }: { rtuId: number; group: string; based: number }) =>
  db
    .selectFrom('orders')
    .select([...sinceColumns, 'slot'])
    .where('rtu_id', '=', rtuId)
    .where('type', '=', 'set')
    .where('name', '=', group)
    .where('base_version', '>=', based)
    .orderBy('created_at'),
);

/**
 * The same within the transaction that orders an item. Sets of other fields of the group do not concern it.
 * @throws Refusal 409
 */
export async function refuseOthersSets(db: Db, item: PlanItemRow, reported: ReportedValues): Promise<void> {
  const { rtu_id: rtuId, group_id: group, base_version: based } = item;
  const rows = await setsOf(db, { rtuId, group, based });
  const same = rows.filter(({ slot }) => (slot ?? rtuSlot) === (item.slot ?? rtuSlot));
  refuseContested(item, reported, same, item.base_version);
}

export interface Prospect {
  readonly problems: readonly ParameterProblem[];
  readonly obstacle: PlanObstacle | null;
}

/** Who set groups that moved on since the versions that items are based on; one query for all of them. */
async function readSince(db: Db, items: readonly PlanItemRow[], facts: DeviceFacts): Promise<SetsSince> {
  const moved = items.filter((item) => item.type === 'set' && facts.version(item) !== item.base_version);
  const rtus = [...new Set(moved.map((item) => item.rtu_id))];
  const rows =
    rtus.length === 0
      ? []
      : await db
          .selectFrom('orders')
          .select([...sinceColumns, 'rtu_id', 'slot', 'name', 'base_version'])
          .where('rtu_id', 'in', rtus)
          .where('type', '=', 'set')
          .where('base_version', '>=', Math.min(...moved.map((item) => item.base_version)))
          .orderBy('created_at')
          .execute();
  const byGroup = groupBy(rows, (row) => keyOf(row.rtu_id, row.slot, row.name));
  return ({ rtu_id: rtuId, slot, group_id: group }, based) =>
    (byGroup.get(keyOf(rtuId, slot, group)) ?? []).filter((row) => (row.base_version ?? 0) >= based);
}

/** @param before what items of the plan that go before it set in its group */
function refuseItem(item: PlanItemRow, facts: DeviceFacts, since: SetsSince, before: Values): void {
  const { kind, group_id: group, base_version: based } = item;
  const target = { rtuId: item.rtu_id, slot: item.slot, kind };
  const open = facts.open(item);
  if (item.type === 'send') {
    const content = { type: 'action', action: group, args: JSON.parse(item.edits) } as const;
    checkAction(content, target, 'en');
  } else {
    const reported = facts.reported(item);
    const values: Values = Object.fromEntries(Object.entries(reported).map(([id, [value]]) => [id, value]));
    const edits = JSON.parse(item.edits);
    const { known, sure } = groupValues(values, open, target, group);
    checkSet({ type: 'set', group, edits, version: based }, target, { ...known, ...before }, 'en', sure);
    refuseContested(item, reported, since(item, based), facts.version(item));
    refuseMoved(item, reported);
  }
  if (open.length >= mostWaiting) throw new Refusal(422, 'command.queueFull', { limit: mostWaiting });
}

/** What a refusal means for a reader of the draft. */
function prospectOf(item: PlanItemRow, refusal: Refusal): Prospect {
  if (refusal.field === 'group') {
    const fields = Object.keys(parseValues(item.edits));
    return {
      problems: fields.map((field) => ({ field, reason: 'unknownField', params: {} })),
      obstacle: null,
    };
  }
  const problems = problemsOf(refusal);
  return { problems, obstacle: problems.length > 0 ? null : obstacleOf(refusal) };
}

const free: Prospect = { problems: [], obstacle: null };

/** Why items of a draft would not go now, by position; nothing where they would. */
export async function prospectsOf(
  db: Db,
  items: readonly PlanItemRow[],
  facts: DeviceFacts,
): Promise<(item: PlanItemRow) => Prospect> {
  const since = await readSince(db, items, facts);
  const unchanged = await unchangedItems(db, items, facts);
  const found = new Map<number, Prospect>();
  const sets = new Map<string, Values>();
  for (const item of items) {
    const group = keyOf(item.rtu_id, item.slot, item.group_id);
    const before = sets.get(group) ?? {};
    try {
      refuseItem(item, facts, since, before);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      found.set(item.position, prospectOf(item, error));
    }
    if (unchanged.has(item.position) && !found.has(item.position))
      found.set(item.position, {
        problems: [],
        obstacle: unchangedWhy(Object.keys(parseValues(item.edits))),
      });
    if (item.type === 'set' && item.excluded === 0)
      sets.set(group, { ...before, ...parseValues(item.edits) });
  }
  return ({ position }) => found.get(position) ?? free;
}
