/** Nothing on screen pretends: what failed says so and heals, what alarms is what a list shows. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(6, 2);
});
test.afterAll(() => product.stop());

/** Addresses of a curve's data. */
const columns = /\/rest\/history\/\d+\/columns/;
const chart = (page: Page) => page.getByRole('slider', { name: en['chart.keys'] });
const quick = (page: Page, id: 'curve.week' | 'curve.month' | 'curve.latest20') =>
  page.getByRole('button', { name: en[id], exact: true });
const field = (page: Page, id: 'curve.start' | 'curve.end') =>
  page.getByRole('group', { name: en[id], exact: true });

test('a range that cannot be read leaves nothing of the one before; it heals by itself', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/station/1/curve?range=week');
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  let isBroken = true;
  await page.route(columns, (route) =>
    isBroken ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await quick(page, 'curve.month').click();
  await expect(page.getByRole('heading', { name: en['curve.failed'] })).toBeVisible();
  await expect(quick(page, 'curve.month')).toHaveAttribute('aria-pressed', 'true');
  await expect(chart(page)).toHaveCount(0);
  await expect(page.locator('.rail__values > div')).toHaveCount(0);
  await expect(page.locator('.rail__table tbody tr')).toHaveCount(0);
  // The dates in the fields are those of the range that is chosen: a month.
  const dayOf = async (id: 'curve.start' | 'curve.end') =>
    Date.parse(((await field(page, id).innerText()).match(/\d+/g) ?? []).slice(0, 3).join('-'));
  await expect
    .poll(async () => ((await dayOf('curve.end')) - (await dayOf('curve.start'))) / 86_400_000)
    .toBe(30);

  // Of the newest readings nobody knows the times yet: the fields say none.
  await quick(page, 'curve.latest20').click();
  await expect(page.getByRole('heading', { name: en['curve.failed'] })).toBeVisible();
  await expect(field(page, 'curve.start')).not.toHaveText(/\d{4}/);
  isBroken = false;
  await expect(chart(page).locator('canvas').first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: en['curve.failed'] })).toHaveCount(0);
  await expect(field(page, 'curve.start')).toHaveText(/\d{4}/);
});

test('a channel that cannot be read is in no legend and no picture; what was there comes back with its range', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/station/1/curve?range=week');
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  await page.route(columns, (route) => route.fulfill({ status: 500, body: '' }));
  await page.locator('.channel[aria-pressed="false"]').first().click();
  await expect(page.getByRole('heading', { name: en['curve.failed'] })).toBeVisible();
  await expect(chart(page)).toHaveCount(0);
  await page.unroute(columns);
  await page.getByRole('button', { name: en['action.retry'] }).click();
  await expect(chart(page).locator('canvas').first()).toBeVisible();
});

test('a curve that is not renewed says when it was read, and why', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/station/1/curve?range=week');
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  await page.route(columns, (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: en['command.chart.refresh'], exact: true }).click();
  const said = page.getByRole('alert').filter({ hasText: en['http.503'] });
  await expect(said).toContainText(/\d\d:\d\d/);
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  await page.unroute(columns);
  await said.getByRole('button', { name: en['action.retry'] }).click();
  await expect(said).toHaveCount(0);
});

test('the list of stations shows what alarms, not what stands for the station otherwise', async ({
  page,
}) => {
  const { storage, board } = product.running;
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
  const companyId = board.projects({ companyId: null })[0]?.companyId ?? 0;
  const definition = {
    of: 'rtu',
    enabled: true,
    terms: [{ quantity: 'batteryVoltage', args: {} }],
    ladder: [
      {
        level: 'orange',
        condition: { type: 'limit', term: 0, side: 'above', limit: 5, release: 4 },
        hold: { readings: 1 },
        releaseHold: { readings: 1 },
      },
    ],
    patience: null,
    blindLevel: 'blue',
    scope: { projects: [], kinds: [], stations: [1], except: [], mounts: [], labels: [] },
    overrides: [],
  };
  await post('/rest/alarm-rules', { name: 'Battery', companyId, reason: 'of a test', definition }, token);
  await expect
    .poll(async () => (await storage.db.selectFrom('alarms').select('id').execute()).length)
    .toBeGreaterThan(0);
  await enter(page, product);
  await visit(page, product, '/index');
  const row = page.locator('[data-station="1"]');
  await expect(row).toContainText(en['quantity.batteryVoltage']);
  await expect(row.locator('.num.levelword--3')).toHaveText(/^\d+\.\d+\s*V/);
  // Others show what stands for them.
  await expect(page.locator('[data-station="2"]')).not.toContainText(en['quantity.batteryVoltage']);
});

test('a value that no other has followed for two send cycles looks old, wherever it is listed', async ({
  page,
}) => {
  await enter(page, product);
  // The console's clock is a day ahead: everything that it is sent is old.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 86_400_000;
  });
  await visit(page, product, '/devices/views/sensors');
  const cell = page.locator('.dv__row [data-column="0"]').first();
  await expect(cell).toHaveText(/\d/);
  await expect(cell).toHaveClass(/is-old/);
  await page.getByRole('grid', { name: en['page.deviceKinds'] }).focus();
  await page.keyboard.press('v');
  await expect(page.locator('.dv__tile .is-old').first()).toContainText(/\d/);
  await visit(page, product, '/index');
  await expect(page.locator('[data-station="2"] .is-old')).toContainText(/\d/);
  await visit(page, product, '/sensors/tree');
  await page.locator('main input[type="search"]').fill('tilt');
  await expect(page.locator('.sensors__value .is-old').first()).toContainText(/\d/);
});
