/** Photographs from the field: with a comment and a finding of an alarm, over a connection that breaks, looked at by keys. */
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let alarmId = 0;
test.beforeAll(async () => {
  product = await startProduct(4, 1);
  const post = async (path: string, body: unknown, token = '') => {
    const response = await fetch(product.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { accountName, password } = accounts.maintainer;
  const token: string = (await post('/login', { accountName, password })).data.loginToken;
  const { storage, board } = product.running;
  const definition = {
    of: 'rtu',
    enabled: true,
    terms: [{ quantity: 'batteryVoltage', args: {} }],
    ladder: [
      {
        level: 'red',
        condition: { type: 'limit', term: 0, side: 'above', limit: 5, release: 4 },
        hold: { readings: 1 },
        releaseHold: { readings: 1 },
      },
    ],
    patience: null,
    blindLevel: 'blue',
    scope: { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] },
    overrides: [],
  };
  const companyId = board.projects({ companyId: null })[0]?.companyId ?? 0;
  await post('/rest/alarm-rules', { name: 'Battery', companyId, reason: 'of a test', definition }, token);
  await expect
    .poll(async () => {
      const row = await storage.db.selectFrom('alarms').select('id').orderBy('id').executeTakeFirst();
      alarmId = row?.id ?? 0;
      return alarmId;
    })
    .toBeGreaterThan(0);
});
test.afterAll(async () => {
  await product.stop();
});

/** A photograph in one colour, as a file that is chosen. */
const photograph = async (name: string, color: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background: color } })
    .jpeg()
    .toBuffer(),
});
const chooser = (page: Page) => page.getByRole('dialog').locator('input[type=file][multiple]');

