import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import type { MessageId } from '../../base/messages.ts';
import { useCommands } from '../components/commands.tsx';
import { Icon, type IconName } from '../components/Icon.tsx';
import { useText } from '../components/i18n.ts';
import { loadLog } from '../state/frontend-log.ts';
import { startLive, stopLive } from '../state/live.ts';
import { loadPreferences, preferences } from '../state/preferences.ts';
import { session } from '../state/session.ts';
import { followLive, queries, useStations, useVisibleStations } from '../state/stations.ts';
import { loadTabs, openTab } from '../state/tabs.ts';
import { mounted } from './context.ts';
import { Header, LanguageMenu } from './Header.tsx';
import { LiveStrip } from './LiveStrip.tsx';
import { Logo } from './Logo.tsx';
import { Pages } from './Pages.tsx';
import { PageTabs, pageTitle } from './PageTabs.tsx';
import { SideMenu } from './SideMenu.tsx';
import { usePhone } from './use-phone.ts';

const untabbed = /^\/(redirect|refresh|404)?(\/|$)/;

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

/** The list that `[` and `]` step through, kept while any page is open. */
function useListed(): void {
  const visible = useVisibleStations();
  useEffect(() => {
    mounted.listed = visible.map((station) => station.id);
  }, [visible]);
}

/** Everything round the pages of a signed-in user. */
export function Shell() {
  const text = useText();
  const [path] = useLocation();
  const search = useSearch();
  const phone = usePhone();
  const { sideCollapsed } = useSnapshot(preferences);
  const { data } = useStations();
  useListed();

  useEffect(() => {
    const account = session.user?.accountName ?? '';
    loadPreferences(account);
    loadTabs(account);
    loadLog(account);
    startLive();
    const stop = followLive();
    return () => {
      stop();
      stopLive();
      queries.clear();
    };
  }, []);

  useEffect(() => {
    if (!untabbed.test(path)) openTab(path, search === '' ? '' : `?${search}`);
  }, [path, search]);

  const title = pageTitle(path, data?.stations ?? [], text);
  useEffect(() => {
    document.title = `${title} · ${text('app.title')}`;
  }, [title, text]);

  if (phone) {
    return (
      <div className="phone">
        {!path.startsWith('/station/') && (
          <header className="phone__header">
            <Logo />
            <b>{text('app.name')}</b>
            <LanguageMenu className="phone__language" />
          </header>
        )}
        <main className="phone__main" data-phone>
          <Pages path={path} />
        </main>
        <PhoneBar path={path} />
      </div>
    );
  }
  return (
    <div className={`app ${sideCollapsed ? 'app--collapsed' : ''}`}>
      <Header path={path} />
      <SideMenu path={path} />
      <PageTabs path={path} />
      <main className="main">
        <Pages path={path} />
      </main>
      <LiveStrip />
    </div>
  );
}
