/** What is wrong with a rule is found before it is saved; what is good is left alone. */
import { describe, expect, it } from 'vitest';
import {
  type LadderLevel,
  type LevelCondition,
  once,
  type Rule,
} from '../../../../src/domain/alarms/rule.ts';
import { longestHold, ruleProblems } from '../../../../src/domain/alarms/rule-problems.ts';

const limit = (over: Partial<LevelCondition & { type: 'limit' }> = {}): LevelCondition => ({
  type: 'limit',
  term: 0,
  side: 'above',
  limit: 10,
  ...over,
});
const level = (condition: LevelCondition, over: Partial<LadderLevel> = {}): LadderLevel => ({
  level: 'red',
  condition,
  hold: once,
  releaseHold: once,
  ...over,
});
const problems = (ladder: readonly LadderLevel[], over: Partial<Rule> = {}) =>
  ruleProblems({
    version: 1,
    terms: [{ quantity: 'value', args: {} }],
    ladder,
    patience: null,
    blindLevel: 'blue',
    ...over,
  }).map(({ level: of, type }) => `${of ?? 'rule'} ${type}`);

describe('a rule', () => {
  it('without a level, or with a patience of nothing, cannot be saved', () => {
    expect(problems([])).toEqual(['rule noLevel']);
    expect(problems([level(limit())], { patience: 0 })).toEqual(['rule patience']);
    expect(problems([level(limit())], { patience: 1 })).toEqual([]);
  });

  it('names a term that is there, and a limit that is a number', () => {
    expect(problems([level(limit({ term: 1 }))])).toEqual(['red noTerm']);
    expect(problems([level(limit({ limit: Number.NaN }))])).toEqual(['red noLimit']);
    expect(problems([level({ type: 'and', of: [] })])).toEqual(['red empty']);
    expect(problems([level({ type: 'or', of: [limit(), { type: 'not', of: limit({ term: 9 }) }] })])).toEqual(
      ['red noTerm'],
    );
  });

  it('releases on the side where it is not reached; under a not it is the other way round', () => {
    expect(problems([level(limit({ release: 10 }))])).toEqual([]);
    expect(problems([level(limit({ release: 9 }))])).toEqual([]);
    expect(problems([level(limit({ release: 10.1 }))])).toEqual(['red release']);
    expect(problems([level(limit({ side: 'below', release: 10.1 }))])).toEqual([]);
    expect(problems([level(limit({ side: 'below', release: 9.9 }))])).toEqual(['red release']);
    expect(problems([level({ type: 'not', of: limit({ release: 10.1 }) })])).toEqual([]);
    expect(problems([level({ type: 'not', of: limit({ release: 9.9 }) })])).toEqual(['red release']);
  });

  it.each([
    [{ readings: 1 }, true],
    [{ readings: 0 }, false],
    [{ readings: 1.5 }, false],
    [{ readings: longestHold.readings }, true],
    [{ readings: longestHold.readings + 1 }, false],
    [{ minutes: 0 }, false],
    [{ minutes: longestHold.minutes }, true],
    [{ minutes: longestHold.minutes + 1 }, false],
  ])('with a hold of %j: %s', (hold, isGood) => {
    expect(problems([level(limit(), { hold })])).toEqual(isGood ? [] : ['red hold']);
    expect(problems([level(limit(), { releaseHold: hold })])).toEqual(isGood ? [] : ['red hold']);
  });

  it('has its levels in order, each once', () => {
    const yellow = level(limit({ limit: 5 }), { level: 'yellow' });
    expect(problems([yellow, level(limit())])).toEqual([]);
    expect(problems([level(limit({ limit: 5 })), { ...yellow, condition: limit() }])).toEqual([
      'yellow order',
    ]);
    expect(problems([yellow, { ...yellow, condition: limit() }])).toEqual(['yellow order']);
  });

  it('has no level that a higher one is always reached with; longer holds of the higher one make it reachable', () => {
    const yellow = (condition: LevelCondition) => level(condition, { level: 'yellow' });
    expect(problems([yellow(limit()), level(limit())])).toEqual(['yellow unreachable']);
    expect(problems([yellow(limit({ limit: 10.1 })), level(limit())])).toEqual(['yellow unreachable']);
    expect(problems([yellow(limit({ limit: 9.9 })), level(limit())])).toEqual([]);
    expect(problems([yellow(limit()), level(limit(), { hold: { readings: 3 } })])).toEqual([]);
    expect(problems([yellow(limit({ side: 'below' })), level(limit())])).toEqual([]);
    expect(problems([yellow(limit({ side: 'below', limit: 9.9 })), level(limit({ side: 'below' }))])).toEqual(
      ['yellow unreachable'],
    );
  });
});
