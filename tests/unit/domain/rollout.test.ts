import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchNumbers,
  batchSizes,
  type DeviceProgress,
  devicesOf,
  devicesToStart,
  failedLately,
  isStopped,
} from '../../../src/domain/rollout/rollout.ts';
import {
  longestGap,
  longestTimeout,
  mostAtOnce,
  mostBatchSizes,
  mostLookedAt,
  rolloutProblem,
  shortestTimeout,
} from '../../../src/domain/rollout/rollout-bounds.ts';

describe('batches', () => {
  it('of 23 devices by 1, 5, 20 %: the last size repeats, the last batch is what is left', () => {
    expect(batchSizes(23, [1, 5, '20%'])).toEqual([1, 5, 5, 5, 5, 2]);
    expect(batchNumbers([1, 2])).toEqual([0, 1, 1]);
  });
  it('a share is of all devices, rounded up, one at least', () => {
    expect(devicesOf('20%', 3)).toBe(1);
    expect(devicesOf('0.1%', 20)).toBe(1);
    expect(devicesOf('33.3%', 10)).toBe(4);
    expect(batchSizes(7, ['100%'])).toEqual([7]);
    expect(batchSizes(0, [1])).toEqual([]);
  });
  it.each([[0], [-1], [1.5], ['0%'], ['101%'], ['x%'], [Number.NaN]] as const)('%s is no size', (size) => {
    expect(devicesOf(size as number, 10)).toBeNull();
    expect(() => batchSizes(10, [size as number])).toThrow(RangeError);
  });
  it('without any size there is no rollout', () => {
    expect(() => batchSizes(3, [])).toThrow(RangeError);
  });
});

describe('stop when 4 or more of 10 fail', () => {
  const rule = { failed: 4, of: 10 };
  const ended = (text: string) => [...text].map((sign) => sign === 'x');
  it.each([
    ['...xxx', false, 'three failed'],
    ['...xxxx', true, 'four failed'],
    ['xxxx', true, 'four of the first four'],
    ['xxx......x', true, 'the tenth is still in the window'],
    ['xxx.......x', false, 'the first has left the window'],
    ['xxxx..........', true, 'a stop is not taken back'],
    ['', false, 'nothing has ended'],
  ])('%s → %s: %s', (text, stopped) => {
    expect(isStopped(ended(text), rule)).toBe(stopped);
  });
  it('says how many of how many', () => {
    expect(failedLately(ended('.x.x....'), rule)).toEqual({ failed: 2, of: 8 });
    expect(failedLately(ended('xx..........'), rule)).toEqual({ failed: 0, of: 10 });
  });
  it('without a rule nothing stops', () => {
    expect(isStopped(ended('xxxxxxxxxxxx'), null)).toBe(false);
  });
});

describe('who begins', () => {
  const devices = (text: string, batches: readonly number[]) =>
    [...text].map((sign, index) => ({
      batch: batches[index] ?? 0,
      progress: ({ w: 'waiting', u: 'underWay', p: 'passed', f: 'failed' } as const)[sign] as DeviceProgress,
    }));
  const free = { concurrency: null, stopAt: null };
  it('a batch begins when the one before has ended wholly', () => {
    expect(devicesToStart(devices('uwww', [0, 1, 1, 2]), [], free)).toEqual([]);
    expect(devicesToStart(devices('pwww', [0, 1, 1, 2]), [false], free)).toEqual([1, 2]);
    expect(devicesToStart(devices('ppfw', [0, 1, 1, 2]), [false, false, true], free)).toEqual([3]);
  });
  it('no more at once than allowed', () => {
    expect(devicesToStart(devices('uwww', [0, 0, 0, 0]), [], { ...free, concurrency: 3 })).toEqual([1, 2]);
    expect(devicesToStart(devices('uuww', [0, 0, 0, 0]), [], { ...free, concurrency: 2 })).toEqual([]);
    expect(devicesToStart(devices('uuww', [0, 0, 0, 0]), [], { ...free, concurrency: 1 })).toEqual([]);
  });
  it('a stopped one begins none, one failure fewer goes on', () => {
    const stopAt = { failed: 2, of: 3 };
    expect(devicesToStart(devices('ffuw', [0, 0, 0, 0]), [true, true], { ...free, stopAt })).toEqual([]);
    expect(devicesToStart(devices('fpuw', [0, 0, 0, 0]), [true, false], { ...free, stopAt })).toEqual([3]);
  });
  it('when all have ended none begins', () => {
    expect(devicesToStart(devices('pf', [0, 1]), [false, true], free)).toEqual([]);
    expect(devicesToStart([], [], free)).toEqual([]);
  });
});

