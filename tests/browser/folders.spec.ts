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

test('a rule follows a shared folder: its editor counts, a drag out of it asks, and the folder stays', async ({
  page,
}) => {
  await enter(page, product);
  const { storage } = product.running;
  const all = await storage.db
    .selectFrom('stations')
    .innerJoin('projects', 'projects.id', 'stations.project_id')
    .select(['stations.id', 'stations.code', 'projects.company_id'])
    .orderBy('stations.id')
    .execute();
  const companyId =
    all.map((one) => one.company_id).find((id) => all.filter((one) => one.company_id === id).length > 1) ?? 0;
  const stations = all.filter((one) => one.company_id === companyId).slice(0, 2);
  expect(stations).toHaveLength(2);
  const share = { parentId: null, share: 'company', companyId };
  const { id: slope } = await send(page, '/rest/folders', { name: 'Slope', ...share });
  await send(page, '/rest/folders', { name: 'Attic', ...share });
  const ids = stations.map(({ id }) => id);
  const place = (toId: number) =>
    send(page, '/rest/folders/stations', { stationIds: ids, fromId: null, toId });
  await place(slope);
  const sensorCount = async () => {
    const own = await storage.db
      .selectFrom('sensors')
      .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
      .select('sensors.id')
      .where('rtus.station_id', 'in', ids)
      .where('sensors.retired_at', 'is', null)
      .execute();
    return own.length;
  };

  await visit(page, product, '/alarms/rules');
  await page.getByRole('button', { name: 'Empty rule', exact: true }).click();
  const scope = page.getByRole('region', { name: 'Scope' });
  const company = scope.getByLabel('Company');
  if ((await company.count()) > 0) await company.selectOption(String(companyId));
  await scope.getByRole('button', { name: 'Choose: Folders' }).click();
  const choice = page.getByRole('dialog', { name: 'Folders' });
  await choice.getByRole('combobox').fill('Slope');
  await page.keyboard.press('Enter');
  await choice.getByRole('button', { name: 'Close' }).click();
  await expect(
    scope.getByText(
      `Whatever stands in “Slope” is watched, as stations come and go: ${await sensorCount()} sensors in 2 stations now`,
    ),
  ).toBeVisible();

  const name = 'Slope moves';
  const once = { readings: 1 };
  const definition = {
    ...{ of: 'rtu', enabled: true, terms: [{ quantity: 'silence', args: {} }], patience: null },
    ladder: [
      {
        level: 'blue',
        condition: { type: 'limit', term: 0, side: 'above', limit: 500 },
        ...{ hold: once, releaseHold: once },
      },
    ],
    ...{ blindLevel: 'blue', overrides: [] },
    scope: { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [], folders: [slope] },
  };
  await send(page, '/rest/alarm-rules', { name, companyId, reason: 'a test', definition });

  await visit(page, product, `/folders/${slope}`);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await line(page, 'Slope').focus();
  await page.keyboard.press('ArrowRight');
  const code = stations[0]?.code ?? '';
  await line(page, code).dragTo(line(page, 'Attic'));
  const question = page.getByRole('dialog', { name: new RegExp(`${code} no more: ${name}`) });
  await question.getByRole('button', { name: en['action.cancel'] }).click();
  await expect(question).toHaveCount(0);
  expect(await held()).toMatchObject({ Slope: ids, Attic: [] });
  await line(page, code).dragTo(line(page, 'Attic'));
  await question.getByRole('button', { name: en['folders.unwatchAnyway'] }).click();
  await expect.poll(held).toMatchObject({ Slope: ids.slice(1), Attic: ids.slice(0, 1) });
  // Taken back: into the folder nothing is asked.
  await line(page, 'Attic').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(held).toMatchObject({ Slope: ids, Attic: [] });
  await line(page, 'Slope').focus();
  await page.keyboard.press('Delete');
  await expect(
    page.getByText(/The scope of alarm rules or standard sets names this folder \(Slope moves\)/),
  ).toBeVisible();
  expect(await held()).toMatchObject({ Slope: ids });
});
