import { describe, expect, it } from 'vitest';
import {
  approvedSpan,
  areWithin,
  isShown,
  shownSlack,
  soundSlack,
  spanOf,
} from '../../../src/domain/rollout/soundings.ts';

const at = (time: number) => ({ at: time, plusMinus: 0 });
const t = Date.UTC(2026, 10, 23, 9);
const minute = 60_000;

describe('O2: when sirens sound', () => {
  it('is what was shown as long as none moved by more than a quarter of an hour', () => {
    const shown = { from: t, until: t + 60 * minute };
    expect(isShown([], shown)).toBe(true);
    expect(isShown([at(t - shownSlack), at(t + 60 * minute + shownSlack)], shown)).toBe(true);
    expect(isShown([at(t - shownSlack - 1)], shown)).toBe(false);
    expect(isShown([at(t), at(t + 60 * minute + shownSlack + 1)], shown)).toBe(false);
    expect(isShown([null], shown)).toBe(true);
  });
  it('is bound to half an hour around what is expected at the approval', () => {
    const span = approvedSpan([{ at: t + 50 * minute, plusMinus: 5 * minute }, null], t);
    expect(span).toEqual({ from: t - soundSlack, until: t + 55 * minute + soundSlack });
    expect(areWithin([at(span.from), at(span.until)], span)).toBe(true);
    expect(areWithin([at(span.until + 1)], span)).toBe(false);
    expect(approvedSpan([], t)).toEqual({ from: t - soundSlack, until: t + soundSlack });
  });
  it('spans from the first to the last', () => {
    expect(spanOf([at(3), null, at(1), at(2)])).toEqual({ from: 1, until: 3 });
    expect(spanOf([null])).toBeNull();
  });
});
