/** A user changes the own password, sets up two-step login, and is asked for the code at the next login. */
import { expect, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { accounts, type Product, startProduct } from '../support/product.ts';
import { codeAt } from '../support/totp.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(2, 0.05);
});
test.afterAll(async () => {
  await product.stop();
});

test('own password and two-step login', async ({ page }) => {
  const fresh = 'gully-above-the-road';
  const signIn = async (password: string) => {
    await page.getByLabel(en['login.account'], { exact: true }).fill(accounts.operator.accountName);
    await page.getByLabel(en['login.password'], { exact: true }).fill(password);
    await page.getByRole('button', { name: en['page.login'] }).click();
  };
  await page.context().addCookies([{ name: 'lang', value: 'en', url: product.address }]);
  await page.goto(`${product.address}/login`);
  await signIn(accounts.operator.password);
  await page.getByRole('button', { name: new RegExp(en['header.user']) }).click();
  await page.getByRole('menuitem', { name: en['command.session.changePassword'] }).click();
  await expect(page).toHaveURL(/\/rest\/user\/passlist$/);

  const change = page.getByRole('form', { name: en['password.title'] });
  await change.getByLabel(en['password.current']).fill('not this one');
  await change.getByLabel(en['password.new'], { exact: true }).fill(fresh);
  await change.getByLabel(en['setup.again']).fill('something else');
  await change.getByRole('button', { name: en['password.change'] }).click();
  await expect(change.getByRole('alert')).toContainText(en['setup.different']);
  await change.getByLabel(en['setup.again']).fill(fresh);
  await change.getByRole('button', { name: en['password.change'] }).click();
  await expect(change.getByRole('alert')).toContainText(en['password.wrong']);
  await change.getByLabel(en['password.current']).fill(accounts.operator.password);
  await change.getByRole('button', { name: en['password.change'] }).click();
  await expect(page.getByText(en['password.changed'])).toBeVisible();

  await page.goto(`${product.address}/rest/user/passlist`);
  const begin = page.getByRole('form', { name: en['totp.begin'] });
  await begin.getByLabel(en['password.current']).fill(fresh);
  await begin.getByRole('button', { name: en['totp.begin'] }).click();
  const secret = await page.locator('.password__secret').innerText();
  const confirm = page.getByRole('form', { name: en['totp.confirm'] });
  // The code of now, and at the login the next one: both are good for a step more, in which a border may fall.
  const confirmedAt = Date.now();
  await confirm.getByLabel(en['totp.code']).fill(codeAt(secret, confirmedAt));
  await confirm.getByRole('button', { name: en['totp.confirm'] }).click();
  await expect(page.getByRole('form', { name: en['totp.end'] })).toBeVisible();

  await page.context().clearCookies({ name: /token/ });
  await page.goto(`${product.address}/login`);
  await signIn(fresh);
  const code = page.getByLabel(en['totp.code']);
  await expect(code).toBeVisible();
  await code.fill(codeAt(secret, Math.max(Date.now(), confirmedAt + 30_000)));
  await page.getByRole('button', { name: en['page.login'] }).click();
  await expect(page.getByRole('region', { name: en['home.stations'], exact: true })).toBeVisible();
});
