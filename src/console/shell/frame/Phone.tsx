import { type ReactNode, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { navigation } from '../../../../commands/navigation/index.ts';
import { palette } from '../../../../commands/palette/index.ts';
import { session as sessionCommands } from '../../../../commands/session/index.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { Command, NoArgs } from '../../../command/command.ts';
import type { MenuEntry } from '../../../contract/company/session.ts';
import { addressOf, pageAt } from '../../../contract/pages.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon, type IconName, isIconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Menu } from '../../components/menu/Menu.tsx';
import { Permit } from '../../components/Permit.tsx';
import { useStanding } from '../../components/standing.ts';
import { live } from '../../state/connection/live.ts';
import { session } from '../../state/connection/session.ts';
import { preferences } from '../../state/preferences.ts';
import { frontendLog } from '../../state/session/frontend-log.ts';
import { menuTitle } from '../../state/session/menus.ts';
import { lazyPage } from '../lazy-page.tsx';
import { afterLater } from '../running/context.ts';
import { LanguageMenu } from './Header.tsx';
import { LogBadge } from './LogBadge.tsx';
import { Logo } from './Logo.tsx';
import { PlatformName } from './PlatformName.tsx';
import { pagesOf } from './SideMenu.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import './phone.css';

const SafetyDesk = lazyPage(afterLater(() => import('../../features/safety/desk/SafetyDesk.tsx')));
const Bell = lazyPage(afterLater(() => import('../../features/alarms/Bell.tsx')));
const Tray = lazyPage(afterLater(() => import('../../features/parameters/orders/Tray.tsx')));
const WorkTray = lazyPage(afterLater(() => import('../../features/work/WorkTray.tsx')));

/** What of the user menu a phone has a use for: it has no keys and no side. */
const phoneCommands = [
  [sessionCommands.changePassword, 'lock'],
  [sessionCommands.signOut, 'log-out'],
] as const;

/** Everything that has no place in the bar: the server's menu, and what is the user's own. */
function PhoneMore() {
  const text = useText();
  const commands = useCommands();
  const { menus } = useSnapshot(session);
  const { language } = useSnapshot(preferences);
  const inBar = [addressOf('home'), addressOf('alarms', {}), addressOf('history'), addressOf('log')];
  const pages = (menus as readonly MenuEntry[])
    .flatMap(pagesOf)
    .filter(({ menuPath }) => !inBar.includes(menuPath));
  return (
    <Menu
      label={text('phone.more')}
      className="phone__more"
      trigger={
        <>
          <Icon name="ellipsis" />
          {text('phone.more')}
        </>
      }
      entries={[
        ...pages.map((entry) => ({
          id: String(entry.id),
          label: menuTitle(entry, language),
          icon: <Icon name={isIconName(entry.menuIcon) ? entry.menuIcon : 'list'} />,
          onPress: () => commands.run(navigation.menu, { path: entry.menuPath }, 'menu'),
        })),
        ...phoneCommands.map(([command, icon]) => ({
          id: command.id,
          label: text(command.title),
          icon: <Icon name={icon} />,
          onPress: () => commands.run(command, {}, 'menu'),
        })),
      ]}
    />
  );
}

function PhoneBar({ path }: { readonly path: string }) {
  const text = useText();
  const { unseen } = useSnapshot(frontendLog);
  const commands = useCommands();
  const standing = useStanding();
  const item = (command: Command<NoArgs>, address: string, icon: IconName, label: MessageId) => (
    <button
      type="button"
      aria-current={path.startsWith(address) ? 'page' : undefined}
      onClick={() => commands.run(command)}
    >
      <Icon name={icon} />
      {text(label)}
    </button>
  );
  return (
    <nav className="phone__bar paper grid" aria-label={text('side.label')}>
      {item(navigation.home, addressOf('home'), 'map', 'phone.map')}
      <Suspense fallback={null}>
        {standing && (
          <Permit needs="alarm:event:view">
            <Bell phone current={pageAt(path)?.id === 'alarms'} />
          </Permit>
        )}
      </Suspense>
      <Suspense fallback={null}>{standing && <SafetyDesk />}</Suspense>
      {item(navigation.history, addressOf('history'), 'line-chart', 'phone.curves')}
      <button
        type="button"
        aria-current={path.startsWith(addressOf('log')) ? 'page' : undefined}
        aria-label={text('header.log', { count: unseen })}
        onClick={() => commands.run(navigation.log)}
      >
        <Icon name="scroll-text" />
        {text('phone.log')}
        <LogBadge />
      </button>
      {item(palette.open, '#', 'search', 'phone.search')}
      <PhoneMore />
    </nav>
  );
}

/** The phone has no strip at its foot: that what it shows has stopped moving is said at its head. */
function PhoneLost() {
  const text = useText();
  const { status } = useSnapshot(live);
  if (status !== 'lost') return null;
  return (
    <output className="phone__lost row gap-8">
      <Icon name="wifi-off" />
      {text('live.lost')}
    </output>
  );
}

/** The mobile variant: header, page, bar. A station's page brings its own head. */
export function Phone({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const standing = useStanding();
  const { roleId } = useSnapshot(session);
  const match = pageAt(path);
  // One alarm has its own head, the board has not.
  const hasOwnHead = match?.id === 'station' || match?.parameters['alarm'] !== undefined;
  return (
    <div className="phone grid">
      <div className="phone__top">
        {!hasOwnHead && (
          <header className="phone__header row gap-8">
            {roleId === 1 && <Logo />}
            <PlatformName />
            <ThemeMenu className="phone__button row gap-6 inset text-12" />
            <LanguageMenu className="phone__button row gap-6 inset text-12" />
          </header>
        )}
        <PhoneLost />
        <Suspense fallback={null}>
          {standing && (
            <Permit needs="device:parameter:view">
              <Tray wide />
            </Permit>
          )}
        </Suspense>
        <Suspense fallback={null}>{standing && <WorkTray wide />}</Suspense>
      </div>
      <main className="phone__main column clips" data-phone tabIndex={-1}>
        {children}
      </main>
      <PhoneBar path={path} />
    </div>
  );
}
