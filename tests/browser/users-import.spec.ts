/** Users from pasted cells on the real product: seen first, all or none, first passwords shown once. */
import { expect, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(2, 1);
});
test.afterAll(async () => {
  await product.stop();
});

test('a wrong row keeps all of them out until it is mended; a made password is shown once', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/users');
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import users' });
  const heads = 'Account\tName\tPhone\tRole\tCompany\tLanguage\tFirst password';
  const paste = (phone: string) =>
    dialog.getByRole('textbox').fill(`${heads}\nkato\t加藤 花\t${phone}\tmaintainer\t\tja\t\n`);
  await paste('call me');
  await expect(dialog.getByRole('row').nth(1)).toContainText('Phone: “call me” is no phone number');
  await expect(dialog.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await paste('+81 90 0000 0001');
  await dialog.getByRole('button', { name: 'Add 1 user' }).click();
  await expect(dialog.getByRole('row').nth(1)).toContainText(/Added[A-Za-z0-9]{16}/);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('The first passwords are not saved');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save first passwords' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: /kato/ }).click();
  await expect(page.getByLabel('Phone')).toHaveValue('+81 90 0000 0001');
  await expect(page.getByText('No confirmed address')).toBeVisible();
  expect(errors).toEqual([]);
});
