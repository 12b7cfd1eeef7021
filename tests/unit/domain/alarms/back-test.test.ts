/** What a back-test is put together of: noise of a calm month, alarms as episodes, and what people found of them. */
import { describe, expect, it } from 'vitest';
import { Calm, isNoise } from '../../../../src/domain/alarms/noise.ts';
import { channelsOf, momentsFollowLimits, stepPast } from '../../../../src/domain/alarms/past.ts';
import { replay } from '../../../../src/domain/alarms/replay.ts';
import type { Rule } from '../../../../src/domain/alarms/rule.ts';
import { stateBefore } from '../../../../src/domain/alarms/stepper.ts';
import {
  countsByDay,
  countsByPeak,
  earlierBy,
  episodesOf,
  staysFalse,
} from '../../../../src/domain/alarms/verdict.ts';
import { unit } from '../../../../src/simulator/random.ts';

const day = 86_400_000;
const hour = 3_600_000;

describe('noise', () => {
  const filled = (days: number, amplitude: (at: number) => number, offset = 0) => {
    const calm = new Calm();
    for (let at = 0; at < days; at += 1)
      for (let n = 0; n < 24; n += 1)
        calm.add(at * day + n * hour, offset + (n % 2 === 0 ? 1 : -1) * amplitude(at));
    return calm.month();
  };

  it('is looked at in the 30 days that move least', () => {
    expect(filled(90, (at) => (at >= 40 && at < 70 ? 0.1 : 5))).toMatchObject({ from: 40 * day });
    expect(filled(90, (at) => (at >= 40 && at < 70 ? 0.1 : 5))?.deviation).toBeCloseTo(0.1, 9);
  });

  it('is exact far away from zero', () => {
    expect(filled(30, () => 0.001, 1e6)?.deviation).toBeCloseTo(0.001, 9);
    expect(filled(30, () => 0.001, 1e6)?.mean).toBeCloseTo(1e6, 6);
  });

  it('is not known of fewer than 20 days', () => {
    expect(filled(19, () => 1)).toBeNull();
    expect(filled(20, () => 1)).not.toBeNull();
  });

  it('is what lies inside three standard deviations, on the side of the limit', () => {
    const month = { from: 0, mean: 10, deviation: 1 };
    expect([isNoise(month, 'above', 12.9), isNoise(month, 'above', 13)]).toEqual([true, false]);
    expect([isNoise(month, 'below', 7.1), isNoise(month, 'below', 7)]).toEqual([true, false]);
    expect(isNoise(month, 'above', 2)).toBe(true);
  });
});

const event = (
  type: Parameters<typeof episodesOf>[1][number]['type'],
  t: number,
  from: number,
  to: number,
) => ({
  type,
  t,
  from,
  to,
});

describe('alarms of a back-test', () => {
  const events = [
    event('raise', 1, 0, 1),
    event('rise', 2, 1, 3),
    event('fall', 3, 3, 1),
    event('blind', 4, 0, 1),
    event('return', 5, 1, 0),
    event('sighted', 6, 1, 0),
    event('raise', day, 0, 2),
  ];

  it('are episodes with their peaks; blindness is one of its own', () => {
    const found = episodesOf(7, events);
    expect(found).toEqual([
      { targetId: 7, isBlind: false, from: 1, to: 5, peak: 3 },
      { targetId: 7, isBlind: true, from: 4, to: 6, peak: 1 },
      { targetId: 7, isBlind: false, from: day, to: null, peak: 2 },
    ]);
    expect(countsByPeak(found)).toEqual([1, 0, 1, 1, 0]);
    expect([...countsByDay(found, (t) => String(Math.floor(t / day)))]).toEqual([
      ['0', 2],
      ['1', 1],
    ]);
  });

  it('come earlier or later than a true alarm, or not at all', () => {
    const at = 100 * day;
    const draft = (from: number, to: number | null) => [{ targetId: 1, isBlind: false, from, to, peak: 2 }];
    const alarm = { targetId: 1, from: at, to: at + hour };
    expect(earlierBy(alarm, draft(at - 9 * hour, null))).toBe(9 * hour);
    expect(earlierBy(alarm, draft(at + hour / 2, null))).toBe(-hour / 2);
    expect(earlierBy(alarm, draft(at + 2 * hour, null))).toBeNull();
    expect(earlierBy(alarm, draft(at - 20 * day, at - 19 * day))).toBeNull();
    // One that has stood for ever warns of nothing by that: it counts for a week.
    expect(earlierBy(alarm, draft(0, null))).toBe(7 * day);
    expect(earlierBy({ ...alarm, targetId: 2 }, draft(at, null))).toBeNull();
    expect([staysFalse(alarm, draft(at, at + 1)), staysFalse(alarm, draft(at + 2 * hour, null))]).toEqual([
      true,
      false,
    ]);
  });
});

