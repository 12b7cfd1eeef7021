/** The data sub-tabs of a station: each opened by keys, its range and columns kept, captures and rain by keys, files. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { read, utils } from 'xlsx';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { dataTabs, rowOfTab, tabsOf } from '../../src/derive/data-tabs.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { paletteOn } from '../support/console/palette.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
/** Sensor type codes by station. */
const stations = new Map<number, number[]>();
test.beforeAll(async () => {
  product = await startProduct(40, 2);
  const found = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.kind', 'rtus.station_id'])
    .orderBy('sensors.id')
    .execute();
  for (const { kind, station_id: id } of found) stations.set(id, [...(stations.get(id) ?? []), kind]);
  // Two captures of 25 Hz and 2 s of the first blasting sensor, and one of which an axis came alone.
  const { id: sourceId } = await product.running.storage.db
    .selectFrom('sensors')
    .select('id')
    .where('kind', '=', 15)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const swing = (count: number) =>
    new Uint8Array(
      Float32Array.from({ length: count }, (_, i) => 4 * Math.sin((2 * Math.PI * 25 * i) / 500)).buffer,
    );
  const last = Date.now();
  await product.running.storage.readings.ingest(
    [1, 2, 3].map((n) => ({
      sourceId,
      row: 'waveform' as const,
      element: 0,
      t: last - n * 60_000,
      receivedAt: last - n * 60_000 + 1000,
      historical: false,
      values: {
        samplingRate: 500,
        triggerCause: 0,
        x: swing(1000),
        ...(n === 3 ? {} : { y: swing(1000), z: swing(1000) }),
      },
    })),
  );
});
test.afterAll(async () => {
  await product.stop();
});

const tabsAt = (id: number) => tabsOf(stations.get(id) ?? [], true);
/** The first station that has a sub-tab. */
function stationWith(tab: string): number {
  const id = [...stations.keys()].find((one) => tabsAt(one).some((own) => own === tab));
  if (id === undefined) throw new Error(`no station with ${tab}`);
  return id;
}
/** Few stations that have every sub-tab that the fleet has, between them. */
function stationsWithAll(): readonly number[] {
  const left = new Set([...stations.keys()].flatMap((id) => [...tabsAt(id)]));
  const chosen: number[] = [];
  while (left.size > 0) {
    const next = [...stations.keys()].reduce((most, id) => {
      const count = (one: number) => tabsAt(one).filter((tab) => left.has(tab)).length;
      return count(id) > count(most) ? id : most;
    });
    chosen.push(next);
    for (const tab of tabsAt(next)) left.delete(tab);
  }
  return chosen;
}
/** The station of the sensor whose captures are known. */
async function blastingStation(): Promise<number> {
  const found = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select('rtus.station_id')
    .where('sensors.kind', '=', 15)
    .orderBy('sensors.id')
    .executeTakeFirstOrThrow();
  return found.station_id;
}
const sub = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const title = (tab: string) => (en as Readonly<Record<string, string>>)[`station.data.${tab}`] ?? tab;
const panel = (page: Page) => page.locator('.readings__panel');

test('every sub-tab of every kind of station is reached by keys, in order, and shows what it is for', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const errors = watchErrors(page);
  await enter(page, product);
  const seen = new Set<string>();
  for (const id of stationsWithAll()) {
    await visit(page, product, `/station/${id}/latest`);
    for (const tab of tabsAt(id)) {
      await page.keyboard.press('.');
      await expect(sub(page, title(tab))).toHaveAttribute('aria-selected', 'true');
      await expect(page).toHaveURL(new RegExp(`/station/${id}/latest\\?(?:.*&)?data=${tab}(?:&|$)`));
      await page.waitForFunction(() => document.querySelector('.skeleton') === null);
      await expect(panel(page)).toBeVisible();
      await expect(page.locator('.condition--failed')).toHaveCount(0);
      if (rowOfTab(tab) === tab && tab !== 'waveform')
        await expect(
          panel(page).getByRole('grid').or(panel(page).locator('.condition')).first(),
        ).toBeVisible();
      seen.add(tab);
    }
    await page.keyboard.press('.');
    await expect(sub(page, title('newest'))).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press(',');
    await expect(sub(page, title(tabsAt(id).at(-1) ?? ''))).toHaveAttribute('aria-selected', 'true');
  }
  for (const tab of dataTabs.slice(0, 12)) expect(seen).toContain(tab);
  expect(errors).toEqual([]);
});

