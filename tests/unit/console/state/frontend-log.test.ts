// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearLog,
  flushLog,
  frontendLog,
  loadLog,
  logError,
} from '../../../../src/console/state/session/frontend-log.ts';

beforeEach(() => {
  clearLog();
  localStorage.clear();
  history.replaceState(null, '', '/station/3/latest?range=week');
  frontendLog.account = 'alice';
});
afterEach(() => vi.useRealTimers());
const stored = (account: string): { message: string }[] =>
  JSON.parse(localStorage.getItem(`groundwatch.log.${account}`) ?? '[]');

describe('the frontend log', () => {
  it('keeps message, user and address', () => {
    logError('broken', 'at a.js:1');
    expect(frontendLog.entries).toMatchObject([
      {
        message: 'broken',
        detail: 'at a.js:1',
        user: 'alice',
        url: '/station/3/latest?range=week',
        count: 1,
      },
    ]);
  });
  it('counts equal errors in one entry, with first and last time, and moves it to the top', () => {
    vi.useFakeTimers({ now: 1000 });
    const first = logError('broken', 'here');
    logError('other', '');
    vi.setSystemTime(9000);
    expect(logError('broken', 'here')).toBe(first);
    expect(frontendLog.entries.map(({ message }) => message)).toEqual(['broken', 'other']);
    expect(frontendLog.entries[0]).toMatchObject({ count: 2, firstAt: 1000, lastAt: 9000 });
    expect(frontendLog.unseen).toBe(3);
  });
  it('keeps apart what differs in kind, message, sentence or detail', () => {
    logError('broken', '');
    logError('broken', 'elsewhere');
    logError('broken', '', { name: 'TypeError' });
    logError('', '', { messageId: 'http.404', params: { url: '/a' } });
    logError('', '', { messageId: 'http.404', params: { url: '/b' } });
    expect(frontendLog.entries).toHaveLength(5);
  });
  it('is bounded in entries and in bytes', () => {
    for (let at = 0; at < 260; at++)
      logError(`error ${at}`, '崩'.repeat(50_000), { params: { url: 'x'.repeat(9999) } });
    expect(frontendLog.entries).toHaveLength(200);
    expect(frontendLog.entries[0]?.message).toBe('error 259');
    for (const entry of frontendLog.entries)
      expect(new TextEncoder().encode(JSON.stringify(entry)).length).toBeLessThan(8000);
  });
  it('groups long messages that are equal where they are kept', () => {
    for (let time = 0; time < 2; time++) logError('long '.repeat(1000), '');
    expect(frontendLog.entries.map(({ count }) => count)).toEqual([2]);
  });
  it('writes a flood once, and at the latest when the page goes', () => {
    vi.useFakeTimers();
    for (let time = 0; time < 1000; time++) logError('again', '');
    expect(stored('alice')).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(stored('alice')).toMatchObject([{ message: 'again', count: 1000 }]);
    logError('last', '');
    dispatchEvent(new Event('pagehide'));
    expect(stored('alice').map(({ message }) => message)).toEqual(['last', 'again']);
  });
  it('belongs to its user: another one sees none of it, and finds the own again', () => {
    logError('of alice', '');
    loadLog('bob');
    expect(frontendLog.entries).toEqual([]);
    expect(frontendLog.unseen).toBe(0);
    logError('of bob', '');
    loadLog('alice');
    expect(frontendLog.entries.map(({ message }) => message)).toEqual(['of alice']);
  });
  it('hands what happened before a login to who logs in', () => {
    loadLog('');
    logError('chunk of the login page', '');
    loadLog('alice');
    flushLog();
    expect(stored('alice').map(({ message }) => message)).toEqual(['chunk of the login page']);
    expect(stored('')).toEqual([]);
  });
  it.each([
    'not json',
    '{"a":1}',
    '[null]',
    '[{"id":1,"message":"<b>"}]',
    '[{"id":"1"}]',
  ])('starts empty on a damaged store: %s', (damaged) => {
    localStorage.setItem('groundwatch.log.carol', damaged);
    loadLog('carol');
    expect(frontendLog.entries).toEqual([]);
  });
  it('is cleared here and in the store', () => {
    logError('broken', '');
    flushLog();
    clearLog();
    expect([frontendLog.entries, frontendLog.unseen, stored('alice')]).toEqual([[], 0, []]);
  });
});
