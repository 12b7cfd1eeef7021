/** The menu tree that an administrator makes of the product's own: who sees what, and what cannot be saved. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MenuNode } from '../../src/contract/company/menus.ts';
import type { MenuEntry } from '../../src/contract/company/session.ts';
import { hasTab, pageAt } from '../../src/contract/pages.ts';
import { flatTree, withAdded, withNode } from '../../src/domain/menu-tree.ts';
import { completedTree, originalTree } from '../../src/server/accounts/menus/menu-tree.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let maintainer: string;
let operator: string;
let version = 0;
beforeAll(async () => {
  server = await startTestServer();
  maintainer = await server.login('maintainer');
  operator = await server.login('operatorA');
});
afterAll(() => server.stop());

const menusOf = async (token: string) => {
  const { envelope } = await server.call('/rest/user/permissions', { token, method: 'POST', body: {} });
  return (envelope?.data as unknown as { menus: readonly MenuEntry[] }).menus;
};
const allOf = (menus: readonly MenuEntry[]): readonly MenuEntry[] =>
  menus.flatMap((entry) => [entry, ...allOf(entry.children)]);
const save = (tree: readonly MenuNode[], by = maintainer, of = version) =>
  server.call('/rest/menus', { token: by, method: 'PUT', body: { version: of, tree, reason: 'tidy' } });
const own = (type: MenuNode['type'], more: Partial<MenuNode> = {}): MenuNode => ({
  ...{ key: 'own-1', type, nameChinese: '', nameEnglish: 'Town', nameJapanese: '', icon: '' },
  ...{ address: '', permission: '', hidden: false, children: [], ...more },
});
const refusedBy = async (tree: readonly MenuNode[]) => {
  const { envelope } = await save(tree);
  return [envelope?.status, envelope?.messageId];
};

it('is the product’s own until somebody saves one', async () => {
  const answer = await server.call('/rest/menus', { token: maintainer });
  expect(answer.envelope?.data).toMatchObject({ version: 0, tree: originalTree, versions: [] });
  expect((await menusOf(operator)).map(({ menuNameEnglish }) => menuNameEnglish)).toEqual([
    ...['Watch', 'Devices', 'System'],
  ]);
});

it('leads to addresses that are pages with a tab', async () => {
  const pages = allOf(await menusOf(maintainer)).filter(({ menuComponent }) => menuComponent !== '');
  expect(pages.length).toBeGreaterThan(20);
  const led = pages.map(({ menuPath, menuComponent }) => {
    const match = pageAt(menuPath);
    return [menuComponent, match?.id, match?.fits, hasTab(menuPath), /[:?]/.test(menuPath)];
  });
  expect(led).toEqual(pages.map(({ menuComponent: id }) => [id, id, true, true, false]));
});

it('is saved for everybody: names, order, links, buttons, hidden entries; rights stay what they are', async () => {
  let tree = withNode(originalTree, 'alarms', (node) => ({
    ...{ ...node, nameEnglish: 'Warnings', nameChinese: '预警' },
    children: [own('button', { key: 'own-2', nameEnglish: 'Print', permission: 'alarm:rule:edit' })],
  }));
  tree = withNode(tree, 'history', (node) => ({ ...node, hidden: true }));
  tree = withAdded(tree, 'watch', own('link', { address: 'https://example.org/rain' }));
  tree = withAdded(
    tree,
    'watch',
    own('placeholder', { key: 'own-3', nameEnglish: 'Soon', permission: 'system:user:edit' }),
  );
  const answer = await save([...tree].reverse());
  expect(answer.envelope?.data).toEqual({ version: 1 });
  version = 1;
  const seen = await menusOf(operator);
  expect(seen.map(({ menuNameEnglish }) => menuNameEnglish)).toEqual(['System', 'Devices', 'Watch']);
  const entries = allOf(seen);
  const byName = (name: string) => entries.find(({ menuNameEnglish }) => menuNameEnglish === name);
  expect(byName('Warnings')).toMatchObject({
    ...{ menuPath: '/alarms', menuNameChinese: '预警', menuNameJapanese: '警報一覧' },
  });
  expect(byName('Print')).toMatchObject({ menuType: 'button', menuAuth: 'alarm:rule:edit' });
  // A missing name falls back to English.
  expect(byName('Town')).toMatchObject({
    ...{ menuPath: 'https://example.org/rain', menuNameChinese: 'Town', menuType: 'menu' },
  });
  expect(entries.some(({ menuComponent }) => menuComponent === 'history')).toBe(false);
  expect(byName('Soon')).toBeUndefined();
  expect(
    allOf(await menusOf(maintainer)).find(({ menuNameEnglish }) => menuNameEnglish === 'Soon'),
  ).toMatchObject({ menuPath: '#own-3' });
  // What is hidden is out of sight; what its calls need is asked for as before.
  expect((await server.call('/rest/users', { token: operator })).http).toBe(403);
});

it('refuses a tree that cannot be, and keeps the one before', async () => {
  const hidden = (key: string) => withNode(originalTree, key, (node) => ({ ...node, hidden: true }));
  const cases: readonly (readonly [readonly MenuNode[], string])[] = [
    [hidden('menus'), 'menus.keepsItself'],
    [hidden('system'), 'menus.keepsItself'],
    [withNode(originalTree, 'home', () => null), 'menus.lostPage'],
    [withAdded(originalTree, 'watch', own('link', { address: 'javascript:alert(1)' })), 'menus.noAddress'],
    [
      withAdded(originalTree, 'watch', own('link', { nameEnglish: '', address: 'https://a.b' })),
      'menus.noName',
    ],
    [withAdded(originalTree, 'watch', own('placeholder', { permission: 'a:b:c' })), 'menus.noPermission'],
    [withAdded(originalTree, 'watch', own('button')), 'menus.wrongPlace'],
    [withAdded(originalTree, 'watch', own('group')), 'menus.wrongPlace'],
    [withAdded(originalTree, 'watch', own('page', { key: 'login' })), 'menus.noPage'],
    [withAdded(originalTree, 'devices', { ...own('page'), key: 'home' }), 'menus.twice'],
  ];
  for (const [tree, messageId] of cases) expect(await refusedBy(tree)).toEqual([422, messageId]);
  expect((await save(originalTree, maintainer, 0)).envelope).toMatchObject({
    ...{ status: 409, messageId: 'menus.moved' },
  });
  expect((await save(originalTree, operator)).http).toBe(403);
  const { envelope } = await server.call('/rest/menus', { token: maintainer });
  expect(envelope?.data).toMatchObject({ version: 1, versions: [{ version: 1, reason: 'tidy' }] });
});

it('shows pages that a newer version of the product brings at the end of their groups', () => {
  const before = withNode(
    withNode(originalTree, 'audit', () => null),
    'devices',
    () => null,
  );
  const after = completedTree(before);
  const keys = flatTree(after).map(({ node }) => node.key);
  expect(keys.sort()).toEqual(
    flatTree(originalTree)
      .map(({ node }) => node.key)
      .sort(),
  );
  expect(after.find(({ key }) => key === 'system')?.children.at(-1)?.key).toBe('audit');
  expect(completedTree(originalTree)).toEqual(originalTree);
});