test('a comment carries photographs over a connection that breaks; they are looked at by keys', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, `/alarms/${alarmId}`);
  const detail = page.getByRole('region', { name: `Alarm ${alarmId}` });
  await detail.getByRole('button', { name: /^Comment/ }).click();
  const dialog = page.getByRole('dialog');
  let isBroken = true;
  await page.route('**/rest/stations/*/uploads*', (route) => (isBroken ? route.abort() : route.continue()));
  await chooser(page).setInputFiles([
    await photograph('crack.jpg', '#a04020'),
    await photograph('post.jpg', '#204080'),
  ]);
  await expect(dialog.getByText('The connection is lost').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Comment' })).toBeDisabled();
  // Closed too early: nothing is lost.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await detail.getByRole('button', { name: /^Comment/ }).click();
  await expect(dialog.getByText('crack.jpg')).toBeVisible();
  isBroken = false;
  await dialog
    .getByRole('button', { name: 'Send crack.jpg again' })
    .or(dialog.getByText('Sent'))
    .first()
    .click();
  await expect(dialog.getByText('Sent', { exact: true })).toHaveCount(2);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/comment.png` });
  await dialog.getByRole('button', { name: 'Comment' }).click();
  await expect(dialog).toHaveCount(0);

  const thumbs = detail.getByRole('list', { name: '2 files' });
  await expect(thumbs.getByRole('img')).toHaveCount(2);
  await expect(thumbs.getByRole('img', { name: 'post.jpg' })).toHaveJSProperty('naturalWidth', 480);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/timeline.png` });
  await thumbs.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  const large = dialog.getByRole('img');
  await expect(large).toHaveAttribute('alt', 'crack.jpg');
  await expect(large).toHaveJSProperty('naturalWidth', 1200);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/large.png` });
  await page.keyboard.press('ArrowRight');
  await expect(large).toHaveAttribute('alt', 'post.jpg');
  await page.keyboard.press('ArrowLeft');
  await expect(large).toHaveAttribute('alt', 'crack.jpg');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(thumbs.getByRole('button').first()).toBeFocused();
  expect(errors.filter((error) => !/ERR_FAILED/.test(error))).toEqual([]);
});

test('a phone closes an alarm with what its camera saw; a file that is none is refused in words', async ({
  browser,
}) => {
  await product.running.storage.write((db) =>
    db
      .updateTable('alarms')
      .set({ present: 0, answered_at: Date.now(), answered_by: 1, answered_name: 'maintainer' })
      .where('id', '=', alarmId)
      .execute(),
  );
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile',
  });
  const page = await context.newPage();
  await enter(page, product);
  await visit(page, product, `/alarms/${alarmId}`);
  await page.getByRole('button', { name: /^Close/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^True/ }).click();
  await dialog.getByRole('textbox').fill('Crack 4 mm');
  await expect(dialog.getByRole('button', { name: 'Take a photograph' })).toBeVisible();
  await dialog
    .locator('input[type=file][capture]')
    .setInputFiles([
      { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="alert(1)"/>') },
    ]);
  await expect(dialog.getByText('This kind of file is not taken')).toBeVisible();
  const done = dialog.getByRole('button', { name: /^Close as/ });
  await expect(done).toBeDisabled();
  await dialog.getByRole('button', { name: 'Take photo.jpg out' }).click();
  await dialog.locator('input[type=file][capture]').setInputFiles([await photograph('photo.jpg', '#608020')]);
  await expect(dialog.getByText('Sent', { exact: true })).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/phone-close.png` });
  await done.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('list', { name: '1 file' }).getByRole('img')).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/phone-timeline.png` });
  const { entries } = await product.running.alarmBook.one(
    { userId: 1, companyId: null } as Parameters<typeof product.running.alarmBook.one>[0],
    alarmId,
  );
  expect(entries.at(-1)?.files).toHaveLength(1);
  await context.close();
});

test('a remark and the station itself hold files, which are saved, taken out and seen by another console', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page);
  await enter(page, product, { account: 'operator' });
  await visit(page, product, '/station/1/remarks');
  const form = page.getByRole('form', { name: 'New remark' });
  await form.getByLabel('Issue description').fill('Crack 3 mm at the post');
  await form.locator('input[type=file][multiple]').setInputFiles([await photograph('crack.jpg', '#a04020')]);
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Crack 3 mm' });
  await expect(row.getByRole('img', { name: 'crack.jpg' })).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toHaveCount(0);

  const other = await browser.newPage();
  await enter(other, product);
  await visit(other, product, '/station/1/remarks');
  const files = (of: Page) => of.getByRole('region', { name: 'Drawings and survey sheets' }).first();
  await files(page)
    .locator('input[type=file][multiple]')
    .setInputFiles([
      { name: 'levels.csv', mimeType: 'text/csv', buffer: Buffer.from('point,height\n1,812.4\n') },
    ]);
  await files(page).getByRole('button', { name: 'Add to the station' }).click();
  for (const one of [page, other])
    await expect(files(one).getByRole('row', { name: /levels\.csv/ })).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/remarks.png` });
  const saved = page.waitForEvent('download');
  await files(page).getByRole('button', { name: 'Save levels.csv' }).first().click();
  expect((await saved).suggestedFilename()).toBe('levels.csv');

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('form', { name: 'Edit' });
  await edit.getByRole('button', { name: 'Take crack.jpg out' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('edited')).toBeVisible();
  await expect(row.getByRole('img')).toHaveCount(0);
  await files(page).getByRole('button', { name: 'Take levels.csv out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  for (const one of [page, other]) await expect(files(one).getByText('No drawings')).toBeVisible();
  await other.close();
  expect(errors).toEqual([]);
});

test('a company calls a cause by its own words, and a finding offers them', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  const company = await product.running.storage.db
    .selectFrom('companies')
    .innerJoin('projects', 'projects.company_id', 'companies.id')
    .innerJoin('stations', 'stations.project_id', 'projects.id')
    .innerJoin('alarms', 'alarms.station_id', 'stations.id')
    .select('companies.id')
    .where('alarms.id', '=', alarmId)
    .executeTakeFirstOrThrow();
  await visit(page, product, `/devices/tree?at=company:${company.id}`);
  await page.getByRole('button', { name: 'Change the entry rainfall' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('English').fill('Downpour');
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/dictionary-edit.png` });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Downpour/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('Rainfall');
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/dictionary.png`, fullPage: true });

  await product.running.storage.write((db) =>
    db
      .updateTable('alarms')
      .set({
        closed_at: null,
        closed_why: null,
        finding: null,
        present: 0,
        answered_at: Date.now(),
        answered_by: 1,
        answered_name: 'maintainer',
      })
      .where('id', '=', alarmId)
      .execute(),
  );
  await visit(page, product, `/alarms/${alarmId}`);
  // What was written past the server no event reports.
  await page.reload();
  await page.getByRole('button', { name: /^Close…/ }).click();
  await dialog.getByRole('button', { name: /^True/ }).click();
  await dialog.getByLabel('Cause').selectOption({ label: 'Downpour' });
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/cause.png` });
  await dialog.getByRole('button', { name: /^Close as/ }).click();
  await expect(page.getByText('True · Downpour')).toBeVisible();
  expect(errors).toEqual([]);
});
