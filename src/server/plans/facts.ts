/** What is known of the devices of a plan's items, read at once for all of them. */
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { PlanObstacle } from '../../contract/plans.ts';
import type { ParameterProblem } from '../../domain/parameter-rules.ts';
import { sameValue } from '../../domain/same-value.ts';
import { checkSet } from '../delivery/check-order.ts';
import { knownValues, mostWaiting, staleRefusal, sureValues } from '../delivery/create.ts';
import { type CommandRow, groupOf, parseValues, rtuSlot, type Values } from '../delivery/row.ts';
import { parseTold, type ToldValues } from '../delivery/shadow.ts';
import type { Db } from '../delivery/store.ts';
import { obstacleOf, problemsOf } from './obstacle.ts';
import { type PlanItemRow, parsePrevious } from './row.ts';

type Where = Pick<PlanItemRow, 'rtu_id' | 'slot' | 'group_id'>;
export interface DeviceFacts {
  /** What the device told of the fields of a group. */
  told(item: Where): ToldValues;
  version(item: Where): number;
  /** What has not ended of its RTU's queue. */
  open(item: Where): readonly CommandRow[];
}

const keyOf = (rtuId: number, slot: number | null, group = '') => `${rtuId}/${slot ?? rtuSlot}/${group}`;

export async function readFacts(db: Db, items: readonly Where[]): Promise<DeviceFacts> {
  const rtus = [...new Set(items.map((item) => item.rtu_id))];
  const none = rtus.length === 0 ? [0] : rtus;
  const [told, versions, open] = await Promise.all([
    db.selectFrom('parameters').selectAll().where('rtu_id', 'in', none).execute(),
    db.selectFrom('parameter_versions').selectAll().where('rtu_id', 'in', none).execute(),
    db
      .selectFrom('commands')
      .selectAll()
      .where('rtu_id', 'in', none)
      .where('state', 'in', ['queued', 'sending', 'retry'])
      .orderBy('position')
      .execute(),
  ]);
  const ofDevice = new Map(told.map((row) => [keyOf(row.rtu_id, row.slot), parseTold(row.told)]));
  const ofGroup = new Map(versions.map((row) => [keyOf(row.rtu_id, row.slot, row.group_id), row.version]));
  const ofRtu = groupBy(open, (row) => row.rtu_id);
  return {
    told: ({ rtu_id: rtuId, slot, group_id: group }) =>
      Object.fromEntries(
        Object.entries(ofDevice.get(keyOf(rtuId, slot)) ?? {}).flatMap(([name, value]) =>
          name.startsWith(`${group}/`) ? [[name.slice(group.length + 1), value]] : [],
        ),
      ),
    version: ({ rtu_id: rtuId, slot, group_id: group }) => ofGroup.get(keyOf(rtuId, slot, group)) ?? 0,
    open: (item) => ofRtu.get(item.rtu_id) ?? [],
  };
}

/** Fields that the device has otherwise than when the plan was made, and not as the plan wants them. */
export function movedFields(item: PlanItemRow, told: ToldValues): string[] {
  const fields = groupOf(item.group_id)?.fields ?? [];
  const edits = parseValues(item.edits);
  return Object.entries(parsePrevious(item.previous)).flatMap(([id, [was]]) => {
    const field = fields.find((one) => one.id === id);
    const now = told[id];
    if (field === undefined || now === undefined) return [];
    const same = sameValue(field, now[0], was) || sameValue(field, now[0], edits[id] ?? null);
    return same ? [] : [id];
  });
}

/** @throws Refusal 409 naming the fields that moved on the device */
export function refuseMoved(item: PlanItemRow, told: ToldValues): void {
  const fields = movedFields(item, told);
  if (fields.length > 0)
    throw new Refusal(409, 'plans.moved', { count: fields.length }, undefined, { fields });
}

export interface Prospect {
  readonly problems: readonly ParameterProblem[];
  readonly obstacle: PlanObstacle | null;
}

/** Why an item of a draft would not go now; nothing where it would. */
export async function prospectOf(db: Db, item: PlanItemRow, facts: DeviceFacts): Promise<Prospect> {
  const { kind, group_id: group, base_version: based } = item;
  const target = { rtuId: item.rtu_id, slot: item.slot, kind };
  const told = facts.told(item);
  const values: Values = Object.fromEntries(Object.entries(told).map(([id, [value]]) => [id, value]));
  const open = facts.open(item);
  const edits = parseValues(item.edits);
  try {
    checkSet(
      { type: 'set', group, edits: JSON.parse(item.edits), version: based },
      target,
      knownValues(values, open, target, group),
      'en',
      sureValues(values, open, target, group),
    );
    const version = facts.version(item);
    if (version !== based) throw await staleRefusal(db, target, group, { based, version });
    refuseMoved(item, told);
    if (open.length >= mostWaiting) throw new Refusal(422, 'command.queueFull', { limit: mostWaiting });
    return { problems: [], obstacle: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.field === 'group') {
      const problems = Object.keys(edits).map((field) => ({
        field,
        reason: 'unknownField' as const,
        params: {},
      }));
      return { problems, obstacle: null };
    }
    const problems = problemsOf(error);
    return { problems, obstacle: problems.length > 0 ? null : obstacleOf(error) };
  }
}
