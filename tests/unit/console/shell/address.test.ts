import { describe, expect, it } from 'vitest';
import { isPhone, loginAddress, safeRedirect } from '../../../../src/console/shell/address.ts';

describe('redirect target', () => {
  it.each([
    '/index',
    '/station/12/curve?range=week',
    '/rest/datshow/list2',
    '/a//b',
  ])('%s stays', (target) => {
    expect(safeRedirect(target)).toBe(target);
  });
  it.each([
    null,
    '',
    'index',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/a\\b',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /index',
  ])('%j goes home', (target) => {
    expect(safeRedirect(target)).toBe('/index');
  });
  it('never leaves the origin', () => {
    for (const target of ['//e.example', '/\\e.example', '/\t/e.example', '/\r\n/e.example', '///e.example'])
      expect(new URL(safeRedirect(target), 'http://here.example').origin).toBe('http://here.example');
  });
});

describe('login address', () => {
  it.each([
    ['/', '', '/login'],
    ['/index', '', '/login'],
    ['/station/1/curve', '?range=week', '/login?redirect=%2Fstation%2F1%2Fcurve%3Frange%3Dweek'],
  ])('from %s%s is %s', (path, search, expected) => {
    expect(loginAddress(path, search)).toBe(expected);
  });
  it('comes back to where it was', () => {
    const address = new URL(loginAddress('/station/1/curve', '?from=1&to=2'), 'http://here.example');
    expect(safeRedirect(address.searchParams.get('redirect'))).toBe('/station/1/curve?from=1&to=2');
  });
});

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile', 1440, true],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156', 1440, false],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156', 600, true],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156', 601, false],
])('%s at %i px: phone %s', (agent, width, expected) => {
  expect(isPhone(agent, width)).toBe(expected);
});
