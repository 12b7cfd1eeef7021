import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../support/ensure-tools.ts';
import { accounts, startProduct } from '../support/product.ts';
import type { Bench, Figure } from './bench.ts';
import { chromiumFlags } from './browser.ts';

const tabs = 20;
const stations = 24;
/** An hour of stations that report every minute, in the time in which these report every five seconds. */
const liveFor = 90_000;

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
        body: JSON.stringify({ ...accounts.maintainer, roleId: undefined }),
      });
      const { data } = (await login.json()) as { data: { loginToken: string } };
      const cookie = { url: product.address, name: 'groundwatch-1.10.0-token', value: data.loginToken };
      await context.addCookies([cookie, { url: product.address, name: 'lang', value: 'en' }]);
      const page: Page = await context.newPage();
      const session = await context.newCDPSession(page);
      const heap = async () => {
        await page.waitForTimeout(2000);
        for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
        return (await session.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024;
      };
      const go = async (address: string, sight: string) => {
        await page.evaluate(`history.pushState(null, '', '${address}')`);
        await page.waitForSelector(sight);
      };
      const close = async () => {
        await page.keyboard.press('Alt+w');
        await go('/index', '[data-station]');
      };
      await page.goto(`${product.address}/index`);
      await page.waitForSelector('[data-station]');
      const openTabs = async (from: number) => {
        for (let id = from; id < from + tabs; id += 1) {
          await go(`/station/${id}/latest`, '.table__row');
          await go(`/station/${id}/curve`, '.uplot canvas');
        }
        await go('/index', '[data-station]');
        const marks = await page.getByRole('tab').count();
        for (let tab = 1; tab < marks; tab += 1) await page.keyboard.press('Alt+Delete');
      };
      await go('/station/1/latest', '.table__row');
      await go('/station/1/curve', '.uplot canvas');
      await go('/index', '[data-station]');
      await close();
      const first = await heap();
      await openTabs(1);
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
      await go('/station/1/latest', '.table__row');
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
