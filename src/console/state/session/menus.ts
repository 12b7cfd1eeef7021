import type { Language } from '../../../base/messages.ts';
import type { MenuEntry } from '../../../contract/company/session.ts';
import { type PageId, pageAt, pageIds } from '../../../contract/pages.ts';

/** The second shape of a menu entry (src/contract/README.md#menus). */
interface TitledMenu {
  readonly path?: unknown;
  readonly icon?: unknown;
  readonly title?: unknown;
  readonly titleEnglish?: unknown;
  readonly titleChinese?: unknown;
  readonly titleJapanese?: unknown;
  readonly parentId?: unknown;
  readonly children?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fromTitled(entry: TitledMenu, id: number): MenuEntry {
  return {
    id,
    parentId: numberOf(entry.parentId),
    menuType: 'menu',
    menuPath: textOf(entry.path),
    menuName: textOf(entry.title),
    menuNameChinese: textOf(entry.titleChinese),
    menuNameEnglish: textOf(entry.titleEnglish),
    menuNameJapanese: textOf(entry.titleJapanese),
    menuIcon: textOf(entry.icon),
    menuComponent: '',
    menuAuth: '',
    children: toMenus(entry.children, id * 100),
  };
}

function fromNamed(entry: Readonly<Record<string, unknown>>, id: number): MenuEntry {
  return {
    id: numberOf(entry['id']) || id,
    parentId: numberOf(entry['parentId']),
    menuType: entry['menuType'] === 'button' ? 'button' : 'menu',
    menuPath: textOf(entry['menuPath']),
    menuName: textOf(entry['menuName']),
    menuNameChinese: textOf(entry['menuNameChinese']),
    menuNameEnglish: textOf(entry['menuNameEnglish']),
    menuNameJapanese: textOf(entry['menuNameJapanese']),
    menuIcon: textOf(entry['menuIcon']),
    menuComponent: textOf(entry['menuComponent']),
    menuAuth: textOf(entry['menuAuth']),
    children: toMenus(entry['children'], id * 100),
  };
}

/** A server's menu tree in either shape of src/contract/README.md#menus, as the first; what is no entry is left out. */
export function toMenus(value: unknown, firstId = 0): readonly MenuEntry[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isObject)
    .map((entry, index) =>
      Object.keys(entry).some((key) => key.startsWith('menu'))
        ? fromNamed(entry, firstId + index + 1)
        : fromTitled(entry, firstId + index + 1),
    );
}

/** A page that an entry of the server's menu leads to. */
export interface MenuRoute {
  readonly path: string;
  readonly component: string;
  readonly permission: string;
  readonly entry: MenuEntry;
}

/** Entries that are pages here, with the component each names: buttons, placeholders and outside addresses are none. */
export function routedMenus(menus: readonly MenuEntry[]): readonly MenuRoute[] {
  return menus.flatMap((menu) => {
    const inner = routedMenus(menu.children);
    const isPage =
      menu.menuType === 'menu' && /^\/?[\w-]/.test(menu.menuPath) && !/^https?:/.test(menu.menuPath);
    if (!isPage || menu.menuComponent === '') return inner;
    const path = menu.menuPath.startsWith('/') ? menu.menuPath : `/${menu.menuPath}`;
    return [{ path, component: menu.menuComponent, permission: menu.menuAuth, entry: menu }, ...inner];
  });
}

/** True where an entry of the server's menu is a page at an address, whether or not the console has its component. */
export const isRouted = (menus: readonly MenuEntry[], path: string): boolean =>
  routedMenus(menus).some((route) => route.path === path);

/** The screen of the console that the server's menu adds at an address of its own; null where it adds none. */
export function addedPage(
  menus: readonly MenuEntry[],
  path: string,
): { readonly id: PageId; readonly entry: MenuEntry } | null {
  if (pageAt(path) !== null) return null;
  const route = routedMenus(menus).find((one) => one.path === path);
  const id = pageIds.find((known) => known === route?.component);
  return route === undefined || id === undefined ? null : { id, entry: route.entry };
}

/** A menu entry's title in the user's language; the server sends all three. */
export function menuTitle(entry: MenuEntry, language: Language): string {
  const titles = { 'zh-chs': entry.menuNameChinese, en: entry.menuNameEnglish, ja: entry.menuNameJapanese };
  return titles[language] || entry.menuName;
}

/** True where an entry leads to the page at an address, whatever else the address names. */
export function leadsTo(entry: MenuEntry, path: string): boolean {
  const id = pageAt(path)?.id;
  return entry.menuPath === path || (id !== undefined && pageAt(entry.menuPath)?.id === id);
}

/** True where the menu has an entry of a component. */
export const hasEntry = (menus: readonly MenuEntry[], component: string): boolean =>
  menus.some((entry) => entry.menuComponent === component || hasEntry(entry.children, component));
