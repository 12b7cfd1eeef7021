/** The audit on the real product: what was done is read in words, found, opened, verified and saved. */

import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { appendAudit } from '../../src/server/audit/audit.ts';
import type { AuditHead } from '../../src/server/audit/head.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

const many = 900;
let product: Product;
test.beforeAll(async () => {
  product = await startProduct(3, 1);
  const begin = Date.now() - 20 * 86_400_000;
  await product.running.storage.write(async (db) => {
    for (let index = 0; index < many; index++)
      await appendAudit(db, {
        at: begin + index * 60_000,
        userId: 1,
        accountName: 'maintainer',
        address: '10.0.0.9',
        action: index % 3 === 0 ? 'remark.add' : 'sites.station.update',
        subject: `station:${1 + (index % 3)}`,
        result: 'ok',
        detail: index === 5 ? '=cmd("x")\u202e <b>bold</b>' : `entry ${index}`,
      });
  });
});
test.afterAll(async () => {
  await product.stop();
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Entries of the audit trail' });
const reported = (page: Page) => page.getByRole('status').filter({ hasText: 'showing' });

test('entries are read in words, found by what they are, and opened; all of it is in the address', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/index');
  await page.getByRole('button', { name: 'Audit trail' }).first().click();
  await expect(page).toHaveURL(/\/audit$/);
  const first = grid(page).getByRole('row').nth(1);
  await expect(first).toContainText('maintainer');
  await expect(first).toContainText('Login');
  await expect(first).toContainText('done');

  await page.getByRole('combobox', { name: 'Act' }).selectOption({ label: 'Remark added' });
  await expect(reported(page)).toHaveText(`showing 200 of ${many / 3}`);
  await expect(page).toHaveURL(/action=remark\.add/);
  await page.getByRole('searchbox').fill('entry 12');
  await expect(reported(page)).toHaveText('showing 5 of 5');
  await expect(page).toHaveURL(/text=entry/);
  await page.reload();
  await expect(reported(page)).toHaveText('showing 5 of 5');
  await expect(page.getByRole('searchbox')).toHaveValue('entry 12');

  await grid(page).getByRole('row').nth(2).click();
  const detail = page.getByRole('region', { name: 'Detail' });
  await expect(detail).toContainText('remark.add');
  await expect(detail).toContainText(/[0-9a-f]{64}/);
  await detail.getByRole('button', { name: 'Only “station 1”' }).click();
  await expect(page).toHaveURL(/subject=station%3A1/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/text=|action=|subject=/);
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the keys go through it, and what is further down comes when it is needed', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/index');
  // A page that is still being drawn takes a key when it has time: two that belong together come too far apart then.
  await expect(async () => {
    for (const key of ['g', 'a']) await page.keyboard.press(key);
    await expect(page).toHaveURL(/\/audit$/, { timeout: 3000 });
  }).toPass();
  await visit(page, product, '/audit?action=sites.station');
  await expect(reported(page)).toHaveText(`showing 200 of ${(many / 3) * 2}`);
  await grid(page).focus();
  for (let times = 0; times < 3; times++) {
    await page.keyboard.press('End');
    await page.waitForTimeout(400);
  }
  await expect(reported(page)).toHaveText(`showing ${(many / 3) * 2} of ${(many / 3) * 2}`);
  await page.keyboard.press('End');
  await expect(grid(page)).toContainText('entry 1');
  // Of hundreds of rows those in sight alone are in the page.
  expect(await grid(page).getByRole('row').count()).toBeLessThan(70);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/entry=\d+/);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/entry=/);
});

test('what somebody wrote stays text, on the page and in the file; the export is audited', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/audit?text=bold');
  await expect(grid(page).getByRole('row').nth(1)).toContainText('<b>bold</b>');
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: en['exports.save'], exact: true }).click();
  const dialog = page.getByRole('dialog', { name: en['exports.title'] });
  await dialog.getByRole('button', { name: en['exports.format.csv'], exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 row');
  await dialog.getByRole('button', { name: en['exports.save'], exact: true }).click();
  const file = await downloads;
  expect(file.suggestedFilename()).toMatch(/^Audit_trail_\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\uFEFFNumber,Time,Account,/);
  expect(lines[2]).toContain(`"'=cmd(""x"")`);
  await visit(page, product, '/audit?action=export');
  await expect(grid(page).getByRole('row').nth(1)).toContainText(en['audit.action.export.write']);
});

