import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './themes/index.css';
import '../components/base.css';
import '../components/controls.css';
import './shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { logError } from '../state/frontend-log.ts';
import { loadPreferences } from '../state/preferences.ts';
import { App } from './App.tsx';

loadPreferences('');
addEventListener('error', (event) =>
  logError(event.message, event.error instanceof Error ? (event.error.stack ?? '') : ''),
);
addEventListener('unhandledrejection', (event) => {
  const { reason }: { reason: unknown } = event;
  if (reason instanceof DOMException && reason.name === 'AbortError') return;
  logError(
    reason instanceof Error ? reason.message : String(reason),
    reason instanceof Error ? (reason.stack ?? '') : '',
  );
});

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
