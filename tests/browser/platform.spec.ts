/** The page of the platform: a name and a logo are everybody's at once, also before anyone is signed in; undone by its versions. */
import { expect, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  const settings = {
    SMTP_URL: 'smtp://mailer:pass-of-the-test@127.0.0.1:9',
    MAP_SERVICE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
  };
  product = await startProduct(2, 1, { settings });
});
test.afterAll(async () => {
  await product.stop();
});

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#0a7"/></svg>`;

test('name and logo are seen by everybody at once, and come back from a version', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/platform');
  const brand = page.locator('.header__brand');
  await expect(brand).toContainText('Groundwatch');
  await page.getByLabel('Name (English)').fill('Jinsha slopes');
  await page.getByLabel('Remarks').fill('999');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('1000–1000000');
  await page.getByLabel('Remarks').fill('60000');
  await page.keyboard.press('Control+Enter');
  await expect(brand).toContainText('Jinsha slopes');
  await expect(page).toHaveTitle('Platform · Jinsha slopes');

  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) };
  await page.locator('input[type=file]').setInputFiles(file);
  const logo = brand.locator('img');
  await expect(logo).toBeVisible();
  await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(288);

  // What the environment says has no secret in it; a mail that cannot go out says why.
  const shown = page.locator('.platform');
  await expect(shown).toContainText('MAP_SERVICE_URL');
  await expect(shown).not.toContainText('pass-of-the-test');
  await page.getByLabel('Address of a test').fill('chief@example.org');
  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'did not go out' })).toContainText('ECONNREFUSED');

  const stranger = await (await browser.newContext({ locale: 'en' })).newPage();
  await stranger.goto(`${product.address}/login`);
  await expect(stranger.locator('.login__top')).toContainText('Jinsha slopes');
  await expect(stranger.locator('.login__top img')).toBeVisible();
  await expect(stranger).toHaveTitle(/Jinsha slopes$/);
  await stranger.context().close();

  await page.getByRole('button', { name: 'Restore version 0' }).click();
  await expect(brand).toContainText('Groundwatch');
  await expect(page.getByLabel('Remarks')).toHaveValue('50000');
  expect(errors).toEqual([]);
});

test('a company is switched off and on again; who belongs to it learns why on the way in', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page);
  const { storage } = product.running;
  const [company] = await storage.db.selectFrom('companies').select(['id', 'name']).orderBy('id').execute();
  await enter(page, product);
  await visit(page, product, `/devices/tree?at=company:${company?.id}`);
  const detail = page.locator('.panel', { has: page.getByRole('button', { name: /^Switch company/ }) });
  await detail.getByRole('button', { name: 'Switch company off' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('nobody is notified of its alarms');
  await question.getByRole('button', { name: 'Switch company off' }).click();
  await expect(detail).toContainText('Data is still kept');
  await expect(page.getByRole('treeitem', { name: company?.name ?? '' })).toContainText('Switched off');

  const operator = await (await browser.newContext({ locale: 'en' })).newPage();
  await operator.context().addCookies([{ url: product.address, name: 'lang', value: 'en' }]);
  const signIn = async () => {
    await operator.goto(`${product.address}/login`);
    await operator.getByLabel('Account').fill(accounts.operator.accountName);
    await operator.getByLabel('Password', { exact: true }).fill(accounts.operator.password);
    await operator.keyboard.press('Enter');
  };
  await signIn();
  await expect(operator.getByRole('alert')).toContainText('Your company has been switched off');

  await detail.getByRole('button', { name: 'Switch company on again' }).click();
  await expect(detail.getByRole('button', { name: 'Switch company off' })).toBeVisible();
  await signIn();
  await expect(operator.locator('[data-station]').first()).toBeVisible();
  await operator.context().close();
  expect(errors).toEqual([]);
});
