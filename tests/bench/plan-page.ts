/**
 * A console with the page of plans, in a process of its own: the tools that drive a browser trace every promise of the
 * process that they are in. `plan-page.ts ADDRESS TOKEN`; each message is a plan's id and a value of its diff, answered when that is shown.
 */
import { chromium } from '@playwright/test';
import { findChromium } from '../support/tools/ensure-tools.ts';
import { chromiumFlags } from './browser.ts';

const [url = '', token = ''] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
process.once('disconnect', () => void browser.close().finally(() => process.exit(0)));
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.context().addCookies([
  { url, name: 'groundwatch-1.10.0-token', value: token },
  { url, name: 'lang', value: 'en' },
]);
await page.goto(`${url}/plans`);
await page.getByRole('heading', { name: 'Plans' }).first().waitFor();
process.on('message', ({ planId, value }: { readonly planId: string; readonly value: string }) => {
  void (async () => {
    await page.evaluate(`history.pushState(null, '', '/plans/${planId}')`);
    await page.getByText(value, { exact: false }).first().waitFor();
    process.send?.('shown');
  })();
});
process.send?.('ready');
