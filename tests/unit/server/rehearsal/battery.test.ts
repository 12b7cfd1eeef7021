import { expect, test } from 'vitest';
import { emptyAt } from '../../../../src/server/rehearsal/battery.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 4, 3);
/** Charges of ten days, every six hours, that sink so much a day under sun and night. */
const charges = (last: number, aDay: number) =>
  Array.from({ length: 41 }, (_, index) => {
    const ago = (40 - index) / 4;
    const charge = Math.min(100, last + ago * aDay + 3 * Math.sin(2 * Math.PI * ago));
    return { t: now - ago * day, charge, discharging: true };
  });

test('a battery that sinks is empty when its line is', () => {
  const at = emptyAt(charges(35, 3));
  expect(at).not.toBeNull();
  // From 35 % to the 5 % at which an RTU goes out, 3 % a day.
  expect(Math.abs((at ?? 0) - (now + 10 * day))).toBeLessThan(2 * day);
});

test('one that the sun keeps is never empty', () => {
  expect(emptyAt(charges(80, 0))).toBeNull();
  expect(emptyAt(charges(80, -1))).toBeNull();
  expect(emptyAt([])).toBeNull();
});

test('too little is known of a few hours, but an empty one is empty', () => {
  expect(emptyAt(charges(35, 3).slice(-4))).toBeNull();
  expect(emptyAt([{ t: now, charge: 4, discharging: true }])).toBe(now);
});
