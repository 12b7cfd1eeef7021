/** A tab that was closed frees what it held: counted in the browser's own heap. */
import { expect, test } from '@playwright/test';
import { enter, visit } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

test('stations that were opened and closed leave no part of their pages behind', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/index');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  const nodes = async () => {
    for (let turn = 0; turn < 3; turn++) await browser.send('HeapProfiler.collectGarbage');
    const { metrics } = await browser.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN;
  };
  const openAndClose = async (ids: readonly number[]) => {
    for (const id of ids) {
      await visit(page, product, `/station/${id}/latest`);
      await visit(page, product, `/station/${id}/curve`);
      await page.locator('.uplot canvas').first().waitFor();
    }
    await visit(page, product, '/index');
    const crosses = page.getByRole('button', { name: /^Close / });
    while ((await crosses.count()) > 0) await crosses.first().click();
  };
  await openAndClose([1]);
  const before = await nodes();
  await openAndClose([2, 3, 4, 5, 6, 7]);
  // A page of a station has about 1,200 nodes: one that stays would show.
  await expect.poll(nodes, { timeout: 20_000 }).toBeLessThan(before + 1000);
});
