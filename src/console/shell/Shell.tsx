import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import { navigation } from '../../../commands/navigation/index.ts';
import { pageAt, tabOf } from '../../contract/pages.ts';
import { loadChunk } from '../components/chunks.ts';
import { CommandButton } from '../components/commands.tsx';
import { useText } from '../components/i18n.ts';
import { PermissionsProvider } from '../components/Permit.tsx';
import { useStanding, useStands } from '../components/standing.ts';
import { asking } from '../state/alarms/asking.ts';
import { live, startLive, stopLive } from '../state/connection/live.ts';
import { loadSession, renewMenus, session } from '../state/connection/session.ts';
import { loadPreferences, preferences } from '../state/preferences.ts';
import { loadRecents } from '../state/recents.ts';
import { loadLog } from '../state/session/frontend-log.ts';
import { usePlatformLook } from '../state/session/platform-look.ts';
import { loadShortcuts } from '../state/shortcuts.ts';
import {
  followLive,
  keepStations,
  prefetchStations,
  queries,
  resetStationsView,
  useStations,
  useVisibleStations,
} from '../state/sites/stations.ts';
import { homeAddress, loadTabs, mayHaveTab, openStations, openTab, tabs, unsaved } from '../state/tabs.ts';
import { Header } from './frame/Header.tsx';
import { PageTabs, usePageTitle } from './frame/PageTabs.tsx';
import { Phone } from './frame/Phone.tsx';
import { SideMenu } from './frame/SideMenu.tsx';
import { useNarrow, usePhone } from './frame/use-phone.ts';
import { lazyPage } from './lazy-page.tsx';
import { Overlays } from './Overlays.tsx';
import { Pages } from './Pages.tsx';
import { mounted } from './running/context.ts';
import { useChunkNotice } from './running/use-chunk-notice.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import './frame/live-strip.css';

/** What comes in can be read a moment later than the page. */
const LiveStrip = lazyPage(() => import('./frame/LiveStrip.tsx'));

/** Asks again who is signed in when the server is back after it could not be asked. */
function useLateSession(): void {
  const { status } = useSnapshot(live);
  useEffect(() => {
    if (status === 'open' && session.user === null) void loadSession();
  }, [status]);
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
  const narrow = useNarrow();
  const { language, sideCollapsed, menuInHeader, transitions } = useSnapshot(preferences);
  const { permissions } = useSnapshot(session);
  const { isPending } = useStations();
  const standing = useStanding();
  useStands(!isPending);
  useListed();
  useLateSession();
  useChunkNotice();
  useEffect(() => {
    renewMenus(language).catch(() => undefined);
  }, [language]);
  useKeptFocus(path);

  const account = useSnapshot(session).user?.accountName ?? '';
  useEffect(() => {
    loadPreferences(account);
    loadTabs(account);
    loadLog(account);
    loadShortcuts(account);
    loadRecents(account);
  }, [account]);
  useEffect(() => {
    const stop = followLive();
    let isOn = true;
    // The stream goes on from what the list shows; where there is no list it begins with what comes.
    void prefetchStations().finally(() => isOn && startLive());
    return () => {
      isOn = false;
      stop();
      stopLive();
      queries.clear();
      void loadChunk(() => import('../state/recording/recorder.ts')).then(({ forgetRecorded }) =>
        forgetRecorded(),
      );
      for (const giveUp of [...unsaved.values()]) giveUp();
      resetStationsView();
      mounted.lastPage = homeAddress;
      loadLog('');
    };
  }, []);

  useEffect(() => {
    if (!mayHaveTab(path) || tabs.account !== account) return;
    const query = search === '' ? '' : `?${search}`;
    openTab(path, query);
    mounted.lastPage = `${path}${query}`;
  }, [path, search, account]);

  const { list: openTabs } = useSnapshot(tabs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew with each tab that closes and page that is left
  useEffect(() => keepStations(openStations()), [openTabs, path]);

  const title = usePageTitle()(path);
  const { count } = useSnapshot(asking);
  const { name: platform } = usePlatformLook();
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} · ${platform || text('app.title')}`;
  }, [title, platform, text, count]);

  // A page that shows no title of its own still has one.
  const hidden = pageAt(path)?.page.heading === true ? null : <h1 className="visually-hidden">{title}</h1>;
  if (phone) {
    return (
      <PermissionsProvider held={permissions}>
        <Phone path={path}>
          {hidden}
          <Pages path={path} />
          <Overlays />
        </Phone>
      </PermissionsProvider>
    );
  }
  // A narrow header has no room for the server's menu.
  const inHeader = menuInHeader && !narrow;
  const look = [
    'app',
    sideCollapsed || narrow ? 'app--collapsed' : '',
    inHeader ? 'app--header-menu' : '',
    transitions ? 'app--transitions' : '',
  ];
  return (
    <PermissionsProvider held={permissions}>
      <div className={look.filter(Boolean).join(' ')}>
        <div className="skip">
          <CommandButton command={navigation.content} />
        </div>
        <Header path={path} />
        {!inHeader && <SideMenu path={path} />}
        <PageTabs path={path} />
        <main className="app__main column yields clips" key={tabOf(path)} tabIndex={-1}>
          {hidden}
          <Pages path={path} />
        </main>
        <Suspense fallback={<section className="strip row gap-12 clips one-line inset paper text-12" />}>
          {standing ? (
            <LiveStrip />
          ) : (
            <section className="strip row gap-12 clips one-line inset paper text-12" />
          )}
        </Suspense>
        <Overlays />
      </div>
    </PermissionsProvider>
  );
}
