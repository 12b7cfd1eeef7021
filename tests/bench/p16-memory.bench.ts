import { chromium } from '@playwright/test';
import { accounts, startProduct } from '../support/product.ts';
import { findChromium } from '../support/tools/ensure-tools.ts';
import type { Bench, Figure } from './bench.ts';
import { chromiumFlags } from './browser.ts';

const tabs = 20;
const stations = 24;
/** An hour of stations that report every minute, in the time in which these report every five seconds. */
const liveFor = 60_000;

/** P16: heap of the console after much was done, against the heap after the same was done once. */
export const bench: Bench = {
  id: 'P16',
  title: 'heap, against the first open',
  async run() {
    const product = await startProduct(stations, 0.5);
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' });
      const login = await fetch(`${product.address}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          accountName: accounts.maintainer.accountName,
          password: accounts.maintainer.password,
        }),
      });
      const { data } = (await login.json()) as { data: { loginToken: string } };
      const cookie = { url: product.address, name: 'groundwatch-1.10.0-token', value: data.loginToken };
      await context.addCookies([cookie, { url: product.address, name: 'lang', value: 'en' }]);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      const heap = async () => {
        await page.waitForTimeout(2000);
        for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
        return (await session.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024;
      };
      const go = async (address: string, sight: string) => {
        await page.evaluate(`history.pushState(null, '', '${address}')`);
        // Not waitForSelector: the handle that it answers keeps what it found alive.
        await page.locator(sight).first().waitFor();
      };
      /** Opens the station with its rows and its curve. */
      const open = async (id: number) => {
        await go(`/station/${id}/latest`, '.latest');
        await go(`/station/${id}/curve`, '.uplot canvas');
      };
      const closeAll = async () => {
        await go('/index', '[data-station]');
        const crosses = page.getByRole('button', { name: /^Close / });
        while ((await crosses.count()) > 0) await crosses.first().click();
      };
      await page.goto(`${product.address}/index`);
      await page.locator('[data-station]').first().waitFor();
      await open(1);
      await closeAll();
      const first = await heap();
      for (let id = 1; id <= tabs; id += 1) await open(id);
      await closeAll();
      const figures: Figure[] = [];
      const note = `${tabs} stations, each latest and curve`;
      figures.push({
        what: `${tabs} tabs`,
        ours: await heap(),
        reference: first,
        unit: 'MB',
        goal: 1.1,
        note,
      });
      const kept = figures[0]?.ours ?? Number.NaN;
      for (let id = 1; id <= tabs; id += 1) await open(id);
      await closeAll();
      figures.push({
        what: 'the same tabs again',
        ours: await heap(),
        reference: kept,
        unit: 'MB',
        goal: 1.1,
      });
      await go('/station/1/latest', '.latest');
      const before = await heap();
      await page.waitForTimeout(liveFor);
      figures.push({
        what: 'live updates',
        ours: await heap(),
        reference: before,
        unit: 'MB',
        goal: 1.1,
        note: `${liveFor / 1000} s at a reading a second and station`,
      });
      return figures;
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};
