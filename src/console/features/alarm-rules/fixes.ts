/** What is tried first of a rule that rings too often, or for nothing: an edit that its back-test is shown with. Pure. */
import type { Definition, Override } from '../../../domain/alarms/definition.ts';
import {
  type EditedCondition,
  type EditedLimit,
  levelsOf,
  limitsOf,
  withLevels,
} from '../../../domain/alarms/edits.ts';
import type { Hold, Side } from '../../../domain/alarms/rule.ts';
import { longestHold } from '../../../domain/alarms/rule-problems.ts';

/**
 * `hold`: every level waits twice as long before it counts; `release`: every limit is left twice as far from it; `limit`:
 * every limit is 20 % further out; `patience`: a value may be unknown twice as long.
 */
export const fixIds = ['hold', 'release', 'limit', 'patience'] as const;
export type RuleFix = (typeof fixIds)[number];

/** By so much of its own size a limit is moved. */
const further = 0.2;
/** So far from a limit, of its own size, it is left where it has no release of its own. */
const firstGap = 0.1;
/** Most minutes of patience (contract/alarms/rule-schema). */
const longestPatience = 525_600;

const plain = (value: number) => Number(value.toPrecision(6));
/** 1 = the condition begins to hold as the value grows. */
const outwards = (side: Side, isInverted: boolean) => ((side === 'above') !== isInverted ? 1 : -1);

const doubled = (hold: Hold): Hold =>
  'readings' in hold
    ? { readings: Math.min(longestHold.readings, 2 * hold.readings) }
    : { minutes: Math.min(longestHold.minutes, 2 * hold.minutes) };

/** Twice as far from its limit, and on the same side of zero: what is counted or measured without a sign must reach it. */
function widened(limit: number, release: number | undefined, out: 1 | -1): number | undefined {
  const gap = Math.abs(limit - (release ?? limit));
  const wide = plain(limit - out * (gap === 0 ? firstGap * Math.abs(limit) : 2 * gap));
  if (wide === limit) return release;
  if (limit * wide > 0) return wide;
  return release === undefined || limit * release <= 0 ? release : plain(release / 2);
}

function moved<L extends { readonly limit: number; readonly release?: number }>(one: L, out: 1 | -1): L {
  const by = out * further * Math.abs(one.limit);
  const release = one.release === undefined ? {} : { release: plain(one.release + by) };
  return { ...one, limit: plain(one.limit + by), ...release };
}

type Change = <L extends { readonly limit: number; readonly release?: number }>(one: L, out: 1 | -1) => L;
const changes: Readonly<Record<'release' | 'limit', Change>> = {
  limit: moved,
  release: (one, out) => {
    const release = widened(one.limit, one.release, out);
    return release === undefined ? one : { ...one, release };
  },
};

/** Every limit of the ladder, and those that single sensors have of their own, changed. */
function withLimitsChanged(definition: Definition, change: Change, ofAll: boolean): Definition {
  const levels = levelsOf(definition);
  const changed = (condition: EditedCondition, isInverted = false): EditedCondition => {
    if (condition.type === 'limit')
      return change<EditedLimit>(condition, outwards(condition.side, isInverted));
    if (condition.type === 'not') return { type: 'not', of: changed(condition.of, !isInverted) };
    return { ...condition, of: condition.of.map((one) => changed(one, isInverted)) };
  };
  const own = (override: Override): Override => ({
    ...override,
    limits: override.limits.map((one) => {
      const level = levels.find(({ level: name }) => name === one.level);
      const found = level === undefined ? undefined : limitsOf(level.condition)[one.at];
      // A release that is not its own follows the ladder's.
      if (found === undefined || (!ofAll && one.release === undefined)) return one;
      return change(one, outwards(found.limit.side, found.isInverted));
    }),
  });
  const next = withLevels(
    definition,
    levels.map((level) => ({ ...level, condition: changed(level.condition) })),
  );
  return { ...next, overrides: definition.overrides.map(own) };
}

/** The definition as a fix would have it; the same where there is nothing to change. */
export function withFix(definition: Definition, fix: RuleFix): Definition {
  const { ladder, patience } = definition;
  switch (fix) {
    case 'hold':
      return { ...definition, ladder: ladder.map((level) => ({ ...level, hold: doubled(level.hold) })) };
    case 'patience':
      return {
        ...definition,
        patience: patience === null ? null : Math.min(longestPatience, 2 * patience),
      };
    default:
      return withLimitsChanged(definition, changes[fix], fix === 'limit');
  }
}
