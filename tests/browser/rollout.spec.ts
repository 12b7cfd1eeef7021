/** A rollout on the real product: chosen in the draft, followed, paused, resumed, its rest cancelled, rolled back. */
import { expect, type Page, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { rtusThat } from '../support/fleet/product-rtus.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
/** RTUs that are awake, and some that are not. */
let awake: number[];
let asleep: number[];
test.beforeAll(async () => {
  product = await startProduct(16, 1);
  const found = async (...wanted: Parameters<typeof rtusThat>) =>
    (await rtusThat(...wanted)).map(({ id }) => id);
  // One that sleeps is connected, too, while it visits: what it is ordered then lands an hour later.
  awake = await found(product, 3, (rtu) => rtu.reported && rtu.staysAwake && rtu.connected);
  asleep = await found(product, 3, (rtu) => rtu.reported && !rtu.staysAwake && !rtu.connected);
});
test.afterAll(async () => {
  await product.stop();
});

async function propose(page: Page, rtus: readonly number[]): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const answer = await page.context().request.post(`${new URL(page.url()).origin}/rest/plans`, {
    headers: { authorization: token },
    data: {
      title: 'Battery',
      surface: 'script',
      items: rtus.map((rtuId) => ({
        target: { rtuId, slot: null },
        group: 'rtu',
        edits: { lowBattery: 11.2 },
      })),
    },
  });
  const { data } = (await answer.json()) as { data: { plan: { id: string } } };
  await visit(page, product, `/plans/${data.plan.id}`);
}

test('batches are chosen, held, taken back, and what was changed is rolled back', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/index');
  await propose(page, [...awake.slice(0, 1), ...asleep.slice(0, 3)]);
  const form = page.getByRole('form', { name: 'Rollout' });
  await page.getByRole('button', { name: 'Change…' }).click();
  await form.getByLabel('Batches').fill('1, x');
  await expect(page.getByRole('button', { name: 'Approve…' })).toBeDisabled();
  await form.getByRole('button', { name: 'Save rollout' }).click();
  await expect(form.getByRole('alert')).toContainText('“x” is no batch size');
  await form.getByLabel('Batches').fill('1, 2');
  await form.getByLabel('Stop when').fill('2');
  await form.getByLabel('of the last').fill('4');
  await form.getByLabel('Order').selectOption({ label: 'As the plan lists them' });
  await form.getByRole('button', { name: 'Save rollout' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('4 devices in 3 batches: 1, 2, 1')).toBeVisible();

  await page.getByRole('button', { name: 'Approve…' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('batch 2 of 3', { exact: false }).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Stops when 2 or more of 4 fail. Now 0 of the last 1 failed.')).toBeVisible();

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Paused');
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Being applied');
  await page.getByRole('button', { name: 'Cancel rest' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Cancel the rest/ })
    .click();
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Rest cancelled');
  await expect(page.getByRole('button', { name: 'Try 3 that did not go…' })).toBeVisible({ timeout: 15_000 });

  await page.getByRole('button', { name: 'Roll back 1 changed…' }).click();
  await expect(page.getByRole('heading', { name: 'Roll back: Battery' })).toBeVisible();
  await expect(page.getByText('Rolls “Battery” back')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Sets of the plan' })).toContainText('11.5 V');
  expect(errors).toEqual([]);
});
