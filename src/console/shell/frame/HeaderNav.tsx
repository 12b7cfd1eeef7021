import { useSnapshot } from 'valtio';
import { navigation } from '../../../../commands/navigation/index.ts';
import type { MenuEntry } from '../../../contract/company/session.ts';
import { addressOf } from '../../../contract/pages.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { session } from '../../state/connection/session.ts';
import { preferences } from '../../state/preferences.ts';
import { hasEntry } from '../../state/session/menus.ts';
import { AllMenus, HeaderMenus } from './HeaderMenus.tsx';
import { useNarrow } from './use-phone.ts';

const alertsPath = addressOf('alertConfig');

interface PlaceProps {
  readonly label: string;
  readonly icon: IconName;
  readonly current: boolean;
  readonly compact: boolean;
  readonly onPress: () => void;
}

/** One button of the header that opens a page: its words, or its icon where there is no room for them. */
function Place({ label, icon, current, compact, onPress }: PlaceProps) {
  return (
    <button
      type="button"
      className={`header__item one-line ${compact ? 'header__item--icon' : 'inset'}`}
      aria-current={current ? 'page' : undefined}
      aria-label={compact ? label : undefined}
      title={compact ? label : undefined}
      onClick={onPress}
    >
      {compact ? <Icon name={icon} /> : label}
    </button>
  );
}

/**
 * Home, history, device maintenance (role 1) and alerts; the server's menu where it stands in the header; all menus (role 1).
 * The places are icons beside the server's menu, and in a window of at most 900 px, which has the menu at its side.
 */
export function HeaderNav({ path }: { readonly path: string }) {
  const text = useText();
  const commands = useCommands();
  const narrow = useNarrow();
  const { roleId, menus } = useSnapshot(session);
  const { menuInHeader } = useSnapshot(preferences);
  const compact = menuInHeader || narrow;
  const at = (address: string) => ({ current: path.startsWith(address), compact });
  return (
    <nav className="header__nav flex" aria-label={text('header.nav')}>
      <Place
        {...at(addressOf('home'))}
        label={text('page.home')}
        icon="house"
        onPress={() => commands.run(navigation.home)}
      />
      <Place
        {...at(addressOf('history'))}
        label={text('page.history')}
        icon="line-chart"
        onPress={() => commands.run(navigation.history)}
      />
      {roleId === 1 && (
        <Place
          {...at('/devices')}
          label={text('header.devices')}
          icon="folder-tree"
          onPress={() => commands.run(navigation.devices)}
        />
      )}
      {hasEntry(menus as readonly MenuEntry[], 'alertConfig') && (
        <Place
          {...at(alertsPath)}
          label={text('header.alerts')}
          icon="mail-warning"
          onPress={() => commands.run(navigation.menu, { path: alertsPath }, 'menu')}
        />
      )}
      {menuInHeader && !narrow && <HeaderMenus path={path} />}
      {roleId === 1 && <AllMenus compact={narrow} />}
    </nav>
  );
}
