/** Versions of alarm rules that a plan proposes: kept with its draft, saved in the transaction that approves it. */
import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { PlanObstacle, PlanRule } from '../../contract/plans/plans.ts';
import type { Definition } from '../../domain/alarms/definition.ts';
import type { RuleBook } from '../alarms/rules/rule-book.ts';
import { checkRule } from '../alarms/rules/rule-check.ts';
import type { PlacedTarget } from '../alarms/rules/targets.ts';
import type { By } from '../audit/by.ts';
import type { Db } from '../delivery/store.ts';
import { fromJson, toJson } from '../storage/json.ts';
import { NeedsSecond } from '../two-persons/guard.ts';
import { inParts } from './in-parts.ts';
import { type PlanRow, type PlanRuleRow, rulesOf } from './row.ts';

/** A version as it is proposed, or why there is none. */
export interface ProposedRule {
  readonly name: string;
  /** Null where it is not known whose rule it would be. */
  readonly companyId: number | null;
  /** Null = a new one. */
  readonly ruleId: number | null;
  /** The version that it was made of; 0 = a new one. */
  readonly baseVersion: number;
  readonly definition: Definition | null;
  readonly reason: string;
  /** Why it is left out. */
  readonly skipped: PlanObstacle | null;
}

/** Stores what is proposed, at positions from `from` on. */
export async function insertRules(
  db: Db,
  planId: string,
  rules: readonly ProposedRule[],
  from: number,
): Promise<void> {
  const rows = rules.map((rule, index) => ({
    plan_id: planId,
    position: from + index,
    company_id: rule.companyId,
    rule_id: rule.ruleId,
    base_version: rule.baseVersion,
    name: rule.name,
    definition: rule.definition === null ? null : toJson(rule.definition),
    reason: rule.reason,
    excluded: 0,
    skipped: rule.skipped === null ? null : toJson(rule.skipped),
    saved_version: null,
  }));
  await inParts(rows, (part) => db.insertInto('plan_rules').values(part).execute());
}

/** A refusal as the review says it. */
export const refusedWhy = ({ messageId, params }: Refusal): PlanObstacle => ({
  message: messageId,
  params: { ...params },
  fields: [],
});

