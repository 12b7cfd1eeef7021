/** A day's work with the mouse alone: the keyboard only fills in text fields. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import { watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

test('a day by mouse', async ({ page }) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  const errors = watchErrors(page);
  const chart = page.getByRole('slider', { name: en['chart.keys'] });
  const tabs = page.locator('.tabs .tab');
  const names = () => page.locator('.tabs .tab__open').allInnerTexts();

  await test.step('logs in', async () => {
    await page.context().addCookies([{ name: 'lang', value: 'en', url: product.address }]);
    await page.goto(`${product.address}/login`);
    await page.getByLabel(en['login.account'], { exact: true }).fill(accounts.maintainer.accountName);
    await page.getByLabel(en['login.password'], { exact: true }).fill(accounts.maintainer.password);
    await page.getByRole('button', { name: en['page.login'] }).click();
    await expect(page.locator('[data-station]').first()).toBeVisible();
  });

  let first = '';
  await test.step('picks a station of the list and opens its curve from the map', async () => {
    await page.getByRole('searchbox', { name: en['home.filter'] }).fill('YN-');
    const row = page.locator('[data-station]').first();
    await expect(row).toContainText('YN-');
    first = await row.locator('.srow__name').innerText();
    await row.click();
    const popover = page.locator('.pop');
    await expect(popover).toContainText(first);
    await button(popover, en['home.open']).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(first);
    await page.getByRole('tab', { name: en['station.tab.curve'] }).click();
    await expect(chart.locator('canvas').first()).toBeVisible();
  });

  let range = '';
  await test.step('a quick range, a zoom by dragging, the range taken along', async () => {
    await button(page, en['curve.week']).click();
    await expect(page).toHaveURL(/range=week/);
    await expect(chart.locator('canvas').first()).toBeVisible();
    const box = await chart.boundingBox();
    if (box === null) throw new Error('the chart has no box');
    await page.mouse.move(box.x + box.width * 0.76, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.88, box.y + 90, { steps: 5 });
    await page.mouse.up();
    await expect(page).toHaveURL(/from=\d+&to=\d+/);
    await button(page, en['command.chart.copyRange']).click();
    const copied = page.locator('.notice', { hasText: en['chart.rangeCopied'].split(' {')[0] ?? '' });
    await expect(copied).toBeVisible();
    // It stays for longer than its five seconds while the pointer is on it, and goes when that has left.
    await copied.hover();
    await page.waitForTimeout(6500);
    await expect(copied).toBeVisible();
    await page.mouse.move(10, 10);
    await expect(copied).toHaveCount(0);
    range = /from=\d+&to=\d+/.exec(page.url())?.[0] ?? '';
    await button(page, en['curve.month']).click();
    await expect(page).toHaveURL(/range=month/);
    await button(page, en['command.stations.next']).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(first);
    await expect(page).toHaveURL(/\/curve\?range=month/);
    await button(page, en['command.chart.pasteRange']).click();
    await expect(page).toHaveURL(new RegExp(range));
  });

  await test.step('another language, another theme', async () => {
    await page.getByRole('button', { name: en['header.language'] }).click();
    await page.getByRole('menuitem', { name: '日本語' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
    await page.getByRole('button', { name: ja['header.theme'] }).click();
    await page.getByRole('menuitem', { name: ja['theme.tomorrow-night-blue'] }).click();
    await expect(page.locator('body')).toHaveClass(/theme-tomorrow-night-blue/);
    await expect(page).toHaveURL(new RegExp(range));
    await page.getByRole('button', { name: ja['header.language'] }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  await test.step('tabs: by click, dragged, closed, closed by their menu', async () => {
    await page
      .locator('.header')
      .getByRole('button', { name: /^Frontend log/ })
      .click();
    await expect(page).toHaveURL(/\/log$/);
    await button(page.locator('.header__nav'), en['header.devices']).click();
    await expect(page).toHaveURL(/\/devices\/tree$/);
    const open = await names();
    expect(open).toHaveLength(5);
    await tabs.nth(1).locator('.tab__open').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(first);
    await tabs.nth(4).dragTo(tabs.nth(2));
    await expect.poll(names).toEqual([open[0], open[1], open[4], open[2], open[3]]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(first);
    await tabs.nth(4).hover();
    await button(page, `Close ${open[3]}`).click();
    await expect.poll(names).toEqual([open[0], open[1], open[4], open[2]]);
    await tabs.nth(2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: en['tabs.which.right'] }).click();
    await expect.poll(names).toEqual([open[0], open[1], open[4]]);
    await tabs.nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: en['command.tabs.reopen'] }).click();
    await expect.poll(names).toEqual([open[0], open[1], open[4], open[2]]);
    await expect(chart.locator('canvas').first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(range));
  });

  await test.step('saves the picture of the curve', async () => {
    await button(page, en['curve.week']).click();
    await expect(page).toHaveURL(/range=week/);
    await expect(chart.locator('canvas').first()).toBeVisible();
    const download = page.waitForEvent('download');
    await button(page, en['command.chart.exportPng']).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.png$/);
    const content = readFileSync(await file.path());
    expect(content.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect(content.readUInt32BE(16)).toBeGreaterThan(400);
    expect(content.length).toBeGreaterThan(5000);
  });

  await test.step('logs out by the user menu', async () => {
    await page.getByRole('button', { name: en['header.user'] }).click();
    await page.getByRole('menuitem', { name: en['command.session.signOut'] }).click();
    const question = page.getByRole('dialog', { name: en['command.session.signOut.question'] });
    await button(question, en['command.session.signOut']).click();
    await expect(page).toHaveURL(/\/login$/);
  });
  expect(errors).toEqual([]);
});
