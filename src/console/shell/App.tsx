import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo } from 'react';
import { IntlProvider } from 'react-intl';
import { useSnapshot } from 'valtio';
import { Redirect, useLocation, useSearch } from 'wouter';
import { languageTags } from '../../base/messages.ts';
import { setupState } from '../../contract/company/setup.ts';
import { addressOf, mayBePage, pageAt } from '../../contract/pages.ts';
import { LoadingRows } from '../components/conditions.tsx';
import { request, setSessionOver } from '../state/connection/client.ts';
import { dropSession, hasToken, loadSession, session } from '../state/connection/session.ts';
import { followOwnKinds, loadOwnKinds, ownKindState, ownWords } from '../state/own-kinds.ts';
import { preferences } from '../state/preferences.ts';
import { isRouted } from '../state/session/menus.ts';
import { queries } from '../state/sites/stations.ts';
import { loginAddress, safeRedirect } from './address.ts';
import { LanguageMenu } from './frame/Header.tsx';
import { LoginAlert } from './frame/LoginAlert.tsx';
import { Logo } from './frame/Logo.tsx';
import { Notices } from './frame/Notices.tsx';
import { lazyPage } from './lazy-page.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { Runner } from './running/Runner.tsx';
import { Shell } from './Shell.tsx';
import { useWords } from './use-words.ts';

const Login = lazyPage(() => import('../features/login/index.tsx'));
const Setup = lazyPage(() => import('../features/setup/index.tsx'));

/** Login without a session, the shell with one; an unknown address without a session is the login page too. */
function Guarded() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { ready } = useSnapshot(session);
  const signedIn = hasToken();

  useEffect(() => {
    setSessionOver(() => {
      dropSession();
      if (location.pathname !== '/login') navigate(loginAddress(location.pathname, location.search));
    });
    if (signedIn && !session.ready) void loadSession();
  }, [signedIn, navigate]);
  useEffect(() => {
    if (!signedIn) return;
    void loadOwnKinds();
    return followOwnKinds();
  }, [signedIn]);

  // A server without users has nothing to log in to: its first page is the setup, and only then.
  const entrance = pageAt(path)?.page.access === 'public';
  useEffect(() => {
    if (signedIn || !entrance) return;
    let wanted = true;
    request(setupState, {}).then(
      ({ needed }) => {
        if (wanted && needed !== (path === '/setup'))
          navigate(needed ? '/setup' : '/login', { replace: true });
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [signedIn, entrance, path, navigate]);

  const target = safeRedirect(new URLSearchParams(search).get('redirect'));
  if (entrance && signedIn && ready) return <Redirect to={target} replace />;
  if (path === '/setup' && !signedIn) {
    return (
      <Suspense fallback={null}>
        <Setup
          logo={<Logo />}
          languageMenu={<LanguageMenu className="login__language row gap-6 text-12 dim pickable" />}
          onDone={() => navigate(addressOf('sites'), { replace: true })}
        />
      </Suspense>
    );
  }
  if (entrance || !signedIn) {
    const query = search === '' ? '' : `?${search}`;
    if (!entrance && mayBePage(path)) return <Redirect to={loginAddress(path, query)} replace />;
    // Whether the server's menu adds a page at an address is known once somebody has signed in.
    const here = safeRedirect(`${path}${query}`);
    return (
      <Suspense fallback={null}>
        <Login
          logo={<Logo />}
          languageMenu={<LanguageMenu className="login__language row gap-6 text-12 dim pickable" />}
          onDone={() => navigate(isRouted(session.menus, path) ? here : target)}
        />
      </Suspense>
    );
  }
  return ready ? <Shell /> : <LoadingRows />;
}

/** The console with its words; a language that is on its way leaves the one before on screen. */
export function App() {
  const { language } = useSnapshot(preferences);
  const { kinds } = useSnapshot(ownKindState);
  const words = useWords(language);
  const messages = useMemo(
    () => (words === null ? null : { ...words.messages, ...ownWords(kinds, words.language) }),
    [words, kinds],
  );
  if (words === null || messages === null) return null;
  return (
    <IntlProvider locale={languageTags[words.language]} messages={messages} onError={words.onError}>
      <QueryClientProvider client={queries}>
        <Runner>
          <PageBoundary>
            <Guarded />
          </PageBoundary>
          <LoginAlert />
          <Notices />
        </Runner>
      </QueryClientProvider>
    </IntlProvider>
  );
}
