import { describe, expect, it } from 'vitest';
import { addressOf, hasTab, mayBePage, pageAt, tabOf } from '../../../src/contract/pages.ts';

const plan = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('an address', () => {
  it.each([
    ['/index', 'home', {}],
    ['/station/7', 'station', { id: '7' }],
    ['/station/7/curve', 'station', { id: '7', tab: 'curve' }],
    ['/plans', 'plans', {}],
    [`/plans/${plan}`, 'plan', { plan }],
    ['/scripts', 'scripts', {}],
    [`/scripts/my-script/${plan}`, 'scripts', { script: 'my-script', run: plan }],
    ['/scripts/a%20b', 'scripts', { script: 'a b' }],
  ])('%s is the page %s', (address, id, parameters) => {
    expect(pageAt(address)).toMatchObject({ id, parameters });
  });
  it.each([
    '/',
    '/nowhere',
    '/plan',
    '/plans/a/b',
    '/station',
    '/station/7/curve/more',
    '/devices',
  ])('%s is none', (address) => expect(pageAt(address)).toBeNull());
  it('is made of a page and its parameters', () => {
    expect(addressOf('matrix')).toBe('/devices/matrix');
    expect(addressOf('station', { id: '7' })).toBe('/station/7');
    expect(addressOf('station', { id: '7', tab: 'latest' })).toBe('/station/7/latest');
    expect(addressOf('scripts', {})).toBe('/scripts');
    expect(addressOf('scripts', { script: 'new' })).toBe('/scripts/new');
  });
  it('that a device or another product made up breaks nothing', () => {
    expect(pageAt('/scripts/%E0%A4%A')?.parameters).toEqual({ script: '%E0%A4%A' });
    expect(pageAt('//evil.example')).toBeNull();
  });
});

describe('tabs', () => {
  it('are one for a station and one for all scripts, and one for each plan', () => {
    expect(tabOf('/station/7/curve')).toBe('/station/7');
    expect(tabOf(`/scripts/x/${plan}`)).toBe('/scripts');
    expect(tabOf(`/plans/${plan}`)).toBe(`/plans/${plan}`);
    expect(tabOf('/nowhere/at/all')).toBe('/nowhere/at/all');
  });
  it('stand for addresses of the right form alone', () => {
    expect(hasTab('/station/7/curve')).toBe(true);
    expect(hasTab('/station/x')).toBe(false);
    expect(hasTab('/plans/short')).toBe(false);
    expect(hasTab('/login')).toBe(false);
    expect(hasTab('/nowhere')).toBe(false);
  });
});

it('an address that may be a page after sign-in is recognised by its first part', () => {
  expect(mayBePage('/')).toBe(true);
  expect(mayBePage('/rest/of/another/server')).toBe(true);
  expect(mayBePage('/nowhere')).toBe(false);
});

it('the helper pages may lead to a page after sign-in, and nothing that only begins like them', () => {
  expect(['/refresh', '/redirect/station/7', '/redirect/'].map(mayBePage)).toEqual([true, true, true]);
  expect(['/refresher', '/refresh/x', '/redirect', '/redirected/x'].map(mayBePage)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
