/** Who is notified on the real product: a rota with a gap that is filled, a policy, a contact that a code confirms. */
import { expect, test } from '@playwright/test';
import axe from 'axe-core';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let mail: MailServer;

test.beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct(6, 1, { settings: { SMTP_URL: mail.url } });
});
test.afterAll(async () => {
  await product.stop();
  await mail.stop();
});

test('a rota, its gap, and a policy are made and saved', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/alarms/notify');
  const ladder = page.getByRole('region', { name: 'Escalation ladder' });
  await expect(ladder.getByRole('status')).toContainText('No policy covers');
  const calendar = page.getByRole('region', { name: 'Duty calendar' });
  await calendar.getByRole('button', { name: 'New rota' }).click();
  const rota = page.getByRole('dialog', { name: 'New rota' });
  await rota.getByLabel('Name of the rota').fill('Slopes');
  await rota.getByLabel('Holidays').fill('no-date');
  await rota.getByRole('button', { name: 'Save' }).click();
  // Refused: what was typed stays.
  await expect(rota.getByRole('alert')).toBeVisible();
  await expect(rota.getByLabel('Name of the rota')).toHaveValue('Slopes');
  await rota.getByLabel('Holidays').fill('');
  await rota.getByRole('button', { name: 'Save' }).click();
  await expect(rota).toHaveCount(0);

  const gap = calendar.getByRole('status');
  await expect(gap).toContainText('Nobody on duty A');
  await gap.getByRole('button', { name: 'Fill the gap' }).click();
  const fill = page.getByRole('dialog', { name: 'Fill the gap' });
  await fill.getByLabel('Person').selectOption({ label: 'maintainer' });
  await fill.getByRole('button', { name: 'Save' }).click();
  await expect(fill).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'People' }).getByText('now to')).toBeVisible();

  await ladder.getByRole('button', { name: 'New policy' }).click();
  const policy = page.getByRole('dialog', { name: 'New policy' });
  await policy.getByLabel('Name of the policy').fill('Everything');
  await policy.getByLabel('Blue', { exact: true }).check();
  await policy.getByLabel('Yellow', { exact: true }).check();
  await policy.getByRole('button', { name: 'Save' }).click();
  await expect(policy.getByRole('alert')).toContainText('Step 1: choose whom to notify');
  await policy.getByLabel('Duty Slopes A').check();
  await policy.getByRole('button', { name: 'Save' }).click();
  await expect(policy).toHaveCount(0);
  await expect(ladder.getByText('Duty Slopes A')).toBeVisible();
  await expect(ladder.getByRole('status')).toHaveCount(0);

  // Deleted, and put back: by the button of the notice, and by its key.
  for (const how of ['button', 'key'] as const) {
    await ladder.getByRole('button', { name: en['notify.policyMore'] }).click();
    const edited = page.getByRole('dialog', { name: en['notify.policy'], exact: true });
    await edited.getByRole('button', { name: en['notify.deleteIt'] }).click();
    const question = page.getByRole('dialog', { name: en['notify.delete.policy'] });
    await question.getByRole('button', { name: en['command.notify.deletePolicy'] }).click();
    await expect(ladder.getByText('Duty Slopes A')).toHaveCount(0);
    const notice = page.getByText('“Everything” was deleted');
    await expect(notice).toBeVisible();
    if (how === 'button') await notice.locator('..').getByRole('button', { name: 'Undo' }).click();
    else await page.keyboard.press('u');
    await expect(ladder.getByText('Duty Slopes A')).toBeVisible();
    await expect(page.getByText(en['undo.done'])).toBeVisible();
  }

  // The list of users says who is on duty, and of nobody else.
  await visit(page, product, '/users');
  const listed = page.locator('.users__list li', { has: page.getByText('maintainer', { exact: true }) });
  await expect(listed.getByText('on duty')).toBeVisible();
  await expect(page.locator('.users__list').getByText('on duty')).toHaveCount(1);
  expect(errors.filter((one) => !/422/.test(String(one)))).toEqual([]);
});

test('a mail address is confirmed by its code', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/alarms/notify');
  await page.getByRole('button', { name: 'My contacts' }).click();
  const dialog = page.getByRole('dialog', { name: 'My contacts' });
  await dialog.getByLabel('New mail address').fill('lin@example.org');
  await dialog.getByRole('button', { name: 'Get a code' }).click();
  await expect(dialog.getByText('not confirmed yet')).toBeVisible();
  const codeIn = () => /\d{4,}/.exec(mail.mails.map(({ subject }) => subject ?? '').join(' '))?.[0] ?? '';
  await expect.poll(codeIn, { timeout: 30_000 }).not.toBe('');
  const code = codeIn();
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog.getByText(/^confirmed /)).toBeVisible();

  // What is said of it can be pressed though the dialog is open, and is where it was once that is closed.
  const row = dialog.getByText('lin@example.org', { exact: true });
  await dialog
    .getByRole('button', { name: en['notify.removeOf'].replace('{name}', 'lin@example.org') })
    .click();
  await expect(row).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await expect(page.getByText(en['undo.done'])).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(en['undo.done'])).toBeVisible();
});

test('the page is clean for those who hear it, and fits a phone', async ({ page }) => {
  await enter(page, product);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await visit(page, product, '/alarms/notify');
    await expect(page.getByRole('region', { name: 'Delivery log' })).toBeVisible();
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(
        '.notified',
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
    });
    expect(found).toEqual([]);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(tooWide).toBe(false);
  }
  const worker = await page.request.get(`${product.address}/dist/push-worker.js`);
  expect(worker.headers()['service-worker-allowed']).toBe('/');
});
