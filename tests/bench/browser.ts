/** A Chromium with a page of the benches, served on loopback. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { findChromium } from '../support/tools/ensure-tools.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
/** Canvases are rastered by the CPU, so that reading a pixel back waits for the drawing and for nothing else. */
export const chromiumFlags = ['--no-sandbox', '--disable-background-networking', '--disable-gpu'];

/** Other addresses that the page's server answers: path → JSON text. */
export type Extra = Readonly<Record<string, () => Promise<string>>>;

/**
 * Builds a page of `pages`, opens it and hands it to `work`; `proxy` = address of a server whose /rest calls go
 * through.
 */
export async function withBenchPage<T>(
  work: (page: Page, address: string) => Promise<T>,
  extra: Extra = {},
  proxy?: string,
  name = 'index',
): Promise<T> {
  const outDir = mkdtempSync(join(tmpdir(), 'bench-page-'));
  const root = fileURLToPath(new URL('./pages', import.meta.url));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    define: { __VERSION__: '"bench"' },
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, `${name}.html`) } },
  });
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const path = url.split('?')[0] ?? '/';
    const own = extra[path];
    if (own !== undefined) {
      void own().then((text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text));
    } else if (proxy !== undefined && path.startsWith('/rest/')) {
      const headers = { authorization: request.headers.authorization ?? '', 'accept-encoding': 'gzip' };
      void fetch(proxy + url, { headers }).then(async (answer) => {
        response
          .writeHead(200, { 'content-type': 'application/octet-stream' })
          .end(Buffer.from(await answer.arrayBuffer()));
      });
    } else {
      const file = join(outDir, path === '/' ? `${name}.html` : path);
      if (!existsSync(file)) response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
          .end(readFileSync(file));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium: run "npm test", which installs one');
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(address);
    await page.waitForFunction('window.bench !== undefined');
    return await work(page, address);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}
