// @vitest-environment happy-dom
import { createIntl } from '@formatjs/intl';
import { beforeEach, describe, expect, it } from 'vitest';
import en from '../../../../locales/en.json' with { type: 'json' };
import { ModuleProblem } from '../../../../src/console/shell/lazy-page.tsx';
import { report } from '../../../../src/console/shell/running/report.ts';
import { logUnhandled } from '../../../../src/console/shell/running/unhandled.ts';
import { ApiError } from '../../../../src/console/state/connection/api-error.ts';
import { notices } from '../../../../src/console/state/notices.ts';
import { clearLog, frontendLog } from '../../../../src/console/state/session/frontend-log.ts';

const intl = createIntl({ locale: 'en', messages: en });
const text: Parameters<typeof report>[1] = (id, params) =>
  intl.formatMessage({ id }, { ...params }) as string;
beforeEach(() => {
  clearLog();
  notices.list = [];
  history.replaceState(null, '', '/users?what=role');
  frontendLog.account = 'alice';
});

describe('report', () => {
  it('shows the sentence and links it to its log entry', () => {
    report(new ApiError(404, '', 'http.404', {}, null, '/rest/x?y', null, 'GET'), text);
    expect(notices.list).toMatchObject([
      { severity: 'error', text: 'Request address error: /rest/x', logId: frontendLog.entries[0]?.id },
    ]);
  });
  it('says the server’s sentence where there is one', () => {
    report(new ApiError(503, 'The broker is away', null, {}, null, '/rest/x'), text);
    expect(notices.list).toMatchObject([{ text: 'The broker is away' }]);
  });
  it('names an unknown module', () => {
    report(new ModuleProblem('views/task'), text);
    expect(notices.list).toMatchObject([{ text: 'Module not found: views/task' }]);
    expect(frontendLog.entries).toMatchObject([{ name: 'MODULE_NOT_FOUND', message: 'views/task' }]);
  });
  it('swallows a navigation', () => {
    report(new DOMException('left', 'AbortError'), text);
    expect([notices.list, frontendLog.entries]).toEqual([[], []]);
  });
});

describe('what nobody caught', () => {
  const target = new EventTarget();
  const unhandled = (reason: unknown) =>
    target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  it('is logged with message, user and address, errors and rejections alike', () => {
    const stop = logUnhandled(target);
    target.dispatchEvent(new ErrorEvent('error', { message: 'Uncaught', error: new RangeError('too far') }));
    target.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
    unhandled(new TypeError('rejected'));
    unhandled('only text');
    stop();
    unhandled('after the end');
    expect(frontendLog.entries.map(({ name, message }) => `${name}: ${message}`)).toEqual([
      'Error: only text',
      'TypeError: rejected',
      'Error: Script error.',
      'RangeError: too far',
    ]);
    for (const entry of frontendLog.entries)
      expect(entry).toMatchObject({ user: 'alice', url: '/users?what=role' });
  });
  it('is swallowed where it is a navigation', () => {
    const stop = logUnhandled(target);
    unhandled(new DOMException('left', 'AbortError'));
    unhandled(Object.assign(new Error('overtaken'), { name: 'NavigationCancelled' }));
    stop();
    expect(frontendLog.entries).toEqual([]);
  });
});
