/** Data sources on the real product: made, a logger's file mapped and seen before it is imported, taken back; a token that works. */
import { expect, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(4, 1);
});
test.afterAll(async () => {
  await product.stop();
});

/** A day in 2020, hourly; the fifth value is none. */
const lines = Array.from({ length: 24 }, (_, hour) => {
  const value = hour === 4 ? 'broken' : (0.1 + hour / 100).toFixed(2);
  return `2020-05-01 ${String(hour).padStart(2, '0')}:00:00,${value}`;
});
const file = {
  name: 'tilt.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`time,angle\n${lines.join('\n')}\n`),
};
const run = () =>
  product.running.storage.db
    .selectFrom('import_runs')
    .select(['stored', 'rejected', 'undone_by'])
    .executeTakeFirst();

test('a logger’s file is mapped by hand, seen, tried, imported and taken back', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/devices/sources');
  await page.getByRole('button', { name: en['dataSources.new'] }).first().click();
  const making = page.getByRole('dialog');
  await making.getByLabel(en['dataSources.name']).fill('Survey of 2020');
  await making.getByLabel(en['dataSources.byWay']).selectOption('upload');
  await making.getByRole('button', { name: en['dataSources.make'] }).click();
  await expect(making).toHaveCount(0);
  await page.getByRole('button', { name: en['dataSources.map'] }).click();

  const chosen = page.waitForEvent('filechooser');
  await page.locator('.mapping .button--primary').click();
  await (await chosen).setFiles(file);
  const column = page.getByRole('group', { name: 'angle' });
  const to = column.getByLabel(en['sourceMapping.to']);
  const place = to.locator('option').filter({ hasText: /Angle X/ });
  await to.selectOption((await place.first().getAttribute('value')) ?? '');
  const preview = page.getByRole('region', { name: en['sourceMapping.preview'] });
  const count = (name: 'read' | 'new' | 'refused') =>
    preview
      .locator('dl > div')
      .filter({ hasText: en[`sourceMapping.count.${name}`] })
      .locator('dd');
  await expect(count('read')).toHaveText('24');
  await expect(count('new')).toHaveText('23');
  await expect(count('refused')).toHaveText('1');
  await expect(preview.locator('.mapping__curves svg, .mapping__curves canvas').first()).toBeVisible();
  expect(await run()).toBeUndefined();

  await page.getByRole('button', { name: en['sourceMapping.dryRun'] }).click();
  await expect(preview).toContainText(en['sourceMapping.ofFile']);
  expect(await run()).toBeUndefined();
  await page.getByRole('button', { name: 'Import 23 readings' }).click();
  const runs = page.getByRole('region', { name: en['dataSources.runs'] });
  const row = runs.getByRole('row').filter({ hasText: 'tilt.csv' });
  await expect(row).toBeVisible();
  expect(await run()).toMatchObject({ stored: 23, rejected: 1, undone_by: null });

  await row.getByRole('button', { name: en['sites.imports.undo'] }).click();
  const asked = page.getByRole('dialog');
  await asked.getByLabel(en['plans.password']).fill(accounts.maintainer.password);
  await asked.getByRole('button', { name: en['sites.imports.undo'] }).click();
  await expect(asked).toHaveCount(0);
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await run()).toMatchObject({ undone_by: 'maintainer' });
  expect(errors).toEqual([]);
});

test('a source by HTTP shows its token once, what came unmapped, and on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product);
  await visit(page, product, '/devices/sources');
  await page.getByRole('button', { name: en['dataSources.new'] }).first().click();
  const making = page.getByRole('dialog');
  await making.getByLabel(en['dataSources.name']).fill('Gateway K42');
  await making.getByRole('button', { name: en['dataSources.make'] }).click();
  const token = await page.locator('.sources__token code').innerText();
  const address = await page.locator('.sources__access code').first().innerText();
  const send = (secret: string) =>
    page.context().request.post(address, {
      headers: { authorization: `Bearer ${secret}` },
      data: { ts: Date.UTC(2020, 4, 2), values: { level: 1.25 } },
    });
  expect((await send('wrong')).status()).toBe(401);
  expect((await send(token)).status()).toBe(409);
  await page.reload();
  await expect(page.locator('.sources__token')).toHaveCount(0);
  await expect(page.getByText('"level":1.25').or(page.getByText('1.25')).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
