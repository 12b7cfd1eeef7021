/** What a rule is: a ladder of levels, each a condition with its hold and its release. Pure data, as it is stored. */
import { type Level, levels } from '../../base/alarm-words.ts';
import type { RowId } from '../../catalogue/model.ts';
import { and, not, or, type Truth } from './truth.ts';

/** Arguments of a quantity, by the names that its declaration gives them. */
export type Arguments = Readonly<Record<string, number | string>>;

/** What a quantity is taken of. Left out = the sensor, station or RTU that the rule is evaluated for. */
export interface Source {
  /** Slot of another sensor of the same RTU. */
  readonly slot?: number;
  /** Id of another sensor of the project, e.g. a neighbour's rain gauge. */
  readonly sensorId?: number;
  readonly row?: RowId;
  /** Node or layer from 1; 0 or left out = the row's own channels. */
  readonly element?: number;
  readonly channel?: string;
}

/** A quantity of a rule. The conditions of its levels name it by its place in the rule's list. */
export interface Term {
  readonly quantity: string;
  readonly args: Arguments;
  readonly source?: Source;
}

/** `above`: at least the limit; `below`: at most. */
export type Side = 'above' | 'below';

export type LevelCondition =
  | {
      readonly type: 'limit';
      /** Index in the rule's terms. */
      readonly term: number;
      readonly side: Side;
      /** Compared with the amount, whatever its direction. */
      readonly either?: true;
      readonly limit: number;
      /** Up to where the level stays once it is reached; left out = the limit itself. */
      readonly release?: number;
    }
  | { readonly type: 'and' | 'or'; readonly of: readonly LevelCondition[] }
  | { readonly type: 'not'; readonly of: LevelCondition };

/** So many consecutive readings, or readings that span so many minutes of event time. */
export type Hold = { readonly readings: number } | { readonly minutes: number };

export interface LadderLevel {
  readonly level: Level;
  readonly condition: LevelCondition;
  readonly hold: Hold;
  readonly releaseHold: Hold;
}

export interface Rule {
  readonly version: number;
  readonly terms: readonly Term[];
  /** Each level at most once, from the mildest on. */
  readonly ladder: readonly LadderLevel[];
  /** ms that a term may be unknown before not watching is an event itself; null = never. */
  readonly patience: number | null;
  readonly blindLevel: Level;
}

export const once: Hold = { readings: 1 };

/** Place of a level, from 1; what is no level is 0. */
export const rankOf = (level: Level): number => levels.indexOf(level) + 1;

/** Of the terms of a rule, in their order; null or NaN = unknown. */
export type ValueList = ArrayLike<number | null>;

/**
 * A condition as a function of the values of a rule's terms; unknown where they do not decide it.
 * @param stays true = whether the level that was reached stays: by the limits of its release
 */
export function compiled(condition: LevelCondition, stays: boolean): (values: ValueList) => Truth {
  if (condition.type === 'not') {
    const inner = compiled(condition.of, stays);
    return (values) => not(inner(values));
  }
  if (condition.type !== 'limit') {
    const inner = condition.of.map((one) => compiled(one, stays));
    const join = condition.type === 'and' ? and : or;
    return (values) => join(inner.map((one) => one(values)));
  }
  const { term, side } = condition;
  const limit = stays ? (condition.release ?? condition.limit) : condition.limit;
  const isAmount = condition.either === true;
  const isAbove = side === 'above';
  return (values) => {
    const value = values[term] ?? null;
    if (value === null || Number.isNaN(value)) return null;
    const amount = isAmount ? Math.abs(value) : value;
    return isAbove ? amount >= limit : amount <= limit;
  };
}

/** Whether a condition holds for values, as `compiled` has it. */
export const holds = (condition: LevelCondition, values: ValueList, stays: boolean): Truth =>
  compiled(condition, stays)(values);

/** Indexes of the terms that a condition compares. */
export function termsOf(condition: LevelCondition): readonly number[] {
  if (condition.type === 'limit') return [condition.term];
  return condition.type === 'not' ? termsOf(condition.of) : condition.of.flatMap(termsOf);
}

type Limit = LevelCondition & { readonly type: 'limit' };

/** The limits of a condition, as they stand in it. */
export function limitsIn(condition: LevelCondition): readonly Limit[] {
  if (condition.type === 'limit') return [condition];
  return condition.type === 'not' ? limitsIn(condition.of) : condition.of.flatMap(limitsIn);
}

/** The limits of a level, those in front that are reached: of an alarm the one that decided it stands first. */
export function decidingLimits(
  rule: Rule,
  rank: number,
  values: readonly (number | null)[],
): readonly Limit[] {
  const own = rule.ladder.find(({ level }) => rankOf(level) === rank);
  if (own === undefined) return [];
  const all = limitsIn(own.condition);
  const isReached = (limit: Limit) => holds(limit, values, false) === true;
  return [...all.filter(isReached), ...all.filter((limit) => !isReached(limit))];
}
