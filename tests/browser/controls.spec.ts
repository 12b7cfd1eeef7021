/** The law over screens: whatever can be pressed runs a registered command. */
import { expect, type Page, test } from '@playwright/test';
import { commands } from '../../commands/index.ts';
import { enter, visit } from '../support/console/console-page.ts';
import { type Tried, tryControls, tryMenus } from '../support/console/controls.ts';
import { screens } from '../support/console/screens.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let desk: Page;
/** Requests that the server could not read: a screen that sends one asks for what the contract does not have. */
const malformed: string[] = [];
test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  desk = await browser.newPage();
  desk.on('response', (response) => {
    if (response.status() === 400) malformed.push(response.url());
  });
  await enter(desk, product);
});
test.afterAll(async () => {
  await desk.close();
  await product.stop();
});

/** Ids of commands; the question of a guard stands for its command. */
const ids = new Set<string>([...commands.map(({ id }) => id), 'asks']);
const strays = (tried: readonly Tried[]) =>
  tried.filter(({ command }) => command === null || !ids.has(command)).map(({ control }) => control);

for (const { name, address, prepare } of screens) {
  test(`${name}: every control runs a command`, async () => {
    malformed.length = 0;
    await visit(desk, product, address);
    await prepare?.(desk);
    const tried = await tryControls(desk);
    expect(tried.length).toBeGreaterThan(10);
    expect(strays(tried)).toEqual([]);
    expect(malformed).toEqual([]);
  });
}

test('the menus of the shell run commands', async ({ page }) => {
  // Every entry of every menu is tried, each from a menu that is opened anew.
  test.slow();
  await enter(page, product);
  await visit(page, product, '/index');
  const tried = await tryMenus(page);
  expect(tried.length).toBeGreaterThan(20);
  expect(strays(tried)).toEqual([]);
});

test('a phone: every control runs a command', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product);
  for (const address of [
    '/index',
    '/station/1/latest',
    '/station/1/curve',
    '/station/1/remarks',
    '/audit',
    '/log',
  ]) {
    await visit(page, product, address);
    expect(strays(await tryControls(page))).toEqual([]);
  }
  expect(strays(await tryMenus(page))).toEqual([]);
});

test('a control without a command is caught', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/log');
  await page.evaluate(() => {
    const stray = document.createElement('button');
    stray.textContent = 'stray';
    stray.onclick = () => document.body.append('done');
    document.querySelector('.app__main')?.append(stray);
  });
  expect(strays(await tryControls(page))).toEqual(['button. “stray”']);
});
