// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CloseWhich,
  closeTabs,
  loadTabs,
  moveTab,
  nextTab,
  openTab,
  reopenTab,
  tabs,
} from '../../../../src/console/state/tabs.ts';
import { hasTab } from '../../../../src/contract/pages.ts';

const addresses = () => tabs.list.map((tab) => tab.address);
const station = (id: number) => `/station/${id}`;
beforeEach(() => {
  localStorage.clear();
  loadTabs('ann');
});

describe('tabs', () => {
  it('begin with home', () => expect(addresses()).toEqual(['/index']));
  it('are one for one station, and remember where in it the user was', () => {
    openTab('/station/7/latest', '');
    openTab('/station/7/curve', '?range=week');
    expect(tabs.list.at(-1)).toEqual({ address: '/station/7', query: '/curve?range=week' });
    expect(tabs.list).toHaveLength(2);
  });
  it('are kept for each user', () => {
    openTab('/log', '');
    loadTabs('bob');
    expect(addresses()).toEqual(['/index']);
    loadTabs('ann');
    expect(addresses()).toEqual(['/index', '/log']);
  });
  it.each([
    'not json',
    '{}',
    '[{"address":1}]',
    '[null]',
    '[{"address":"//evil.example","query":""}]',
  ])('kept as %s are home alone', (kept) => {
    localStorage.setItem('groundwatch.tabs.eve', kept);
    loadTabs('eve');
    expect(addresses()).toEqual(['/index']);
  });
  it('past the most drop the oldest, never the one just opened', () => {
    for (let id = 1; id <= 40; id++) openTab(station(id), '');
    expect(tabs.list).toHaveLength(30);
    expect(addresses()[0]).toBe('/index');
    expect(addresses().at(-1)).toBe(station(40));
  });
});

describe('closing', () => {
  const cases: readonly [CloseWhich, string, string, string[], string | null][] = [
    ['this', station(2), station(2), [station(1), station(3)], station(3)],
    ['this', station(3), station(3), [station(1), station(2)], station(2)],
    ['this', station(1), station(3), [station(2), station(3)], null],
    ['left', station(2), station(1), [station(2), station(3)], station(2)],
    ['right', station(2), station(3), [station(1), station(2)], station(2)],
    ['others', station(2), station(3), [station(2)], station(2)],
    ['all', station(2), station(2), [], '/index'],
    ['this', '/index', '/index', [station(1), station(2), station(3)], null],
    ['left', '/nowhere', '/nowhere', [station(1), station(2), station(3)], null],
    ['right', '/nowhere', '/nowhere', [station(1), station(2), station(3)], null],
    ['this', '/nowhere', '/nowhere', [station(1), station(2), station(3)], '/index'],
  ];
  it.each(cases)('%s from %s while on %s', (which, from, active, left, target) => {
    for (const id of [1, 2, 3]) openTab(station(id), '');
    expect(closeTabs(which, from, active)).toBe(target);
    expect(addresses()).toEqual(['/index', ...left]);
  });
  it('keeps home and answers a tab that is there, whatever is closed', () => {
    const which = fc.constantFrom<CloseWhich>('this', 'left', 'right', 'others', 'all');
    fc.assert(
      fc.property(fc.array(fc.tuple(which, fc.nat(6), fc.nat(6)), { maxLength: 8 }), (steps) => {
        loadTabs(`user ${Math.random()}`);
        for (let id = 1; id <= 5; id++) openTab(station(id), '');
        for (const [kind, from, active] of steps) {
          const on = addresses()[active % addresses().length] ?? '/index';
          const target = closeTabs(kind, addresses()[from] ?? '/nowhere', on);
          expect(addresses()[0]).toBe('/index');
          expect(addresses()).toContain(target ?? on);
        }
      }),
    );
  });
});

it.each([
  ['/index', true],
  ['/log', true],
  ['/rest/datshow/list2', true],
  ['/station/12', true],
  ['/station/12/curve', true],
  ['/station/x', false],
  ['/404', false],
  ['/nowhere/at/all', false],
  ['/redirect/index', false],
  ['/', false],
])('%s has a tab: %s', (path, expected) => {
  expect(hasTab(path)).toBe(expected);
});

describe('tabs that were closed', () => {
  it('come back where they were, the last closed first, with where in them the user was', () => {
    openTab('/station/1/curve', '?range=week');
    openTab('/log', '');
    openTab('/users', '');
    closeTabs('this', '/station/1', '/users');
    closeTabs('this', '/log', '/users');
    expect(reopenTab()).toBe('/log');
    expect(reopenTab()).toBe('/station/1/curve?range=week');
    expect(addresses()).toEqual(['/index', '/station/1', '/log', '/users']);
    expect(reopenTab()).toBeNull();
  });
  it('are forgotten with the user', () => {
    openTab('/log', '');
    closeTabs('this', '/log', '/log');
    loadTabs('bob');
    expect(reopenTab()).toBeNull();
  });
});

describe('tabs in their strip', () => {
  beforeEach(() => {
    for (const address of ['/station/1', '/log', '/users']) openTab(address, '');
  });
  it.each([
    ['/log', 'left', ['/index', '/log', '/station/1', '/users']],
    ['/log', 'right', ['/index', '/station/1', '/users', '/log']],
    ['/users', 'first', ['/index', '/users', '/station/1', '/log']],
    ['/station/1', 'last', ['/index', '/log', '/users', '/station/1']],
    ['/station/1', 'left', ['/index', '/station/1', '/log', '/users']],
    ['/index', 'last', ['/index', '/station/1', '/log', '/users']],
    ['/nowhere', 'last', ['/index', '/station/1', '/log', '/users']],
  ] as const)('%s moves %s', (address, to, order) => {
    moveTab(address, to);
    expect(addresses()).toEqual(order);
  });
  it('move before another, never before home', () => {
    moveTab('/users', 'last', '/station/1');
    expect(addresses()).toEqual(['/index', '/users', '/station/1', '/log']);
    moveTab('/log', 'last', '/index');
    expect(addresses()[0]).toBe('/index');
  });
  it('are gone through round the ends', () => {
    expect(nextTab('/index', -1)).toBe('/users');
    expect(nextTab('/users', 1)).toBe('/index');
    expect(nextTab('/nowhere', 1)).toBe('/station/1');
  });
});
