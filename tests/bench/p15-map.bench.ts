import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { startServer } from '../../src/main/compose.ts';
import { writeSite } from '../../src/main/demo/demo-site.ts';
import { readSettings } from '../../src/main/settings.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';
import { buildIfStale } from '../support/tools/build-if-stale.ts';
import { findChromium } from '../support/tools/ensure-tools.ts';
import type { Bench } from './bench.ts';
import { chromiumFlags } from './browser.ts';

const stations = 10_000;
/** Frames that are drawn while the map is dragged. */
const steps = 120;

/** P15: a frame of the dragged map with 10,000 stations, against the same map and view without any. */
export const bench: Bench = {
  id: 'P15',
  title: 'map with 10,000 stations: a frame while it is dragged, against the same map without stations',
  async run() {
    buildIfStale();
    const folder = mkdtempSync(join(tmpdir(), 'bench-map-'));
    const storage = await openStorage({ dataDir: folder });
    const anchor = Math.floor(Date.now() / 60_000) * 60_000;
    await writeSite(storage, planFleet({ seed: 5, anchor, stations }), () => 'unused');
    const account = { accountName: 'bench', password: 'bench-of-the-map' };
    await createUser(storage, { ...account, companyId: null, roleId: 1, language: 'en' });
    const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const running = await startServer(readSettings(environment), { storage });
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
    try {
      const login = await fetch(`${running.address}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      });
      const { data } = (await login.json()) as { data: { loginToken: string } };
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([
        { url: running.address, name: 'groundwatch-1.10.0-token', value: data.loginToken },
        { url: running.address, name: 'lang', value: 'en' },
      ]);
      const page = await context.newPage();
      await page.goto(`${running.address}/index`);
      await page.locator('[data-station]').first().waitFor();
      const canvas = page.locator('canvas.maplibregl-canvas');
      await canvas.waitFor();
      await page.waitForTimeout(5000);
      const box = await canvas.boundingBox();
      if (box === null) throw new Error('the map has no place');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      /** Median of the times between two frames while the map goes to and fro under the pointer, ms. */
      const drag = async () => {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.evaluate(`{
          const taken = (window.taken = []);
          let last = performance.now();
          window.counts = true;
          const frame = (now) => { taken.push(now - last); last = now; if (window.counts) requestAnimationFrame(frame); };
          requestAnimationFrame(frame);
        }`);
        for (let step = 0; step < steps; step += 1) {
          await page.mouse.move(x + 150 * Math.sin(step / 8), y + 80 * Math.cos(step / 11));
          await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
        }
        const taken = (await page.evaluate('window.counts = false, window.taken')) as number[];
        await page.mouse.up();
        return taken.sort((a, b) => a - b);
      };
      const at = (taken: readonly number[], share: number) =>
        taken[Math.floor(taken.length * share)] ?? Number.NaN;
      await drag();
      const withAll = await drag();
      await page.locator('[data-station-filter] input').fill('no station has this name');
      await page.locator('[data-station]').first().waitFor({ state: 'detached' });
      await page.waitForTimeout(3000);
      await drag();
      const without = await drag();
      return [
        {
          ours: at(withAll, 0.5),
          reference: at(without, 0.5),
          unit: 'ms',
          goal: 2,
          note: `p95 ${at(withAll, 0.95).toFixed(0)} ms against ${at(without, 0.95).toFixed(0)} ms; drawn without a GPU`,
        },
      ];
    } finally {
      await browser.close();
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
