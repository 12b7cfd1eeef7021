/** What a cold load asks for: each file once, and styles beside the code that announces them. */
import { expect, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(60, 1);
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
    page.on('response', (response) => {
      const link = response.headers()['link'] ?? '';
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

test('code that does not come is said on the page and in the log of the console that comes at last', async ({
  page,
}) => {
  await enter(page, product);
  await page.route('**/assets/first-*.js', (route) => route.abort());
  await page.goto(`${product.address}/index`);
  const said = page.getByRole('alert');
  await expect(said).toContainText(en['chunk.title']);
  await expect(said).toContainText('ChunkLoadError');
  await page.unroute('**/assets/first-*.js');
  await said.getByRole('button', { name: en['action.retry'] }).click();
  await expect(page.locator('[data-station]').first()).toBeVisible();
  await visit(page, product, '/log');
  await expect(page.getByText('ChunkLoadError').first()).toBeVisible();
});

test('a menu whose code does not come stays closed, says so, and takes nothing with it', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/index');
  await expect(page.locator('[data-station]').first()).toBeVisible();
  await page.route('**/assets/MenuPopup-*.js', (route) => route.abort());
  await page.getByRole('button', { name: /^Language: / }).click();
  await expect(page.getByText(/ChunkLoadError: /)).toBeVisible();
  await expect(page.locator('[data-station]').first()).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.unroute('**/assets/MenuPopup-*.js');
  await page.getByRole('button', { name: /^Language: / }).click();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('little curves of the list are asked for of the rows in sight alone, and are drawn', async ({
  page,
}) => {
  await enter(page, product);
  const asked: number[] = [];
  let isWhole = false;
  page.on('request', (request) => {
    isWhole ||= new URL(request.url()).pathname === '/rest/stations';
  });
  await page.route('**/rest/stations/sparks', async (route) => {
    asked.push(...(route.request().postDataJSON() as { stationIds: number[] }).stationIds);
    await route.continue();
  });
  await visit(page, product, '/index');
  await expect(page.locator('[data-station] .spark :is(path, rect)').first()).toBeVisible();
  expect(asked.length).toBeLessThan(50);
  expect(new Set(asked).size).toBe(asked.length);
  const last = page.locator('[data-station]').last();
  await page.locator('.slist__scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  const below = async () => Number(await last.getAttribute('data-station'));
  await expect.poll(async () => asked.includes(await below())).toBe(true);
  expect(isWhole).toBe(false);
});
