import { describe, expect, it } from 'vitest';
import { apart } from '../../../src/base/apart.ts';

describe('places that are moved apart', () => {
  it('stay where they have room, and keep their order', () => {
    expect(apart([80, 10, 40], 14, 100)).toEqual([80, 10, 40]);
    expect(apart([], 14, 100)).toEqual([]);
  });
  it('move on where they are too near, no further than the least distance', () => {
    expect(apart([10, 12, 60], 14, 100)).toEqual([10, 24, 60]);
    expect(apart([12, 10, 11], 14, 100)).toEqual([38, 10, 24]);
    expect(apart([10, 24], 14, 100)).toEqual([10, 24]);
    expect(apart([10, 23], 14, 100)).toEqual([10, 24]);
  });
  it('do not go beyond the end', () => {
    expect(apart([95, 99], 14, 100)).toEqual([86, 100]);
    expect(apart([70, 95, 99], 14, 100)).toEqual([70, 86, 100]);
    expect(apart([80, 95, 99], 14, 100)).toEqual([72, 86, 100]);
  });
});
