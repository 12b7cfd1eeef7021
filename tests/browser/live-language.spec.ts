/** Language and theme are switched while one works: nothing that was typed, chosen or scrolled to is lost. */
import { expect, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(60, 1);
});
test.afterAll(async () => {
  await product.stop();
});

test('a half-filled form, a filter and a scrolled list stay as they are', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/devices/tree');
  await page.getByRole('button', { name: en['sites.company'], exact: true }).first().click();
  const name = page.getByLabel(en['sites.company.name'], { exact: true });
  await name.fill('Half a name');
  const choose = async (row: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(row);
    await page.getByRole('dialog').getByRole('option').first().click();
  };
  await choose('日本語');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await expect(page).toHaveTitle(new RegExp(ja['app.title']));
  await expect(page.getByLabel(ja['sites.company.name'], { exact: true })).toHaveValue('Half a name');
  await choose('tomorrow night blue');
  await expect(page.locator('body')).toHaveClass(/theme-tomorrow-night-blue/);
  await expect(page.getByLabel(ja['sites.company.name'], { exact: true })).toHaveValue('Half a name');

  await visit(page, product, '/index');
  const list = page.locator('.slist__scroll');
  await list.evaluate((element) => element.scrollTo(0, 600));
  await choose('简体中文');
  await expect(page.getByText(zh['home.stations'], { exact: true }).first()).toBeVisible();
  expect(await list.evaluate((element) => element.scrollTop)).toBe(600);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name: cookie }) => cookie === 'lang')?.value).toBe('zh-chs');
  expect(errors).toEqual([]);
});

test('without a cookie the console is Chinese; an unknown theme becomes the first and is kept', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (localStorage.getItem('groundwatch.theme.') === null)
      localStorage.setItem('groundwatch.theme.', '"no such theme"');
  });
  await page.goto(`${product.address}/login`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-CN');
  await expect(page.getByRole('button', { name: zh['page.login'] })).toBeVisible();
  await expect(page.locator('body')).toHaveClass(/theme-d2/);
  expect(await page.evaluate(() => localStorage.getItem('groundwatch.theme.'))).toBe('"d2"');
});
