/** R2 in the console: a station's imports, and one that is taken back with a password. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { kindByCode } from '../../src/catalogue/index.ts';
import { importFile } from '../../src/server/imports/import-file.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { order } from '../support/imports.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let stationId: number;
/** Long before anything that the fleet sends. */
const t = Date.UTC(2020, 4, 1);

test.beforeAll(async () => {
  product = await startProduct(4, 1);
  const { storage } = product.running;
  const sensor = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select(['sensors.slot', 'sensors.kind', 'stations.id', 'stations.code'])
    .where('sensors.kind', '=', 4)
    .orderBy('sensors.id')
    .executeTakeFirstOrThrow();
  stationId = sensor.id;
  const file = join(product.folder, 'survey.csv');
  writeFileSync(file, [0, 1, 2].map((step) => `${t + step * 600_000},${step}\n`).join(''));
  await importFile(
    storage,
    order(
      file,
      {
        ...{ format: 'delimited', timeZone: 'UTC', time: { column: 0, pattern: 'epoch-ms' } },
        sensors: [
          {
            ...{ slot: sensor.slot, kind: kindByCode(sensor.kind)?.id ?? '', row: 'tilt' },
            channels: { x: { column: 1 } },
          },
        ],
      },
      { station: sensor.code, place: null, now: Date.now() },
    ),
  );
});
test.afterAll(async () => {
  await product?.stop();
});

const stored = () =>
  product.running.storage.db
    .selectFrom('import_runs')
    .select(['stored', 'undone_by'])
    .executeTakeFirstOrThrow();

for (const [language, words] of [
  ['zh-chs', zh],
  ['ja', ja],
] as const) {
  test(`R2 the list of imports has its words in ${language}`, async ({ page }) => {
    await enter(page, product, { language });
    await visit(page, product, `/devices/tree?at=station:${stationId}`);
    const own = page.locator('.panel').filter({ hasText: words['sites.imports'] });
    await expect(own.getByRole('row').filter({ hasText: 'survey.csv' })).toContainText('engineer');
    for (const id of ['run', 'file', 'who', 'stored', 'filled', 'conflicts', 'rejected', 'undo'] as const)
      await expect(own).toContainText(words[`sites.imports.${id}`]);
  });
}

test('R2 an import is listed and taken back, after the password alone', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, `/devices/tree?at=station:${stationId}`);
  const own = page.locator('.panel').filter({ hasText: en['sites.imports.file'] });
  const row = own.getByRole('row').filter({ hasText: 'survey.csv' });
  await expect(row).toContainText(en['import.run.state.done']);
  const undo = row.getByRole('button', { name: en['sites.imports.undo'] });
  await undo.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('survey.csv');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await undo.click();
  const send = dialog.getByRole('button', { name: en['sites.imports.undo'] });
  await dialog.getByLabel(en['plans.password']).fill('wrong');
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText(en['password.wrong']);
  expect(await stored()).toMatchObject({ stored: 3, undone_by: null });
  await dialog.getByLabel(en['plans.password']).fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('maintainer');
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await stored()).toMatchObject({ undone_by: 'maintainer' });
  expect(errors).toEqual([]);
});
