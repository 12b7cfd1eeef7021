import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../support/tools/ensure-tools.ts';

const executablePath = findChromium();
if (executablePath === null) throw new Error('no Chromium found: run "npm test", which installs one');

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Each has a server, a fleet and a browser, and waits most of its time: one alone leaves two cores idle for three fifths of it.
  workers: Math.max(2, Math.ceil(availableParallelism() * 1.5)),
  // What is bundled already is taken as it is: Playwright’s own transform of it takes a minute.
  build: { external: ['**/dist/**'] },
  retries: 0,
  forbidOnly: true,
  // A slow machine is no failure: what hangs is caught all the same.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  outputDir: '../../test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        // WebGL alone is drawn by SwiftShader; the page itself is painted without it, in a fifth less time.
        '--disable-gpu-compositing',
        // A page of a test lives for seconds: what an optimising compiler puts into its code never comes back. A sixth less time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
