/** Sensors from pasted cells, initial values from a workbook, parameters that become a plan, on the real product: seen first, imported, taken back. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { read, utils, write } from 'xlsx';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let station: string;
let slot: number;
test.beforeAll(async () => {
  product = await startProduct(2, 1);
  const sensor = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select(['stations.code', 'sensors.slot'])
    .where('sensors.kind', 'in', [4, 9])
    .orderBy('sensors.id')
    .executeTakeFirstOrThrow();
  [station, slot] = [sensor.code, sensor.slot];
});
test.afterAll(async () => {
  await product.stop();
});
const made = (slots: readonly number[]) =>
  product.running.storage.db
    .selectFrom('sensors')
    .select(['slot', 'name'])
    .where('slot', 'in', slots)
    .where('retired_at', 'is', null)
    .orderBy('slot')
    .execute();

test('sensors: a bad row keeps all out until it is mended, by keys and on a phone; one press takes them back', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product);
  await visit(page, product, '/devices/tree');
  const open = page.getByRole('button', { name: en['sheets.open.sensors'] });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: en['sheets.title.sensors'] });
  const paste = (kind: string) =>
    dialog
      .getByRole('textbox')
      .fill(
        `${en['sheets.column.station']}\t${en['sheets.column.slot']}\t${en['sheets.column.kind']}\t${en['sheets.column.name']}\n` +
          `${station}\t60\t${kind}\tRoof\n${station}\t61\train\tYard\n`,
      );
  await paste('sundial');
  await expect(dialog.getByRole('row').nth(1)).toContainText('Kind: There is no “sundial”');
  await expect(dialog.getByRole('button', { name: 'Import 2 rows' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Import the 1 good row' })).toBeVisible();
  expect(await made([60, 61])).toEqual([]);
  await paste(en['kind.rain']);
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(dialog.getByRole('status')).toContainText('2 rows added');
  expect(await made([60, 61])).toEqual([
    { slot: 60, name: 'Roof' },
    { slot: 61, name: 'Yard' },
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await dialog.getByRole('button', { name: en['sheets.undo'] }).click();
  const asked = page.getByRole('dialog', { name: /Undo this import/ });
  await asked.getByRole('button', { name: en['sheets.undo'] }).click();
  await expect(dialog.getByText('undone by maintainer')).toBeVisible();
  expect(await made([60, 61])).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('initial values: a workbook in Japanese, with dates as spreadsheets keep them', async ({ page }) => {
  await enter(page, product, { language: 'ja' });
  await visit(page, product, '/devices/tree');
  await page.getByRole('button', { name: ja['sheets.open.baselines'] }).click();
  const dialog = page.getByRole('dialog', { name: ja['sheets.title.baselines'] });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: ja['sheets.template'] }).click();
  expect((await template).suggestedFilename()).toMatch(/\.xlsx$/);
  const heads = (['station', 'slot', 'channel', 'value', 'from', 'reason'] as const).map(
    (column) => ja[`sheets.column.${column}`],
  );
  const [channel, from] = [ja['channel.tilt.x'], new Date('2026-01-05T08:30:00Z')];
  const sheet = utils.aoa_to_sheet([heads, [station, slot, channel, 0.125, from, '測量']], { UTC: true });
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['測量の記録'], ['第1回']]), '記録');
  utils.book_append_sheet(book, sheet, '初期値');
  const chosen = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: ja['sheets.choose'] }).click();
  await (await chosen).setFiles({
    name: 'initial.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
  });
  // Of several sheets the one whose heads are known is taken; another one can be.
  const choice = dialog.getByRole('combobox', { name: ja['sheets.sheet'] });
  await expect(choice).toHaveValue('初期値');
  const take = dialog.getByRole('button', { name: '1 行を取り込む' });
  await expect(take).toBeVisible();
  await choice.selectOption('記録');
  await expect(take).toHaveCount(0);
  await choice.selectOption('初期値');
  await take.click();
  await expect(dialog.getByRole('status')).toContainText('1 行を取り込み');
  const stored = await product.running.storage.db
    .selectFrom('baselines')
    .innerJoin('sensors', 'sensors.id', 'baselines.sensor_id')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select(['baselines.t', 'baselines.reason', 'stations.time_zone'])
    .where('baselines.reason', '=', '測量')
    .executeTakeFirstOrThrow();
  // 08:30 by the clocks of the station.
  const shown = new Intl.DateTimeFormat('sv', {
    ...{ timeZone: stored.time_zone, dateStyle: 'short', timeStyle: 'short' },
  }).format(stored.t);
  expect(shown).toBe('2026-01-05 08:30');
});

test('parameters: a template of what a station has, changed in another language, becomes a plan to be reviewed', async ({
  page,
}) => {
  const errors = watchErrors(page);
  const { storage } = product.running;
  const reported = await storage.db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('parameters', 'parameters.rtu_id', 'rtus.id')
    .select(['stations.code', 'stations.name', 'parameters.reported'])
    .where('parameters.slot', '=', -1)
    .orderBy('stations.id')
    .executeTakeFirstOrThrow();
  const before = JSON.parse(reported.reported)['rtu/lowBattery'][0] as number;
  const orders = async () => (await storage.db.selectFrom('orders').select('id').execute()).length;
  const count = await orders();
  await enter(page, product);
  await visit(page, product, '/devices/tree');
  await page.getByRole('button', { name: en['sheets.open.parameters'] }).click();
  const dialog = page.getByRole('dialog', { name: en['sheets.title.parameters'] });
  await dialog.getByRole('button', { name: en['sheets.template'] }).click();
  const choosing = page.getByRole('dialog', { name: en['sheets.chooseStations'] });
  await choosing.getByRole('combobox').fill(reported.code);
  await page.keyboard.press('Enter');
  const saved = page.waitForEvent('download');
  await choosing.getByRole('button', { name: en['sheets.template'] }).click();
  const book = read(readFileSync(await (await saved).path()), { type: 'buffer' });
  const [heads = [], ...rows] = utils.sheet_to_json<(string | number)[]>(
    book.Sheets[book.SheetNames[0] ?? ''] ?? {},
    { header: 1 },
  );
  const at = heads.indexOf(`${en['group.rtu']}: ${en['field.rtu.lowBattery']} [V]`);
  const own = rows.find((row) => row[1] === reported.code && row[2] === undefined);
  expect([own?.[1], own?.[at]]).toEqual([reported.code, before]);
  // Somebody in Japan has another template: its heads are found, too.
  const wanted = before === 11 ? 11.1 : 11;
  const japanese = `${ja['sheets.column.station']}\t${ja['group.rtu']}: ${ja['field.rtu.lowBattery']} [V]\t${ja['sheets.column.slot']}`;
  const paste = (cells: string) => dialog.getByRole('textbox').fill(`${japanese}\n${cells}`);
  await paste(`${reported.code}\t14.1\n`);
  await expect(dialog.getByRole('row').nth(1)).toContainText(
    `${en['field.rtu.lowBattery']} [V]: Must lie within 3–14 V`,
  );
  await paste(`${reported.code}\t${before}\n`);
  await expect(dialog.getByRole('row').nth(1)).toContainText(en['sheets.same']);
  await expect(dialog.getByRole('button', { name: /Make a plan/ })).toHaveCount(0);
  await paste(`${reported.code}\t${wanted}\n`);
  await dialog.getByRole('button', { name: 'Make a plan of 1 row' }).click();
  await expect(page).toHaveURL(/\/plans\/[0-9A-Z]{26}/);
  await expect(page.getByRole('button', { name: en['plans.approve'] })).toBeVisible();
  expect(await orders()).toBe(count);
  expect(errors).toEqual([]);
});
