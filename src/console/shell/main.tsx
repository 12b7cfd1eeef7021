import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './themes/index.css';
import '../components/base.css';
import '../components/controls.css';
import './shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preloadPage } from '../pages/index.ts';
import { loadPreferences, preferences } from '../state/preferences.ts';
import { hasToken, loadSession } from '../state/session.ts';
import { loadSettings } from '../state/settings.ts';
import { prefetchStations } from '../state/stations.ts';
import { App } from './App.tsx';
import { logUnhandled } from './unhandled.ts';
import { loadWords } from './words.ts';

/** What the first screen waits for is asked for side by side, before anything is drawn; who shows it reports failures. */
function askEarly(): void {
  loadWords(preferences.language).catch(() => undefined);
  loadSettings().catch(() => undefined);
  if (!hasToken()) return;
  void loadSession();
  void prefetchStations();
  preloadPage(location.pathname);
}

loadPreferences('');
askEarly();
logUnhandled(window);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
