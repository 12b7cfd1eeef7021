import { describe, expect, it } from 'vitest';
import { allAtOnce } from '../../../src/domain/rollout/rollout.ts';
import { isSize, readSizes, rolloutProblem } from '../../../src/domain/rollout/rollout-bounds.ts';
import { endingRate, forecastRollout } from '../../../src/domain/rollout/rollout-end.ts';
import {
  deviceEnd,
  type Step,
  type StepAfter,
  type StepStanding,
  stepsNow,
} from '../../../src/domain/rollout/rollout-steps.ts';

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
    [{ gap: -1 }, 'gap'],
    [{ gap: 0 }, null],
    [{ gap: 86_400 }, null],
    [{ gap: 86_401 }, 'gap'],
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
  const day = 86_400_000;
  const none = { concurrency: null, stopAt: null, timeout: null };
  type Link = Omit<Parameters<typeof forecastRollout>[0][number]['link'] & object, never> | null;
  const device = (
    link: Link,
    batch = 0,
    steps: readonly { after: StepAfter; timeToLive: number }[] = [{ after: null, timeToLive: day }],
  ) => ({ batch, link, steps });
  const endOf = (links: readonly (readonly Link[])[], concurrency: number | null) =>
    forecastRollout(
      links.flatMap((of, batch) => of.map((link) => device(link, batch))),
      { ...none, concurrency },
      now,
    ).end;
  it('a batch begins when the one before has ended', () => {
    expect(endOf([[awake], [awake]], null)).toEqual({ at: now, plusMinus: 0 });
    expect(endOf([[asleep(0)]], null)?.at).toBe(now + 600_000);
    expect(endOf([[asleep(0)], [asleep(300_000)]], null)?.at).toBe(now + 900_000);
    expect(endOf([[asleep(0), asleep(300_000)]], null)?.at).toBe(now + 600_000);
  });
  it('no more at once than allowed', () => {
    expect(endOf([[asleep(0), asleep(300_000)]], 1)?.at).toBe(now + 900_000);
  });
  it('O2: a device that ends makes room for the next at once, not when all of its row have ended', () => {
    // Ends: 1 min, 10 min; the third begins at 1 min and lands at 4 min.
    const links = [asleep(540_000), asleep(0), asleep(360_000)];
    const { devices, end } = forecastRollout(
      links.map((link) => device(link)),
      { ...none, concurrency: 2 },
      now,
    );
    expect(devices.map((one) => (one?.ends.at ?? 0) - now)).toEqual([60_000, 600_000, 240_000]);
    expect(devices[2]?.begins).toBe(now + 60_000);
    expect(end?.at).toBe(now + 600_000);
  });
  it('is not known where nothing is known of a link', () => {
    expect(endOf([[awake], [null]], null)).toBeNull();
  });
  it('O2: one that is silent, or was never seen, ends with the time to live of its order', () => {
    const never = { ...awake, connected: false, lastContactAt: null };
    expect(endOf([[awake], [never]], null)?.at).toBe(now + day);
    // Silent from three cycles on, and not before.
    expect(endOf([[asleep(1_800_000)]], null)?.at).toBe(now + day);
    expect(endOf([[asleep(1_799_999)]], null)?.at).toBeLessThan(now + 600_000);
    const [one] = forecastRollout([device(never)], none, now).devices;
    expect(one).toMatchObject({ isFailed: true, steps: [{ is: 'expires', contact: null }] });
  });
  it('O2: what lands after its time to live is not ordered; the step that waits for it is left out too', () => {
    const steps = (timeToLive: number) => [
      { after: null, timeToLive },
      { after: 'verified' as const, timeToLive: day },
    ];
    const of = (timeToLive: number) =>
      forecastRollout([device(asleep(0), 0, steps(timeToLive))], none, now).devices[0];
    expect(of(599_999)).toMatchObject({ isFailed: false, ends: { at: now } });
    expect(of(599_999)?.steps.map(({ is }) => is)).toEqual(['refused', 'before']);
    // The device takes both in one contact.
    expect(of(600_000)?.steps.map(({ is }) => is)).toEqual(['lands', 'lands']);
    expect(of(600_000)?.ends.at).toBe(now + 600_000);
  });
  it('O2: a time per device that is too short for its cycle is reported, on both sides of the border', () => {
    const of = (timeout: number) =>
      forecastRollout([device(asleep(0))], { ...none, timeout }, now).devices[0];
    expect(of(599)).toMatchObject({
      isFailed: true,
      ends: { at: now + 599_000 },
      steps: [{ is: 'timedOut' }],
    });
    expect(of(600)).toMatchObject({ isFailed: false, ends: { at: now + 600_000 }, steps: [{ is: 'lands' }] });
  });
  it('O2: delays between steps and pauses between devices count', () => {
    const steps = [
      { after: null, timeToLive: day },
      { after: { delay: 90 }, timeToLive: day },
    ];
    const two = [device(awake, 0, steps), device(awake, 0, steps)];
    expect(forecastRollout(two, none, now).end?.at).toBe(now + 90_000);
    expect(forecastRollout(two, { ...none, gap: 60 }, now).end?.at).toBe(now + 90_000 + 60_000 + 90_000);
  });
  it('O2: where too many are late the rest does not begin', () => {
    const links = [asleep(0), asleep(0), awake];
    const rule = { ...none, timeout: 60, stopAt: { failed: 2, of: 3 } };
    const batches = links.map((link, batch) => device(link, batch));
    const { devices, end } = forecastRollout(batches, rule, now);
    expect(devices[2]).toBeNull();
    expect(end?.at).toBe(now + 120_000);
    const lenient = forecastRollout(batches, { ...rule, stopAt: { failed: 3, of: 3 } }, now);
    expect(lenient.devices[2]).toMatchObject({ begins: now + 120_000 });
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
