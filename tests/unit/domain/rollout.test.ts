import { describe, expect, it } from 'vitest';
import {
  batchNumbers,
  batchSizes,
  type DeviceProgress,
  devicesOf,
  devicesToStart,
  failedLately,
  isStopped,
} from '../../../src/domain/rollout.ts';

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
