import { useSnapshot } from 'valtio';
import { navigation } from '../../../../commands/navigation/index.ts';
import { preferences as preferenceCommands } from '../../../../commands/preferences/index.ts';
import type { MenuEntry } from '../../../contract/company/session.ts';
import { addressOf } from '../../../contract/pages.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon, isIconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { session } from '../../state/connection/session.ts';
import { preferences } from '../../state/preferences.ts';
import { leadsTo, menuTitle } from '../../state/session/menus.ts';
import { useStations } from '../../state/sites/stations.ts';
import './side-menu.css';

/** The pages of a group of the menu; a group without any is a page itself. Buttons of the tree are none. */
export function pagesOf(group: MenuEntry): readonly MenuEntry[] {
  if (group.menuType !== 'menu') return [];
  const inner = group.children.flatMap(pagesOf);
  return inner.length > 0 ? inner : group.menuPath === '' ? [] : [group];
}

function Item({ entry, path }: { readonly entry: MenuEntry; readonly path: string }) {
  const commands = useCommands();
  const { language, sideCollapsed } = useSnapshot(preferences);
  const { data } = useStations();
  const title = menuTitle(entry, language);
  const count = entry.menuPath === addressOf('home') ? data?.stations.length : undefined;
  return (
    <li>
      <button
        type="button"
        className="side__item row"
        aria-current={leadsTo(entry, path) ? 'page' : undefined}
        title={sideCollapsed ? title : undefined}
        onClick={() => commands.run(navigation.menu, { path: entry.menuPath }, 'menu')}
      >
        <Icon name={isIconName(entry.menuIcon) ? entry.menuIcon : 'list'} />
        <span className="side__title ellipsis grow one-line">{title}</span>
        {count !== undefined && <span className="side__count num text-12">{count}</span>}
      </button>
    </li>
  );
}

/** The server's menu, titled by language; 200 px open, 65 px collapsed. Buttons of the tree are not shown. */
export function SideMenu({ path }: { readonly path: string }) {
  const text = useText();
  const commands = useCommands();
  const { menus } = useSnapshot(session);
  const { language, sideCollapsed } = useSnapshot(preferences);
  const shown = (menus as readonly MenuEntry[]).filter((entry) => entry.menuType === 'menu');
  const label = text(sideCollapsed ? 'side.expand' : 'side.collapse');
  return (
    <nav className="side column clips" aria-label={text('side.label')}>
      <div className="side__scroll grow">
        {shown.map((group) => {
          const items = pagesOf(group);
          const isGroup = items.length > 1 || items[0] !== group;
          return (
            <div key={group.id} className="side__group">
              {isGroup && items.length > 0 && (
                <h2 className="side__heading one-line text-11">{menuTitle(group, language)}</h2>
              )}
              <ul>
                {items.map((entry) => (
                  <Item key={entry.id} entry={entry} path={path} />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <button
        type="button"
        className="side__foot row text-12"
        aria-expanded={!sideCollapsed}
        title={sideCollapsed ? label : undefined}
        onClick={() => commands.run(preferenceCommands.side)}
      >
        <Icon name={sideCollapsed ? 'panel-open' : 'panel-close'} />
        <span className="side__title grow one-line">{label}</span>
        <span className="side__count num text-12">{__VERSION__}</span>
      </button>
    </nav>
  );
}
