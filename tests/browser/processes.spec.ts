/** The page of processes: the only one over SQLite; and of two over one PostgreSQL, work moved and one drained by password. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { read, utils } from 'xlsx';
import type { Running } from '../../src/main/compose.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';
import { productParts } from '../support/suite/programs.ts';

const table = (page: Page) => page.getByRole('grid', { name: 'Processes' });
const work = (page: Page) => page.getByRole('grid', { name: 'Work that one process does' });

test.describe('over SQLite', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct(3, 1);
  });
  test.afterAll(async () => {
    await product.stop();
  });

  test('the one process says that it is the only one, lists its RTUs and moves nothing', async ({ page }) => {
    const errors = watchErrors(page);
    await enter(page, product);
    await visit(page, product, '/processes');
    await expect(page.getByText('This is the only process')).toBeVisible();
    await expect(table(page).getByRole('row')).toHaveCount(2);
    await expect(table(page).getByRole('row').nth(1)).toContainText('this console');
    await expect(table(page).getByRole('row').nth(1)).toContainText('Running');
    await expect(work(page).getByRole('row')).toHaveCount(6);
    const [sn = ''] = product.staysAwake;
    const rtus = page.getByRole('region', { name: /^RTUs of / });
    await expect(rtus.getByRole('row').filter({ hasText: sn })).toBeVisible();
    await expect(rtus.getByText(/^\d connected$/)).toBeVisible();
    await expect(work(page).getByRole('button', { name: 'Move' }).first()).toBeDisabled();
    await expect(rtus.getByRole('button', { name: 'Drain' })).toBeDisabled();

    const saved = page.waitForEvent('download');
    await page.locator('.processes__work').getByRole('button', { name: 'Export to Excel' }).click();
    const book = read(readFileSync(await (await saved).path()));
    const lines = utils.sheet_to_json<unknown[]>(book.Sheets['processes'] ?? {}, { header: 1 });
    expect(lines.map(([name]) => name)).toEqual([
      'Work',
      'Evaluation of alarms, messages and sirens',
      'Plans',
      'Scripts',
      'Schedules',
      'Upkeep',
    ]);
    expect(errors).toEqual([]);
  });

  test('on a phone the tables scroll within themselves', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, product);
    await visit(page, product, '/processes');
    await expect(table(page).getByRole('row').nth(1)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test.describe('two over one PostgreSQL', () => {
  let postgres: TestPostgres;
  const folders: string[] = [];
  const servers: Running[] = [];
  test.beforeAll(async () => {
    const { createUser, openStorage, readSettings, startServer } = await productParts();
    postgres = await startPostgres();
    const databaseUrl = await postgres.database();
    const storage = await openStorage({ dataDir: '/nonexistent', databaseUrl });
    await createUser(storage, { ...accounts.maintainer, companyId: null, language: 'en' });
    await storage.close();
    for (let at = 0; at < 2; at += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'processes-of-two-'));
      folders.push(folder);
      const own = {
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        SERVER_KEY: 'a-key-that-both-of-the-two-share',
      };
      servers.push(
        await startServer(readSettings({ PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent', ...own })),
      );
    }
  });
  test.afterAll(async () => {
    for (const server of servers) await server.stop();
    await postgres?.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  test('work is moved, the other one is drained and takes part again; the console shows it by itself', async ({
    page,
  }) => {
    const errors = watchErrors(page);
    const [first] = servers as [Running, Running];
    const console = { address: first.address } as Product;
    await enter(page, console);
    await visit(page, console, '/processes');
    const rows = table(page).locator('[data-row]');
    await expect(rows).toHaveCount(2);
    const own = rows.filter({ hasText: 'this console' });
    const other = rows.filter({ hasText: 'Running' }).filter({ hasNotText: 'this console' });
    await expect(own).toHaveCount(1);
    // Each is of this very program: its name is the same, its row is not.
    await work(page)
      .getByRole('row')
      .filter({ hasText: 'Plans' })
      .getByRole('button', { name: 'Move' })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Move: Plans');
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByLabel('Password').fill(accounts.maintainer.password);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(dialog).toHaveCount(0);
    const holder = async () =>
      (
        await first.storage.db
          .selectFrom('leases')
          .select('holder')
          .where('name', '=', 'plans')
          .executeTakeFirstOrThrow()
      ).holder;
    await expect.poll(holder).toBe(servers[1]?.storage.shared?.processId);

    // By keys: the row of the other one, its drain from the palette.
    await other.click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Drain the process');
    await page
      .getByRole('option', { name: /Drain the process/ })
      .first()
      .click();
    await expect(dialog.getByRole('heading')).toContainText('Drain');
    await dialog.getByLabel('Password').fill(accounts.maintainer.password);
    await dialog.getByRole('button', { name: 'Drain' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rows.filter({ hasText: 'Draining' })).toHaveCount(1);
    await expect.poll(async () => (await fetch(`${servers[1]?.address}/ready`)).status).toBe(503);
    await expect.poll(holder).toBe(first.storage.shared?.processId);

    await page.getByRole('button', { name: 'Let it take part again' }).click();
    await dialog.getByLabel('Password').fill(accounts.maintainer.password);
    await dialog.getByRole('button', { name: 'Let it take part again' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rows.filter({ hasText: 'Running' })).toHaveCount(2);
    await expect.poll(async () => (await fetch(`${servers[1]?.address}/ready`)).status).toBe(200);
    expect(errors).toEqual([]);
  });
});
