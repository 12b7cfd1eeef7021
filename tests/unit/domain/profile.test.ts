import { describe, expect, it } from 'vitest';
import { crackOpening } from '../../../src/domain/readings/crack.ts';
import { cumulative, fixedEnd, segmentDisplacement } from '../../../src/domain/readings/profile.ts';

describe('profile', () => {
  it('a segment of 0.5 m at 30° moves 250 mm', () => {
    expect(segmentDisplacement(0.5, 30)).toBeCloseTo(250, 9);
    expect(segmentDisplacement(0.5, 30, 30)).toBe(0);
    expect(segmentDisplacement(0.5, null)).toBeNull();
  });
  it('adds up from the fixed end', () => {
    expect(cumulative([1, 2, 3], 'first')).toEqual([1, 3, 6]);
    expect(cumulative([1, 2, 3], 'last')).toEqual([6, 5, 3]);
    expect(cumulative([], 'last')).toEqual([]);
  });
  it('knows nothing beyond a missing segment', () => {
    expect(cumulative([1, null, 3], 'first')).toEqual([1, null, null]);
    expect(cumulative([1, null, 3], 'last')).toEqual([null, null, 3]);
  });
  it('the mount mode gives the fixed end', () => {
    expect(fixedEnd('zeroBelow')).toBe('last');
    expect(fixedEnd('zeroAbove')).toBe('first');
  });
});

describe('crack', () => {
  it('opening = length − installed length', () => {
    expect(crackOpening(132.5, 100)).toBe(32.5);
    expect(crackOpening(null, 100)).toBeNull();
    expect(crackOpening(100, null)).toBeNull();
  });
});
