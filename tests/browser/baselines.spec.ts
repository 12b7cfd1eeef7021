/** R8 in the console: initial values, the remembered switch, what is old, what is in question. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { paletteOn } from '../support/console/palette.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(4, 2);
});
test.afterAll(async () => {
  await product.stop();
});

const card = (page: Page, slot: number): Locator =>
  page.getByRole('article').filter({ has: page.locator('.slot', { hasText: new RegExp(`^${slot}$`) }) });
const relative = (page: Page) => page.getByRole('button', { name: en['baselines.relative'] });
const shownOn = async (of: Locator) =>
  Number(
    ((await of.locator('.card__value').textContent()) ?? '').replace('−', '-').replace(/[^\d.-].*$/, ''),
  );

/** The station whose first sensor is a tilt sensor. */
async function tilting(): Promise<{
  readonly stationId: number;
  readonly sensorId: number;
  readonly slot: number;
}> {
  const found = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'sensors.slot', 'rtus.station_id'])
    .where('sensors.kind', '=', 4)
    .orderBy('sensors.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { stationId: found.station_id, sensorId: found.id, slot: found.slot };
}

/** A session of somebody else than who sits at the page. */
async function other(): Promise<string> {
  const { accountName, password } = accounts.maintainer;
  const response = await fetch(`${product.address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: 'en' },
    body: JSON.stringify({ accountName, password }),
  });
  const { data } = (await response.json()) as { data: { loginToken: string } };
  return data.loginToken;
}

test('an initial value is set at the sensor, and everything is relative to it until the switch is turned back', async ({
  page,
}) => {
  const errors = watchErrors(page);
  const { stationId, slot } = await tilting();
  await enter(page, product, { account: 'operator' });
  await visit(page, product, `/station/${stationId}/latest`);
  const own = card(page, slot);
  const absolute = await shownOn(own);
  await relative(page).click();
  await expect(own).toContainText(en['baselines.none']);
  await own.getByRole('button', { name: en['baselines.title'] }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(en['baselines.empty']);
  await dialog.getByRole('button', { name: en['baselines.save'] }).click();
  await expect(dialog.getByRole('alert')).toContainText(en['bound.required']);
  // Of what the console refused nothing is lost.
  await dialog.getByLabel(en['baselines.reason']).fill('mounted anew');
  await dialog.getByRole('button', { name: en['baselines.fetch'] }).click();
  await expect(dialog.locator('output')).toContainText('X');
  await dialog.getByRole('button', { name: en['baselines.save'] }).click();
  await expect(dialog.getByRole('row').filter({ hasText: 'mounted anew' })).toContainText('operator');
  await dialog.getByRole('button', { name: en['action.cancel'] }).click();
  await expect(own.locator('.card__value')).toContainText('Δ');
  const moved = await shownOn(own);
  expect(Math.abs(moved)).toBeLessThan(0.02);
  expect(Math.abs(absolute)).toBeGreaterThan(0.02);
  await visit(page, product, `/station/${stationId}/latest?data=tilt`);
  await expect(page.getByRole('columnheader', { name: /^Δ/ }).first()).toBeVisible();
  await visit(page, product, `/station/${stationId}/latest`);

  // It stays as it was left: after a reload, and on the curve.
  await page.reload();
  await expect(relative(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(own.locator('.card__value')).toContainText('Δ');
  await visit(page, product, `/station/${stationId}/curve`);
  await expect(relative(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.channel[aria-pressed="true"]').first()).toContainText('Δ');
  await relative(page).click();
  await expect(page.locator('.channel[aria-pressed="true"]').first()).not.toContainText('Δ');
  await visit(page, product, `/station/${stationId}/latest`);
  await expect(relative(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(own.locator('.card__value')).not.toContainText('Δ');
  expect(Math.abs((await shownOn(own)) - absolute)).toBeLessThan(0.05);

  // Withdrawn, with a reason, it stays in sight.
  await own.getByRole('button', { name: en['baselines.title'] }).click();
  await dialog.getByRole('button', { name: en['baselines.withdraw'] }).click();
  await dialog.getByLabel(en['baselines.reason']).fill('wrong sensor');
  await dialog.getByRole('button', { name: en['baselines.withdraw'] }).click();
  await expect(dialog.getByRole('row').filter({ hasText: 'mounted anew' })).toContainText('wrong sensor');
  expect(errors).toEqual([]);
});

test('R8 an open curve follows an initial value that another person sets and withdraws, and stays relative when it is left and opened again', async ({
  page,
}) => {
  const { stationId, sensorId } = await tilting();
  const token = await other();
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${product.address}/rest/sensors/${sensorId}/baselines${path}`, {
      method: 'POST',
      headers: { authorization: token, lang: 'en', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { data: { id: number } };
  };
  const set = (x: number, t: number) => {
    const initialValues = [{ row: 'tilt', element: 0, channel: 'x', value: x }];
    return ask('', { how: 'hand', t, initialValues, reason: 'survey', dryRun: false });
  };
  const to = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
  const from = to - 86_400_000;
  const first = await set(0, from - 1000);
  await enter(page, product, { account: 'operator' });
  // A range that ends in the past is fetched once: no reading that comes brings it anew.
  await visit(page, product, `/station/${stationId}/curve?from=${from}&to=${to}&channels=${sensorId}.tilt.x`);
  const shown = page.locator('.rail__values dd').first();
  const value = async () =>
    Number(((await shown.textContent()) ?? '').replace('−', '-').replace(/[^\d.-]/g, ''));
  if ((await relative(page).getAttribute('aria-pressed')) !== 'true') await relative(page).click();
  await expect(page.locator('.channel[aria-pressed="true"]').first()).toContainText('Δ');
  await expect.poll(async () => Math.abs(await value())).toBeLessThan(50);
  const second = await set(100, from - 500);
  await expect.poll(value, { timeout: 20_000 }).toBeLessThan(-50);
  await ask(`/${second.data.id}/withdrawn`, { reason: 'wrong point' });
  await expect.poll(value, { timeout: 20_000 }).toBeGreaterThan(-50);

  // Left and opened again: still relative, to what is in force.
  const third = await set(200, from - 200);
  await expect.poll(value, { timeout: 20_000 }).toBeLessThan(-150);
  await page.getByRole('tab', { name: en['station.tab.overview'] }).click();
  await expect(page.locator('.panel').filter({ hasText: en['overview.doubtful'] })).toBeVisible();
  await page.goBack();
  await expect(relative(page)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(value, { timeout: 20_000 }).toBeLessThan(-150);
  for (const { data } of [first, third]) await ask(`/${data.id}/withdrawn`, { reason: 'end of the test' });
  await relative(page).click();
});

test('R8 what a device did not vouch for in the past is marked in the row table', async ({ page }) => {
  const { stationId, sensorId } = await tilting();
  const t = Math.floor(Date.now() / 1000) * 1000 - 1_333;
  const { readings } = product.running.storage;
  await readings.ingest([
    {
      ...{ sourceId: sensorId, row: 'tilt', element: 0, t, receivedAt: t, historical: false },
      values: { y: 1 },
      notGood: { x: { quality: 0, value: -273.5 }, z: { quality: 500, value: 4 } },
    },
  ]);
  await enter(page, product);
  await visit(page, product, `/station/${stationId}/latest?data=tilt`);
  const doubted = page.getByRole('gridcell', { name: `${en['value.bad']}: −273.5000` });
  await expect(doubted).toBeVisible();
  await expect(doubted).toHaveClass(/state--fault/);
  await expect(page.getByRole('gridcell', { name: `${en['value.stale']}: 4.0000` })).toBeVisible();
});

test('by keys: the switch is in the palette', async ({ page }) => {
  const { stationId } = await tilting();
  await enter(page, product, { account: 'operator' });
  await visit(page, product, `/station/${stationId}/latest`);
  const pressed = async () => (await relative(page).getAttribute('aria-pressed')) === 'true';
  const before = await pressed();
  await paletteOn(page).run('xiangduichushizhi', en['command.baselines.relative']);
  await expect(relative(page)).toHaveAttribute('aria-pressed', String(!before));
});

test('a value older than two cycles looks old in the list, on the card and in the head, a newer one does not', async ({
  page,
}) => {
  const { stationId } = await tilting();
  const { sendCycle } = product.running.board
    .summaries({ companyId: null })
    .find(({ id }) => id === stationId) ?? { sendCycle: 3600 };
  await enter(page, product);
  await visit(page, product, `/station/${stationId}/latest`);
  await expect(page.locator('.shead .is-old')).toHaveCount(0);
  await page.clock.install({ time: Date.now() + 6 * sendCycle * 1000 + 3_600_000 });
  await page.reload();
  await expect(page.locator('.shead .is-old')).toHaveCount(1);
  await expect(page.locator('.card__value .is-old').first()).toContainText('old');
  await visit(page, product, '/index');
  await expect(page.locator(`[data-station="${stationId}"] .is-old`)).toHaveCount(1);
});

test('two values of one time, and one that the device does not vouch for, are in the overview', async ({
  page,
}) => {
  const { stationId, sensorId, slot } = await tilting();
  // Between two collections, and after all of them, so that its own readings touch neither.
  const t = Math.floor(Date.now() / 1000) * 1000 - 2_667;
  const row = { sourceId: sensorId, row: 'tilt' as const, element: 0, t, receivedAt: t, historical: false };
  const { readings } = product.running.storage;
  await readings.ingest([{ ...row, values: { y: 1.25 } }]);
  await readings.ingest([{ ...row, values: { y: 1.75 } }]);
  await readings.ingest([
    { ...row, t: t + 1_800_000, values: {}, notGood: { z: { quality: 0, value: -273.5 } } },
  ]);
  await enter(page, product);
  await visit(page, product, `/station/${stationId}/overview`);
  const panel = page.locator('.panel').filter({ hasText: en['overview.doubtful'] });
  await expect(panel).toContainText('1.2500');
  await expect(panel).toContainText('1.7500');
  await expect(panel).toContainText(`${slot} · `);
  await expect(panel).toContainText(`${en['value.bad']}: −273.5000 °`);
});
