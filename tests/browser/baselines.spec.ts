/** R8 in the console: initial values, the remembered switch, what is old, what is in question. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console-page.ts';
import { paletteOn } from '../support/palette.ts';
import { type Product, startProduct } from '../support/product.ts';

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
  await expect(page.getByRole('columnheader', { name: /^Δ/ }).first()).toBeVisible();

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