/** A rule as it is saved now; undefined = it was deleted. */
function newestOf(db: Db, ruleId: number) {
  return db
    .selectFrom('alarm_rules')
    .innerJoin('alarm_rule_versions', (join) =>
      join
        .onRef('alarm_rule_versions.rule_id', '=', 'alarm_rules.id')
        .onRef('alarm_rule_versions.version', '=', 'alarm_rules.version'),
    )
    .select(['alarm_rules.version', 'name', 'account_name'])
    .where('alarm_rules.id', '=', ruleId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** What keeps a rule of a draft from being saved now: it was deleted, or somebody saved another version; null = nothing. */
async function movedWhy(db: Db, row: PlanRuleRow): Promise<PlanObstacle | null> {
  if (row.rule_id === null) return null;
  const newest = await newestOf(db, row.rule_id);
  if (newest === undefined) return { message: 'plans.rule.deleted', params: {}, fields: [] };
  if (newest.version === row.base_version) return null;
  const params = { version: newest.version, by: newest.account_name ?? '–' };
  return { message: 'plans.rule.changed', params, fields: [] };
}

/** What a rule would be judged for, or why it would be refused. */
async function checked(book: RuleBook, row: PlanRuleRow): Promise<readonly PlacedTarget[] | PlanObstacle> {
  if (row.definition === null || row.company_id === null) throw new Error('it has been left out');
  try {
    return await checkRule(book, row.company_id, fromJson(row.definition));
  } catch (error) {
    if (error instanceof Refusal) return refusedWhy(error);
    throw error;
  }
}
const isWhy = (found: readonly PlacedTarget[] | PlanObstacle): found is PlanObstacle => 'message' in found;

/** The version that a rule of a plan was made of. */
async function baseOf(db: Db, row: PlanRuleRow): Promise<PlanRule['before']> {
  if (row.rule_id === null) return null;
  const base = await db
    .selectFrom('alarm_rule_versions')
    .select(['version', 'name', 'definition'])
    .where('rule_id', '=', row.rule_id)
    .where('version', '=', row.base_version)
    .executeTakeFirst();
  return base === undefined
    ? null
    : { version: base.version, name: base.name, definition: fromJson(base.definition) as never };
}

/** The rules of a plan as its review shows them. */
export async function ruleViews(db: Db, plan: PlanRow, book: RuleBook | null): Promise<PlanRule[]> {
  const views: PlanRule[] = [];
  for (const row of await rulesOf(db, plan.id)) {
    const skipped = row.skipped === null ? null : fromJson(row.skipped);
    const isOpen = plan.state === 'draft' && skipped === null && row.definition !== null;
    let obstacle = isOpen ? await movedWhy(db, row) : null;
    let targets: number | null = null;
    if (isOpen && book !== null && obstacle === null) {
      const found = await checked(book, row);
      if (isWhy(found)) obstacle = found;
      else targets = found.length;
    }
    views.push({
      position: row.position,
      ruleId: row.rule_id,
      companyId: row.company_id,
      before: await baseOf(db, row),
      name: row.name,
      definition: row.definition === null ? null : (fromJson(row.definition) as never),
      reason: row.reason,
      targets,
      excluded: row.excluded !== 0,
      obstacle,
      skipped,
      version: row.saved_version,
    });
  }
  return views;
}

/** A rule that goes with the approval, and what it will be judged for. */
export interface GoingRule {
  readonly row: PlanRuleRow;
  readonly targets: readonly PlacedTarget[] | PlanObstacle;
}

/** Rules of a draft that are meant, with what they would be judged for; read before the transaction. */
export async function goingRules(book: RuleBook, planId: string): Promise<readonly GoingRule[]> {
  const rows = (await rulesOf(book.storage.db, planId)).filter(
    (row) => row.excluded === 0 && row.skipped === null && row.definition !== null,
  );
  const going: GoingRule[] = [];
  for (const row of rows) going.push({ row, targets: await checked(book, row) });
  return going;
}

/**
 * Saves the rules of a plan within the transaction of its approval; what changed since the draft, and what is refused
 * now, is left out by name. Answers how many were saved.
 * @throws Refusal 403 for who may not edit rules
 */
export async function saveRules(
  db: Db,
  by: By,
  book: RuleBook,
  {
    plan,
    going,
    reason,
  }: { readonly plan: PlanRow; readonly going: readonly GoingRule[]; readonly reason: string },
): Promise<number> {
  if (going.length === 0) return 0;
  const permission = 'alarm:rule:edit';
  if (!hasPermission(by.viewer.permissions, permission))
    throw new Refusal(403, 'api.forbidden', { permission });
  const current = new Map((await rulesOf(db, plan.id)).map((row) => [row.position, row]));
  let saved = 0;
  for (const { row, targets } of going) {
    const now = current.get(row.position);
    if (now === undefined || now.excluded !== 0 || row.definition === null || row.company_id === null)
      continue;
    const own = [row.reason, reason, plan.title].find((text) => text.trim() !== '') ?? plan.title;
    const text = { name: row.name, definition: fromJson(row.definition), reason: own };
    let why = (await movedWhy(db, row)) ?? (isWhy(targets) ? targets : null);
    let done: { readonly id: number; readonly version: number } | null = null;
    if (why === null && !isWhy(targets))
      try {
        const base = row.rule_id === null ? null : { id: row.rule_id, version: row.base_version };
        done = await book.write(db, by, { companyId: row.company_id, base, text, targets });
        saved += 1;
      } catch (error) {
        // What takes a second person is not left out: the plan as a whole waits for them.
        if (!(error instanceof Refusal) || error instanceof NeedsSecond) throw error;
        why = refusedWhy(error);
      }
    await db
      .updateTable('plan_rules')
      .set({
        skipped: why === null ? null : toJson(why),
        ...(done === null ? {} : { saved_version: done.version, rule_id: done.id }),
      })
      .where('plan_id', '=', plan.id)
      .where('position', '=', row.position)
      .execute();
  }
  return saved;
}
