import { rmSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { accounts, startProduct } from '../support/product.ts';
import { buildIfStale } from '../support/tools/build-if-stale.ts';
import { findChromium } from '../support/tools/ensure-tools.ts';
import type { Bench } from './bench.ts';
import { chromiumFlags } from './browser.ts';

const blank = new URL('../../dist/console/assets/blank.html', import.meta.url);

/**
 * Tells when what matches is painted. `waitForSelector` looks only every half second once it has looked five times,
 * which would be most of what is measured.
 */
const watch = (ready: string) => `{
  const look = () => {
    if (document.querySelector(${JSON.stringify(ready)}) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => window.benchShown()));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  look();
}`;

const home = '/index';

/** P14: cold start to an interactive home, against a blank page of the same server; plain and slowed down. */
export const bench: Bench = {
  id: 'P14',
  title: 'cold start to an interactive home, against a blank page of the same server',
  async run() {
    buildIfStale();
    // The server keeps the console's files in memory: the blank page lies among them while it starts.
    writeFileSync(blank, '<!doctype html><title>blank</title><body></body>');
    const product = await startProduct(50, 0.2).finally(() => rmSync(blank, { force: true }));
    const login = await fetch(`${product.address}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        accountName: accounts.maintainer.accountName,
        password: accounts.maintainer.password,
      }),
    });
    const { data } = (await login.json()) as { data: { loginToken: string } };
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
    const measure = async (address: string, ready: string, slow: boolean) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const cookie = { url: product.address, name: 'groundwatch-1.10.0-token', value: data.loginToken };
      await context.addCookies([cookie, { url: product.address, name: 'lang', value: 'en' }]);
      const page = await context.newPage();
      let tell = () => {};
      const shown = new Promise<void>((resolve) => {
        tell = resolve;
      });
      await page.exposeFunction('benchShown', tell);
      await page.addInitScript(watch(ready));
      if (slow) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        const rate = (10 * 1024 * 1024) / 8;
        const network = { offline: false, latency: 40, downloadThroughput: rate, uploadThroughput: rate };
        await session.send('Network.emulateNetworkConditions', network);
      }
      const began = performance.now();
      await page.goto(product.address + address, { waitUntil: 'commit' });
      await shown;
      const taken = performance.now() - began;
      // What is measured is a home that can be used: a key that is pressed on it now does what it does.
      if (address === home) {
        await page.keyboard.press('s');
        await page.waitForSelector('dialog.palette[open]');
      }
      await context.close();
      return taken;
    };
    const middle = async (address: string, ready: string, slow: boolean) => {
      const taken: number[] = [];
      for (let run = 0; run < 5; run++) taken.push(await measure(address, ready, slow));
      return taken.sort((a, b) => a - b)[2] ?? Number.NaN;
    };
    try {
      const figures = [];
      for (const slow of [false, true]) {
        const ours = await middle(home, '[data-station]', slow);
        const reference = await middle('/dist/assets/blank.html', 'body', slow);
        const what = slow ? 'cold start, 4× CPU, 10 Mbit/s, 40 ms' : 'cold start, loopback';
        figures.push({ what, ours, reference, unit: 'ms', goal: slow ? 4 : 5 });
      }
      return figures;
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};
