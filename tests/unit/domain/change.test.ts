import { describe, expect, it } from 'vitest';
import { changeOver, changeWindows, referenceSpan } from '../../../src/domain/change.ts';

const minute = 60_000;
const at = (minutes: number, value: number | null) => ({ t: minutes * minute, value });
const terms = { window: changeWindows.oneHour, collectionCycle: 600, datumAt: null };
const now = at(600, 5);

describe('change over a window', () => {
  it('is against the last reading at or before t − window', () => {
    expect(changeOver(now, [at(530, 1), at(540, 2), at(550, 3)], terms)).toBe(3);
  });
  it('takes an older reading within 1.5 collection cycles', () => {
    expect(changeOver(now, [at(525, 1), at(550, 3)], terms)).toBe(4);
    expect(changeOver(now, [at(524.99, 1), at(550, 3)], terms)).toBeNull();
  });
  it('takes 10 minutes at least where the cycle is short', () => {
    const fast = { ...terms, collectionCycle: 60 };
    expect(changeOver(now, [at(530, 1)], fast)).toBe(4);
    expect(changeOver(now, [at(529, 1)], fast)).toBeNull();
  });
  it('passes over missing values, and has none without its own', () => {
    expect(changeOver(now, [at(530, 1), at(540, null)], terms)).toBe(4);
    expect(changeOver(at(600, null), [at(540, 1)], terms)).toBeNull();
    expect(changeOver(now, [], terms)).toBeNull();
  });
  it('never reaches across a datum', () => {
    const history = [at(530, 1), at(540, 2)];
    expect(changeOver(now, history, { ...terms, datumAt: 535 * minute })).toBe(3);
    expect(changeOver(now, history, { ...terms, datumAt: 540 * minute })).toBe(3);
    expect(changeOver(now, history, { ...terms, datumAt: 541 * minute })).toBeNull();
    expect(changeOver(now, history, { ...terms, datumAt: 700 * minute })).toBeNull();
    expect(referenceSpan(now.t, { ...terms, datumAt: 541 * minute })).toBeNull();
  });
  it('has a five-hour window', () => {
    expect(changeOver(now, [at(300, 1), at(540, 2)], { ...terms, window: changeWindows.fiveHours })).toBe(4);
  });
});
