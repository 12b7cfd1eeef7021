/** Who started a plan or a script learns in the console how it ended, wherever they are in it, and may switch that off. */
import { expect, type Page, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { rtusThat } from '../support/fleet/product-rtus.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let awake: number[];
test.beforeAll(async () => {
  product = await startProduct(12, 1, { settings: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const found = await rtusThat(product, 2, (rtu) => rtu.reported && rtu.staysAwake && rtu.connected);
  awake = found.slice(0, 2).map(({ id }) => id);
});
test.afterAll(async () => {
  await product.stop();
});

/** As the page's user, from somewhere else than the page. */
async function ask<T>(page: Page, path: string, data: object): Promise<T> {
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const answer = await page.context().request.post(`${new URL(page.url()).origin}${path}`, {
    headers: { authorization: token },
    data,
  });
  const { status, msg, data: got } = (await answer.json()) as { status: number; msg: string; data: T };
  if (status !== 200) throw new Error(`${path}: ${status} ${msg}`);
  return got;
}

/** A plan of two devices is made and approved; answers its id. */
async function approve(page: Page, title: string, lowBattery: number): Promise<string> {
  const items = awake.map((rtuId) => ({
    target: { rtuId, slot: null },
    group: 'rtu',
    edits: { lowBattery },
  }));
  const { plan } = await ask<{ plan: { id: string; revision: number } }>(page, '/rest/plans', {
    ...{ title, surface: 'script', items },
  });
  const { id, revision } = plan;
  const { confirmation } = await ask<{ confirmation: string }>(page, '/rest/user/confirm', {
    ...{ password: accounts.maintainer.password, body: { planId: id, revision, reason: '' } },
  });
  await ask(page, `/rest/plans/${id}/approve`, { revision, reason: '', confirmation });
  return id;
}

test('the end of a plan is said on another page, kept until it is seen, and leads to the plan', async ({
  page,
}) => {
  const errors = watchErrors(page);
  // What is there at the first look is no news of now.
  const asked = page.waitForResponse(/\/rest\/work\/notices/);
  await enter(page, product);
  await visit(page, product, '/index');
  const header = page.getByRole('banner');
  const news = header.getByRole('button', { name: /about my work$/ });
  await asked;
  await expect(news).toHaveCount(0);

  const id = await approve(page, 'Low battery', 11.2);
  await expect(page.locator('.notice', { hasText: 'Plan finished: Low battery' })).toBeVisible();
  await expect(news).toHaveAccessibleName('1 message about my work');
  await approve(page, 'Once more', 11.4);
  await expect(news).toHaveAccessibleName('2 messages about my work');
  // It is still there in a console that is opened later.
  await page.reload();
  await news.click();
  const list = page.getByRole('region', { name: '2 messages about my work' });
  await expect(list.getByRole('button', { name: /Plan finished/ })).toHaveCount(2);
  await expect(list.getByRole('button', { name: /Low battery/ })).toContainText(
    'Of 2 devices: 2 landed, 0 failed, 0 left.',
  );
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await news.click();
  await list.getByRole('button', { name: /Low battery/ }).click();
  await page.waitForURL(new RegExp(`/plans/${id}$`));
  await expect(news).toHaveAccessibleName('1 message about my work');

  // What the page shows is seen without a press.
  const other = await approve(page, 'On its page', 11.6);
  await visit(page, product, `/plans/${other}`);
  const { db } = product.running.storage;
  const seen = () =>
    db.selectFrom('work_notices').select('seen_at').where('work', '=', `plan:${other}`).executeTakeFirst();
  await expect.poll(async () => (await seen())?.seen_at ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  await expect(news).toHaveAccessibleName('1 message about my work');
  await news.click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(news).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('who does not want it is not bothered', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/alarms/notify');
  await page.getByRole('button', { name: 'My contacts' }).first().click();
  const group = page.getByRole('dialog').getByRole('group', { name: 'My plans and scripts' });
  await expect(group.getByLabel('In the console')).toBeChecked();
  await group.getByLabel('In the console').click();
  await expect(group.getByLabel('In the console')).not.toBeChecked();
  await page.getByRole('button', { name: 'Close' }).last().click();
  const id = await approve(page, 'Unwanted', 11.8);
  await expect
    .poll(async () => {
      const { db } = product.running.storage;
      const rows = await db.selectFrom('work_notices').select('work').execute();
      return rows.map(({ work }) => work);
    })
    .toContain(`plan:${id}`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'My contacts' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /about my work$/ })).toHaveCount(0);
});
