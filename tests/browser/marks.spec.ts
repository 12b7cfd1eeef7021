/** What was done to devices, on the curves of what they measured: who, what, how it stands; of one station and of several. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { typePassword } from '../support/console/order-dialog.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(4, 2);
});
test.afterAll(() => product.stop());

const marked = (page: Page) => page.locator('.rail__marks');
const kind = (page: Page, name: string) =>
  page.locator('.rail__kinds').getByRole('button', { name: new RegExp(`^${name} \\d`) });

test('a set and a command stand on the curve; their kinds are shown and hidden', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/station/1/commands');
  const cycle = page.locator('[data-field="lowBattery"] input');
  await expect(page.locator('[data-field="lowBattery"] .ptable__device')).toContainText(/\d/, {
    timeout: 30_000,
  });
  await cycle.fill('11.2');
  await page.keyboard.press('Control+Enter');
  await typePassword(page);
  await expect(page.locator('.prail__changes li').first()).toContainText(en['orderState.verified']);
  await page.getByRole('button', { name: en['parameters.read'] }).first().click();

  await visit(page, product, '/station/1/curve');
  const set = marked(page).getByRole('button', { name: /11\.2/ });
  await expect(set).toContainText(/maintainer · .* → 11\.2 V · Verified/);
  await set.click();
  await expect(page).toHaveURL(/mark=/);
  await expect(set).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.chart__markline')).toBeVisible();
  await expect(page.locator('.chart__mark[aria-pressed="true"]')).toHaveAttribute('aria-label', /11\.2/);

  await kind(page, en['mark.set']).click();
  await expect(page).toHaveURL(/unmarked=set/);
  await expect(set).toHaveCount(0);
  await expect(page.locator('.chart__mark[aria-pressed="true"]')).toHaveCount(0);
  await expect(marked(page).getByRole('listitem').first()).toBeVisible();
  await kind(page, en['mark.set']).click();
  await expect(set).toBeVisible();

  const { code } = await product.running.storage.db
    .selectFrom('stations')
    .select('code')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  await visit(page, product, '/rest/datshow/list2?stations=1,2');
  await expect(marked(page).getByRole('button', { name: /11\.2/ })).toContainText(code);
  await expect(page.locator('.chart__lane .chart__mark').first()).toBeVisible();
  expect(errors).toEqual([]);
});
