/** Devices by kind and fault statistics on the real product: by keys alone, live, and as a plan. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(16, 2);
});
test.afterAll(async () => {
  await product.stop();
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Devices by kind' });

test('rows, little curves and a plan for those that are marked, by keys', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/devices/views/rtu');
  const rows = grid(page).getByRole('row');
  await expect(rows).not.toHaveCount(1);
  await expect(page.locator('.dv__spark path').first()).toBeAttached();
  await grid(page).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(page.locator('.dv__row.is-marked')).toHaveCount(2);
  // One column to the right, and its spread below.
  await page.keyboard.press('l');
  await expect(page.locator('.dv__row .is-cell')).toHaveAttribute('data-column', '1');
  await expect(page.locator('.dv__foot')).toContainText('median');
  await page.keyboard.press('v');
  await expect(page.locator('.dv__tile.is-marked')).toHaveCount(2);
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Set 2 marked' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set 2 marked' });
  await dialog.getByRole('button', { name: 'Make a plan' }).click();
  await expect(dialog).toContainText('Enter a value');
  await dialog.getByLabel('Parameter').selectOption({ label: 'Send cycle' });
  await dialog.getByLabel('Value').fill('1200');
  await dialog.getByRole('button', { name: 'Make a plan' }).click();
  await expect(page).toHaveURL(/\/plans\/[0-9A-Z]{26}/);
  await expect(page.getByRole('grid')).toContainText('Send cycle');
  expect(errors).toEqual([]);
});

test('another kind, an order, a filter that finds nothing, a kind that there is not', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/devices/views/rtu');
  await page.getByRole('combobox', { name: 'Kind of device' }).selectOption({ label: 'All sensors' });
  await expect(page).toHaveURL(/\/devices\/views\/sensors/);
  await grid(page).getByRole('columnheader', { name: 'Station' }).click();
  await expect(grid(page).getByRole('columnheader', { name: 'Station' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const codes = await grid(page).locator('.dv__names > b').allTextContents();
  expect(codes).toEqual(codes.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
  await page.keyboard.press('/');
  await page.keyboard.type('no such station');
  await expect(page.getByText('No device matches the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).last().click();
  await expect(grid(page)).toBeVisible();
  await visit(page, product, '/devices/views/rt9999');
  await expect(page.getByText('There is no such kind of device')).toBeVisible();
});

test('a day of a station opens its curves', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/devices/faults');
  const map = page.getByRole('grid', { name: 'Readings expected and received' });
  await expect(map.locator('.faults__cell').first()).toBeAttached();
  await map.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('h');
  await expect(map.locator('.is-cell')).toHaveAttribute('data-day', '28');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/rest\/datshow\/list2\?stations=\d+&from=\d+&to=\d+/);
  expect(errors).toEqual([]);
});

test('cards come from pasted cells: what is wrong with a row is all said, and what differs from the RTU is listed first', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/devices/faults');
  const panel = page.getByRole('region', { name: en['faults.cards'] });
  const codes = panel.locator('.faults__card').first().locator('code');
  const [iccid, imei] = [await codes.nth(0).textContent(), await codes.nth(1).textContent()];
  const station = await panel.locator('tbody td.strong').first().textContent();
  await panel.getByRole('button', { name: en['sheets.open.cards'] }).click();
  const dialog = page.getByRole('dialog', { name: en['sheets.title.cards'] });
  const heads = `ICCID\t${en['sheets.column.station']}\tIMEI\t${en['sheets.column.expires']}\t${en['sheets.column.volume']}`;
  const paste = (row: string) => dialog.getByRole('textbox').fill(`${heads}\n${iccid}\t${station}\t${row}\n`);
  await paste('12\tsoon\t1 GB');
  await expect(dialog.locator('td.refused p')).toHaveText([/IMEI: “12”/, /Expires on: “soon”/]);
  await paste('864423051188423\t2020-02-29\t1 GB');
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog.getByRole('status')).toContainText('1 rows added');
  await page.keyboard.press('Escape');
  const first = panel.locator('tbody tr').first();
  await expect(first).toContainText(`${iccid}${imei}`);
  await expect(first).toContainText('in another device: listed for IMEI 864423051188423');
  await expect(first).toContainText('expired');
  await expect(first.getByRole('cell', { name: '1024' })).toBeVisible();
  expect(errors).toEqual([]);
});
