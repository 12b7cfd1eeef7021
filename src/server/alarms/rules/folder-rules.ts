/** Rules whose scope names folders, and what they are judged for now. */
import { groupBy } from '../../../base/group.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import type { Board } from '../../sites/board.ts';
import { fromJson } from '../../storage/json.ts';
import type { Db } from '../../storage/schema.ts';
import { readScopeFacts } from './scope-facts.ts';
import { type PlacedTarget, targetsOf } from './targets.ts';

/** A rule as it is saved now, whose scope names folders. */
export interface FolderRule {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly definition: Definition;
}

/** Those of all companies, by their ids; deleted ones are left out. */
export async function readFolderRules(db: Db): Promise<readonly FolderRule[]> {
  const rows = await db
    .selectFrom('alarm_rules')
    .innerJoin('alarm_rule_versions', (join) =>
      join
        .onRef('alarm_rule_versions.rule_id', '=', 'alarm_rules.id')
        .onRef('alarm_rule_versions.version', '=', 'alarm_rules.version'),
    )
    .select(['alarm_rules.id', 'alarm_rules.company_id', 'name', 'definition'])
    .where('deleted_at', 'is', null)
    .orderBy('alarm_rules.id')
    .execute();
  return rows
    .map(({ id, company_id: companyId, name, definition }) => ({
      ...{ id, companyId, name },
      definition: fromJson(definition),
    }))
    .filter(({ definition }) => (definition.scope.folders ?? []).length > 0);
}

/** What each of the rules is judged for by the folders as they are in the caller's transaction, by rule. */
export async function targetsOfRules(
  db: Db,
  board: Board,
  rules: readonly FolderRule[],
): Promise<ReadonlyMap<number, readonly PlacedTarget[]>> {
  const facts = await readScopeFacts(db);
  const found = new Map<number, readonly PlacedTarget[]>();
  for (const [companyId, own] of groupBy(rules, (rule) => rule.companyId)) {
    const sites = board.sites({ companyId });
    for (const { id, definition } of own) found.set(id, targetsOf(definition, sites, facts));
  }
  return found;
}
