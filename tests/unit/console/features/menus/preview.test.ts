/** The preview of the menu shows what the server gives: for every role, kind of account and edition. */
import { describe, expect, it } from 'vitest';
import { permissions } from '../../../../../src/base/permissions.ts';
import { seers, whyNotSeen } from '../../../../../src/console/features/menus/words.ts';
import type { MenuEntry } from '../../../../../src/contract/company/session.ts';
import { flatTree } from '../../../../../src/domain/menu-tree.ts';
import { originalTree } from '../../../../../src/server/accounts/menus/menu-tree.ts';
import { menusFor } from '../../../../../src/server/accounts/menus/menus.ts';
import { words } from '../../../../../src/server/words.ts';

const text = words('en');
const flat = (entries: readonly MenuEntry[]): readonly string[] =>
  entries.flatMap(({ menuComponent, children }) => [menuComponent, ...flat(children)]).filter(Boolean);
const half = permissions.filter((_, index) => index % 2 === 0);

describe('the preview', () => {
  for (const seer of seers)
    for (const [edition, language] of [
      ['cn', 'zh-chs'],
      ['cn', 'ja'],
      ['jp', 'en'],
    ] as const)
      for (const role of [
        { id: 1, permissions: [...permissions] },
        { id: 4, permissions: [...permissions] },
        { id: 5, permissions: half },
        { id: 6, permissions: [] },
      ])
        it(`shows what role ${role.id} is given as an account of the ${seer} (${edition}, ${language})`, () => {
          const companyId = seer === 'platform' ? null : 7;
          const given = menusFor(originalTree, {
            ...{ roleId: role.id, companyId, edition, language },
            permissions: role.permissions,
          });
          const seen = flatTree(originalTree)
            .filter(
              ({ node }) =>
                node.type === 'page' && whyNotSeen(node, role, seer, edition, language, text) === null,
            )
            .map(({ node }) => node.key);
          expect([...seen].sort()).toEqual([...flat(given)].sort());
          if (role.id === 1) expect(seen.includes('alertConfig')).toBe(edition === 'jp' || language === 'ja');
        });
  it('knows an entry that only an account of the platform sees', () => {
    const all = { id: 1, permissions: [...permissions] };
    const keys = (seer: 'company' | 'platform') =>
      flatTree(originalTree)
        .filter(({ node }) => node.type === 'page' && whyNotSeen(node, all, seer, 'jp', 'ja', text) === null)
        .map(({ node }) => node.key);
    const more = keys('platform').filter((key) => !keys('company').includes(key));
    expect(more.sort()).toEqual(['listeners', 'platform', 'processes']);
  });
});