describe('stepping over known values', () => {
  const rule: Rule = {
    version: 0,
    terms: [
      { quantity: 'value', args: {} },
      { quantity: 'value', args: {} },
    ],
    ladder: [
      {
        level: 'blue',
        condition: { type: 'limit', term: 0, side: 'above', limit: 5, release: 4 },
        hold: { readings: 2 },
        releaseHold: { minutes: 20 },
      },
      {
        level: 'red',
        condition: {
          type: 'and',
          of: [
            { type: 'limit', term: 0, side: 'above', limit: 7 },
            { type: 'not', of: { type: 'limit', term: 1, side: 'below', limit: 3 } },
          ],
        },
        hold: { readings: 1 },
        releaseHold: { readings: 3 },
      },
    ],
    patience: 2 * hour,
    blindLevel: 'yellow',
  };

  it('is a replay of the samples, sample by sample', () => {
    const t = Array.from({ length: 3000 }, (_, n) => n * 600_000 + (n > 2000 ? day : 0));
    const values = [0, 1].map((seed) =>
      t.map((_, n) => (unit(seed, n) < 0.1 ? null : 10 * unit(seed + 2, Math.floor(n / 4)))),
    );
    const to = (t.at(-1) ?? 0) + day;
    const stepped = stepPast(rule, { t, values }, 600, { from: 0, to, now: to });
    const samples = t.map((at, n) => ({
      t: at,
      values: values.map((column) => column[n] ?? null),
      isReading: true,
    }));
    const whole = replay([{ from: 0, rule }], stateBefore(rule, 0), samples).events;
    expect(whole.length).toBeGreaterThan(200);
    expect(stepped.events.slice(0, whole.length)).toEqual(whole);
    // In the end nothing comes any more: it goes blind.
    expect(stepped.events.slice(whole.length).map(({ type }) => type)).toEqual(['blind']);
    expect(new Set(whole.map(({ type }) => type))).toEqual(
      new Set(['raise', 'rise', 'fall', 'return', 'blind', 'sighted']),
    );
  });

  it('is for rules whose moments do not follow from their limits', () => {
    expect(momentsFollowLimits([{ quantity: 'silence', args: {} }])).toBe(true);
    expect(momentsFollowLimits(rule.terms)).toBe(false);
  });

  it('reads no more channels than the quantities ask', () => {
    const place = (channel: string | null) => ({
      ...{ source: 'tilt/1' as const, row: 'tilt' as const, element: 0, channel },
      ...{ isOwn: true, baselines: [], datums: [] },
    });
    const of = (quantity: string, channel: string | null) =>
      channelsOf({
        versions: [{ from: 0, rule: { ...rule, terms: [{ quantity, args: {} }] } }],
        ...{ collectionCycle: 600, sendCycle: 600, zone: 'UTC', rainBoundary: 0 },
        place: () => place(channel),
      }).get('tilt/1');
    expect(of('value', 'x')).toEqual(new Set(['x', 'dataType']));
    expect(of('absoluteChange', 'tilt')).toBeNull();
    expect(of('deviceAlarmState', null)).toBeNull();
  });
});
