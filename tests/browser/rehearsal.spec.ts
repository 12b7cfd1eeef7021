/** A draft rehearsed on simulated twins: the result is marked as such, and stale when the draft changes. */
import { expect, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { rtusThat } from '../support/fleet/product-rtus.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let rtus: number[];
test.beforeAll(async () => {
  product = await startProduct(16, 1);
  rtus = (await rtusThat(product, 3, ({ reported }) => reported)).map(({ id }) => id);
});
test.afterAll(async () => {
  await product.stop();
});

test('a draft is rehearsed, its result is marked and goes stale', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/index');
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const answer = await page.context().request.post(`${new URL(page.url()).origin}/rest/plans`, {
    headers: { authorization: token },
    data: {
      title: 'Battery',
      surface: 'script',
      items: rtus.slice(0, 3).map((rtuId) => ({
        target: { rtuId, slot: null },
        group: 'rtu',
        edits: { lowBattery: 11.2 },
      })),
    },
  });
  const { data } = (await answer.json()) as { data: { plan: { id: string } } };
  await visit(page, product, `/plans/${data.plan.id}`);

  const panel = page.getByRole('region', { name: 'Rehearsal' });
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'Rehearse on twins' }).click();
  await expect(panel.getByText('nothing was sent to a real device')).toBeVisible();
  await expect(panel.getByRole('status')).toContainText('Rehearsing');
  await expect(panel.getByRole('status')).toHaveText('Done', { timeout: 60_000 });
  await expect(panel.getByText(/Expected to take/)).toBeVisible();
  await expect(panel.getByText(/Rehearsed at revision 1 by/)).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Order of landing' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Draft');
  const orders = await product.running.storage.db.selectFrom('orders').select('id').execute();
  expect(orders).toEqual([]);

  await page.getByRole('button', { name: /Leave out/ }).click();
  await expect(panel.getByText(/The draft has changed since/)).toBeVisible();

  // On a phone nothing of it is wider than the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(panel).toBeVisible();
  expect(await panel.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
  expect(errors).toEqual([]);
});
