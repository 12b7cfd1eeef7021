import { describe, expect, it } from 'vitest';
import { standstillAfter } from '../../../src/domain/rollout/standstill.ts';

const minute = 60_000;

describe('a standstill', () => {
  it.each([
    ['nothing known of cycles', [], 30],
    ['devices that come every minute', [60, 60], 30],
    ['one that comes every 20 min, and a faster one', [60, 1200], 40],
    ['one that comes every hour', [3600], 120],
    ['one that comes once a day', [86_400, 600], 360],
  ])('is one after so long: %s', (_, cycles, minutes) => {
    expect(standstillAfter(cycles)).toBe(minutes * minute);
  });
});
