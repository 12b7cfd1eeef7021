/** Service accounts on the real product: made, given a token by keys, used by a program, renewed, taken back. */
import { expect, type Page, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(2, 1);
});
test.afterAll(async () => {
  await product.stop();
});

const asProgram = async (token: string, path = '/rest/self') => {
  const answer = await fetch(product.address + path, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as { status: number; messageId?: string; data: { accountName: string } };
};
const tokenRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Tokens' }).locator('.service-accounts__token').filter({ hasText: name });
const shown = async (page: Page) =>
  (await page.locator('.service-accounts__shown output code').innerText()).trim();

test('an account is made, its token shown once, used, renewed with an overlap and taken back', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/index');
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/\/service-accounts$/);
  await page.getByRole('button', { name: 'New service account' }).click();
  const form = page.getByRole('form', { name: 'Service account' });
  await form.getByLabel('Account').fill('data-exchange');
  await form.getByLabel('Purpose').fill('Sends the data on');
  await form.getByLabel('Role').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'data-exchange' })).toBeVisible();
  await expect(page.getByText('There is no token yet.')).toBeVisible();

  await page.getByRole('heading', { name: 'data-exchange' }).click();
  await page.keyboard.press('Shift+T');
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await dialog.getByLabel('Name').fill('province');
  await dialog.getByLabel('Make reports').check();
  await dialog.getByLabel('Valid for').selectOption('7');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const first = await shown(page);
  expect(first).toMatch(/^gws_[\w-]{43}$/);
  await expect(tokenRow(page, 'province')).toContainText('Ends within 7 days');
  await expect(tokenRow(page, 'province')).toContainText('never used');
  await expect(tokenRow(page, 'province').getByRole('listitem')).toHaveText(['Read', 'Make reports']);
  expect(await asProgram(first)).toMatchObject({ status: 200, data: { accountName: 'data-exchange' } });
  expect(await asProgram(first, '/rest/users')).toMatchObject({ status: 403, messageId: 'api.needsPerson' });

  await page.reload();
  await expect(tokenRow(page, 'province')).toContainText('last used');
  await expect(page.getByText(first)).toHaveCount(0);
  await tokenRow(page, 'province').getByRole('button', { name: 'Renew' }).click();
  const renewing = page.getByRole('dialog', { name: 'Renew the token province' });
  await renewing.getByRole('button', { name: 'Renew' }).click();
  await expect(renewing).toBeHidden();
  const second = await shown(page);
  await expect(tokenRow(page, 'province')).toContainText(second.slice(0, 10));
  expect((await asProgram(first)).status).toBe(200);
  expect((await asProgram(second)).status).toBe(200);
  // Whoever has the new one needs the old one no longer.
  expect((await asProgram(first)).status).toBe(401);

  await tokenRow(page, 'province').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(tokenRow(page, 'province')).toContainText('Taken back');
  await expect(tokenRow(page, 'province').getByRole('button')).toHaveCount(0);
  await expect(page.getByText(second)).toHaveCount(0);
  expect((await asProgram(second)).status).toBe(401);
  expect(errors).toEqual([]);
});

test('a name that is taken is said at its field; a disabled account’s token works again when it is enabled', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/service-accounts?id=new');
  const form = page.getByRole('form', { name: 'Service account' });
  await form.getByLabel('Account').fill('MAINTAINER');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(form.getByLabel('Account')).toHaveValue('MAINTAINER');
  await form.getByLabel('Account').fill('night-check');
  await form.getByLabel('Role').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('night');
  await page.keyboard.press('Enter');
  const token = await shown(page);
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
  await expect(page.getByRole('button', { name: 'Enable account' })).toBeVisible();
  expect((await asProgram(token)).status).toBe(401);
  await page.getByRole('button', { name: 'Enable account' }).click();
  await expect(page.getByRole('button', { name: 'Disable account' })).toBeVisible();
  expect((await asProgram(token)).status).toBe(200);
});

test('on a phone the tokens stay within the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product);
  await visit(page, product, '/service-accounts');
  await page
    .locator('.service-accounts__list')
    .getByRole('button', { name: /night-check/ })
    .click();
  await expect(tokenRow(page, 'night')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
