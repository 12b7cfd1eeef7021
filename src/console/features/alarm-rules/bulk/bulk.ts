/** One change of several rules: what each of them would be. */
import type { Level } from '../../../../base/alarm-words.ts';
import type { Definition, Override } from '../../../../domain/alarms/definition.ts';
import type { Hold, LevelCondition } from '../../../../domain/alarms/rule.ts';

/** `level` null = each level. */
export type BulkChange =
  /** Limits with their releases, those of overrides too: times a factor, or moved by an amount in their unit. */
  | { readonly what: 'factor' | 'shift'; readonly level: Level | null; readonly amount: number }
  | { readonly what: 'hold' | 'releaseHold'; readonly level: Level | null; readonly hold: Hold }
  | { readonly what: 'enabled'; readonly on: boolean }
  /** The only project of its scope; null = all of them. */
  | { readonly what: 'project'; readonly project: number | null };

/** Without the last digits that binary fractions leave: 0.1 × 3 is 0.3. */
const rounded = (value: number): number => Number(value.toPrecision(12));

function moved(condition: LevelCondition, by: (limit: number) => number): LevelCondition {
  if (condition.type === 'not') return { ...condition, of: moved(condition.of, by) };
  if (condition.type !== 'limit') return { ...condition, of: condition.of.map((one) => moved(one, by)) };
  const { limit, release } = condition;
  return { ...condition, limit: by(limit), ...(release === undefined ? {} : { release: by(release) }) };
}

/** A definition with a change; the same one where the change says nothing of it. */
export function bulkChanged(definition: Definition, change: BulkChange): Definition {
  if (change.what === 'enabled') return { ...definition, enabled: change.on };
  if (change.what === 'project')
    return {
      ...definition,
      scope: { ...definition.scope, projects: change.project === null ? [] : [change.project] },
    };
  const isMeant = (level: Level) => change.level === null || change.level === level;
  if (change.what === 'hold' || change.what === 'releaseHold') {
    const { what, hold } = change;
    return {
      ...definition,
      ladder: definition.ladder.map((own) => (isMeant(own.level) ? { ...own, [what]: hold } : own)),
    };
  }
  const { what, amount } = change;
  const by = (limit: number) => rounded(what === 'factor' ? limit * amount : limit + amount);
  const ofOverride = (own: Override['limits'][number]) =>
    isMeant(own.level)
      ? { ...own, limit: by(own.limit), ...(own.release === undefined ? {} : { release: by(own.release) }) }
      : own;
  return {
    ...definition,
    ladder: definition.ladder.map((own) =>
      isMeant(own.level) ? { ...own, condition: moved(own.condition, by) } : own,
    ),
    overrides: definition.overrides.map((own) => ({ ...own, limits: own.limits.map(ofOverride) })),
  };
}
