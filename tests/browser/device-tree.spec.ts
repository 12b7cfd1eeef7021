/** Device maintenance over 10,000 stations, as its maintainer goes about it: by keys, by words, by what is wrong. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product } from '../support/product.ts';
import { buildIfStale } from '../support/tools/build-if-stale.ts';

const perProject = 1000;
const projects = 10;
const hour = 3_600_000;
const two = (index: number) => String(index).padStart(2, '0');

/** A tilt reading of a sensor in an alarm state. */
const tiltOf = (sourceId: number, t: number, alarmState: number) => ({
  ...{ sourceId, row: 'tilt' as const, element: 0, t, receivedAt: t, historical: false },
  values: { x: 9, y: 0, alarmState },
});

/**
 * Ten projects of a thousand stations. Station 3 of each project is silent; the second sensor of station 5 of the first
 * project is in orange alarm; station 7 has a sensor that was taken off; station 9 has no RTU.
 */
async function startLarge(): Promise<Product> {
  buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'groundwatch-tree-'));
  const storage = await openStorage({ dataDir: folder });
  const now = Date.now();
  await storage.write(async (db) => {
    await db.insertInto('companies').values({ name: 'Large works', created_at: 0 }).execute();
    for (let project = 1; project <= projects; project++) {
      const zone = { time_zone: 'Asia/Shanghai', day_boundary: 480, retention_days: null };
      await db
        .insertInto('projects')
        .values({ company_id: 1, code: `p${two(project)}`, name: `Slope ${two(project)}`, ...zone })
        .execute();
      for (let from = 1; from <= perProject; from += 200) {
        const numbers = Array.from({ length: 200 }, (_, index) => from + index);
        const idOf = (number: number) => (project - 1) * perProject + number;
        const place = { site: 'slope', latitude: 30, longitude: 105, time_zone: 'Asia/Shanghai' };
        await db
          .insertInto('stations')
          .values(
            numbers.map((number) => ({
              id: idOf(number),
              project_id: project,
              code: `S${two(project)}-${String(number).padStart(4, '0')}`,
              name: `Place ${number}`,
              name_reading: null,
              ...place,
            })),
          )
          .execute();
        const withRtu = numbers.filter((number) => number !== 9);
        await db
          .insertInto('rtus')
          .values(
            withRtu.map((number) => ({
              id: idOf(number),
              station_id: idOf(number),
              sn: `7${String(idOf(number)).padStart(6, '0')}`,
              credential_hash: null,
              problems: '[]',
              install_state: 1,
              send_cycle: 24 * 3600,
              collection_cycle: 3600,
              last_contact_at: number === 3 ? now - 200 * hour : now - hour,
              jitter: 0,
            })),
          )
          .execute();
        await db
          .insertInto('sensors')
          .values(
            withRtu.flatMap((number) =>
              [0, 1].map((slot) => ({
                id: 2 * idOf(number) + slot,
                rtu_id: idOf(number),
                slot,
                kind: 4,
                name: null,
                install_state: number === 7 && slot === 1 ? 2 : 1,
                mount_mode: 0,
                mount_azimuth: 0,
              })),
            ),
          )
          .execute();
      }
    }
  });
  await storage.readings.ingest([tiltOf(11, now - hour, 2)]);
  await createUser(storage, { ...accounts.maintainer, companyId: null, language: 'en' });
  const settings = readSettings({ PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const running = await startServer(settings, { storage });
  return {
    running,
    address: running.address,
    folder,
    staysAwake: new Set(),
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let product: Product;
test.beforeAll(async () => {
  test.setTimeout(360_000);
  product = await startLarge();
});
test.afterAll(() => product.stop());

const line = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name });
const focused = (page: Page) => page.locator('[role=treeitem]:focus');

test('ten thousand stations: how each is, by keys alone', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/devices/tree');
  await expect(line(page, /Large works/)).toContainText('1 of 10000 Device alarm');
  await expect(line(page, /Slope 02/)).toContainText('1 of 1000 Silent');
  await expect(line(page, /Slope 01/)).toHaveAttribute('aria-setsize', '10');

  await line(page, /Large works/).focus();
  await page.keyboard.press('s');
  await page.keyboard.press('l');
  await expect(focused(page)).toContainText('Slope 01');
  await page.keyboard.press('End');
  await expect(focused(page)).toContainText('Slope 10');
  await page.keyboard.press('Home');
  await expect(focused(page)).toContainText('Large works');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(focused(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(focused(page)).toContainText('S01-0001');
  // What is typed leads to a number however far below.
  await page.keyboard.type('s01-0005');
  await expect(focused(page)).toContainText('Place 5');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(focused(page)).toContainText('7000005');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toContainText(en['state.deviceAlarm']);
  await expect(focused(page)).toHaveAttribute('aria-level', '5');
  await page.keyboard.press('ArrowLeft');
  await expect(focused(page)).toContainText('7000005');
  await expect(focused(page)).toContainText(en['state.asleep']);
  expect(await page.getByRole('treeitem').count()).toBeLessThan(80);
  expect(errors).toEqual([]);
});

test('only what is in trouble, live', async ({ page }) => {
  test.setTimeout(240_000);
  await enter(page, product);
  await visit(page, product, '/devices/tree');
  await page.getByRole('button', { name: en['sites.trouble'] }).click();
  await expect(line(page, /S01-0003/)).toContainText(en['state.silent']);
  await expect(line(page, /S01-0005/)).toContainText(en['state.deviceAlarm']);
  await expect(line(page, /S01-0004/)).toHaveCount(0);
  await expect(page).toHaveURL(/trouble=1/);
  await expect(line(page, /^1 · .*Device alarm/)).toBeVisible();
  await product.running.storage.readings.ingest([tiltOf(8, Date.now(), 2)]);
  await expect(line(page, /S01-0004/)).toContainText(en['state.deviceAlarm'], { timeout: 45_000 });
  await expect(line(page, /Large works/)).toContainText('2 of 10000 Device alarm');
  await page.getByRole('searchbox', { name: en['sites.find'] }).fill('7002003');
  await expect(line(page, /7002003/)).toBeVisible();
  await expect(line(page, /S01-0005/)).toHaveCount(0);
});

test('what a node needs is beside it: its station, its commands, its credential, its sensors', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/devices/tree');
  await page.getByRole('searchbox', { name: en['sites.find'] }).fill('S04-0007');
  await line(page, /S04-0007/).press('ArrowRight');
  await line(page, /7003007/).press('ArrowRight');
  await expect(line(page, /^1 · /)).toContainText(en['enum.installState.removed']);
  await line(page, /^1 · /).click();
  const sensor = page.getByRole('form', { name: en['sites.sensor'] });
  await expect(sensor.getByLabel(en['sites.sensor.mountMode'])).toBeVisible();
  await expect(page.getByRole('button', { name: en['sites.sensor.retire'] })).toBeVisible();
  await sensor
    .getByLabel(en['sites.sensor.installState'])
    .selectOption({ label: en['enum.installState.installed'] });
  await sensor.getByRole('button', { name: en['sites.save'] }).click();
  await expect(line(page, /^1 · /)).toContainText(en['state.asleep']);

  await line(page, /7003007/).click();
  await page
    .getByRole('form', { name: en['sites.rtu.rotate'] })
    .getByRole('button', { name: en['sites.rtu.rotate'] })
    .click();
  await expect(page.locator('.credential__secret')).toHaveText(/.{32}/);
  await expect(page.getByRole('form', { name: en['sites.rtu.move'] })).toBeVisible();
  await page.getByRole('button', { name: en['station.tab.commands'] }).click();
  await expect(page).toHaveURL(/\/station\/3007\/commands/);
});
