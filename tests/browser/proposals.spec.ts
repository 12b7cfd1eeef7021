/** Changes that a program proposes, reviewed and accepted by a person in the console; in three languages and on a phone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runCommandLine } from '../../src/cli/run.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let folder: string;
let token: string;
let person: string;

async function ask<T>(method: string, path: string, body?: object, by = person): Promise<T> {
  const answer = await fetch(product.address + path, {
    method,
    headers: { authorization: by, 'content-type': 'application/json', lang: 'en' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status, msg, data } = (await answer.json()) as { status: number; msg: string; data: T };
  if (status >= 300) throw new Error(`${method} ${path}: ${msg}`);
  return data;
}
async function cli(...typed: string[]) {
  let out = '';
  const code = await runCommandLine(typed, {
    environment: {
      HOME: folder,
      LANG: 'en_US.UTF-8',
      GROUNDWATCH_SERVER: product.address,
      GROUNDWATCH_TOKEN: token,
    },
    out: (text) => {
      out += text;
    },
    error: (text) => {
      out += text;
    },
    askSecret: async () => '',
    readInput: () => '',
  });
  return { code, out };
}
const files = () => join(folder, 'monitoring');
const change = (file: string, edit: (read: { [name: string]: never }) => void) => {
  const read = JSON.parse(readFileSync(join(files(), file), 'utf8'));
  edit(read);
  writeFileSync(join(files(), file), JSON.stringify(read));
};

test.beforeAll(async () => {
  product = await startProduct(3, 1);
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-proposals-'));
  const { accountName, password } = accounts.maintainer;
  const answer = await fetch(`${product.address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountName, password }),
  });
  person = ((await answer.json()) as { data: { loginToken: string } }).data.loginToken;
  const account = { accountName: 'ci', purpose: '', companyId: 1, roleId: 2 };
  const { id } = await ask<{ id: number }>('POST', '/rest/service-accounts', account);
  const made = { name: 'ci', scopes: ['read', 'propose'], days: 7 };
  token = (await ask<{ token: string }>('POST', `/rest/service-accounts/${id}/tokens`, made)).token;
  for (const name of ['Winter', 'Summer'])
    await ask('POST', '/rest/standards', { companyId: 1, name, group: 'rtu', values: { sendCycle: 3600 } });
  expect((await cli('pull', files())).code).toBe(0);
  change('standards/Winter.json', (read) => {
    read['values'] = { sendCycle: 7200 } as never;
  });
  change('standards/Summer.json', (read) => {
    read['values'] = { sendCycle: 1800 } as never;
  });
  writeFileSync(join(files(), 'twice.ts'), 'not one of ours: it stands in none of the folders\n');
  const planned = await cli('plan', files(), '--title', 'Cycles of the year');
  expect(planned.code, planned.out).toBe(2);
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('what is proposed is seen with what was before, in part taken in, and made so by a person alone', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/index');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('open proposed changes');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/proposals$/);
  await page.getByRole('button', { name: /Cycles of the year/ }).click();
  await expect(page).toHaveURL(/\/proposals\/[0-9A-Z]{26}$/);
  const review = page.getByRole('region', { name: 'Cycles of the year' });
  const winter = review.getByRole('listitem').filter({ hasText: 'Winter' });
  await expect(winter).toContainText('Send cycle');
  await expect(winter.locator('s')).toHaveText('3600 s');
  await expect(winter.locator('dd b')).toHaveText('7200 s');
  await expect(review.getByRole('button', { name: 'Accept 2 changes' })).toBeDisabled();
  await review.getByRole('checkbox', { name: 'Take in “Summer”' }).uncheck();
  await review.getByLabel('Reason').fill('as agreed on Monday');
  await review.getByRole('button', { name: 'Accept 1 change' }).click();
  await expect(page.getByText('1 change was made')).toBeVisible();
  await expect(winter).toContainText('made, version 2');
  await expect(review.getByRole('listitem').filter({ hasText: 'Summer' })).toContainText('left out');
  await expect(review).toContainText('accepted');
  const { standards } = await ask<{ standards: { name: string; values: object }[] }>(
    'GET',
    '/rest/standards',
  );
  expect(Object.fromEntries(standards.map(({ name, values }) => [name, values]))).toMatchObject({
    Winter: { sendCycle: 7200 },
    Summer: { sendCycle: 3600 },
  });
  expect(errors).toEqual([]);
});

test('what somebody changed meanwhile is said, and cannot be taken in; it is discarded', async ({ page }) => {
  expect((await cli('plan', files(), '--title', 'Late')).code).toBe(2);
  const { standards } = await ask<{ standards: { id: number; name: string; revision: number }[] }>(
    'GET',
    '/rest/standards',
  );
  const summer = standards.find(({ name }) => name === 'Summer');
  await ask('PUT', `/rest/standards/${summer?.id}`, {
    revision: summer?.revision,
    name: 'Summer',
    values: { sendCycle: 600 },
  });
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/proposals');
  await page.getByRole('button', { name: /Late/ }).click();
  const review = page.getByRole('region', { name: 'Late' });
  await expect(review.getByRole('status')).toContainText('maintainer has saved a newer version since');
  await expect(review.getByRole('checkbox')).toBeDisabled();
  await review.getByRole('button', { name: 'Discard' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /OK|Discard|Yes|Confirm/ })
    .click();
  await expect(review).toContainText('discarded');
  expect(errors).toEqual([]);
});

for (const [lang, title, left] of [
  ['zh-chs', '变更提案', '未采纳'],
  ['ja', '変更の提案', '対象外'],
] as const)
  test(`in ${lang}, on a phone, nothing is wider than the screen`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    });
    const page = await context.newPage();
    await enter(page, product, { language: lang });
    await visit(page, product, '/proposals');
    await expect(page.getByRole('heading', { name: title, level: 2, exact: true })).toBeVisible();
    await page.getByRole('button', { name: /Cycles of the year/ }).click();
    await expect(page.getByRole('region', { name: 'Cycles of the year' })).toContainText(left);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    const text = `export const long = '${'slope '.repeat(60)}';\n`;
    const changes = [{ type: 'script', id: null, base: null, after: { name: `long in ${lang}`, text } }];
    const body = { title: `Long in ${lang}`, changes };
    const { proposal } = await ask<{ proposal: { id: string } }>('POST', '/rest/proposals', body, token);
    await visit(page, product, `/proposals/${proposal.id}`);
    const lines = page.getByRole('group').filter({ hasText: 'slope slope' });
    const moved = await lines.evaluate((one) => {
      one.scrollTo({ left: 200 });
      return one.scrollLeft;
    });
    expect(moved).toBe(200);
    // Nor does a panel cut anything off: what is wider scrolls in a box of its own.
    const cut = await page
      .locator('.split__detail .panel')
      .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(cut).toEqual(cut.map(() => 0));
    expect(cut.length).toBeGreaterThan(0);
    await context.close();
  });
