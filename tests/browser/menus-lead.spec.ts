/** Where the entries of the server's menu lead: each to its page, with its tab and its mark; what is no page says so. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(4, 1);
});
test.afterAll(async () => {
  await product.stop();
});

const entries = (page: Page) => page.locator('.side__item');

/** The menu has entries besides, as an owner's server may add them. */
async function addEntries(page: Page, added: readonly Readonly<Record<string, string>>[]) {
  await page.route('**/rest/user/permissions', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.menus.push(
      ...added.map((entry, index) => ({
        ...{ id: 9000 + index, parentId: 0, menuType: 'menu', menuIcon: 'list', menuAuth: '' },
        ...{ menuComponent: '', children: [], menuNameChinese: '', menuNameJapanese: '' },
        ...{ menuName: entry['menuNameEnglish'], ...entry },
      })),
    );
    await route.fulfill({ response: answer, json: body });
  });
}

test('each entry opens its page, which has a tab, and is marked as the current one', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/index');
  await expect(entries(page).first()).toBeVisible();
  const count = await entries(page).count();
  expect(count).toBeGreaterThan(20);
  for (let at = 0; at < count; at++) {
    const entry = entries(page).nth(at);
    const name = (await entry.locator('.side__title').textContent()) ?? '';
    await entry.click();
    await expect(entry, name).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('.tab--active'), name).toBeVisible();
    expect(page.url(), name).not.toContain(':alarm');
    expect(decodeURIComponent(new URL(page.url()).pathname), name).not.toMatch(/[:?]/);
    await expect(page.locator('.condition--failed'), name).toHaveCount(0);
    await expect(page.locator('h1').first(), name).not.toHaveText(en['page.404']);
  }
});

test('an entry stays the current one on a page below it', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/scripts');
  const entry = entries(page).filter({ hasText: en['menu.scripts'] });
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await visit(page, product, '/devices/views/tilt');
  await expect(entries(page).filter({ hasText: en['menu.deviceKinds'] })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('a page that a server adds has its title and its tab; a placeholder warns; an address outside opens there', async ({
  page,
}) => {
  await addEntries(page, [
    { menuNameEnglish: 'My log', menuPath: '/my/log', menuComponent: 'log' },
    { menuNameEnglish: 'Soon', menuPath: '#soon' },
    { menuNameEnglish: 'Rain radar', menuPath: 'https://example.org/radar' },
  ]);
  await enter(page, product);
  await visit(page, product, '/index');
  await entries(page).filter({ hasText: 'My log' }).click();
  await expect(page).toHaveURL(/\/my\/log$/);
  await expect(page.locator('.tab--active')).toContainText('My log');
  await expect(page).toHaveTitle(/My log/);
  await expect(page.getByRole('heading', { name: en['page.404'] })).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.tab--active')).toContainText('My log');

  await entries(page).filter({ hasText: 'Soon' }).click();
  await expect(page.getByText(en['notice.temporaryMenu'])).toBeVisible();
  await expect(page).toHaveURL(/\/my\/log$/);

  await page.context().route('https://example.org/**', (route) => route.fulfill({ body: 'radar' }));
  const opened = page.context().waitForEvent('page');
  await entries(page).filter({ hasText: 'Rain radar' }).click();
  expect((await opened).url()).toBe('https://example.org/radar');
});

test('alert settings are in the menu of who reads Japanese, at once', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/index');
  await expect(entries(page).first()).toBeVisible();
  const alerts = entries(page).filter({ hasText: '警報設定' });
  await expect(entries(page).filter({ hasText: en['menu.alertConfig'] })).toHaveCount(0);
  await page.getByRole('button', { name: /^Language: / }).click();
  await page.getByRole('menuitem', { name: '日本語' }).click();
  await expect(alerts).toHaveCount(1);
  await page.getByRole('button', { name: '警報', exact: true }).click();
  await expect(page).toHaveURL(/rest\/alert\/config/);
});

test('only role 1 sees the logo, all menus and device maintenance', async ({ page, browser }) => {
  await enter(page, product);
  await visit(page, product, '/index');
  const own = (of: Page) => [
    of.locator('.header__brand .logo'),
    of.getByRole('button', { name: en['header.all'] }),
    of.getByRole('button', { name: en['header.devices'], exact: true }).first(),
  ];
  for (const one of own(page)) await expect(one).toBeVisible();
  const context = await browser.newContext();
  const other = await context.newPage();
  await enter(other, product, { account: 'operator' });
  await visit(other, product, '/index');
  await expect(other.locator('[data-station]').first()).toBeVisible();
  for (const one of own(other)) await expect(one).toHaveCount(0);
  await context.close();
});
