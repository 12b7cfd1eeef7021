import { describe, expect, it } from 'vitest';
import { routedMenus, toMenus } from '../../../../src/console/state/session/menus.ts';

describe('a menu tree', () => {
  it('comes in the first shape', () => {
    const [group] = toMenus([
      {
        id: 1,
        menuType: 'menu',
        menuName: 'watch',
        menuPath: '',
        children: [{ menuType: 'button', menuPath: '/x' }],
      },
    ]);
    expect(group).toMatchObject({ id: 1, menuName: 'watch', menuAuth: '' });
    expect(group?.children).toMatchObject([{ menuType: 'button', menuPath: '/x' }]);
  });
  it('comes in the second shape', () => {
    const [entry] = toMenus([
      {
        path: '/log',
        icon: 'list',
        title: 'log',
        titleEnglish: 'Log',
        titleChinese: '日志',
        titleJapanese: 'ログ',
      },
    ]);
    expect(entry).toMatchObject({
      menuType: 'menu',
      menuPath: '/log',
      menuIcon: 'list',
      menuNameEnglish: 'Log',
      menuNameChinese: '日志',
      menuNameJapanese: 'ログ',
    });
  });
  it.each([null, 'text', 7, {}, [null, 3, 'x', []]])('%j has no entries', (value) =>
    expect(toMenus(value)).toEqual([]));
});

it('routes are the pages of the tree: no buttons, placeholders, outside addresses or groups', () => {
  const menus = toMenus([
    {
      menuType: 'menu',
      menuPath: '',
      children: [
        { menuType: 'menu', menuPath: '/stations', menuComponent: 'home', menuAuth: 'a:b:c' },
        { menuType: 'menu', menuPath: 'relative', menuComponent: 'log' },
        { menuType: 'button', menuPath: '/button', menuComponent: 'log' },
        { menuType: 'menu', menuPath: '#later', menuComponent: 'log' },
        { menuType: 'menu', menuPath: 'https://example.org', menuComponent: 'log' },
        { menuType: 'menu', menuPath: '/nothing', menuComponent: '' },
      ],
    },
  ]);
  expect(routedMenus(menus)).toEqual([
    { path: '/stations', component: 'home', permission: 'a:b:c' },
    { path: '/relative', component: 'log', permission: '' },
  ]);
});
