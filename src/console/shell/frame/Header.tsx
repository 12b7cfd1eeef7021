import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { help } from '../../../../commands/help/index.ts';
import { navigation } from '../../../../commands/navigation/index.ts';
import { palette } from '../../../../commands/palette/index.ts';
import { preferences as preferenceCommands } from '../../../../commands/preferences/index.ts';
import { session as sessionCommands } from '../../../../commands/session/index.ts';
import { languages } from '../../../base/messages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Menu } from '../../components/menu/Menu.tsx';
import { Permit } from '../../components/Permit.tsx';
import { useStanding } from '../../components/standing.ts';
import { session } from '../../state/connection/session.ts';
import { preferences } from '../../state/preferences.ts';
import { frontendLog } from '../../state/session/frontend-log.ts';
import { lazyPage } from '../lazy-page.tsx';
import { afterLater } from '../running/context.ts';
import { HeaderNav } from './HeaderNav.tsx';
import { LogBadge } from './LogBadge.tsx';
import { Logo } from './Logo.tsx';
import { PlatformName } from './PlatformName.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import './header.css';

const SafetyDesk = lazyPage(afterLater(() => import('../../features/safety/desk/SafetyDesk.tsx')));
const Bell = lazyPage(afterLater(() => import('../../features/alarms/Bell.tsx')));
const Tray = lazyPage(afterLater(() => import('../../features/parameters/orders/Tray.tsx')));
const WorkTray = lazyPage(afterLater(() => import('../../features/work/WorkTray.tsx')));

export function LanguageMenu({ className = 'header__button' }: { readonly className?: string }) {
  const text = useText();
  const commands = useCommands();
  const { language } = useSnapshot(preferences);
  return (
    <Menu
      label={`${text('header.language')}: ${text(`language.${language}`)}`}
      className={className}
      trigger={
        <>
          <Icon name="languages" />
          <span className="header__word">{text(`language.${language}`)}</span>
        </>
      }
      entries={languages.map((entry) => ({
        id: entry,
        label: text(`language.${entry}`),
        on: entry === language,
        onPress: () => commands.run(preferenceCommands.language, { language: entry }, 'menu'),
      }))}
    />
  );
}

/** What the user menu offers, in its order. */
const userCommands = [
  [sessionCommands.changePassword, 'lock'],
  [preferenceCommands.shortcuts, 'keyboard'],
  [help.keys, 'help'],
  [preferenceCommands.menuPlace, 'panel-open'],
  [preferenceCommands.transitions, 'activity'],
  [sessionCommands.signOut, 'log-out'],
] as const;

function UserMenu() {
  const text = useText();
  const commands = useCommands();
  const { user } = useSnapshot(session);
  const { menuInHeader, transitions } = useSnapshot(preferences);
  const greeting = text('header.greeting', { name: user?.name ?? '' });
  return (
    <Menu
      label={`${text('header.user')}: ${greeting}`}
      className="header__button"
      trigger={
        <>
          <Icon name="user" />
          <span className="header__word">{greeting}</span>
          <Icon name="chevron-down" className="header__chevron" />
        </>
      }
      entries={userCommands.map(([command, icon]) => ({
        id: command.id,
        label: text(command.title),
        icon: <Icon name={icon} />,
        on:
          (command === preferenceCommands.menuPlace && menuInHeader) ||
          (command === preferenceCommands.transitions && transitions),
        onPress: () => commands.run(command, {}, 'menu'),
      }))}
    />
  );
}

/** The header: where to go, what to find, how it looks, who one is. */
export function Header({ path }: { readonly path: string }) {
  const text = useText();
  const commands = useCommands();
  const { roleId } = useSnapshot(session);
  const { unseen } = useSnapshot(frontendLog);
  const standing = useStanding();
  return (
    <header className="header row gap-12 yields">
      <div className="header__brand row gap-8 rigid">
        {roleId === 1 && <Logo />}
        <PlatformName />
      </div>
      <HeaderNav path={path} />
      <button
        type="button"
        className="header__search row gap-8 grow clips one-line text-12"
        title={text('header.search')}
        onClick={() => commands.run(palette.open)}
      >
        <Icon name="search" />
        <span>{text('header.search')}</span>
        <kbd>s</kbd>
      </button>
      <div className="header__right row">
        <Suspense fallback={null}>
          {standing && (
            <Permit needs="alarm:event:view">
              <Bell />
            </Permit>
          )}
        </Suspense>
        <Suspense fallback={null}>{standing && <WorkTray />}</Suspense>
        <Suspense fallback={null}>{standing && <SafetyDesk />}</Suspense>
        <Suspense fallback={null}>
          {standing && (
            <Permit needs="device:parameter:view">
              <Tray />
            </Permit>
          )}
        </Suspense>
        <CommandButton command={preferenceCommands.fullscreen} icon="maximize" look="ghost" iconOnly />
        <ThemeMenu />
        <LanguageMenu />
        <button
          type="button"
          className="header__button"
          aria-label={text('header.log', { count: unseen })}
          title={text('page.log')}
          onClick={() => commands.run(navigation.log)}
        >
          <Icon name="scroll-text" />
          <LogBadge />
        </button>
        <UserMenu />
      </div>
    </header>
  );
}
