/** A rule made ready to be stepped often: conditions as functions, ranks, the terms that are asked. */
import { compiled, type Hold, limitsIn, type Rule, rankOf, termsOf, type ValueList } from './rule.ts';
import type { Truth } from './truth.ts';

interface PreparedLevel {
  readonly rank: number;
  readonly hold: Hold;
  readonly releaseHold: Hold;
  /** Rank of the next lower level of the ladder, 0 = none. */
  readonly below: number;
  /** Whether its condition holds; unknown where the values do not decide it. */
  readonly meets: (values: ValueList) => Truth;
  /** The same by the limits of its release. */
  readonly stays: (values: ValueList) => Truth;
}

export interface Prepared {
  /** In the order of the ladder. */
  readonly levels: readonly PreparedLevel[];
  /** Indexes of the terms that the ladder asks, each once. */
  readonly asked: readonly number[];
  readonly patience: number | null;
  /** By term: the values that it is compared with, ascending, each once. */
  readonly borders: readonly Float64Array[];
}

const known = new WeakMap<Rule, Prepared>();

export function preparedOf(rule: Rule): Prepared {
  const found = known.get(rule);
  if (found !== undefined) return found;
  const ranks = rule.ladder.map(({ level }) => rankOf(level));
  const made: Prepared = {
    levels: rule.ladder.map(({ condition, hold, releaseHold }, index) => {
      const rank = ranks[index] ?? 0;
      return {
        rank,
        hold,
        releaseHold,
        below: Math.max(0, ...ranks.filter((one) => one < rank)),
        meets: compiled(condition, false),
        stays: compiled(condition, true),
      };
    }),
    asked: [...new Set(rule.ladder.flatMap(({ condition }) => termsOf(condition)))].filter(
      (index) => index < rule.terms.length,
    ),
    patience: rule.patience,
    borders: rule.terms.map((_, index) => bordersOf(rule, index)),
  };
  known.set(rule, made);
  return made;
}

/** The values that a rule compares a term with, ascending, each once. */
function bordersOf(rule: Rule, index: number): Float64Array {
  const borders = new Set<number>();
  for (const { condition } of rule.ladder)
    for (const { term, limit, release = limit, either } of limitsIn(condition)) {
      if (term !== index) continue;
      for (const border of [limit, release]) {
        borders.add(border);
        if (either === true) borders.add(-border);
      }
    }
  return Float64Array.from(borders).sort();
}
