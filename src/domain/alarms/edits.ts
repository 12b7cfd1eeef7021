/**
 * A rule as it is edited: each condition carries its quantity itself, so that a change at one place is a change of that
 * place alone. The rule's list of terms is made from the conditions again.
 */
import type { Level } from '../../base/alarm-words.ts';
import type { DefinedLevel, Definition } from './definition.ts';
import { type LevelCondition, rankOf, type Term } from './rule.ts';

type Limit = LevelCondition & { readonly type: 'limit' };
export type EditedLimit = Omit<Limit, 'term'> & { readonly term: Term };
export type EditedCondition =
  | EditedLimit
  | { readonly type: 'and' | 'or'; readonly of: readonly EditedCondition[] }
  | { readonly type: 'not'; readonly of: EditedCondition };
/** A rule with its name, as people edit it. */
export interface EditedRule {
  readonly name: string;
  readonly definition: Definition;
}
export interface EditedLevel extends Omit<DefinedLevel, 'condition'> {
  readonly condition: EditedCondition;
}
/** From the condition of a level inwards: the index in each group, 0 in a *not*. */
export type ConditionPath = readonly number[];

/** Groups stand in each other so deep at most (contract/alarms/rule-schema). */
export const deepest = 3;
const lostTerm: Term = { quantity: '', args: {} };

function unfolded(condition: LevelCondition, terms: readonly Term[]): EditedCondition {
  if (condition.type === 'limit') return { ...condition, term: terms[condition.term] ?? lostTerm };
  if (condition.type === 'not') return { type: 'not', of: unfolded(condition.of, terms) };
  return { ...condition, of: condition.of.map((one) => unfolded(one, terms)) };
}

/** The levels of a rule, each limit with its quantity. */
export const levelsOf = ({ ladder, terms }: Definition): readonly EditedLevel[] =>
  ladder.map((level) => ({ ...level, condition: unfolded(level.condition, terms) }));

/** A rule with other levels: from the mildest on, equal terms once, and none that no condition names. */
export function withLevels(definition: Definition, levels: readonly EditedLevel[]): Definition {
  const terms: Term[] = [];
  const places = new Map<string, number>();
  const placeOf = (term: Term): number => {
    const key = JSON.stringify(term, (_name, value) => (Number.isNaN(value) ? 'NaN' : value));
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, terms.length);
    return terms.push(term) - 1;
  };
  const folded = (condition: EditedCondition): LevelCondition => {
    if (condition.type === 'limit') return { ...condition, term: placeOf(condition.term) };
    if (condition.type === 'not') return { type: 'not', of: folded(condition.of) };
    return { ...condition, of: condition.of.map(folded) };
  };
  const ladder = levels
    .toSorted((a, b) => rankOf(a.level) - rankOf(b.level))
    .map((level) => ({ ...level, condition: folded(level.condition) }));
  return { ...definition, terms, ladder };
}

const isGroup = (
  condition: EditedCondition | null,
): condition is EditedCondition & { readonly type: 'and' | 'or' } =>
  condition !== null && (condition.type === 'and' || condition.type === 'or');

/** The condition at a path; null where nothing stands there. */
export function conditionAt(condition: EditedCondition, path: ConditionPath): EditedCondition | null {
  const [first, ...rest] = path;
  if (first === undefined) return condition;
  if (condition.type === 'limit') return null;
  const inner = condition.type === 'not' ? (first === 0 ? condition.of : undefined) : condition.of[first];
  return inner === undefined ? null : conditionAt(inner, rest);
}

/**
 * A condition with another one, or several, at a path; none = it is taken out, and a group of which one is left is that
 * one. Null where nothing is left at all.
 */
export function changedAt(
  condition: EditedCondition,
  path: ConditionPath,
  change: (one: EditedCondition) => readonly EditedCondition[],
): EditedCondition | null {
  const [first, ...rest] = path;
  if (first === undefined) {
    const [only, ...more] = change(condition);
    if (only === undefined) return null;
    return more.length === 0 ? only : { type: 'and', of: [only, ...more] };
  }
  if (condition.type === 'limit') return condition;
  if (condition.type === 'not') {
    const inner = changedAt(condition.of, rest, change);
    return inner === null ? null : { type: 'not', of: inner };
  }
  const own = condition.of[first];
  if (own === undefined) return condition;
  let into: readonly EditedCondition[];
  if (rest.length === 0) into = change(own);
  else {
    const inner = changedAt(own, rest, change);
    into = inner === null ? [] : [inner];
  }
  const of = condition.of.toSpliced(first, 1, ...into);
  const [single] = of;
  if (single === undefined) return null;
  return of.length === 1 && into.length === 0 ? single : { ...condition, of };
}

/** How deep groups and nots stand in each other. */
export function depthOf(condition: EditedCondition): number {
  if (condition.type === 'limit') return 0;
  return 1 + Math.max(0, ...(condition.type === 'not' ? [condition.of] : condition.of).map(depthOf));
}

