/** A day's work on a phone: touch alone, one hand wide, held upright and across. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import { watchErrors } from '../support/console/console-page.ts';
import { paletteOn } from '../support/console/palette.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

const upright = { width: 390, height: 844 };
const across = { width: 844, height: 390 };

/** Nothing makes the page wider than the screen. */
async function expectFits(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.phone, .phone > *, .phone__main > *, dialog[open]')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.className),
  );
  expect(wide).toEqual([]);
}

test('a day on a phone', async ({ browser }) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({
    viewport: upright,
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const errors = watchErrors(page);
  const palette = paletteOn(page);
  const bar = page.locator('.phone__bar');
  const station = await product.running.storage.db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .select(['stations.id', 'stations.code', 'stations.name'])
    .where('sensors.kind', 'in', [4, 5, 9])
    .where('stations.name', 'like', '%号')
    .orderBy('stations.id')
    .executeTakeFirstOrThrow();

  await test.step('logs in', async () => {
    await context.addCookies([{ name: 'lang', value: 'en', url: product.address }]);
    await page.goto(`${product.address}/login`);
    await expectFits(page);
    await page.getByLabel(en['login.account'], { exact: true }).fill(accounts.maintainer.accountName);
    await page.getByLabel(en['login.password'], { exact: true }).fill(accounts.maintainer.password);
    await page.getByRole('button', { name: en['page.login'] }).tap();
    await expect(page.locator('[data-station]').first()).toBeVisible();
    await expectFits(page);
  });

  await test.step('finds a station by its name in a palette as large as the screen', async () => {
    await bar.getByRole('button', { name: en['phone.search'] }).tap();
    await expect(palette.box).toBeVisible();
    const box = await palette.dialog.boundingBox();
    expect(box?.width).toBe(upright.width);
    expect(box?.height).toBeGreaterThan(upright.height * 0.9);
    await palette.box.fill(station.name);
    await palette.rows.filter({ hasText: station.code }).first().tap();
    await expect(page).toHaveURL(new RegExp(`/station/${station.id}/latest`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(station.name);
    await expect(page.locator('.cards')).toContainText(/\d+\.\d+/);
    await expectFits(page);
  });

  const chart = page.getByRole('slider').locator('canvas').first();
  await test.step('reads its curve, upright and across', async () => {
    await page.getByRole('tab', { name: en['station.tab.curve'] }).tap();
    await expect(chart).toBeVisible();
    await page.getByRole('button', { name: en['curve.month'], exact: true }).tap();
    await expect(page).toHaveURL(/range=month/);
    await expect(chart).toBeVisible();
    await expectFits(page);
    const address = page.url();
    for (const size of [across, upright]) {
      await page.setViewportSize(size);
      await expect(bar).toBeVisible();
      await expect(chart).toBeVisible();
      expect(page.url()).toBe(address);
      await expect(page.getByRole('button', { name: en['curve.month'], exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expectFits(page);
    }
  });

  await test.step('changes the language', async () => {
    await bar.getByRole('button', { name: en['phone.map'] }).tap();
    await expect(page).toHaveURL(/\/index/);
    await page.getByRole('button', { name: en['header.language'] }).tap();
    await page.getByRole('menuitem', { name: '日本語' }).tap();
    await expect(bar).toContainText(ja['phone.curves']);
    await expectFits(page);
    await bar.getByRole('button', { name: ja['phone.log'] }).tap();
    await expect(page).toHaveURL(/\/log$/);
    await expectFits(page);
  });

  await test.step('keeps its filter when it is turned', async () => {
    await bar.getByRole('button', { name: ja['phone.map'] }).tap();
    const filter = page.getByRole('searchbox', { name: ja['home.filter'] });
    await filter.fill('YN');
    await page.setViewportSize(across);
    await expect(filter).toHaveValue('YN');
    await expectFits(page);
    await page.setViewportSize(upright);
    await expect(filter).toHaveValue('YN');
    await expect(page.locator('[data-station]').first()).toBeVisible();
  });

  await test.step('finds every menu under More, and logs out there', async () => {
    const more = bar.getByRole('button', { name: ja['phone.more'] });
    await more.tap();
    for (const name of [
      ja['page.devices'],
      ja['command.session.changePassword'],
      ja['command.session.signOut'],
    ])
      await expect(page.getByRole('menuitem', { name })).toBeVisible();
    await page.getByRole('menuitem', { name: ja['command.session.changePassword'] }).tap();
    await expect(page).toHaveURL(/\/rest\/user\/passlist/);
    await expectFits(page);
    await more.tap();
    await page.getByRole('menuitem', { name: ja['page.devices'] }).tap();
    await expect(page).toHaveURL(/\/devices\/tree/);
    await expectFits(page);
    await more.tap();
    await page.getByRole('menuitem', { name: ja['command.session.signOut'] }).tap();
    const question = page.getByRole('dialog', { name: ja['command.session.signOut.question'] });
    await question.getByRole('button', { name: ja['command.session.signOut'] }).tap();
    await expect(page).toHaveURL(/\/login$/);
  });
  expect(errors).toEqual([]);
  await context.close();
});
