import { expect, it } from 'vitest';
import { dataTabs, tabsOf } from '../../../src/derive/data-tabs.ts';

it('data sub-tabs are those that a station has data for', () => {
  expect(new Set(dataTabs).size).toBe(dataTabs.length);
  expect(tabsOf([], false)).toEqual([]);
  expect(tabsOf([99], false)).toEqual([]);
});
