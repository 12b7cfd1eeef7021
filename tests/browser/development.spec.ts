/** The console under Vite, as it is developed: every page outlives a reload, and calls of the same address go through. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { pageIds, pageOf } from '../../src/contract/pages.ts';
import { enter } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let vite: ChildProcess;
let address: string;

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct(4, 1);
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  vite = spawn(
    'npx',
    ['--no-install', 'vite', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, FORCE_COLOR: '0', PORT: new URL(product.address).port },
      detached: true,
    },
  );
  let said = '';
  vite.stdout?.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  await expect.poll(() => said, { timeout: 120_000 }).toContain('ready in');
});
test.afterAll(async () => {
  if (vite.pid !== undefined) process.kill(-vite.pid);
  await product.stop();
});

test('every page is the console when it is loaded again', async ({ request }) => {
  for (const id of pageIds) {
    const path = pageOf(id).path.replace(/\/:.*$/, '/1');
    const page = await request.get(`${address}${path}`, { headers: { accept: 'text/html' } });
    expect(page.status(), path).toBe(200);
    expect(await page.text(), path).toContain('id="root"');
  }
});

test('a page whose address is also that of a call is opened, and reloaded', async ({ page }) => {
  test.setTimeout(360_000);
  await enter(page, { ...product, address });
  await page.goto(`${address}/rest/datshow/list2`);
  await expect(page).toHaveTitle(/History data/, { timeout: 60_000 });
  await page.reload();
  await expect(page).toHaveTitle(/History data/, { timeout: 60_000 });
  await page.goto(`${address}/scripts`);
  await expect(page).toHaveTitle(/Scripts and plans/, { timeout: 60_000 });
});
