/** What each rule is judged for, and when: instances, with the stretches of time in which they stand in its scope. */
import type { Kysely } from 'kysely';
import type { ScopeSpan } from '../../domain/alarms/definition.ts';
import type { Rule } from '../../domain/alarms/rule.ts';
import { stateBefore } from '../../domain/alarms/stepper.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Database, Db } from '../storage/schema.ts';
import type { PlacedTarget } from './rules/targets.ts';

interface KnownInstance {
  readonly id: number;
  readonly target_id: number;
  readonly station_id: number;
  readonly rtu_id: number;
  readonly spans: readonly ScopeSpan[];
}

/** Instances of a rule by what they are judged for. */
async function instancesOf(db: Db, ruleId: number): Promise<ReadonlyMap<number, KnownInstance>> {
  const rows = await db.selectFrom('alarm_instances').selectAll().where('rule_id', '=', ruleId).execute();
  return new Map(rows.map((row) => [row.target_id, { ...row, spans: fromJson(row.spans) }]));
}

/**
 * Brings the instances of a rule up to what stands in its scope now: those that are new begin, those that left end, at
 * `now`. Answers true where anything changed.
 * @param ruleOf what the rule is for a target from `now` on
 */
export async function syncInstances(
  db: Db,
  ruleId: number,
  targets: readonly PlacedTarget[],
  ruleOf: (targetId: number) => Rule,
  now: number,
): Promise<boolean> {
  const known = await instancesOf(db, ruleId);
  let hasChanged = false;
  const seen = new Set<number>();
  for (const { id, stationId, rtuId } of targets) {
    seen.add(id);
    const own = known.get(id);
    const spans = own?.spans ?? [];
    const isIn = spans.some(({ until }) => until === null);
    if (own !== undefined && isIn && own.station_id === stationId && own.rtu_id === rtuId) continue;
    hasChanged = true;
    const last = spans.at(-1)?.until ?? now;
    const all: readonly ScopeSpan[] = isIn ? spans : [...spans, { from: Math.max(now, last), until: null }];
    const values = { station_id: stationId, rtu_id: rtuId, spans: toJson(all) };
    if (own !== undefined) {
      await db
        .updateTable('alarm_instances')
        .set({ ...values, due_at: now })
        .where('id', '=', own.id)
        .execute();
      continue;
    }
    const { id: instanceId } = await db
      .insertInto('alarm_instances')
      // It is looked at at once: what it is due for is known only then.
      .values({ rule_id: ruleId, target_id: id, ...values, due_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('alarm_checkpoints')
      .values({
        instance_id: instanceId,
        t: now - 1,
        state: toJson(stateBefore(ruleOf(id), now)),
        heads: toJson({}),
      })
      .execute();
  }
  for (const [targetId, own] of known) {
    if (seen.has(targetId) || !own.spans.some(({ until }) => until === null)) continue;
    hasChanged = true;
    const spans = own.spans.map((span) =>
      span.until === null ? { from: span.from, until: Math.max(now, span.from + 1) } : span,
    );
    await db
      .updateTable('alarm_instances')
      .set({ spans: toJson(spans), due_at: now })
      .where('id', '=', own.id)
      .execute();
  }
  return hasChanged;
}

/** Instances that are to be looked at by `now` though nothing arrived, by their ids. */
export async function dueInstances(db: Kysely<Database>, now: number): Promise<readonly number[]> {
  const rows = await db.selectFrom('alarm_instances').select('id').where('due_at', '<=', now).execute();
  return rows.map(({ id }) => id);
}

/** When the next instance is due, UTC ms; infinite = none is. */
export async function nextDue(db: Kysely<Database>): Promise<number> {
  const next = await db
    .selectFrom('alarm_instances')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next?.due_at ?? Number.POSITIVE_INFINITY;
}