describe('against a slow reference', () => {
  it('batches hold every device once, each as large as its size says', () => {
    const size = fc.oneof(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 100 }).map((share) => `${share}%` as const),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 120 }),
        fc.array(size, { minLength: 1, maxLength: 5 }),
        (all, list) => {
          const expected: number[] = [];
          for (let left = all; left > 0; ) {
            const one = list[expected.length] ?? list.at(-1) ?? 1;
            // The smallest number of devices that is no less than the share of all of them.
            let wanted = typeof one === 'number' ? one : 1;
            if (typeof one === 'string') while (wanted * 100 < Number.parseInt(one, 10) * all) wanted += 1;
            expected.push(Math.min(wanted, left));
            left -= wanted;
          }
          expect(batchSizes(all, list)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('stops where any row of as many endings as the rule looks at has as many failures as it allows not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 25 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (endings, one, other) => {
          const rule = { failed: Math.min(one, other), of: Math.max(one, other) };
          const stopped = endings.some((_, from) => {
            const failures = endings.slice(from, from + rule.of).filter((failed) => failed).length;
            return failures >= rule.failed;
          });
          expect(isStopped(endings, rule)).toBe(stopped);
          expect(isStopped(endings, null)).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('begins the devices of the first batch that has not ended, as many as there is room for', () => {
    const progress = fc.constantFrom<DeviceProgress>('waiting', 'underWay', 'passed', 'failed');
    fc.assert(
      fc.property(
        fc.array(fc.record({ progress, more: fc.boolean() }), { maxLength: 20 }),
        fc.option(fc.integer({ min: 1, max: 6 })),
        (list, concurrency) => {
          let batch = 0;
          const devices = list.map((one) => ({ progress: one.progress, batch: one.more ? ++batch : batch }));
          const expected: number[] = [];
          let busy = devices.filter((one) => one.progress === 'underWay').length;
          for (const [index, one] of devices.entries()) {
            const isFirst = devices.every(
              (other) =>
                other.batch >= one.batch || other.progress === 'passed' || other.progress === 'failed',
            );
            if (one.progress !== 'waiting' || !isFirst || (concurrency !== null && busy >= concurrency))
              continue;
            expected.push(index);
            busy += 1;
          }
          expect(devicesToStart(devices, [], { concurrency, stopAt: null })).toEqual(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('every bound takes its last value and refuses the next', () => {
    const fits = { batches: [1], concurrency: null, stopAt: null, timeout: null, gap: null };
    const field = (more: object) => rolloutProblem({ ...fits, ...more })?.field ?? null;
    const bounds = [
      ['batches', 1, mostBatchSizes, (n: number) => ({ batches: Array<number>(Math.max(0, n)).fill(1) })],
      ['concurrency', 1, mostAtOnce, (concurrency: number) => ({ concurrency })],
      ['stopAt', 1, mostLookedAt, (of: number) => ({ stopAt: { failed: 1, of } })],
      ['timeout', shortestTimeout, longestTimeout, (timeout: number) => ({ timeout })],
      ['gap', 0, longestGap, (gap: number) => ({ gap })],
    ] as const;
    for (const [name, min, max, make] of bounds)
      for (const [value, refused] of [
        [min - 1, true],
        [min, false],
        [min + 1, false],
        [max - 1, false],
        [max, false],
        [max + 1, true],
      ] as const)
        expect([name, value, field(make(value))]).toEqual([name, value, refused ? name : null]);
    for (const [failed, of, refused] of [
      [0, 3, true],
      [3, 3, false],
      [4, 3, true],
    ] as const)
      expect(field({ stopAt: { failed, of } })).toBe(refused ? 'stopAt' : null);
    expect([20, 1000, 1000, 60, 90 * 86_400, 86_400]).toEqual([
      mostBatchSizes,
      mostAtOnce,
      mostLookedAt,
      shortestTimeout,
      longestTimeout,
      longestGap,
    ]);
  });
});
