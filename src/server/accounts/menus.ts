import type { MessageId } from '../../base/messages.ts';
import type { MenuEntry } from '../../contract/session.ts';
import { words } from '../words.ts';

interface Entry {
  readonly title: MessageId;
  readonly path: string;
  readonly icon: string;
  readonly component: string;
  readonly auth: string;
  /** Shown to role 1 alone. */
  readonly maintainerOnly?: true;
  readonly children?: readonly Entry[];
}

const tree: readonly Entry[] = [
  {
    title: 'menu.watch',
    path: '',
    icon: 'eye',
    component: '',
    auth: '',
    children: [
      { title: 'menu.home', path: '/index', icon: 'map', component: 'home', auth: 'station:data:view' },
      {
        title: 'menu.history',
        path: '/rest/datshow/list2',
        icon: 'line-chart',
        component: 'history',
        auth: 'station:data:view',
      },
    ],
  },
  {
    title: 'menu.devices',
    path: '',
    icon: 'cpu',
    component: '',
    auth: '',
    children: [
      {
        title: 'menu.scripts',
        path: '/scripts',
        icon: 'terminal',
        component: 'scripts',
        auth: 'device:workflow:view',
      },
      {
        title: 'menu.plans',
        path: '/plans',
        icon: 'list-checks',
        component: 'plans',
        auth: 'device:parameter:view',
      },
      {
        title: 'menu.matrix',
        path: '/devices/matrix',
        icon: 'table',
        component: 'matrix',
        auth: 'device:parameter:view',
      },
      {
        title: 'menu.deviceTree',
        path: '/devices/tree',
        icon: 'folder-tree',
        component: 'sites',
        auth: 'device:maintenance:view',
        maintainerOnly: true,
      },
    ],
  },
  {
    title: 'menu.system',
    path: '',
    icon: 'settings',
    component: '',
    auth: '',
    children: [
      {
        title: 'menu.users',
        path: '/users',
        icon: 'user',
        component: 'users',
        auth: 'system:user:edit',
      },
      {
        title: 'menu.audit',
        path: '/audit',
        icon: 'shield-check',
        component: 'audit',
        auth: 'system:audit:view',
      },
      { title: 'menu.log', path: '/log', icon: 'scroll-text', component: 'log', auth: '' },
    ],
  },
];

/** The menu tree of a user in the first shape of src/contract/README.md#menus, titled in three languages, cut to what the user may see. */
export function menusFor(roleId: number, permissions: readonly string[]): readonly MenuEntry[] {
  let id = 0;
  const [chinese, english, japanese] = [words('zh-chs'), words('en'), words('ja')];
  const build = (entries: readonly Entry[], parentId: number): readonly MenuEntry[] =>
    entries.flatMap((entry) => {
      if (entry.maintainerOnly && roleId !== 1) return [];
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