export interface FoundLimit {
  readonly limit: EditedLimit;
  readonly path: ConditionPath;
  /** It stands under an odd number of nots. */
  readonly isInverted: boolean;
}

/** The limits of a condition with their paths, as they stand in it: the order that overrides count by. */
export function limitsOf(
  condition: EditedCondition,
  path: ConditionPath = [],
  isInverted = false,
): readonly FoundLimit[] {
  if (condition.type === 'limit') return [{ limit: condition, path, isInverted }];
  if (condition.type === 'not') return limitsOf(condition.of, [...path, 0], !isInverted);
  return condition.of.flatMap((one, index) => limitsOf(one, [...path, index], isInverted));
}

/** A condition that asks the same of a limit that is still to be set. */
export function unset({ term, side, either }: EditedLimit): EditedLimit {
  return { type: 'limit', term, side, ...(either === undefined ? {} : { either }), limit: Number.NaN };
}

/** The same with all limits still to be set. */
export function withoutLimits(condition: EditedCondition): EditedCondition {
  if (condition.type === 'limit') return unset(condition);
  if (condition.type === 'not') return { type: 'not', of: withoutLimits(condition.of) };
  return { ...condition, of: condition.of.map(withoutLimits) };
}

/** Adds a condition to the group at a path; what is no group becomes one. */
export function added(
  condition: EditedCondition,
  path: ConditionPath,
  one: EditedCondition,
): EditedCondition {
  const into = (own: EditedCondition): EditedCondition =>
    isGroup(own) ? { ...own, of: [...own.of, one] } : { type: 'and', of: [own, one] };
  return changedAt(condition, path, (own) => [into(own)]) ?? condition;
}

const parentOf = (condition: EditedCondition, path: ConditionPath) =>
  path.length === 0 ? null : conditionAt(condition, path.slice(0, -1));

/**
 * Puts a condition and the one after it (the last one: before it) into a group of the other kind than the one they stand
 * in; where there are no more than the two, it alone.
 */
export function grouped(condition: EditedCondition, path: ConditionPath): EditedCondition {
  const parent = parentOf(condition, path);
  if (!isGroup(parent)) return changedAt(condition, path, (own) => [{ type: 'or', of: [own] }]) ?? condition;
  const type = parent.type === 'and' ? 'or' : 'and';
  const at = path.at(-1) ?? 0;
  const from = parent.of.length < 3 ? at : Math.min(at, parent.of.length - 2);
  const count = parent.of.length < 3 ? 1 : 2;
  const of = parent.of.toSpliced(from, count, { type, of: parent.of.slice(from, from + count) });
  return changedAt(condition, path.slice(0, -1), () => [{ ...parent, of }]) ?? condition;
}

/** Whether the group at a path can be taken apart: what stands in it has a place without it. */
export function canUngroup(condition: EditedCondition, path: ConditionPath): boolean {
  const own = conditionAt(condition, path);
  return isGroup(own) && (own.of.length === 1 || isGroup(parentOf(condition, path)));
}

/** Takes a group apart: what stands in it stands in the group around it. */
export function ungrouped(condition: EditedCondition, path: ConditionPath): EditedCondition {
  if (!canUngroup(condition, path)) return condition;
  return changedAt(condition, path, (own) => (isGroup(own) ? own.of : [own])) ?? condition;
}

/** Turns a condition into its opposite, and back. */
export function negated(condition: EditedCondition, path: ConditionPath): EditedCondition {
  return (
    changedAt(condition, path, (own) => [own.type === 'not' ? own.of : { type: 'not', of: own }]) ?? condition
  );
}

/** Moves a condition by one place within its group. Answers the condition and the path of what was moved. */
export function moved(
  condition: EditedCondition,
  path: ConditionPath,
  by: 1 | -1,
): readonly [condition: EditedCondition, path: ConditionPath] {
  const parent = parentOf(condition, path);
  const at = path.at(-1) ?? 0;
  const own = isGroup(parent) ? parent.of[at] : undefined;
  if (!isGroup(parent) || own === undefined || at + by < 0 || at + by >= parent.of.length)
    return [condition, path];
  const of = parent.of.toSpliced(at, 1).toSpliced(at + by, 0, own);
  const next = changedAt(condition, path.slice(0, -1), () => [{ ...parent, of }]) ?? condition;
  return [next, [...path.slice(0, -1), at + by]];
}

/** A further level: it asks what the nearest one asks, of limits that are still to be set. */
export function withLevel(levels: readonly EditedLevel[], level: Level): readonly EditedLevel[] {
  const rank = rankOf(level);
  const nearest =
    levels.findLast((one) => rankOf(one.level) < rank) ?? levels.find((one) => rankOf(one.level) > rank);
  if (nearest === undefined) return levels;
  const { condition, hold, releaseHold } = nearest;
  return [...levels, { level, condition: withoutLimits(condition), hold, releaseHold }];
}
