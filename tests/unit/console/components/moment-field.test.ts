// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { pastedMoment } from '../../../../src/console/components/fields/MomentField.tsx';

describe('a pasted moment', () => {
  it.each([
    ['2026-11-20 14:13', '2026-11-20T14:13', '2026-11-20'],
    ['2026-11-20T14:13:59.250', '2026-11-20T14:13', '2026-11-20'],
    [' 2026/1/2 3:04 ', '2026-01-02T03:04', '2026-01-02'],
    ['2026年11月20日', '2026-11-20T00:00', '2026-11-20'],
    ['2024-02-29', '2024-02-29T00:00', '2024-02-29'],
    ['2026-12-31 23:59', '2026-12-31T23:59', '2026-12-31'],
  ])('%s is read', (text, minute, day) => {
    expect(pastedMoment(text, 'minute')).toBe(minute);
    expect(pastedMoment(text, 'day')).toBe(day);
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-11-20 24:00',
    '2026-11-20 14:60',
    '14:13',
    '',
    'x',
  ])('%j is left to the field', (text) => {
    expect(pastedMoment(text, 'minute')).toBeNull();
    expect(pastedMoment(text, 'day')).toBeNull();
  });

  it('every day of four years is read as it is written, and the day after its month’s last is not', () => {
    for (let day = Date.UTC(2023, 0, 1); day < Date.UTC(2027, 0, 1); day += 86_400_000) {
      const text = new Date(day).toISOString().slice(0, 10);
      expect(pastedMoment(text, 'day')).toBe(text);
      const isLast = new Date(day + 86_400_000).getUTCDate() === 1;
      const after = `${text.slice(0, 8)}${String(Number(text.slice(8)) + 1).padStart(2, '0')}`;
      if (isLast) expect(pastedMoment(after, 'day')).toBeNull();
    }
  });
});
