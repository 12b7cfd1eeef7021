/** A script imports a saved one: its name and exports are offered, it runs, and the run shows which version it used. */
import { expect, type Page, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(4, 1);
});
test.afterAll(async () => {
  await product.stop();
});

const editor = (page: Page) => page.locator('.monaco-editor').first();

test('an import is typed with completion, runs, shows the version it used, and is named before it goes', async ({
  page,
}) => {
  test.slow();
  const errors = watchErrors(page);
  const { accountName, password } = accounts.maintainer;
  const signedIn = await page.request.post(`${product.address}/login`, { data: { accountName, password } });
  const { data } = (await signedIn.json()) as { data: { loginToken: string } };
  const make = async (name: string, text: string) => {
    const made = await page.request.post(`${product.address}/rest/scripts`, {
      headers: { authorization: data.loginToken },
      data: { name, text },
    });
    return ((await made.json()) as { data: { script: { id: string } } }).data.script.id;
  };
  const helper = await make(
    'slope helpers',
    '/** Millimetres of a tilt over a length in metres. */\nexport function millimetres(tilt: number, length: number): number {\n  return tilt * length * 17.5;\n}\n',
  );
  await make('ladder', "import { millimetres } from 'scripts/slope helpers';\nmillimetres(1, 2);\n");

  await enter(page, product);
  await visit(page, product, '/scripts');
  await expect(editor(page)).toBeVisible({ timeout: 30_000 });
  const offered = page.locator('.suggest-widget .monaco-list-row');
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type("import {} from '");
  await expect(offered.filter({ hasText: 'scripts/slope helpers' })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.type('scripts/slope');
  await page.keyboard.press('Enter');
  await expect(page.locator('.view-lines')).toContainText("import {} from 'scripts/slope");
  // What it exports is offered once its text has come.
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  for (let step = 0; step < 'import {'.length; step++) await page.keyboard.press('ArrowRight');
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Space');
    await expect(offered.filter({ hasText: 'millimetres' })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+End');
  await page.keyboard.type("\nlog(millimetres('2', 3) + ' mm');");
  // The types of the module are checked.
  await page.getByRole('button', { name: /1 error/ }).click({ timeout: 30_000 });
  await expect(
    page.getByRole('button', { name: /'string' is not assignable to parameter of type 'number'/ }),
  ).toBeVisible();
  await editor(page).click();
  await page.keyboard.press('Control+End');
  for (let step = 0; step < ", 3) + ' mm');".length; step++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: /0 errors/ })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Control+Enter');
  const beside = page.locator('.scripts__beside');
  await expect(beside.getByText('Done')).toBeVisible({ timeout: 30_000 });
  await expect(beside.getByText('Modules: slope helpers v1')).toBeVisible();
  await expect(page.getByRole('log', { name: 'Log' })).toContainText('105 mm');

  page.on('dialog', (dialog) => void dialog.accept());
  await visit(page, product, `/scripts/${helper}`);
  await expect(page.locator('.view-lines')).toContainText('millimetres');
  await page.getByRole('button', { name: 'More about the script' }).click();
  await page.getByRole('menuitem', { name: 'Delete the script' }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  const question = page.getByRole('dialog', { name: /These scripts import it: ladder/ });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.locator('.view-lines')).toContainText('millimetres');
  expect(errors).toEqual([]);
});
