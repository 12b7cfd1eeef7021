/** The limits of a rule on one of its quantities, and a rule with one of them moved. */
import type { Level } from '../../../../base/alarm-words.ts';
import type { Definition } from '../../../../domain/alarms/definition.ts';
import {
  type ConditionPath,
  changedAt,
  type EditedLevel,
  levelsOf,
  limitsOf,
  withLevels,
} from '../../../../domain/alarms/edits.ts';
import type { Term } from '../../../../domain/alarms/rule.ts';
import { withCondition } from '../editor/context.ts';

export interface MovableLimit {
  readonly level: Level;
  /** Which limit of the level, counted from 0 as they stand in its condition. */
  readonly at: number;
  readonly path: ConditionPath;
  readonly limit: number;
  /** Of the target alone: an override. */
  readonly isOwn: boolean;
}

const same = (a: Term | undefined, b: Term | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** Limits on a term, as they are for a target. */
export function limitsOn(
  { overrides }: Pick<Definition, 'overrides'>,
  levels: readonly EditedLevel[],
  term: Term | undefined,
  targetId: number,
): readonly MovableLimit[] {
  const own = overrides.find((one) => one.targetId === targetId);
  return levels.flatMap(({ level, condition }) =>
    limitsOf(condition).flatMap(({ limit, path }, at) => {
      if (!same(limit.term, term)) return [];
      const other = own?.limits.find((one) => one.level === level && one.at === at);
      return [{ level, at, path, limit: other?.limit ?? limit.limit, isOwn: other !== undefined }];
    }),
  );
}

/** The definition with one limit moved for a target: its override where it has one, else that of the ladder. */
export function withLimit(
  definition: Definition,
  { level, at, path, isOwn }: MovableLimit,
  targetId: number,
  value: number,
): Definition {
  if (isOwn)
    return {
      ...definition,
      overrides: definition.overrides.map((one) =>
        one.targetId === targetId
          ? {
              ...one,
              limits: one.limits.map((limit) => {
                if (limit.level !== level || limit.at !== at) return limit;
                const moved =
                  limit.release === undefined ? {} : { release: limit.release + value - limit.limit };
                return { ...limit, ...moved, limit: value };
              }),
            }
          : one,
      ),
    };
  const levels = levelsOf(definition).map((one) => {
    if (one.level !== level) return one;
    const condition = changedAt(one.condition, path, (own) => {
      if (own.type !== 'limit') return [own];
      // The release goes along: it stays as far from the limit as it was.
      const release = own.release === undefined ? undefined : own.release + value - own.limit;
      const rounded = release === undefined ? {} : { release: Number(release.toPrecision(12)) };
      return [{ ...own, ...rounded, limit: value }];
    });
    return condition === null ? one : withCondition(one, condition);
  });
  return withLevels(definition, levels);
}
