/** What is tried first of a rule that rings too often: exactly what it says, and nothing else of the rule. */
import { describe, expect, it } from 'vitest';
import { fixIds, withFix } from '../../../../../src/console/features/alarm-rules/fixes.ts';
import { presetIds, presets } from '../../../../../src/console/features/alarm-rules/presets.ts';
import type { Definition } from '../../../../../src/domain/alarms/definition.ts';
import { ruleFor } from '../../../../../src/domain/alarms/definition.ts';
import {
  type EditedCondition,
  levelsOf,
  limitsOf,
  withLevels,
} from '../../../../../src/domain/alarms/edits.ts';
import { ruleProblems } from '../../../../../src/domain/alarms/rule-problems.ts';

const term = { quantity: 'batteryVoltage', args: {} };
/** A rule of one level with one limit. */
const ruleOf = (
  limit: number,
  release: number | undefined,
  side: 'above' | 'below' = 'above',
): Definition => ({
  of: 'rtu',
  enabled: true,
  terms: [term],
  ladder: [
    {
      level: 'blue',
      condition: { type: 'limit', term: 0, side, limit, ...(release === undefined ? {} : { release }) },
      hold: { readings: 1 },
      releaseHold: { readings: 1 },
    },
  ],
  patience: 90,
  blindLevel: 'blue',
  scope: { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] },
  overrides: [],
});
const limitOf = (definition: Definition) => {
  const [level] = levelsOf(definition);
  const found = level === undefined ? undefined : limitsOf(level.condition)[0];
  return [found?.limit.limit, found?.limit.release];
};

describe('twice the hold', () => {
  it('waits twice as long for each level, and no longer than can be; nothing else of it changes', () => {
    const [first, second, third] = [{ readings: 2 }, { minutes: 45 }, { readings: 501 }];
    const holds = [first, second, third, { minutes: 21_601 }];
    const { ladder, ...rest } = presets.tiltChange;
    const given = ladder.map((level, index) => ({ ...level, hold: holds[index] ?? level.hold }));
    const { ladder: made, ...left } = withFix({ ...rest, ladder: given }, 'hold');
    expect(made.map(({ hold }) => hold)).toEqual([
      { readings: 4 },
      { minutes: 90 },
      { readings: 1000 },
      { minutes: 43_200 },
    ]);
    expect(made.map((level, index) => ({ ...level, hold: given[index]?.hold }))).toEqual(given);
    expect(left).toEqual(rest);
  });
});

describe('a wider release', () => {
  it.each([
    ['above, with a release', ruleOf(0.03, 0.025), 0.03, 0.02],
    ['above, without one: a tenth of the limit', ruleOf(0.03, undefined), 0.03, 0.027],
    ['below, with a release', ruleOf(11, 11.5, 'below'), 11, 12],
    ['of a limit below zero', ruleOf(-0.085, -0.08, 'below'), -0.085, -0.075],
    ['never past zero: what has no sign could not reach it', ruleOf(0.03, 0.01), 0.03, 0.005],
    ['one at zero stays', ruleOf(0.03, 0), 0.03, 0],
    ['one that is past zero stays', ruleOf(0.03, -0.01), 0.03, -0.01],
    ['a limit of zero has no size to go by', ruleOf(0, undefined), 0, undefined],
  ])('%s', (_name, given, limit, release) => {
    const made = withFix(given, 'release');
    expect(limitOf(made)).toEqual([limit, release]);
    expect({ ...made, ladder: [] }).toEqual({ ...given, ladder: [] });
  });
  it('widens the releases that single sensors have of their own; the others follow the ladder', () => {
    const given: Definition = {
      ...ruleOf(0.03, 0.025),
      overrides: [
        { targetId: 1, limits: [{ level: 'blue', at: 0, limit: 0.05 }] },
        { targetId: 2, limits: [{ level: 'blue', at: 0, limit: 0.05, release: 0.04 }] },
      ],
    };
    const made = withFix(given, 'release');
    const stays = (targetId: number) => {
      const condition = ruleFor(made, targetId, 1).ladder[0]?.condition;
      return condition?.type === 'limit' ? condition.release : undefined;
    };
    expect(stays(1)).toBeCloseTo(0.04, 9);
    expect(stays(2)).toBeCloseTo(0.03, 9);
    expect(made.overrides[0]).toEqual(given.overrides[0]);
  });
});

describe('a limit further out', () => {
  it.each([
    ['above', ruleOf(0.03, 0.025), 0.036, 0.031],
    ['above, below zero', ruleOf(-10, undefined), -8, undefined],
    ['below', ruleOf(11, 11.5, 'below'), 8.8, 9.3],
    ['zero stays', ruleOf(0, undefined), 0, undefined],
  ])('%s: by a fifth of itself, and its release with it', (_name, given, limit, release) => {
    expect(limitOf(withFix(given, 'limit'))).toEqual([limit, release]);
  });
  it('goes the other way under a not, where a value that falls makes it hold', () => {
    const given = ruleOf(10, 12);
    const [level] = levelsOf(given);
    if (level === undefined) throw new Error('no level');
    const inner = level.condition;
    const condition: EditedCondition = { type: 'not', of: inner };
    const made = withFix(withLevels(given, [{ ...level, condition }]), 'limit');
    expect(limitOf(made)).toEqual([8, 10]);
    expect(limitOf(withFix(withLevels(given, [{ ...level, condition }]), 'release'))).toEqual([10, 14]);
  });
  it('moves what single sensors have of their own, too', () => {
    const given: Definition = {
      ...ruleOf(0.03, 0.025),
      overrides: [{ targetId: 1, limits: [{ level: 'blue', at: 0, limit: 0.05, release: 0.04 }] }],
    };
    expect(withFix(given, 'limit').overrides[0]?.limits[0]).toMatchObject({ limit: 0.06, release: 0.05 });
  });
});

it('twice the patience is no more than can be, and none stays none', () => {
  expect(withFix(ruleOf(1, 0), 'patience').patience).toBe(180);
  expect(withFix({ ...ruleOf(1, 0), patience: 400_000 }, 'patience').patience).toBe(525_600);
  expect(withFix({ ...ruleOf(1, 0), patience: null }, 'patience').patience).toBeNull();
});

describe.each(fixIds)('%s', (fix) => {
  it.each(presetIds.filter((id) => id !== 'empty'))('of the preset %s is a rule that can be saved', (id) => {
    const problems = (definition: Definition) => ruleProblems(ruleFor(definition, 0, 1));
    expect(problems(withFix(presets[id], fix))).toEqual(problems(presets[id]));
  });
});
