/** Folders on the real product: made, filled by drag and by keys, undone, shown on home; the sensor tree; pickers; a phone. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(6, 1);
});
test.afterAll(() => product.stop());

const tree = (page: Page) => page.getByRole('tree', { name: en['page.folders'] });
const line = (page: Page, name: string) => tree(page).getByRole('treeitem').filter({ hasText: name });

async function send(page: Page, path: string, data: object) {
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('token'))?.value ?? '';
  const answer = await page.request.post(product.address + path, { data, headers: { authorization: token } });
  return ((await answer.json()) as { data: { id: number } }).data;
}
/** What every folder holds, by its name. */
async function held(): Promise<Record<string, readonly number[]>> {
  const { db } = product.running.storage;
  const folders = await db.selectFrom('folders').selectAll().where('deleted_at', 'is', null).execute();
  const rows = await db.selectFrom('folder_stations').selectAll().orderBy('station_id').execute();
  return Object.fromEntries(
    folders.map(({ id, name }) => [
      name,
      rows.filter((row) => row.folder_id === id).map((row) => row.station_id),
    ]),
  );
}
async function make(page: Page, name: string) {
  await page.keyboard.press('Insert');
  const dialog = page.getByRole('dialog', { name: en['command.folders.add'] });
  await dialog.getByLabel(en['folders.name']).fill(name);
  await dialog.getByRole('button', { name: en['folders.create'] }).click();
  await expect(dialog).toHaveCount(0);
  await expect(line(page, name)).toBeVisible();
}

test('folders are made by keys and filled, a drag and a cut move stations, and each is undone', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/folders');
  for (const name of ['River', 'Road']) {
    await line(page, en['folders.mine']).focus();
    await make(page, name);
  }
  await line(page, 'River').click();
  await page.getByRole('button', { name: en['folders.stations'], exact: true }).click();
  const dialog = page.getByRole('dialog', { name: en['command.folders.addStations'] });
  const { code } = await product.running.storage.db
    .selectFrom('stations')
    .select('code')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  await dialog.getByRole('combobox').fill(code);
  await dialog.getByRole('treeitem').filter({ hasText: code }).click();
  await dialog.getByRole('button', { name: en['sites.save'] }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(held).toEqual({ River: [1], Road: [] });

  await line(page, 'River').focus();
  await page.keyboard.press('ArrowRight');
  await line(page, code).dragTo(line(page, 'Road'));
  await expect.poll(held).toEqual({ River: [], Road: [1] });
  await line(page, 'Road').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(held).toEqual({ River: [1], Road: [] });

  await line(page, code).focus();
  await page.keyboard.press('Control+x');
  await line(page, 'Road').focus();
  await page.keyboard.press('Control+v');
  await expect.poll(held).toEqual({ River: [], Road: [1] });
  expect(errors).toEqual([]);
});

test('the worst state of a folder follows an alarm; home shows its stations alone and saves a filter', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  const { id } = await send(page, '/rest/folders', { name: 'Watched', parentId: null });
  await send(page, '/rest/folders/stations', { stationIds: [1, 2], fromId: null, toId: id });
  await visit(page, product, `/folders/${id}`);
  const watched = line(page, 'Watched');
  await expect(watched.locator('.folders__total')).toHaveText('2');
  await expect(watched.locator('.levelword--4')).toHaveCount(0);
  const companyId = product.running.board.projects({ companyId: null })[0]?.companyId ?? 0;
  await send(page, '/rest/alarm-rules', {
    ...{ name: 'Battery', companyId, reason: 'of a test' },
    definition: {
      ...{ of: 'rtu', enabled: true, terms: [{ quantity: 'batteryVoltage', args: {} }] },
      ladder: [
        {
          level: 'red',
          condition: { type: 'limit', term: 0, side: 'above', limit: 5, release: 4 },
          ...{ hold: { readings: 1 }, releaseHold: { readings: 1 } },
        },
      ],
      ...{ patience: null, blindLevel: 'blue', overrides: [] },
      scope: { projects: [], kinds: [], stations: [1], except: [], mounts: [], labels: [] },
    },
  });
  await expect(watched.locator('.levelword--4')).toContainText('1', { timeout: 30_000 });

  await visit(page, product, `/index?folder=${id}`);
  await expect(page.locator('.home__folder')).toContainText('Watched');
  await page.getByRole('button', { name: en['folders.save'] }).click();
  const dialog = page.getByRole('dialog', { name: en['command.stations.saveFilter'] });
  await dialog.getByLabel(en['folders.name']).fill('In the watched');
  await dialog.getByRole('button', { name: en['sites.save'] }).click();
  await expect(dialog).toHaveCount(0);
  await visit(page, product, '/folders');
  await expect(line(page, 'In the watched').locator('.folders__total')).toHaveText('2');

  await visit(page, product, '/rest/datshow/list2?stations=');
  await page
    .locator('.condition')
    .getByRole('button', { name: en['command.history.chooseStations'] })
    .click();
  await page.getByRole('treeitem').filter({ hasText: 'Watched' }).first().click();
  await expect(page).toHaveURL(/stations=(1(,|%2C)2|2(,|%2C)1)$/);
  expect(errors).toEqual([]);
});

test('the sensor tree finds a station with its sensors, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/sensors/tree');
  const { code } = await product.running.storage.db
    .selectFrom('stations')
    .select('code')
    .where('id', '=', 3)
    .executeTakeFirstOrThrow();
  await page.getByRole('searchbox', { name: en['sensorTree.find'] }).fill(code);
  const lines = page.getByRole('tree', { name: en['page.sensorTree'] }).getByRole('treeitem');
  await expect(lines.filter({ hasText: code })).toHaveCount(1);
  const codes = await product.running.storage.db.selectFrom('stations').select('code').execute();
  for (const other of codes.filter((one) => one.code !== code))
    await expect(lines.filter({ hasText: other.code })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(errors).toEqual([]);
});
