/** The frame of the console: its sizes and themes, what leads home from everywhere, its helper pages. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(2, 1);
});
test.afterAll(() => product.stop());

const places = ['page.home', 'page.history', 'header.devices'] as const;
const header = (page: Page) => page.getByRole('navigation', { name: en['header.nav'] });
const missing = (page: Page) => page.getByRole('heading', { name: en['missing.title'] });
const onStation = /\/station\/1\/curve\?range=month$/;

async function signIn(page: Page) {
  await page.getByLabel(en['login.account'], { exact: true }).fill(accounts.operator.accountName);
  await page.getByLabel(en['login.password'], { exact: true }).fill(accounts.operator.password);
  await page.keyboard.press('Enter');
}

test('home, history and maintenance are in the header at every width, and beside the menu', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/log');
  const check = async (shown: string) => {
    for (const id of places) {
      const place = header(page).getByRole('button', { name: en[id], exact: true });
      await expect(place, `${shown}: ${id}`).toBeInViewport({ ratio: 1 });
      const label = (await place.textContent()) === en[id];
      expect(label, `${shown}: ${id}`).toBe(shown === 'words');
    }
    // Nothing lies outside of the window.
    const account = page.getByRole('button', { name: /^User menu/ });
    await expect(account).toBeInViewport({ ratio: 1 });
  };
  const widthOf = async (name: string) => (await page.locator(name).boundingBox())?.width;
  await check('words');
  await expect.poll(() => widthOf('.side')).toBe(200);
  await expect(page.locator('.side__foot')).toContainText('1.10.0');
  await page.getByRole('button', { name: en['side.collapse'] }).click();
  await expect.poll(() => widthOf('.side')).toBe(65);
  await page.getByRole('button', { name: en['side.expand'] }).click();
  await expect.poll(() => widthOf('.side')).toBe(200);

  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: en['command.preferences.menuPlace'] }).click();
  await expect(page.locator('.side')).toHaveCount(0);
  await check('icons');
  await header(page).getByRole('button', { name: en['page.history'], exact: true }).click();
  await expect(page).toHaveURL(/datshow\/list2/);
  await expect(header(page).getByRole('button', { name: en['page.history'], exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // A narrow window has the menu at its side again: its header has no room for it.
  for (const width of [900, 640]) {
    await page.setViewportSize({ width, height: 700 });
    await expect.poll(() => widthOf('.side')).toBe(65);
    await check('icons');
  }
  // A phone has two of them in its bar, and the third under More.
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const bar = page.locator('.phone__bar');
    for (const name of [en['phone.map'], en['phone.curves']])
      await expect(bar.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await bar.getByRole('button', { name: en['phone.more'] }).click();
    await expect(page.getByRole('menuitem', { name: en['menu.deviceTree'] })).toHaveCount(1);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('the console fills the screen and gives it back; the theme star has a night sky', async ({ page }) => {
  await enter(page, product, { theme: 'star' });
  await visit(page, product, '/log');
  const full = page.locator('.header').getByRole('button', { name: en['command.preferences.fullscreen'] });
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await full.click();
  await expect.poll(isFull).toBe(true);
  await full.click();
  await expect.poll(isFull).toBe(false);
  const sky = () => page.evaluate(() => getComputedStyle(document.body).backgroundImage);
  await expect(page.locator('body')).toHaveClass(/theme-star/);
  expect((await sky()).match(/radial-gradient/g)?.length).toBeGreaterThan(8);
  await page.getByRole('button', { name: en['header.theme'] }).click();
  await page.getByText(en['theme.element'], { exact: true }).click();
  await expect(page.locator('body')).toHaveClass(/theme-element/);
  expect(await sky()).toBe('none');
});

test('helper pages lead on, inside the console alone, also after the login', async ({ page }) => {
  await page.context().addCookies([{ name: 'lang', value: 'en', url: product.address }]);
  await page.goto(`${product.address}/redirect/station/1/curve?range=month`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await signIn(page);
  await expect(page).toHaveURL(onStation);
  await visit(page, product, '/refresh');
  await expect(page).toHaveURL(onStation);
  await visit(page, product, '/redirect/rest/user/passlist');
  await expect(page).toHaveURL(/\/rest\/user\/passlist$/);
  await visit(page, product, '/404');
  await expect(missing(page)).toBeVisible();
  for (const outside of ['/redirect//evil.example/', '/redirect/\\evil.example/']) {
    await page.goto(product.address + outside);
    await expect(page).toHaveURL(`${product.address}/index`);
  }
  await page.context().clearCookies({ name: /token$/ });
  await page.goto(`${product.address}/refresh`);
  await expect(page).toHaveURL(/\/login\?redirect=%2Frefresh$/);
  await signIn(page);
  await expect(page).toHaveURL(`${product.address}/index`);
});

test('a page that a server adds is where the login leads; an address that nobody knows leads home', async ({
  page,
}) => {
  await page.route('**/rest/user/permissions', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const names = {
      menuName: 'My log',
      menuNameEnglish: 'My log',
      menuNameChinese: '',
      menuNameJapanese: '',
    };
    const leads = { menuPath: '/my/log', menuComponent: 'log', menuIcon: 'list', menuAuth: '' };
    body.data?.menus?.push({ id: 9000, parentId: 0, menuType: 'menu', ...names, ...leads, children: [] });
    await route.fulfill({ response: answer, json: body });
  });
  await page.context().addCookies([{ name: 'lang', value: 'en', url: product.address }]);
  for (const [asked, comes] of [
    ['/my/log?entry=1', '/my/log?entry=1'],
    ['/nowhere', '/index'],
  ] as const) {
    await page.context().clearCookies({ name: /token$/ });
    await page.goto(product.address + asked);
    await signIn(page);
    await expect(page).toHaveURL(product.address + comes);
  }
});

test('a failed login is a notice besides its alert, and goes with a successful one', async ({ page }) => {
  await page.context().addCookies([{ name: 'lang', value: 'en', url: product.address }]);
  await page.goto(`${product.address}/login`);
  await page.getByLabel(en['login.account'], { exact: true }).fill('operator');
  await page.getByLabel(en['login.password'], { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(en['login.wrong']);
  await expect(page.locator('.notice--error')).toContainText(en['login.wrong']);
  await signIn(page);
  await expect(page).toHaveURL(/\/index/);
  await expect(page.locator('.notice--error')).toHaveCount(0);
});

test('device maintenance opens by its address for whoever holds its permission', async ({ page }) => {
  const { storage } = product.running;
  const operator = await storage.db
    .selectFrom('users')
    .select('role_id as role')
    .where('account_name', '=', 'operator')
    .executeTakeFirstOrThrow();
  await enter(page, product, { account: 'operator' });
  await visit(page, product, '/devices/tree');
  await expect(page.getByText(en['permission.device:maintenance:view'])).toBeVisible();
  const held = { role_id: operator.role, permission: 'device:maintenance:view' };
  await storage.write((db) => db.insertInto('role_permissions').values(held).execute());
  await enter(page, product, { account: 'operator' });
  await visit(page, product, '/devices/tree');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await expect(page.locator('.side__item').filter({ hasText: en['menu.deviceTree'] })).toHaveCount(0);
  await expect(header(page).getByRole('button', { name: en['header.devices'], exact: true })).toHaveCount(0);
});
