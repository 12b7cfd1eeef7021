import { describe, expect, it } from 'vitest';
import {
  isFor,
  type PolicyPlan,
  policyProblems,
  stepAt,
  toldFrom,
} from '../../../../src/domain/notify/policy.ts';
import { tellingOf } from '../../../../src/domain/notify/telling.ts';

const step = (after: number) => ({ after, to: [{ type: 'list' as const }], by: [] });
const policy = (given: Partial<PolicyPlan> = {}): PolicyPlan => ({
  ...{ enabled: true, projects: [], ranks: [3, 4], steps: [step(0), step(10)], repeat: null },
  hours: { blue: { from: 480, to: 1080 }, yellow: { from: 1320, to: 360 } },
  ...given,
});
const shanghai = (date: number, hour: number, minute = 0) => Date.UTC(2026, 4, date, hour - 8, minute);

describe('steps', () => {
  it('follow each other, round after round, as many as are asked for', () => {
    const twice = policy({ repeat: { every: 15, rounds: 2 } });
    const times = Array.from({ length: 8 }, (_, position) => stepAt(twice, position)?.after ?? null);
    expect(times).toEqual([0, 600_000, 900_000, 1_500_000, 1_800_000, 2_400_000, null, null]);
    expect([1, 2].map((position) => stepAt(policy(), position)?.after ?? null)).toEqual([600_000, null]);
    expect(stepAt(policy({ steps: [] }), 0)).toBeNull();
  });
  it('are for the levels and projects that it names', () => {
    expect([isFor(policy(), 5, 3), isFor(policy(), 5, 2)]).toEqual([true, false]);
    expect([isFor(policy({ projects: [4] }), 5, 3), isFor(policy({ projects: [5] }), 5, 3)]).toEqual([
      false,
      true,
    ]);
    expect(isFor(policy({ enabled: false }), 5, 4)).toBe(false);
  });
  it('what cannot be is named with its step', () => {
    const types = (given: Partial<PolicyPlan>) =>
      policyProblems(policy(given)).map(({ type, step: at }) => `${type} ${at}`);
    expect(types({})).toEqual([]);
    expect(types({ ranks: [] })).toEqual(['noRank null']);
    expect(types({ steps: [] })).toEqual(['noStep null']);
    expect(types({ steps: [step(5), step(5)] })).toEqual(['order 1']);
    expect(types({ steps: [{ ...step(0), to: [] }] })).toEqual(['nobody 0']);
    expect(types({ steps: [{ after: 0, to: [{ type: 'user', userId: 1 }], by: [] }] })).toEqual([
      'noChannel 0',
    ]);
    expect(types({ repeat: { every: 10, rounds: 1 } })).toEqual(['overlap null']);
    expect(types({ repeat: { every: 11, rounds: 1 } })).toEqual([]);
  });
});

describe('hours', () => {
  const from = (rank: number, t: number) => toldFrom(policy(), rank, t, 'Asia/Shanghai');
  it('hold blue back to the next beginning, from both sides of each border', () => {
    expect(from(1, shanghai(5, 8) - 1)).toBe(shanghai(5, 8));
    expect(from(1, shanghai(5, 8))).toBe(shanghai(5, 8));
    expect(from(1, shanghai(5, 18) - 1)).toBe(shanghai(5, 18) - 1);
    expect(from(1, shanghai(5, 18))).toBe(shanghai(6, 8));
  });
  it('go over midnight', () => {
    expect(from(2, shanghai(5, 23))).toBe(shanghai(5, 23));
    expect(from(2, shanghai(5, 6) - 1)).toBe(shanghai(5, 6) - 1);
    expect(from(2, shanghai(5, 6))).toBe(shanghai(5, 22));
  });
  it('never hold back orange and red', () => {
    for (const rank of [3, 4]) expect(from(rank, shanghai(5, 3))).toBe(shanghai(5, 3));
  });
  it('that are none hold nothing back', () => {
    const none = policy({ hours: { blue: null, yellow: { from: 60, to: 60 } } });
    for (const rank of [1, 2])
      expect(toldFrom(none, rank, shanghai(5, 3), 'Asia/Shanghai')).toBe(shanghai(5, 3));
  });
});

describe('what a change asks for', () => {
  const at = (present: number, more: object = {}) => ({
    present,
    peak: Math.max(present, 1),
    answer: null,
    shelf: null,
    closed: null,
    ...more,
  });
  const answer = { userId: 1, at: 1, note: '' };
  const shelf = { until: 9, rank: 2, userId: 1, reason: 'x' };
  const closed = { at: 1, why: 'finding' as const, finding: null };
  it.each([
    ['raised', null, at(2), ['begin']],
    ['raised and over at once', null, at(0), []],
    ['up', at(2), at(3), ['begin']],
    ['up again after an answer', at(2, { answer }), at(3), ['begin']],
    ['down', at(3, { peak: 3 }), at(2, { peak: 3 }), []],
    ['answered', at(2), at(2, { answer }), ['stop']],
    ['taken back', at(2, { answer }), at(2), ['resume']],
    ['shelved', at(2), at(2, { shelf }), ['stop']],
    ['shelf over', at(2, { shelf }), at(2), ['begin']],
    ['a low one back inside', at(2, { peak: 2 }), at(0, { peak: 2 }), ['stop', 'over']],
    ['a latched one back inside', at(3, { peak: 3 }), at(0, { peak: 3 }), ['over']],
    ['answered after that', at(0, { peak: 3 }), at(0, { peak: 3, answer }), ['stop']],
    ['closed by hand', at(0, { peak: 3, answer }), at(0, { peak: 3, answer, closed }), []],
    ['its rule is edited', at(2), at(0, { closed }), ['stop', 'over']],
    ['reopened while it holds', at(2, { answer, closed }), at(2), ['begin']],
    ['reopened after it has returned', at(0, { answer, closed }), at(0), []],
  ])('%s', (_title, before, after, expected) => {
    expect(tellingOf(before, after)).toEqual(expected);
  });
});
