/** What was done by a sentence and by a panel becomes a script, goes over all stations of the kind, and runs to a plan. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { kindByCode } from '../../src/catalogue/index.ts';
import { enter, visit, watchErrors } from '../support/console-page.ts';
import { paletteOn } from '../support/palette.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(16, 1);
});
test.afterAll(async () => {
  await product.stop();
});

async function confirm(page: Page): Promise<void> {
  const dialog = page.locator('dialog.odialog');
  await expect(dialog.getByLabel(en['set.password'])).toBeFocused();
  await page.keyboard.type(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

test('a sentence and a panel make a script that is widened and checked', async ({ page }) => {
  test.slow();
  const errors = watchErrors(page);
  const sites = product.running.board.sites({ companyId: null });
  // Every third RTU is awake.
  const [first, second] = sites
    .toSorted((a, b) => a.station.id - b.station.id)
    .filter((_, at) => at % 3 === 0);
  if (first === undefined || second === undefined) throw new Error('the fleet has not what is wanted');
  const leading = [first, second].map(({ sensors }) => sensors[0]?.kind ?? -1);
  const alike = sites.filter(({ sensors }) => sensors.some(({ kind }) => leading.includes(kind)));

  await enter(page, product);
  await visit(page, product, `/station/${second.station.id}/commands`);
  const row = page.locator('.ptable tr[data-field="sendCycle"]');
  await expect(row.locator('.ptable__device')).toContainText(/\d/, { timeout: 30_000 });
  await row.locator('input').fill('1200');
  await page.keyboard.press('Control+Enter');
  await confirm(page);

  const palette = paletteOn(page);
  await page.locator('h1, h2').first().click();
  await palette.open();
  await page.keyboard.insertText(`set @${first.station.code} send cycle 20m`);
  await expect(page.getByRole('region', { name: en['sentence.preview'] })).toContainText(en['sentence.open']);
  await page.keyboard.press('Enter');
  await confirm(page);

  await palette.run('Make a script', en['command.scripts.record']);
  const code = page.locator('.view-lines');
  await expect(code).toContainText('{ sendCycle: 1200 }', { timeout: 30_000 });
  await expect(code).toContainText(`codes: ['${second.station.code}', '${first.station.code}']`);
  await expect(code).not.toContainText(accounts.maintainer.password);

  await page.getByRole('button', { name: en['generalise.everywhere'] }).click();
  await expect(code).not.toContainText('codes:');
  await expect(code).toContainText(`${kindByCode(leading[0] ?? -1)?.id}`);
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/scripts\/new\/[0-9A-Z]{26}$/, { timeout: 30_000 });
  const beside = page.locator('.scripts__beside');
  await expect(beside.getByText('Done')).toBeVisible({ timeout: 30_000 });

  const { db } = product.running.storage;
  const items = await db
    .selectFrom('plan_items')
    .innerJoin('rtus', 'rtus.id', 'plan_items.rtu_id')
    .select('rtus.station_id as stationId')
    .execute();
  const wanted = alike.filter(({ rtu }) => rtu !== null).map(({ station }) => station.id);
  expect([...new Set(items.map(({ stationId }) => stationId))].sort()).toEqual(wanted.sort());
  expect(errors).toEqual([]);
});

test('a script of the library is run from anywhere, found by how its name is typed', async ({ page }) => {
  // What each script declares is read once, when somebody first asks.
  test.slow();
  await enter(page, product);
  await visit(page, product, '/index');
  const palette = paletteOn(page);
  await palette.open();
  await page.keyboard.type(en['command.scripts.run']);
  await expect(palette.chosen.locator('.palette__title > .ellipsis')).toHaveText(en['command.scripts.run']);
  await page.keyboard.press('Enter');
  await expect(palette.box).toHaveAttribute('placeholder', en['argument.script']);
  await page.keyboard.type('yuliang');
  await expect(palette.dialog.getByText('Start of the rain day')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/scripts\/library-rain-day-start-by-edition$/, { timeout: 30_000 });
  await expect(page.locator('.scripts__ask')).toContainText('Day boundary', { timeout: 30_000 });
});
