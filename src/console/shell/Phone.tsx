import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { MessageId } from '../../base/messages.ts';
import { useCommands } from '../components/commands.tsx';
import { Icon, type IconName } from '../components/Icon.tsx';
import { useText } from '../components/i18n.ts';
import { live } from '../state/live.ts';
import { LanguageMenu, ThemeMenu } from './Header.tsx';
import { Logo } from './Logo.tsx';
import './phone.css';

function PhoneBar({ path }: { readonly path: string }) {
  const text = useText();
  const commands = useCommands();
  const item = (command: string, address: string, icon: IconName, label: MessageId) => (
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
    <nav className="phone__bar" aria-label={text('side.label')}>
      {item('navigation.home', '/index', 'map', 'phone.map')}
      {item('navigation.history', '/rest/datshow', 'line-chart', 'phone.curves')}
      {item('navigation.log', '/log', 'scroll-text', 'phone.log')}
      {item('session.signOut', '/login', 'log-out', 'command.session.signOut')}
    </nav>
  );
}

/** The phone has no strip at its foot: that what it shows has stopped moving is said at its head. */
function PhoneLost() {
  const text = useText();
  const { status } = useSnapshot(live);
  if (status !== 'lost') return null;
  return (
    <output className="phone__lost">
      <Icon name="wifi-off" />
      {text('live.lost')}
    </output>
  );
}

/** The mobile variant: header, page, bar. A station's page brings its own head. */
export function Phone({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const text = useText();
  return (
    <div className="phone">
      <div className="phone__top">
        {!path.startsWith('/station/') && (
          <header className="phone__header">
            <Logo />
            <b>{text('app.name')}</b>
            <ThemeMenu className="phone__button" />
            <LanguageMenu className="phone__button" />
          </header>
        )}
        <PhoneLost />
      </div>
      <main className="phone__main" data-phone>
        {children}
      </main>
      <PhoneBar path={path} />
    </div>
  );
}
