/** The page of listeners on the real product: live counts, sorted by keys, exported, one listener restarted by password. */

import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import mqtt from 'mqtt';
import { read, utils } from 'xlsx';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(2, 1, { settings: { SL651_PORT: '0' } });
});
test.afterAll(async () => {
  await product.stop();
});

const stranger = () =>
  new Promise<void>((resolve) => {
    const client = mqtt.connect(`mqtt://127.0.0.1:${product.running.mqttPort}`, {
      ...{ clientId: 'STRANGER-7', username: 'STRANGER-7', password: 'x', reconnectPeriod: 0 },
    });
    client.on('error', () => client.end(true, () => resolve()));
  });

test('who knocks stands there by itself; a listener is restarted by password and the console goes on', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/listeners');
  const table = page.getByRole('grid', { name: 'Listeners' });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(row('MQTT, plain')).toContainText(`127.0.0.1:${product.running.mqttPort}`);
  await expect(row('MQTT over TLS')).toContainText('Closed');
  await stranger();
  const refused = page.getByRole('grid', { name: 'Who was refused' });
  await expect(refused.getByRole('row').filter({ hasText: 'STRANGER-7' })).toContainText(
    'Wrong user name or credential',
  );

  // By keys alone: the last column's traffic, downwards, puts the busiest first.
  await table.focus();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+Enter');
  await expect(table.getByRole('columnheader', { name: 'Traffic, 24 h' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(table.getByRole('row').nth(1)).toContainText('MQTT, plain');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'Limits in force' });
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText('MQTT, plain');
  await expect(detail).toContainText('20000');

  const saved = page.waitForEvent('download');
  await page.locator('.listeners__table').getByRole('button', { name: 'Export to Excel' }).click();
  const book = read(readFileSync(await (await saved).path()));
  const lines = utils.sheet_to_json<unknown[]>(book.Sheets['listeners'] ?? {}, { header: 1 });
  expect(lines.map(([name]) => name)).toContain('MQTT, plain');

  await detail.getByRole('button', { name: 'Restart' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restart MQTT, plain' });
  await dialog.getByLabel('Password').fill('wrong');
  await dialog.getByRole('button', { name: 'Restart' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Password').fill(accounts.maintainer.password);
  await dialog.getByRole('button', { name: 'Restart' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('MQTT, plain was restarted')).toBeVisible();
  await expect(row('MQTT, plain')).toContainText('Open');
  expect(errors).toEqual([]);
});

test('on a phone the table scrolls within itself', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product);
  await visit(page, product, '/listeners');
  await page.getByRole('grid', { name: 'Listeners' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('region', { name: 'Limits in force' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
