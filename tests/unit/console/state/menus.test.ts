import { describe, expect, it } from 'vitest';
import {
  addedPage,
  leadsTo,
  menuTitle,
  routedMenus,
  toMenus,
} from '../../../../src/console/state/session/menus.ts';

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
  expect(routedMenus(menus)).toMatchObject([
    { path: '/stations', component: 'home', permission: 'a:b:c', entry: { menuPath: '/stations' } },
    { path: '/relative', component: 'log', permission: '', entry: { menuPath: 'relative' } },
  ]);
});

it('a page that the menu adds is a screen of the console at an address of its own', () => {
  const menus = toMenus([
    {
      menuType: 'menu',
      menuPath: '/my/log',
      menuComponent: 'log',
      menuName: 'Log',
      menuNameEnglish: 'My log',
    },
    { menuType: 'menu', menuPath: '/my/other', menuComponent: 'no-such-screen' },
    { menuType: 'menu', menuPath: '/alarms', menuComponent: 'log' },
  ]);
  const added = addedPage(menus, '/my/log');
  expect(added?.id).toBe('log');
  expect(added === null ? '' : menuTitle(added.entry, 'en')).toBe('My log');
  expect(added === null ? '' : menuTitle(added.entry, 'ja')).toBe('Log');
  expect([addedPage(menus, '/my/other'), addedPage(menus, '/alarms'), addedPage(menus, '/else')]).toEqual([
    ...[null, null, null],
  ]);
});

it('an entry is where its page is, whatever else the address names', () => {
  const [alarms] = toMenus([{ menuType: 'menu', menuPath: '/alarms', menuComponent: 'alarms' }]);
  const at = (path: string) => alarms !== undefined && leadsTo(alarms, path);
  expect([at('/alarms'), at('/alarms/7'), at('/history'), at('/nothing')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const [own] = toMenus([{ menuType: 'menu', menuPath: '/my/log', menuComponent: 'log' }]);
  expect(own !== undefined && [leadsTo(own, '/my/log'), leadsTo(own, '/my/other')]).toEqual([true, false]);
});
