/** The global map on a service that answers: its tiles are asked for by their addresses, and it is said whose they are. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let service: Server;
const asked: string[] = [];
test.beforeAll(async () => {
  const tile = await sharp({
    create: { width: 256, height: 256, channels: 3, background: { r: 20, g: 120, b: 200 } },
  })
    .png()
    .toBuffer();
  service = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' });
    response.end(tile);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  product = await startProduct(4, 1, {
    settings: {
      MAP_SERVICE_URL: `http://127.0.0.1:${port}/tiles/{z}/{x}/{y}.png?key=of-the-test`,
      MAP_SERVICE_DATUM: 'GCJ-02',
      MAP_SERVICE_ATTRIBUTION: 'A maps company 2026',
    },
  });
});
test.afterAll(async () => {
  await product.stop();
  service.close();
});

test('tiles come from its addresses alone, within the bounds of their zoom, and it is named', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  expect(asked).toEqual([]);
  await visit(page, product, '/map/global');
  await expect(page.locator('.map[aria-busy="false"][data-base="service"]')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.map')).toContainText('A maps company 2026');
  await expect(page.locator('.map__note')).toContainText('GCJ-02');
  expect(asked.length).toBeGreaterThan(0);
  for (const address of asked) {
    const [, z = '', x = '', y = ''] =
      /^\/tiles\/(\d+)\/(\d+)\/(\d+)\.png\?key=of-the-test$/.exec(address) ?? [];
    expect(address).toMatch(/^\/tiles\/\d+\/\d+\/\d+\.png\?key=of-the-test$/);
    expect(Math.max(Number(x), Number(y))).toBeLessThan(2 ** Number(z));
  }
  // Nothing of it is asked for where it is not shown.
  const before = asked.length;
  await visit(page, product, '/alarms');
  await expect(page.locator('.map')).toHaveCount(0);
  expect(asked.length).toBe(before);
  expect(errors).toEqual([]);
});
