import { useSnapshot } from 'valtio';
import { navigation } from '../../../../commands/navigation/index.ts';
import type { MenuEntry } from '../../../contract/company/session.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon, isIconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Menu, type MenuEntryProps } from '../../components/menu/Menu.tsx';
import { session } from '../../state/connection/session.ts';
import { preferences } from '../../state/preferences.ts';
import { leadsTo, menuTitle } from '../../state/session/menus.ts';
import { pagesOf } from './SideMenu.tsx';

function useMenuRows(): (menus: readonly MenuEntry[]) => MenuEntryProps[] {
  const commands = useCommands();
  const { language } = useSnapshot(preferences);
  return (menus) =>
    menus.map((entry) => ({
      id: String(entry.id),
      label: menuTitle(entry, language),
      icon: <Icon name={isIconName(entry.menuIcon) ? entry.menuIcon : 'list'} />,
      onPress: () => commands.run(navigation.menu, { path: entry.menuPath }, 'menu'),
    }));
}

/** The server's menu in the header: one button a group. */
export function HeaderMenus({ path }: { readonly path: string }) {
  const rows = useMenuRows();
  const { menus } = useSnapshot(session);
  const { language } = useSnapshot(preferences);
  return (menus as readonly MenuEntry[])
    .filter((entry) => entry.menuType === 'menu')
    .map((group) => {
      const pages = pagesOf(group);
      return (
        <Menu
          key={group.id}
          label={menuTitle(group, language)}
          className={`header__item one-line inset ${pages.some((page) => leadsTo(page, path)) ? 'header__item--on' : ''}`}
          trigger={
            <>
              {menuTitle(group, language)} <Icon name="chevron-down" className="header__chevron" />
            </>
          }
          entries={rows(pages)}
        />
      );
    });
}

/** Every entry of the server's menu in one list, for role 1. */
export function AllMenus({ compact }: { readonly compact: boolean }) {
  const text = useText();
  const rows = useMenuRows();
  const { menus } = useSnapshot(session);
  return (
    <Menu
      label={text('header.all')}
      className={`header__item one-line ${compact ? 'header__item--icon' : 'inset'}`}
      trigger={
        compact ? (
          <Icon name="grid" />
        ) : (
          <>
            {text('header.all')} <Icon name="chevron-down" className="header__chevron" />
          </>
        )
      }
      entries={rows((menus as readonly MenuEntry[]).flatMap(pagesOf))}
    />
  );
}