test('the range goes along, columns stay as they were chosen, a head sorts, the palette opens a sub-tab', async ({
  page,
}) => {
  const id = stationWith('crack');
  await enter(page, product);
  await visit(page, product, `/station/${id}/latest?data=crack`);
  await page.getByRole('button', { name: en['curve.month'], exact: true }).click();
  await expect(page).toHaveURL(/range=month/);
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  await page.getByRole('button', { name: /^Columns/ }).press('Enter');
  await page.getByRole('combobox', { name: en['table.searchColumns'] }).fill(en['channel.crack.firmware']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('columnheader', { name: en['channel.crack.firmware'] })).toHaveCount(0);
  await grid.getByRole('columnheader', { name: en['channel.crack.opening'] }).getByRole('button').click();
  await expect(grid.getByRole('columnheader', { name: en['channel.crack.opening'] })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await paletteOn(page).run(`${title('status')}`, `${en['command.stations.page']}: ${title('status')}`);
  await expect(page).toHaveURL(/data=status&range=month/);
  await page.goBack();
  await page.reload();
  await expect(grid.getByRole('columnheader', { name: en['channel.crack.opening'] })).toBeVisible();
  await expect(grid.getByRole('columnheader', { name: en['channel.crack.firmware'] })).toHaveCount(0);
});

test('a capture is read by keys: cursors, peak, zoom, the one before laid over, a file with every sample', async ({
  page,
}) => {
  const id = await blastingStation();
  await enter(page, product);
  await visit(page, product, `/station/${id}/latest?data=waveform&range=month`);
  const wave = page.locator('.wave');
  await expect(wave).toBeVisible();
  await expect(page.locator('.captures__row').first()).toContainText('25.0 Hz');
  await expect(page.locator('.captures__row').nth(2)).toContainText(
    en['waveform.incomplete'].replace('{axes}', '1'),
  );
  // A vector of three equal axes.
  await expect(page.locator('.wave-facts__main')).toContainText('6.93 mm/s · 25.0 Hz');
  await wave.focus();
  await page.keyboard.press('a');
  await page.keyboard.press('p');
  await page.keyboard.press('b');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.wave-facts')).toContainText('Δt');
  await page.keyboard.press('z');
  const saved = page.waitForEvent('download');
  await wave.getByRole('button', { name: 'CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(1000 + 2);
  const first = page.url();
  await wave.focus();
  await page.keyboard.press('j');
  await expect(page).not.toHaveURL(first);
});

test('rain by keys: an hour is marked, its table hidden and shown; the sum of the hours is that of the day', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, `/station/${stationWith('rain')}/latest?data=rainHourly`);
  const lanes = page.locator('.rain-tab__lanes');
  await lanes.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.hours__row[aria-current="true"]')).toHaveCount(1);
  await page.keyboard.press('t');
  await expect(page.locator('.hours')).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(page.locator('.hours')).toBeVisible();
});

test('the export says how many rows there are and saves as many, with the columns that are chosen', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, `/station/${stationWith('crack')}/latest?data=export&range=latest20`);
  const status = page.locator('.export').getByRole('status');
  await expect(status).toContainText('20 rows');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: en['command.readings.start'] }).click();
  const book = read(readFileSync(await (await saved).path()));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (sheet === undefined) throw new Error('no sheet');
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
  expect(rows).toHaveLength(22);
  expect(rows[0]?.[0]).toBe(en['table.time']);
});

for (const [language, words] of [
  ['zh-chs', zh],
  ['en', en],
  ['ja', ja],
] as const) {
  test(`phone, ${language}: readings before the RTU, sub-tabs that fit, a swipe to the next station`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const page = await context.newPage();
    const id = stationWith('rain');
    await enter(page, product, { language });
    await visit(page, product, '/index');
    await visit(page, product, `/station/${id}/latest`);
    const order = await page.evaluate(() => {
      const [cards, fold] = [document.querySelector('.cards'), document.querySelector('.rtu-fold')];
      return cards !== null && fold !== null && (cards.compareDocumentPosition(fold) & 4) !== 0;
    });
    expect(order).toBe(true);
    for (const tab of ['rain', 'rain5', 'rainHourly', 'export'] as const) {
      await sub(page, words[`station.data.${tab}`]).tap();
      await expect(page).toHaveURL(new RegExp(`data=${tab}(?:&|$)`));
      await page.waitForFunction(() => document.querySelector('.skeleton') === null);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await sub(page, words['station.data.newest']).tap();
    await page
      .locator('.card')
      .first()
      .evaluate((card) => {
        const touch = (x: number) => new Touch({ identifier: 1, target: card, clientX: x, clientY: 300 });
        card.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(320)] }));
        card.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(60)] }));
      });
    await expect(page).not.toHaveURL(new RegExp(`/station/${id}/`));
    await context.close();
  });
}
