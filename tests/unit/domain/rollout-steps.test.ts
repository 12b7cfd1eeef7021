import { describe, expect, it } from 'vitest';
import { allAtOnce } from '../../../src/domain/rollout.ts';
import { isSize, readSizes, rolloutProblem } from '../../../src/domain/rollout-bounds.ts';
import { endingRate, expectedEnd } from '../../../src/domain/rollout-end.ts';
import {
  deviceEnd,
  type Step,
  type StepAfter,
  type StepStanding,
  stepsNow,
} from '../../../src/domain/rollout-steps.ts';

const now = 1_000_000;
const step = (standing: StepStanding, after: StepAfter = null, endedAt: number | null = null): Step => ({
  standing,
  after,
  endedAt,
});
const nothing = { order: [], skip: [], at: null };

describe('steps of a device', () => {
  it('without a condition all are ordered, in their order', () => {
    expect(stepsNow([step('none'), step('none')], now)).toEqual({ ...nothing, order: [0, 1] });
    expect(stepsNow([step('open'), step('none')], now)).toEqual({ ...nothing, order: [1] });
    expect(stepsNow([], now)).toEqual(nothing);
  });
  it('one that waits holds up all behind it', () => {
    expect(stepsNow([step('none'), step('none', 'verified'), step('none')], now)).toEqual({
      ...nothing,
      order: [0],
    });
    expect(stepsNow([step('open'), step('none', 'verified'), step('none')], now)).toEqual(nothing);
    expect(stepsNow([step('good'), step('none', 'verified'), step('none')], now)).toEqual({
      ...nothing,
      order: [1, 2],
    });
  });
  it.each([
    'bad',
    'off',
  ] as const)('after %s what waits for it is skipped, and what waits for that', (standing) => {
    const steps = [step(standing), step('none', 'verified'), step('none', { delay: 5 }), step('none')];
    expect(stepsNow(steps, now)).toEqual({ order: [3], skip: [1, 2], at: null });
  });
  it('a delay counts from the end of the one before', () => {
    const steps = [step('good', null, now - 4000), step('none', { delay: 5 })];
    expect(stepsNow(steps, now)).toEqual({ ...nothing, at: now + 1000 });
    expect(stepsNow(steps, now + 1000)).toEqual({ ...nothing, order: [1] });
  });
  it('the first waits for nothing', () => {
    expect(stepsNow([step('none', 'verified')], now)).toEqual({ ...nothing, order: [0] });
  });
});

describe('how a device has ended', () => {
  it.each([
    [['good', 'good'], 'passed'],
    [['good', 'open'], null],
    [['bad', 'none'], null],
    [['good', 'bad'], 'failed'],
    [['bad', 'off'], 'failed'],
    [['good', 'off'], 'skipped'],
    [['off'], 'skipped'],
    [[], 'skipped'],
  ] as const)('%s → %s', (standings, end) => expect(deviceEnd(standings)).toBe(end));
});

describe('bounds', () => {
  it.each([
    [{ batches: [] }, 'batches'],
    [{ batches: Array(20).fill(1) }, null],
    [{ batches: Array(21).fill(1) }, 'batches'],
    [{ batches: [1, '101%'] }, 'batches'],
    [{ concurrency: 1000 }, null],
    [{ concurrency: 1001 }, 'concurrency'],
    [{ stopAt: { failed: 1, of: 1 } }, null],
    [{ stopAt: { failed: 0, of: 1 } }, 'stopAt'],
    [{ stopAt: { failed: 2, of: 1 } }, 'stopAt'],
    [{ stopAt: { failed: 1, of: 1001 } }, 'stopAt'],
    [{ timeout: 59 }, 'timeout'],
    [{ timeout: 60 }, null],
  ] as const)('%o → %s', (rollout, field) =>
    expect(rolloutProblem({ ...allAtOnce, ...rollout })?.field ?? null).toBe(field));
  it('sizes are read as they are typed, full width too', () => {
    expect(readSizes('1, 5 20%')).toEqual([1, 5, '20%']);
    expect(readSizes('1、5，20％')).toEqual([1, 5, '20%']);
    expect(readSizes('x, -1')).toEqual(['x', '-1']);
    expect(readSizes('x, -1').some(isSize)).toBe(false);
    expect(readSizes(' ')).toEqual([]);
  });
});

describe('the expected end', () => {
  const asleep = (ago: number) => ({
    connected: false,
    lastContactAt: now - ago,
    sendCycle: 600,
    jitter: 1000,
  });
  const awake = { connected: true, lastContactAt: now, sendCycle: 600, jitter: 0 };
  it('a batch begins when the one before has ended', () => {
    expect(expectedEnd([[awake], [awake]], null, now)).toEqual({ at: now, plusMinus: 0 });
    expect(expectedEnd([[asleep(0)]], null, now)?.at).toBe(now + 600_000);
    expect(expectedEnd([[asleep(0)], [asleep(300_000)]], null, now)?.at).toBe(now + 900_000);
    expect(expectedEnd([[asleep(0), asleep(300_000)]], null, now)?.at).toBe(now + 600_000);
  });
  it('no more at once than allowed', () => {
    expect(expectedEnd([[asleep(0), asleep(300_000)]], 1, now)?.at).toBe(now + 900_000);
  });
  it('is not known where a device was never seen', () => {
    expect(expectedEnd([[awake], [null]], null, now)).toBeNull();
    expect(expectedEnd([[{ ...awake, connected: false, lastContactAt: null }]], null, now)).toBeNull();
  });
  it('the rate is over the last ones, and falls while none ends', () => {
    expect(endingRate([now], now + 60_000)).toBeNull();
    expect(endingRate([now, now + 3000], now + 3000)).toBe(2);
    expect(endingRate([now, now + 30_000], now + 120_000)).toBe(1);
    const many = Array.from({ length: 40 }, (_, at) => now + at * 1000);
    expect(endingRate(many, now + 40_000)).toBe(40);
    expect(endingRate(many, now + 39_000 + 600_000)).toBeCloseTo(10 / (609 / 60));
  });
});
