/** The fleet matrix on the real product: a standard set, a column, a block from a sheet, a plan that lands. */
import { expect, type Page, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { awakeCodes } from '../support/fleet/product-rtus.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

let product: Product;
/** Codes of stations whose RTU is awake, so that a set lands at once. */
let awake: string[];
test.beforeAll(async () => {
  product = await startProduct(16, 1);
  awake = await awakeCodes(product, 3);
});
test.afterAll(async () => {
  await product.stop();
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Parameter matrix' });
const row = (page: Page, code: string) => grid(page).getByRole('row').filter({ hasText: code });
/** Cell of a column (from 1) in a station's row. */
const cell = (page: Page, code: string, column: number) =>
  row(page, code).locator(`[role="gridcell"][data-column="${column}"]`);
const head = (page: Page, name: string) => grid(page).getByRole('columnheader', { name });
const edits = (page: Page) => page.locator('.mx__actions b');
const detail = (page: Page) => page.locator('.mx__detail');

async function open(page: Page): Promise<string[]> {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/devices/matrix');
  await expect(cell(page, awake[0] ?? '', 1)).toContainText(' s', { timeout: 15_000 });
  return errors;
}

test('a standard set is made of a station; what differs from it is marked, counted and filtered', async ({
  page,
}) => {
  const errors = await open(page);
  const [one = ''] = awake;
  await cell(page, one, 2).click();
  await expect(detail(page)).toContainText(`${one} · Collection cycle`);
  await expect(detail(page)).toContainText('reported');
  await page.getByRole('button', { name: 'New standard…' }).click();
  const dialog = page.getByRole('dialog', { name: /New standard set/ });
  await expect(dialog).toContainText(`It begins with what ${one} has now`);
  await dialog.getByLabel('Name').fill('Winter');
  const cycle = dialog.locator('[data-field="maxResend"]');
  await cycle.getByRole('textbox').fill('1001');
  await expect(cycle).toContainText('Must lie within 0–1000');
  await expect(dialog.getByRole('button', { name: 'Save standard set' })).toBeDisabled();
  await cycle.getByRole('textbox').fill('150');
  await dialog.locator('[data-field="sendCycle"]').getByRole('checkbox').uncheck();
  await dialog.locator('[data-field="collectionCycle"]').getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: 'Save standard set' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Standard set' })).toHaveValue(/^\d+$/);
  await expect(head(page, 'Most rows resent')).toContainText(/of \d+ differ/);
  await expect(cell(page, one, 7)).toHaveClass(/is-different/);
  await expect(cell(page, one, 7).locator('.mx__mark--differs')).toBeVisible();
  await expect(cell(page, one, 7)).toHaveAccessibleName(/standard 150/);
  await expect(cell(page, one, 1)).not.toHaveClass(/is-different/);

  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Differing only' });
  await expect(row(page, one)).toBeVisible();
  await cell(page, one, 7).click();
  await page.getByRole('button', { name: 'Set to standard' }).click();
  await expect(edits(page)).toHaveText('1 edit on 1 device');
  await expect(cell(page, one, 7)).toContainText('150');
  await cell(page, one, 7).click();
  await page.keyboard.press('Delete');
  await expect(edits(page)).toHaveText('No edits');
  await page.keyboard.press('Control+z');
  await expect(edits(page)).toHaveText('1 edit on 1 device');
  await page.keyboard.press('Control+z');
  await expect(edits(page)).toHaveText('No edits');

  // The station's own panel is held against the same set.
  const stationId = (
    await product.running.storage.db
      .selectFrom('stations')
      .select('id')
      .where('code', '=', one)
      .executeTakeFirstOrThrow()
  ).id;
  await visit(page, product, `/station/${stationId}/commands`);
  await page.getByRole('combobox', { name: 'Standard set' }).selectOption({ label: 'Winter' });
  await expect(page.getByText('Standard: 150')).toBeVisible();
  await page.getByRole('button', { name: 'Take its values' }).click();
  await expect(page.locator('[data-field="maxResend"] input')).toHaveValue('150');
  await page.getByRole('button', { name: 'Back to device values' }).click();
  expect(errors).toEqual([]);
});

test('a column is edited, a block with a bad cell is pasted, a plan is made and lands', async ({ page }) => {
  const errors = await open(page);
  const codes = [...awake].sort();
  const [one = '', two = ''] = codes;
  await page.getByRole('searchbox').fill(one);
  await expect(grid(page).getByRole('row')).toHaveCount(2);
  await head(page, 'Retries').click();
  await page.getByRole('button', { name: /^Edit column/ }).click();
  const dialog = page.getByRole('dialog', { name: /Retries: one value for 1 device/ });
  // O3: its value has the focus and is selected, so that what is typed takes its place.
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('11');
  await expect(dialog.getByRole('textbox')).toHaveValue('11');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Must lie within 0–10');
  await dialog.getByRole('textbox').fill('4');
  await page.keyboard.press('Enter');
  await expect(cell(page, one, 8)).toContainText('4');
  await expect(cell(page, one, 8)).toHaveClass(/is-edited/);

  // Edits stay while others are shown.
  await page.getByRole('searchbox').fill(two);
  await expect(row(page, two)).toBeVisible();
  await expect(edits(page)).toHaveText('1 edit on 1 device');
  await cell(page, two, 7).click();
  await page.evaluate((tsv) => navigator.clipboard.writeText(tsv), '210\t99\t90 s\n');
  await page.keyboard.press('Control+v');
  const report = page.getByRole('region', { name: 'Cells not taken' });
  await expect(report.getByRole('listitem')).toHaveCount(1);
  await expect(report).toContainText(two);
  await expect(report).toContainText('Retries');
  await expect(report).toContainText('99');
  await expect(report).toContainText('Must lie within 0–10');
  await expect(cell(page, two, 7)).toContainText('210');
  await expect(edits(page)).toHaveText('3 edits on 2 devices');

  // By keys alone: a number is typed over, copied with its neighbour, taken back.
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, two, 9)).toContainText('90');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(cell(page, two, 8)).toContainText('5');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('5\t90 s');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await expect(edits(page)).toHaveText('3 edits on 2 devices');

  await page.getByRole('button', { name: 'Make a plan' }).click();
  await expect(page).toHaveURL(/\/plans\/[0-9A-Z]{26}$/);
  await expect(page.getByText('2 stations, 2 sets')).toBeVisible();
  await page.getByRole('button', { name: 'Approve…' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Ended', { timeout: 20_000 });
  await visit(page, product, '/devices/matrix');
  await expect(cell(page, one, 8)).toContainText('4', { timeout: 15_000 });
  await expect(cell(page, two, 7)).toContainText('210');
  await expect(edits(page)).toHaveText('No edits');
  expect(errors).toEqual([]);
});

const timeZone = 'Time zone';
/** Goes to the last columns, of which one belongs to one device; answers its number. */
async function columnOfZone(page: Page): Promise<number> {
  await cell(page, awake[0] ?? '', 2).click();
  await page.keyboard.press('End');
  await expect(head(page, timeZone)).toBeVisible();
  return Number(await head(page, timeZone).getAttribute('data-head'));
}

test('O1: a standard of a station leaves out what belongs to that device alone, until it is ticked', async ({
  page,
}) => {
  await open(page);
  await cell(page, awake[0] ?? '', 2).click();
  await page.getByRole('button', { name: 'New standard…' }).click();
  const dialog = page.getByRole('dialog', { name: /New standard set/ });
  const ticked = (field: string) => dialog.locator(`[data-field="${field}"]`).getByRole('checkbox').first();
  await expect(ticked('collectionCycle')).toBeChecked();
  await expect(ticked('timeZone')).not.toBeChecked();
  await expect(dialog.locator('[data-field="timeZone"]')).toContainText('Installation');
  await dialog.getByLabel('Name').fill('Zones');
  const fields = dialog.locator('[data-field]:has(> label input:checked)');
  for (let left = await fields.count(); left > 0; left -= 1) {
    await fields.first().getByRole('checkbox').first().uncheck();
    await expect(fields).toHaveCount(left - 1);
  }
  await ticked('timeZone').check();
  await dialog.locator('[data-field="timeZone"]').getByRole('textbox').fill('540');
  await dialog.getByRole('button', { name: 'Save standard set' }).click();
  await expect(dialog).toBeHidden();
  // Of several columns it is left as it is; asked for by itself it goes.
  const column = await columnOfZone(page);
  const one = awake[0] ?? '';
  await cell(page, one, column - 1).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Set to standard' }).click();
  await expect(cell(page, one, column)).not.toHaveClass(/is-edited/);
  await cell(page, one, column).click();
  await page.getByRole('button', { name: 'Set to standard' }).click();
  await expect(cell(page, one, column)).toHaveClass(/is-edited/);
  await expect(cell(page, one, column)).toContainText('540');
});

test('O1: a column of what belongs to one device is filled only by who says so by its name', async ({
  page,
}) => {
  const errors = await open(page);
  const column = await columnOfZone(page);
  await head(page, timeZone).click();
  // One value over several devices: pasted it is not taken at all.
  await page.evaluate(() => navigator.clipboard.writeText('540'));
  await page.keyboard.press('Control+v');
  await expect(page.getByText(/Time zone belongs to one device and was not filled in bulk/)).toBeVisible();
  await expect(edits(page)).toHaveText('No edits');

  await page.getByRole('button', { name: /^Edit \d+ rows/ }).click();
  const dialog = page.getByRole('dialog', { name: /Time zone: one value for \d+ devices/ });
  const take = dialog.getByRole('button', { name: /^Fill \d+ cells/ });
  await expect(take).toBeDisabled();
  await page.keyboard.type('540');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(edits(page)).toHaveText('No edits');
  await dialog.getByRole('checkbox', { name: /the same Time zone \(.+\) for \d+ devices/ }).check();
  await take.click();
  await expect(dialog).toBeHidden();
  await expect(edits(page)).toHaveText(/^\d\d? edits on \d\d? devices$/);
  await expect(cell(page, awake[0] ?? '', column)).toContainText('540');

  // A field of every device needs no name.
  await grid(page)
    .locator(`[data-head="${column - 1}"]`)
    .click();
  await page.getByRole('button', { name: /^Edit \d+ rows/ }).click();
  const other = page.getByRole('dialog', { name: /: one value for \d+ devices/ });
  await expect(other.getByRole('checkbox')).toHaveCount(0);
  await expect(other.getByRole('button', { name: /^Fill \d+ cells/ })).toBeEnabled();
  expect(errors).toEqual([]);
});

test('O3: a press on a cell, a row or a head leaves the keys with the matrix', async ({ page }) => {
  await open(page);
  const [one = ''] = awake;
  await head(page, 'Retries').click();
  await expect(grid(page)).toBeFocused();
  await row(page, one).getByRole('rowheader').click();
  await expect(grid(page)).toBeFocused();
  await cell(page, one, 7).click();
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await expect(cell(page, one, 8)).toContainText('6');
  await page.keyboard.press('Control+z');
  await expect(edits(page)).toHaveText('No edits');
});

test('edits that no plan has are asked about when the page is closed', async ({ page }) => {
  await open(page);
  const [one = ''] = awake;
  await cell(page, one, 7).click();
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expect(edits(page)).toHaveText('1 edit on 1 device');
  const tab = page.locator('.tab').filter({ hasText: 'Parameter matrix' });
  await tab.locator('.tab__close').click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(edits(page)).toHaveText('1 edit on 1 device');
  await page.getByRole('button', { name: 'Revert all' }).click();
  await tab.locator('.tab__close').click();
  await expect(tab).toHaveCount(0);
});
