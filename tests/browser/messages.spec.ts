/** Sensor messages on the real product: live, found, opened, copied and held, by keys alone; on a phone; retention. */
import { expect, type Page, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(9, 1);
});
test.afterAll(async () => {
  await product.stop();
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Messages' });
const rows = (page: Page) => grid(page).locator('[data-message]');

test('messages come in live, wait while they are held, and are read by keys alone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/index');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/devices\/messages/);
  await expect(rows(page).first()).toBeVisible();
  const first = await rows(page).first().getAttribute('data-message');
  // The awake RTUs send every few seconds.
  await expect
    .poll(() => rows(page).first().getAttribute('data-message'), { timeout: 20_000 })
    .not.toBe(first);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('status').filter({ hasText: 'held' })).toBeVisible();
  const held = await rows(page).first().getAttribute('data-message');
  await expect(page.getByRole('button', { name: /\d+ newer/ })).toBeVisible({ timeout: 20_000 });
  expect(await rows(page).first().getAttribute('data-message')).toBe(held);
  await page.keyboard.press(' ');
  await expect.poll(() => rows(page).first().getAttribute('data-message')).not.toBe(held);
  // What is looked for: data of channels, by the name of a metric.
  await page.keyboard.press('/');
  await page.keyboard.type('batteryVoltage');
  await expect(page).toHaveURL(/text=batteryVoltage/);
  await expect(rows(page).first()).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  // A birth is not kept byte by byte: the credential is in it.
  const kinds = await rows(page).allTextContents();
  const data = kinds.findIndex((row, index) => index > 0 && row.includes('Data'));
  for (let at = 1; at < data; at += 1) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'The message' });
  await expect(detail.locator('pre')).toContainText(/^0000 {2}[0-9A-F]{2} /);
  await expect(detail.locator('.messages__metrics')).toContainText('batteryVoltage');
  await expect(detail.locator('.messages__metrics')).toContainText('Battery');
  await grid(page).focus();
  await page.keyboard.press('h');
  await expect(detail.locator('pre')).toContainText('"name": "batteryVoltage"');
  await detail.getByRole('button', { name: 'Copy the message' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"batteryVoltage"');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    detail.getByRole('button', { name: 'Save the bytes of the message' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.bin$/);
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(table.suggestedFilename()).toMatch(/^groundwatch-messages_.*\.csv$/);
  await grid(page).focus();
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a search that finds nothing says so and is taken back; a station’s page leads to its messages', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/devices/messages?text=no-such-metric');
  await expect(page.getByText('No message matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).last().click();
  await expect(rows(page).first()).toBeVisible();
  await visit(page, product, '/station/1/overview');
  await page
    .getByRole('tabpanel', { name: 'Data overview' })
    .getByRole('button', { name: 'Sensor messages' })
    .click();
  await expect(page).toHaveURL(/\/devices\/messages\?station=1/);
  await expect(rows(page).first()).toBeVisible();
  const senders = new Set(await rows(page).locator('.rows__strong').allTextContents());
  expect(senders.size).toBe(1);
  await page.getByRole('combobox', { name: 'Kind of message' }).selectOption({ label: 'Birth' });
  await expect(page).toHaveURL(/kind=birth/);
  await expect(rows(page).first().locator('.messages__kind')).toHaveText('Birth');
});

test('how long messages are kept is set within bounds', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/devices/messages');
  await page.getByRole('button', { name: 'Retention…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Days (1–90)').fill('91');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Must lie within 1–90')).toBeVisible();
  await dialog.getByLabel('Days (1–90)').fill('14');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const setting = await product.running.storage.db.selectFrom('message_settings').selectAll().execute();
  expect(setting).toMatchObject([{ days: 14, megabytes: 512 }]);
});

test('on a phone a message takes the place of the list, and gives it back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product);
  await visit(page, product, '/devices/messages');
  await rows(page).first().click();
  const detail = page.getByRole('region', { name: 'The message' });
  await expect(detail).toBeVisible();
  await expect(grid(page)).toBeHidden();
  await detail.getByRole('button', { name: 'Close' }).click();
  await expect(grid(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
