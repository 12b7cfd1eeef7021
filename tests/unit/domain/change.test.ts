import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOver, changeWindows, referenceSpan } from '../../../src/domain/readings/change.ts';

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

it('is what going through all readings gives, also at the ends of its window', () => {
  // Steps and terms of the same few sizes: readings stand on the window's ends and on the datum again and again.
  const step = fc.constantFrom(5, 10, 15, 30, 60);
  const reading = fc.record({ step, value: fc.option(fc.integer({ min: -9, max: 9 }), { freq: 5 }) });
  fc.assert(
    fc.property(
      fc.array(reading, { maxLength: 30 }),
      fc.constantFrom(60, 300),
      fc.constantFrom(1, 5, 10, 20),
      fc.option(fc.integer({ min: 0, max: 60 })),
      fc.integer({ min: 0, max: 40 }),
      (steps, window, cycle, datum, gap) => {
        let t = 0;
        const earlier = steps.map(({ step: minutes, value }) => {
          t += minutes;
          return at(t, value);
        });
        const last = at(t + gap * 5, 20);
        const slack = Math.max(1.5 * cycle, 10);
        const datumAt = datum === null ? null : datum * 5 * minute;
        const fits = earlier.filter(
          (one) =>
            one.value !== null &&
            one.t <= last.t - window * minute &&
            one.t >= last.t - (window + slack) * minute &&
            (datumAt === null || (one.t >= datumAt && last.t >= datumAt)),
        );
        const reference = fits.at(-1)?.value ?? null;
        expect(
          changeOver(last, earlier, { window: window * minute, collectionCycle: cycle * 60, datumAt }),
        ).toBe(reference === null ? null : 20 - reference);
      },
    ),
    { numRuns: 1000 },
  );
});
