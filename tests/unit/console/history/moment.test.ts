import { describe, expect, it } from 'vitest';
import { readMoment } from '../../../../src/console/components/values/moment.ts';

const utc = (text: string) => Date.parse(text);

describe('a moment as text', () => {
  it.each([
    ['2026-11-20 14:13', 'Asia/Shanghai', '2026-11-20T06:13:00Z'],
    ['2026-11-20T14:13', 'Asia/Tokyo', '2026-11-20T05:13:00Z'],
    ['2026-11-20 14:13:06', 'Asia/Shanghai', '2026-11-20T06:13:06Z'],
    ['2026-11-20T06:13:06.250Z', 'Asia/Shanghai', '2026-11-20T06:13:06.250Z'],
    ['2026-11-20', 'Asia/Shanghai', '2026-11-19T16:00:00Z'],
    ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00Z'],
  ])('%s in %s', (text, zone, expected) => {
    expect(readMoment(text, zone)).toBe(utc(expected));
  });
  it('that is only a date ends with its day', () => {
    expect(readMoment('2026-11-20', 'Asia/Shanghai', true)).toBe(utc('2026-11-20T16:00:00Z'));
    expect(readMoment('2026-11-20 00:00', 'Asia/Shanghai', true)).toBe(utc('2026-11-19T16:00:00Z'));
  });
  it.each([
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-30 10:00',
    '2026-11-20 25:00',
    '2026-11-20T',
  ])('%j is none', (text) => expect(readMoment(text, 'Asia/Shanghai')).toBeNull());
});
