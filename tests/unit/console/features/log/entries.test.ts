// @vitest-environment happy-dom
import { createIntl } from '@formatjs/intl';
import { describe, expect, it } from 'vitest';
import en from '../../../../../locales/en.json' with { type: 'json' };
import { matching, shortTime, toJson, toTsv } from '../../../../../src/console/features/log/entries.ts';
import type { LogEntry } from '../../../../../src/console/state/session/frontend-log.ts';

const intl = createIntl({ locale: 'en', messages: en });
const text: Parameters<typeof toTsv>[1] = (id, params) => intl.formatMessage({ id }, { ...params }) as string;
const entry = (more: Partial<LogEntry>): LogEntry => ({
  id: 1,
  severity: 'error',
  name: 'Error',
  message: '',
  messageId: null,
  params: {},
  detail: '',
  where: '/index',
  url: '/index',
  user: 'alice',
  count: 1,
  firstAt: 0,
  lastAt: 1000,
  ...more,
});
const gateway = entry({ id: 2, name: 'HTTP 502', messageId: 'http.502', where: 'POST /rest/history' });
const late = entry({ id: 3, name: 'HTTP 408', severity: 'warning', messageId: 'http.408' });
const hostile = entry({ id: 4, message: '=cmd|x\ty\nz<img src=x>', detail: '+1\n@b', user: '-a' });

describe('matching', () => {
  it.each([
    ['', 'all', [2, 3, 4]],
    ['gateway', 'all', [2]],
    ['GATEWAY  rest', 'all', [2]],
    ['ｈｔｔｐ', 'all', [2, 3]],
    ['http', 'warning', [3]],
    ['', 'error', [2, 4]],
    ['nothing such', 'all', []],
  ] as const)('%j among %s', (wanted, shown, ids) => {
    expect(matching([gateway, late, hostile], wanted, shown, text).map(({ id }) => id)).toEqual(ids);
  });
});

describe('toTsv', () => {
  const lines = toTsv([gateway, hostile], text).split('\n');
  it('has heads and one line for an entry, each with as many cells', () => {
    expect(lines.map((line) => line.split('\t').length)).toEqual([10, 10, 10]);
    expect(lines[0]).toBe('Last\tFirst\tTimes\tSeverity\tError\tMessage\tWhere\tPage\tUser\tDetails');
    expect(lines[1]).toContain(
      '1970-01-01T00:00:01.000Z\t1970-01-01T00:00:00.000Z\t1\terror\tHTTP 502\tGateway error',
    );
  });
  it('holds no formula', () => {
    expect(lines[2]?.split('\t').slice(5)).toEqual([
      "'=cmd|x y z<img src=x>",
      '/index',
      '/index',
      "'-a",
      "'+1 @b",
    ]);
  });
});

it('toJson has every entry in full, with its sentence and the version', () => {
  const reported = JSON.parse(toJson([gateway, hostile], text));
  expect(reported.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(reported.entries).toMatchObject([
    { name: 'HTTP 502', message: 'Gateway error', messageId: 'http.502', lastAt: '1970-01-01T00:00:01.000Z' },
    { message: hostile.message, detail: hostile.detail },
  ]);
});

it('shortTime leaves the date out on its own day, and the seconds on another', () => {
  const noon = Date.UTC(2026, 10, 20, 4);
  expect(shortTime(noon, 'Asia/Shanghai', noon + 3_600_000)).toBe('12:00:00');
  expect(shortTime(noon, 'Asia/Shanghai', noon + 43_200_000)).toBe('11-20 12:00');
});
