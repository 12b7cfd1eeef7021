import { describe, expect, it } from 'vitest';
import { moduleAt } from '../../../../src/console/state/module-at.ts';

const entry = (
  menuPath: string,
  more: { menuType?: string; menuComponent?: string; children?: [] } = {},
) => ({
  menuType: 'menu',
  menuPath,
  menuComponent: '',
  children: [],
  ...more,
});
const menus = [
  entry('#group', { children: [entry('/rest/task', { menuComponent: 'views/task' })] as never }),
  entry('dashboard'),
  entry('/button', { menuType: 'button', menuComponent: 'views/button' }),
  entry(''),
];

describe('moduleAt', () => {
  it.each([
    ['/rest/task', 'views/task'],
    ['/dashboard', 'dashboard'],
    ['/button', null],
    ['/nowhere', null],
    ['/', null],
  ])('%s is %s', (path, module) => expect(moduleAt(menus, path)).toBe(module));
});
