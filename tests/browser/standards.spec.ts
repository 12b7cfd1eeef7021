/** A standard set assigned in the console: drift of the real fleet is listed, and a plan repairs it; on a phone, in three languages. */
import { expect, type Page, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let person: string;

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(product.address + path, {
    method,
    headers: { authorization: person, 'content-type': 'application/json', lang: 'en' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status, msg, data } = (await answer.json()) as { status: number; msg: string; data: T };
  if (status >= 300) throw new Error(`${method} ${path}: ${msg}`);
  return data;
}
const region = (page: Page) => page.getByRole('region', { name: 'Voltage', exact: true });

test.beforeAll(async () => {
  product = await startProduct(4, 1);
  const { accountName, password } = accounts.maintainer;
  const answer = await fetch(`${product.address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountName, password }),
  });
  person = ((await answer.json()) as { data: { loginToken: string } }).data.loginToken;
  const { projects } = await ask<{ projects: { companyId: number }[] }>('GET', '/rest/stations');
  await ask('POST', '/rest/standards', {
    ...{ companyId: projects[0]?.companyId, name: 'Voltage', group: 'rtu', values: { lowBattery: 12.3 } },
  });
});
test.afterAll(async () => {
  await product.stop();
});

test('is assigned by hand; what drifts is listed; one button proposes the plan; the assignment is taken back', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/standards');
  await page.getByRole('button', { name: /Voltage/ }).click();
  await expect(region(page)).toContainText('Once it is assigned');
  await expect(region(page)).toContainText('12.3 V');
  await region(page).getByRole('button', { name: 'Assigned to' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Voltage to' });
  await dialog.getByRole('group', { name: 'Projects' }).getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('“Voltage” is assigned')).toBeVisible();
  const rows = region(page).getByRole('row').filter({ hasText: 'Low battery' });
  await expect(rows.first()).toBeVisible({ timeout: 60_000 });
  await expect(rows.first()).toContainText('12.3 V');
  await expect(region(page)).toContainText(/\d+ of \d+ devices? drift/);
  await region(page).getByRole('button', { name: 'Propose the plan that repairs it' }).click();
  await expect(page).toHaveURL(/\/plans\/[0-9A-Z]{26}$/);
  await expect(page.getByText('Repair by standard set: Voltage').first()).toBeVisible();
  await expect(page.getByText('12.3').first()).toBeVisible();

  await visit(page, product, '/standards');
  await page.getByRole('button', { name: /Voltage/ }).click();
  await region(page).getByRole('button', { name: 'End the assignment' }).click();
  await expect(region(page)).toContainText('Once it is assigned');
  await page.getByRole('button', { name: /Undo/ }).first().click();
  await expect(region(page)).toContainText('assigned by maintainer');
  expect(errors).toEqual([]);
});

for (const [language, title, head] of [
  ['zh-chs', '标准参数', '偏离自'],
  ['ja', '標準セット', '検出日時'],
] as const)
  test(`in ${language}, on a phone, nothing is wider than the screen`, async ({ browser }) => {
    const { standards } = await ask<{ standards: { id: number; revision: number }[] }>(
      'GET',
      '/rest/standards',
    );
    const [one] = standards;
    const scope = { projects: [], stations: [], except: [], labels: [], folders: [] };
    await ask('PUT', `/rest/standards/${one?.id}/watch`, { revision: one?.revision, scope });
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    });
    const page = await context.newPage();
    await enter(page, product, { language });
    await visit(page, product, `/standards/${one?.id}`);
    await expect(page.getByRole('heading', { name: title, level: 2, exact: true })).toBeVisible();
    await expect(region(page).getByRole('columnheader', { name: head })).toBeVisible({ timeout: 60_000 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    // Nor does a panel cut anything off: what is wider scrolls in a box of its own.
    const cut = await page
      .locator('.split__detail .panel')
      .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(cut).toEqual(cut.map(() => 0));
    expect(cut.length).toBeGreaterThan(0);
    await context.close();
  });
