/** No screen has a violation that axe finds: light and dark here, all seven themes with LONG=1. */
import { expect, type Page, test } from '@playwright/test';
import { themes } from '../../src/base/themes.ts';
import { violations } from '../support/console/axe.ts';
import { enter, visit } from '../support/console/console-page.ts';
import { screens } from '../support/console/screens.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

const tried = process.env['LONG'] === undefined ? (['element', 'tomorrow-night-blue'] as const) : themes;

/** Gives the page as it stands the colours of a theme. */
const paint = (page: Page, theme: string) =>
  page.evaluate((chosen) => {
    document.body.className = document.body.className.replace(/\btheme-[\w-]+/, `theme-${chosen}`);
  }, theme);

test.describe(() => {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await enter(page, product, { theme: tried[0] });
  });
  test.afterAll(() => page.close());
  for (const { name, address, prepare } of screens) {
    test(`${tried.join(', ')}: ${name}`, async () => {
      await visit(page, product, address);
      await prepare?.(page);
      // An editor takes its colours from the theme that the user has chosen: it is looked at below.
      const hasEditor = (await page.locator('.monaco-editor').count()) > 0;
      for (const theme of hasEditor ? tried.slice(0, 1) : tried) {
        await paint(page, theme);
        expect(await violations(page), theme).toEqual([]);
      }
      await paint(page, tried[0]);
    });
  }
});

for (const theme of tried) {
  test(`${theme}, an editor`, async ({ page }) => {
    await enter(page, product, { theme });
    for (const { address, prepare } of screens.filter((screen) => screen.address.startsWith('/scripts'))) {
      await visit(page, product, address);
      await prepare?.(page);
      expect(await violations(page), address).toEqual([]);
    }
  });
  test(`${theme}, the palette, a sentence and the sheet of keys`, async ({ page }) => {
    await enter(page, product, { theme });
    await visit(page, product, '/index');
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('combobox').fill('station');
    await page.locator('[cmdk-item]').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('combobox').fill('set send cycle 10m');
    await page.locator('.preview').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.locator('.keysheet').waitFor();
    expect(await violations(page)).toEqual([]);
  });
  test(`${theme}, login`, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('groundwatch.theme.', JSON.stringify(chosen)),
      theme,
    );
    await page.goto(`${product.address}/login`);
    await page.getByRole('button').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });
}
