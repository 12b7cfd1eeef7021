import type { Language, MessageId } from '../../../base/messages.ts';
import type { MenuNode } from '../../../contract/company/menus.ts';
import type { MenuEntry } from '../../../contract/company/session.ts';
import { isListedIn, menuGroups } from '../../../contract/page.ts';
import { entryAddressOf, type PageId, pageIds, pageOf } from '../../../contract/pages.ts';
import { words } from '../../words.ts';

interface Seer {
  readonly roleId: number;
  /** Null = sees every company. */
  readonly companyId: number | null;
  readonly permissions: readonly string[];
  readonly edition: 'cn' | 'jp';
  readonly language: Language;
}

const pageIdOf = (key: string): PageId | undefined => pageIds.find((id) => id === key);

/** What an entry is by itself: its words, icon, address, and the permission that it takes. */
function own(node: MenuNode): {
  readonly title: MessageId | null;
  readonly icon: string;
  readonly path: string;
  readonly component: string;
  readonly permission: string;
} {
  const plain = { icon: node.icon, component: '', permission: node.permission };
  if (node.type === 'group') {
    const known = Object.entries(menuGroups).find(([key]) => key === node.key)?.[1];
    return { ...plain, title: known?.title ?? null, icon: node.icon || (known?.icon ?? 'list'), path: '' };
  }
  const id = node.type === 'page' ? pageIdOf(node.key) : undefined;
  if (id === undefined)
    // A placeholder and a button lead nowhere; the console says so of the first, and shows no entry for the second.
    return { ...plain, title: null, path: node.type === 'link' ? node.address : `#${node.key}` };
  const { icon, permission, menu } = pageOf(id);
  return {
    title: menu?.title ?? null,
    icon: node.icon || (menu?.icon ?? icon),
    path: entryAddressOf(id),
    component: id,
    permission: menu?.permission ?? permission ?? '',
  };
}

function isSeen(
  node: MenuNode,
  permission: string,
  { roleId, companyId, permissions, edition, language }: Seer,
): boolean {
  if (node.hidden) return false;
  if (permission !== '' && !permissions.includes(permission)) return false;
  const id = node.type === 'page' ? pageIdOf(node.key) : undefined;
  const menu = id === undefined ? undefined : pageOf(id).menu;
  if (menu?.maintainerOnly === true && roleId !== 1) return false;
  if (menu?.platformOnly === true && companyId !== null) return false;
  return isListedIn(menu, edition, language);
}

/** The menu tree of a user in the first shape of src/contract/README.md#menus, titled in three languages, cut to what the user may see and the edition, or the user's language, has. */
export function menusFor(tree: readonly MenuNode[], seer: Seer): readonly MenuEntry[] {
  let id = 0;
  const [chinese, english, japanese] = [words('zh-chs'), words('en'), words('ja')];
  const build = (nodes: readonly MenuNode[], parentId: number): readonly MenuEntry[] =>
    nodes.flatMap((node) => {
      const { title, icon, path, component, permission } = own(node);
      if (!isSeen(node, permission, seer)) return [];
      id += 1;
      const ownId = id;
      const children = build(node.children, ownId);
      if (node.type === 'group' && children.length === 0) return [];
      // A missing name falls back to English, then to whatever there is.
      const given = node.nameEnglish || node.nameChinese || node.nameJapanese;
      const named = (name: string, inLanguage: (id: MessageId) => string) =>
        name || (title === null ? given : inLanguage(title));
      return [
        {
          id: ownId,
          parentId,
          menuType: node.type === 'button' ? ('button' as const) : ('menu' as const),
          menuPath: path,
          menuName: title === null ? given : title.slice(title.indexOf('.') + 1),
          menuNameChinese: named(node.nameChinese, chinese),
          menuNameEnglish: named(node.nameEnglish, english),
          menuNameJapanese: named(node.nameJapanese, japanese),
          menuIcon: icon,
          menuComponent: component,
          menuAuth: permission,
          children,
        },
      ];
    });
  return build(tree, 0);
}
