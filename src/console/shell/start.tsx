import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hasToken, loadSession } from '../state/connection/session.ts';
import { loadSettings } from '../state/connection/settings.ts';
import { loadPreferences, preferences } from '../state/preferences.ts';
import { logError } from '../state/session/frontend-log.ts';
import { prefetchStations } from '../state/sites/stations.ts';
import { readStored, writeStored } from '../state/stored.ts';
import { App } from './App.tsx';
import { preloadPage } from './Pages.tsx';
import { logUnhandled } from './running/unhandled.ts';
import { loadWords } from './words.ts';

/**
 * How long the first drawing waits for the code of its page and for what it shows, ms. Both are on their way with the
 * console's own code; what is drawn without them is drawn twice.
 */
const patience = 300;

/** What the first screen waits for is asked for side by side, before anything is drawn; who shows it reports failures. */
async function askEarly(): Promise<void> {
  const words = loadWords(preferences.language).catch(() => undefined);
  loadSettings().catch(() => undefined);
  // Asked for when text is first drawn, they would come after it, and all of it would be laid out twice.
  for (const family of ['Inter Variable', 'JetBrains Mono Variable'])
    document.fonts.load(`13px '${family}'`).catch(() => undefined);
  const page = hasToken() ? [preloadPage(location.pathname), loadSession(), prefetchStations()] : [];
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  // Nothing can be drawn without words.
  await words;
  await Promise.race([Promise.all(page), late]);
}

loadPreferences('');
logUnhandled(window);

// What the page's own script could only say (start-up.ts) is in the log, too.
const failed = readStored('failedStart', '', (value): value is string => typeof value === 'string');
if (failed !== '') {
  logError(failed, '', { name: 'ChunkLoadError' });
  writeStored('failedStart', '');
}

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
const drawn = createRoot(root);
void askEarly().then(() =>
  drawn.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