test('the check reports a chain that was tampered with, and one that is whole', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/audit');
  const pill = page.getByRole('button', { name: /Chain/ });
  await expect(pill).toHaveText(/Chain whole, verified \d\d:\d\d/);
  const { storage } = product.running;
  const { id, detail } = await storage.db
    .selectFrom('audit')
    .select(['id', 'detail'])
    .where('detail', '=', 'entry 7')
    .executeTakeFirstOrThrow();
  const set = (value: string) =>
    storage.write((db) => db.updateTable('audit').set({ detail: value }).where('id', '=', id).execute());
  await set('nothing happened');
  await pill.click();
  await expect(page.getByRole('alert')).toHaveText(`Chain broken at entry ${id}`);
  await set(detail);
  await pill.click();
  await expect(pill).toHaveText(/Chain whole/);
});

test('D4: a saved signature shows whether the end was cut off or altered, whatever the server says', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/audit');
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save signature' }).click();
  const saved = readFileSync(await (await downloads).path(), 'utf8');
  const head = JSON.parse(saved) as AuditHead;

  await page.getByRole('button', { name: 'Check against saved' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify against a saved signature' });
  const field = dialog.getByRole('textbox', { name: 'Saved signature' });
  const verify = dialog.getByRole('button', { name: 'Verify' });
  await verify.click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'head.json',
    mimeType: 'application/json',
    buffer: Buffer.from(saved),
  });
  await expect(field).toHaveValue(saved.trim());
  await verify.click();
  await expect(dialog.getByRole('status')).toContainText(`It agrees: every entry up to ${head.entryId},`);

  const paste = async (value: unknown) => {
    await field.fill(typeof value === 'string' ? value : JSON.stringify(value));
    await verify.click();
  };
  const alert = dialog.getByRole('alert');
  await paste('{"made":"up"}');
  await expect(alert).toHaveText(/is no signed end of the audit trail/);
  await paste({ ...head, entries: head.entries - 1 });
  await expect(alert).toHaveText(/signature itself was altered/);
  const turned = (hex: string) => hex.replace(/^./, (sign) => (sign === '0' ? '1' : '0'));
  await paste({ ...head, keyName: turned(head.keyName), signature: turned(head.signature) });
  await expect(alert).toHaveText(/signed with another key/);

  const { storage } = product.running;
  const row = await storage.db
    .selectFrom('audit')
    .selectAll()
    .where('id', '=', head.entryId)
    .executeTakeFirstOrThrow();
  const alter = (detail: string) =>
    storage.write((db) => db.updateTable('audit').set({ detail }).where('id', '=', row.id).execute());
  await alter('nothing happened');
  await paste(saved);
  await expect(alert).toHaveText(`It does not agree: entry ${row.id} was altered.`);
  await alter(row.detail);
  const cut = await storage.db.selectFrom('audit').selectAll().where('id', '>=', row.id).execute();
  await storage.write((db) => db.deleteFrom('audit').where('id', '>=', row.id).execute());
  await paste(saved);
  await expect(alert).toHaveText(
    `It does not agree: the audit trail was cut off after entry ${row.id - 1}; when this was signed it reached entry ${row.id}.`,
  );
  await storage.write((db) => db.insertInto('audit').values(cut).execute());
  await paste(saved);
  await expect(dialog.getByRole('status')).toContainText('It agrees');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a user without permission is refused with a message, and sees no link to the audit', async ({
  page,
}) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, '/index');
  await expect(page.getByRole('button', { name: 'Frontend log' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Audit trail' })).toHaveCount(0);
  await visit(page, product, '/audit');
  await expect(page.getByText('See the audit trail')).toBeVisible();
});
