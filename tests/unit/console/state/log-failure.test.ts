// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/console/state/connection/api-error.ts';
import { clearLog, frontendLog } from '../../../../src/console/state/session/frontend-log.ts';
import { isNavigation, logFailure } from '../../../../src/console/state/session/log-failure.ts';

beforeEach(() => clearLog());
const api = (status: number, message = '') =>
  new ApiError(status, message, null, {}, null, 'http://host.example/rest/x?token=no', null, 'POST');

describe('logFailure', () => {
  it.each([
    [0, 'warning', 'http.network'],
    [404, 'info', 'http.404'],
    [408, 'warning', 'http.408'],
    [502, 'error', 'http.502'],
  ])('reports HTTP %i as a %s in the reader’s language, with the call that failed', (status, severity, messageId) => {
    logFailure(api(status));
    expect(frontendLog.entries).toMatchObject([
      {
        severity,
        name: `HTTP ${status}`,
        message: '',
        messageId,
        where: 'POST /rest/x',
        params: { url: '/rest/x' },
      },
    ]);
  });
  it('keeps the server’s own sentence', () => {
    logFailure(api(409, 'moved meanwhile'));
    expect(frontendLog.entries).toMatchObject([{ message: 'moved meanwhile', messageId: null }]);
  });
  it('logs one thrown error once, however many hands it passes through, and equal ones as one entry', () => {
    const error = new TypeError('broken');
    expect(logFailure(error)).toBe(logFailure(error));
    expect(frontendLog.entries).toMatchObject([{ count: 1, name: 'TypeError', message: 'broken' }]);
    logFailure('thrown text');
    logFailure('thrown text');
    expect(frontendLog.entries[0]).toMatchObject({ count: 2, message: 'thrown text' });
  });
  it('swallows navigations', () => {
    for (const error of [new DOMException('gone', 'AbortError'), { name: 'NavigationDuplicated' }]) {
      expect(isNavigation(error)).toBe(true);
      expect(logFailure(error)).toBeNull();
    }
    expect(frontendLog.entries).toEqual([]);
    expect(isNavigation(new Error('AbortError'))).toBe(false);
  });
});
