/** Hostile text in everything that a person or a device can name stays text on every screen. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { appendAudit } from '../../src/server/audit/audit.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

const hostile = `<img src=x onerror="window.__hit=1">'"><script>window.__hit=1</script>{name} \${7*7} =1+1 \u202Eabc`;
let product: Product;
test.beforeAll(async () => {
  product = await startProduct(4, 0.1);
  const { storage, board } = product.running;
  await storage.write(async (db) => {
    await db.updateTable('companies').set({ name: hostile }).execute();
    await db.updateTable('projects').set({ name: hostile }).execute();
    await db.updateTable('stations').set({ name: hostile, name_reading: hostile }).execute();
    await db.updateTable('sensors').set({ name: hostile }).execute();
    await db.updateTable('roles').set({ name: hostile }).where('id', '!=', 1).execute();
    const problems = JSON.stringify([{ at: Date.now(), reason: hostile, detail: hostile }]);
    await db.updateTable('rtus').set({ problems }).execute();
    const when = { at: Date.now(), created_at: Date.now(), edited_at: null };
    const who = { sn: hostile, user_id: null, account_name: hostile };
    await db
      .insertInto('remarks')
      .values({ station_id: 1, text: hostile, ...who, ...when })
      .execute();
    const reported = {
      userId: null,
      accountName: hostile,
      address: hostile,
      subject: hostile,
      detail: hostile,
    };
    await appendAudit(db, { at: Date.now(), action: 'session.login', result: 'refused', ...reported });
  });
  await board.load();
});
test.afterAll(async () => {
  await product.stop();
});

/** Nothing of it ran, and nothing of it became an element. */
async function expectText(page: Page, where: string) {
  await expect(page.locator('body')).toContainText('<img src=x', { timeout: 15_000 });
  expect([where, await page.evaluate(() => Reflect.get(window, '__hit'))]).toEqual([where, undefined]);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
}

test('hostile names are text on every screen', async ({ page }) => {
  const policy: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) policy.push(message.text());
  });
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog: ${dialog.message()}`);
  });
  await page.context().addCookies([{ name: 'lang', value: 'en', url: product.address }]);
  await page.goto(`${product.address}/login`);
  await page.getByLabel(en['login.account'], { exact: true }).fill(accounts.maintainer.accountName);
  await page.getByLabel(en['login.password'], { exact: true }).fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-station]').first()).toBeVisible();
  await expectText(page, 'home');
  await page.locator('[data-station]').first().click();
  await expect(page.locator('.pop')).toContainText('<script>');
  await expectText(page, 'popover');
  await page.locator('.pop').getByRole('button', { name: en['home.open'], exact: true }).click();
  await expectText(page, 'station');
  await expect(page).toHaveTitle(/<img src=x/);
  for (const tab of ['map', 'latest', 'overview', 'curve'] as const) {
    await page.getByRole('tab', { name: en[`station.tab.${tab}`] }).click();
    await expectText(page, tab);
  }
  for (const address of [
    '/devices/tree',
    '/devices/tree?at=station:1',
    '/devices/tree?at=sensor:1',
    '/station/1/remarks',
    '/audit',
    '/audit?action=session.login&result=refused&entry=1',
    '/users',
    '/users?what=role&id=2',
    `/rest/datshow/list2?station=1&channels=${encodeURIComponent(hostile)}`,
    `/${encodeURIComponent(hostile)}`,
  ]) {
    await page.goto(product.address + address);
    await expectText(page, address);
  }
  // An error that speaks hostile text: in the log, in its details, and again after the page was loaded anew.
  await page.evaluate((message) => {
    dispatchEvent(new ErrorEvent('error', { message, error: new Error(message) }));
  }, hostile);
  await page.getByRole('button', { name: new RegExp(en['header.log'].replace('{count}', '\\d+')) }).click();
  await page.locator('.log__table').getByText('<script>').click();
  await expect(page.getByRole('region', { name: en['log.detail'] })).toContainText('<script>');
  await expectText(page, 'log');
  await page.reload();
  await expectText(page, 'log, again');
  await page.goto(`${product.address}/login?redirect=${encodeURIComponent('//elsewhere.example/')}`);
  await expect(page).toHaveURL(`${product.address}/index`);
  expect(policy).toEqual([]);
});
