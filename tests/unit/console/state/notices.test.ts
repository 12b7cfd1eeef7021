// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdNoticesWhile, notices, notify } from '../../../../src/console/state/notices.ts';

beforeEach(() => {
  vi.useFakeTimers();
  notices.list = [];
});
afterEach(() => vi.useRealTimers());

describe('notices', () => {
  it.each([
    ['five seconds', 5000, () => notify('success', 'done')],
    ['ten seconds when they are errors', 10_000, () => notify('error', 'broken', 7)],
    [
      'ten seconds when what they say can be taken back',
      10_000,
      () => notify('success', 'deleted', null, null, { command: 'undo' } as never),
    ],
  ])('stay for %s', (_title, time, say) => {
    say();
    vi.advanceTimersByTime(time - 1);
    expect(notices.list).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(notices.list).toEqual([]);
  });
  it('offer to take back no longer than it can be', () => {
    const undo = { command: 'undo' } as never;
    notify('success', 'acknowledged', null, null, undo, 5000);
    vi.advanceTimersByTime(4999);
    expect(notices.list).toMatchObject([{ text: 'acknowledged', undo: { command: 'undo' } }]);
    vi.advanceTimersByTime(1);
    expect(notices.list).toMatchObject([{ text: 'acknowledged', undo: null }]);
    vi.advanceTimersByTime(5000);
    expect(notices.list).toEqual([]);
  });
  it('stay while they are read, and go within a second after', () => {
    let isRead = true;
    holdNoticesWhile(() => isRead);
    notify('success', 'done');
    vi.advanceTimersByTime(60_000);
    expect(notices.list).toMatchObject([{ text: 'done', severity: 'success' }]);
    isRead = false;
    vi.advanceTimersByTime(1000);
    expect(notices.list).toEqual([]);
    holdNoticesWhile(() => false);
  });
  it('say an equal sentence once, and at most four', () => {
    for (const sentence of ['a', 'b', 'a', 'c', 'd', 'e']) notify('info', sentence);
    expect(notices.list.map(({ text }) => text)).toEqual(['a', 'c', 'd', 'e']);
  });
});
