import type { MessageId } from '../../base/messages.ts';
import { menuGroups, pageIds, pageOf } from '../../contract/pages.ts';
import type { MenuEntry } from '../../contract/session.ts';
import { words } from '../words.ts';

interface Entry {
  readonly title: MessageId;
  readonly path: string;
  readonly icon: string;
  readonly component: string;
  readonly auth: string;
  readonly maintainerOnly?: true | undefined;
  readonly edition?: 'jp' | undefined;
  readonly children?: readonly Entry[];
}

const pagesIn = (group: string): readonly Entry[] =>
  pageIds.flatMap((id) => {
    const { path, icon, permission, menu } = pageOf(id);
    if (menu?.group !== group) return [];
    const auth = menu.permission ?? permission ?? '';
    return [
      {
        title: menu.title,
        path,
        icon: menu.icon ?? icon,
        component: id,
        auth,
        maintainerOnly: menu.maintainerOnly,
        edition: menu.edition,
      },
    ];
  });

const tree: readonly Entry[] = Object.entries(menuGroups).map(([group, { title, icon }]) => ({
  title,
  path: '',
  icon,
  component: '',
  auth: '',
  children: pagesIn(group),
}));

/** The menu tree of a user in the first shape of src/contract/README.md#menus, titled in three languages, cut to what the user may see and the edition has. */
export function menusFor(
  roleId: number,
  permissions: readonly string[],
  edition: 'cn' | 'jp',
): readonly MenuEntry[] {
  let id = 0;
  const [chinese, english, japanese] = [words('zh-chs'), words('en'), words('ja')];
  const build = (entries: readonly Entry[], parentId: number): readonly MenuEntry[] =>
    entries.flatMap((entry) => {
      if (entry.maintainerOnly && roleId !== 1) return [];
      if (entry.edition !== undefined && entry.edition !== edition) return [];
      if (entry.auth !== '' && !permissions.includes(entry.auth)) return [];
      id += 1;
      const own = id;
      const children = build(entry.children ?? [], own);
      if (entry.children !== undefined && children.length === 0) return [];
      return [
        {
          id: own,
          parentId,
          menuType: 'menu',
          menuPath: entry.path,
          menuName: entry.title.slice(entry.title.indexOf('.') + 1),
          menuNameChinese: chinese(entry.title),
          menuNameEnglish: english(entry.title),
          menuNameJapanese: japanese(entry.title),
          menuIcon: entry.icon,
          menuComponent: entry.component,
          menuAuth: entry.auth,
          children,
        },
      ];
    });
  return build(tree, 0);
}
