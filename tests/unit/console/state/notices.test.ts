// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notices, notify } from '../../../../src/console/state/notices.ts';

beforeEach(() => {
  vi.useFakeTimers();
  notices.list = [];
});
afterEach(() => vi.useRealTimers());

describe('notices', () => {
  it('stay for five seconds', () => {
    notify('error', 'broken', 7);
    vi.advanceTimersByTime(4999);
    expect(notices.list).toMatchObject([{ text: 'broken', severity: 'error', logId: 7 }]);
    vi.advanceTimersByTime(1);
    expect(notices.list).toEqual([]);
  });
  it('say an equal sentence once, and at most four', () => {
    for (const sentence of ['a', 'b', 'a', 'c', 'd', 'e']) notify('info', sentence);
    expect(notices.list.map(({ text }) => text)).toEqual(['a', 'c', 'd', 'e']);
  });
});
