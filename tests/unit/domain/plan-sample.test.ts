/** A sample of a large plan stands for the whole of it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplePlan } from '../../../src/domain/rollout/plan-sample.ts';
import { type BatchSize, batchNumbers, batchSizes } from '../../../src/domain/rollout/rollout.ts';

const devices = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('O3: a sample of a plan', () => {
  test('is none where all fit', () => {
    const rollout = { batches: ['100%' as const], concurrency: null };
    expect(samplePlan(devices(300), rollout, 300, 0)).toBeNull();
    expect(samplePlan(devices(301), rollout, 300, 0)?.devices).toHaveLength(300);
  });

  test('has of each batch its share, and one at least', () => {
    const sample = samplePlan(devices(3000), { batches: [1, 5, '20%'], concurrency: 100 }, 300, 0.5);
    // 3,000 = 1 + 5 + 600 × 4 + 594: seven batches; of each one, and of the 2,993 others their share of 293.
    expect(sample?.batches).toEqual([1, 1, 59, 59, 59, 59, 59]);
    expect(sample?.devices).toHaveLength(297);
    expect(sample?.concurrency).toBe(10);
    expect(sample?.stretch).toBeCloseTo((3000 / 297) * (10 / 100), 12);
  });

  test('of more batches than it has devices has one of some of them, and says how much longer all take', () => {
    const sample = samplePlan(devices(2000), { batches: [1], concurrency: null }, 300, 0);
    expect(sample?.batches).toEqual(Array.from({ length: 300 }, () => 1));
    expect(sample?.stretch).toBeCloseTo(2000 / 300, 12);
    expect(sample?.devices.slice(0, 4)).toEqual([0, 6, 13, 20]);
  });

  test('goes one by one where the whole does, and takes so much longer', () => {
    const sample = samplePlan(devices(1000), { batches: ['100%'], concurrency: 1 }, 100, 0);
    expect(sample).toMatchObject({ concurrency: 1, stretch: 10 });
  });

  test('is within its bound, in the order of the plan, and true to its batches', () => {
    const size = fc.oneof(
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 1, max: 100 }).map((share): BatchSize => `${share}%`),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 4000 }),
        fc.array(size, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (count, batches, most, chance) => {
          const sample = samplePlan(devices(count), { batches, concurrency: null }, most, chance);
          if (count <= most) {
            expect(sample).toBeNull();
            return;
          }
          if (sample === null) throw new Error('no sample');
          expect(sample.devices.length).toBeLessThanOrEqual(most);
          expect(sample.devices.length).toBe(sample.batches.reduce((sum, one) => sum + one, 0));
          expect(
            sample.devices.every((at, place) => place === 0 || at > (sample.devices[place - 1] ?? 0)),
          ).toBe(true);
          const numbers = batchNumbers(batchSizes(count, batches));
          const own = batchNumbers(sample.batches);
          // Two of the sample are in one batch exactly where the plan has them in one.
          for (let place = 1; place < sample.devices.length; place++) {
            const together = own[place] === own[place - 1];
            const inPlan = numbers[sample.devices[place] ?? 0] === numbers[sample.devices[place - 1] ?? 0];
            expect(together).toBe(inPlan);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
