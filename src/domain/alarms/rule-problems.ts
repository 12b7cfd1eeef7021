/** What is wrong with a rule, as its editor says it: each at its place, none of them guessed away. */
import type { Level } from '../../base/alarm-words.ts';
import { type Hold, type LevelCondition, type Rule, rankOf } from './rule.ts';

export interface RuleProblem {
  /** null = of the rule as a whole. */
  readonly level: Level | null;
  readonly type:
    | 'noLevel'
    | 'order'
    | 'noTerm'
    | 'noLimit'
    | 'empty'
    | 'release'
    | 'hold'
    | 'patience'
    | 'unreachable';
}

/** Readings and minutes of a hold at most. Assumed. */
export const longestHold = { readings: 1000, minutes: 30 * 24 * 60 } as const;

function isGood(hold: Hold): boolean {
  return 'readings' in hold
    ? Number.isInteger(hold.readings) && hold.readings >= 1 && hold.readings <= longestHold.readings
    : hold.minutes > 0 && hold.minutes <= longestHold.minutes;
}

/** True under an odd number of nots: there a condition is left by its limit being reached. */
function problemsOf(condition: LevelCondition, rule: Rule, inverted = false): readonly RuleProblem['type'][] {
  if (condition.type === 'not') return problemsOf(condition.of, rule, !inverted);
  if (condition.type !== 'limit')
    return condition.of.length === 0
      ? ['empty']
      : condition.of.flatMap((one) => problemsOf(one, rule, inverted));
  const { term, side, limit, release } = condition;
  if (rule.terms[term] === undefined) return ['noTerm'];
  if (!Number.isFinite(limit)) return ['noLimit'];
  if (release === undefined) return [];
  if (!Number.isFinite(release)) return ['release'];
  // What stays must be no less than what is reached; under a not it is the other way round.
  const stays = side === 'above' ? release <= limit : release >= limit;
  return stays !== inverted || release === limit ? [] : ['release'];
}

/** The single limit of a level on one term, where it has no more than that. */
function single({ condition }: Rule['ladder'][number]) {
  return condition.type === 'limit' ? condition : null;
}

/** A level that a higher one of the same quantity is reached before or with can never be the present one. */
function isUnreachable(rule: Rule, index: number): boolean {
  const own = rule.ladder[index];
  const lower = own === undefined ? null : single(own);
  if (own === undefined || lower === null) return false;
  return rule.ladder.slice(index + 1).some((higher) => {
    const upper = single(higher);
    if (upper === null || upper.term !== lower.term || upper.side !== lower.side) return false;
    if ((upper.either ?? false) !== (lower.either ?? false)) return false;
    if (JSON.stringify(higher.hold) !== JSON.stringify(own.hold)) return false;
    return lower.side === 'above' ? upper.limit <= lower.limit : upper.limit >= lower.limit;
  });
}

/** All of them, in the order of the ladder; empty where the rule can be saved. */
export function ruleProblems(rule: Rule): readonly RuleProblem[] {
  const found: RuleProblem[] = [];
  if (rule.ladder.length === 0) found.push({ level: null, type: 'noLevel' });
  if (rule.patience !== null && !(rule.patience > 0)) found.push({ level: null, type: 'patience' });
  for (const [index, one] of rule.ladder.entries()) {
    const { level, condition, hold, releaseHold } = one;
    const before = rule.ladder[index - 1];
    if (before !== undefined && rankOf(before.level) >= rankOf(level)) found.push({ level, type: 'order' });
    for (const type of new Set(problemsOf(condition, rule))) found.push({ level, type });
    if (!isGood(hold) || !isGood(releaseHold)) found.push({ level, type: 'hold' });
    if (isUnreachable(rule, index)) found.push({ level, type: 'unreachable' });
  }
  return found;
}
