/** What stands beside an alarm: when it returns, and how often its rule has raised one here. */
import type { Finding } from '../../../base/alarm-words.ts';
import { ruleFor } from '../../../domain/alarms/definition.ts';
import { fromJson } from '../../storage/json.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AlarmRow } from '../row.ts';

const day = 86_400_000;
/** How long back alarms of the same rule are counted: 12 months. */
const counted = 365 * day;

/**
 * How the lowest level is left, whose release is the alarm's return: where that is one limit on what decided the alarm.
 * Null for others, and where it has returned or cannot be watched.
 */
export async function returnOf(db: Storage['db'], row: AlarmRow) {
  const facts = fromJson(row.facts);
  const [decided] = facts.terms;
  if (row.present === 0 || row.is_blind === 1 || row.company_id !== null || decided === undefined)
    return null;
  const version = await db
    .selectFrom('alarm_rule_versions')
    .select('definition')
    .where('rule_id', '=', row.rule_id)
    .where('version', '=', facts.ruleVersion)
    .executeTakeFirst();
  const instance = await db
    .selectFrom('alarm_instances')
    .select('target_id')
    .where('id', '=', row.instance_id)
    .executeTakeFirst();
  if (version === undefined || instance === undefined) return null;
  const rule = ruleFor(fromJson(version.definition), instance.target_id, facts.ruleVersion);
  const lowest = rule?.ladder[0];
  if (rule == null || lowest?.condition.type !== 'limit') return null;
  const { term: index, side, limit, release = limit } = lowest.condition;
  const term = rule.terms[index];
  const isSame =
    term?.quantity === decided.quantity &&
    JSON.stringify(term.args) === JSON.stringify(decided.args) &&
    (term.source?.channel === undefined || term.source.channel === decided.channel) &&
    (term.source?.sensorId === undefined || term.source.sensorId === decided.sensorId);
  return isSame
    ? { side, either: lowest.condition.either === true, limit: release, hold: lowest.releaseHold }
    : null;
}

/** Other alarms of the same rule at the same sensor or RTU within 12 months, by what people found. */
export async function sameRuleOf(db: Storage['db'], row: AlarmRow, now: number) {
  const rows = await db
    .selectFrom('alarms')
    .select('finding')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('instance_id', '=', row.instance_id)
    .where('is_blind', '=', row.is_blind)
    .where('id', '!=', row.id)
    .where('raised_at', '>', now - counted)
    .groupBy('finding')
    .execute();
  return {
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    findings: rows.flatMap(({ finding, count }) =>
      finding === null ? [] : [{ finding: finding as Finding, count: Number(count) }],
    ),
  };
}
