/** What a cold load asks for: each file once, and styles beside the code that announces them. */
import { expect, test } from '@playwright/test';
import { enter, visit } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(2, 1);
});
test.afterAll(async () => {
  await product.stop();
});

for (const address of ['/index', '/alarms'])
  test(`a style that is announced is the one that is used, on ${address}`, async ({ page }) => {
    await enter(page, product);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning' && message.text().includes('credentials mode'))
        warnings.push(message.text());
    });
    const announced: string[] = [];
    page.on('response', async (response) => {
      const link = (await response.headerValue('link')) ?? '';
      announced.push(...[...link.matchAll(/<([^>]+\.css)>/g)].map(([, file = '']) => file));
    });
    await visit(page, product, address);
    await expect(page.locator('main')).toBeVisible();
    await expect.poll(() => announced.length).toBeGreaterThan(0);
    const unused = async () => {
      const used = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
          ({ href }) => new URL(href).pathname,
        ),
      );
      return announced.filter((file) => !used.includes(file));
    };
    await expect.poll(unused).toEqual([]);
    expect(warnings).toEqual([]);
  });
