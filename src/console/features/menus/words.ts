/** How an entry is called and drawn, and who sees it. Pure, given the words. */
import type { Language } from '../../../base/messages.ts';
import { isKnownPermission } from '../../../base/permissions.ts';
import type { MenuNode } from '../../../contract/company/menus.ts';
import type { Role } from '../../../contract/company/users.ts';
import { isListedIn, menuGroups, type Page } from '../../../contract/page.ts';
import { pageIds, pageOf } from '../../../contract/pages.ts';
import { type IconName, isIconName } from '../../components/Icon.tsx';
import type { Text } from '../../components/i18n.ts';

export type MenuLanguage = 'zh-chs' | 'en' | 'ja';

/** The page that an entry opens; null for what is none. */
export const pageOfNode = (node: MenuNode): Page | null => {
  const id = node.type === 'page' ? pageIds.find((one) => one === node.key) : undefined;
  return id === undefined ? null : pageOf(id);
};

const groupOf = (node: MenuNode) => Object.entries(menuGroups).find(([key]) => key === node.key)?.[1] ?? null;

/** The product's own words for a page or a group, in the console's language; null where it has none. */
export function ownName(node: MenuNode, text: Text): string | null {
  const title = pageOfNode(node)?.menu?.title ?? (node.type === 'group' ? groupOf(node)?.title : undefined);
  return title === undefined ? null : text(title);
}

const given = (node: MenuNode, language: MenuLanguage) =>
  ({ 'zh-chs': node.nameChinese, en: node.nameEnglish, ja: node.nameJapanese })[language];

/** An entry's name in a language: as it was given, else the product's own, else whatever name there is. */
export function nameIn(node: MenuNode, language: MenuLanguage, text: Text): string {
  return (
    given(node, language) ||
    ownName(node, text) ||
    node.nameEnglish ||
    node.nameChinese ||
    node.nameJapanese ||
    text(`menus.type.${node.type}`)
  );
}

export function iconOf(node: MenuNode): IconName {
  const page = pageOfNode(node);
  const name = node.icon || page?.menu?.icon || page?.icon || groupOf(node)?.icon || 'list';
  return isIconName(name) ? name : 'list';
}

/** What an entry takes of who sees it; empty = nothing. */
export const permissionOf = (node: MenuNode): string => {
  const page = pageOfNode(node);
  return page === null ? node.permission : (page.menu?.permission ?? page.permission ?? '');
};

/** Who sees a preview: an account of one company, or one that sees every company. */
export const seers = ['company', 'platform'] as const;
export type Seer = (typeof seers)[number];

/** Why an account of a role does not see an entry, in words; null = it does. */
export function whyNotSeen(
  node: MenuNode,
  role: Pick<Role, 'id' | 'permissions'>,
  seer: Seer,
  edition: 'cn' | 'jp',
  language: Language,
  text: Text,
): string | null {
  if (node.hidden) return text('menus.hiddenForAll');
  const menu = pageOfNode(node)?.menu;
  if (menu?.maintainerOnly === true && role.id !== 1) return text('menus.maintainerOnly');
  if (menu?.platformOnly === true && seer !== 'platform') return text('menus.forPlatform');
  if (!isListedIn(menu, edition, language)) return text('menus.editionOnly');
  const permission = permissionOf(node);
  if (permission === '' || role.permissions.includes(permission)) return null;
  return isKnownPermission(permission) ? text(`permission.${permission}`) : permission;
}
