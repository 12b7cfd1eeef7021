/** Alarm rules on the real product: from a preset to versions, with what is wrong said where it stands. */
import { expect, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

// The second console takes up the rule that was made first.
test.describe.configure({ mode: 'serial' });
let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

test('a rule is made from a preset, changed, compared and restored', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/alarms/rules');
  await page.getByRole('button', { name: 'RTU battery is low' }).click();
  const editor = page.getByRole('region', { name: 'RTU battery is low' });
  await expect(editor.getByText('The limits are starting points')).toBeVisible();
  const company = editor.getByLabel('Company');
  if ((await company.count()) > 0) await company.selectOption({ index: 1 });
  const save = editor.getByRole('button', { name: /^Save as version/ });
  await expect(save).toBeDisabled();
  await expect(save).toHaveAttribute('title', 'Say why first');
  await editor.getByLabel('Reason').fill('Batteries of the north slope');
  await page.keyboard.press('Control+Enter');
  const list = page.getByRole('region', { name: 'List of alarm rules' });
  await expect(page).toHaveURL(/rule=\d+/);
  await expect(list.getByRole('button', { name: /RTU battery is low/ })).toContainText('v1');

  // What is wrong is said at its place, and nothing is saved.
  const limit = editor.getByLabel('Limit of Orange', { exact: true });
  const release = editor.getByLabel('Release of Orange', { exact: true });
  await limit.fill('11.2');
  await expect(editor.locator('s').filter({ hasText: '11' })).toBeVisible();
  await release.fill('11.1');
  const orange = editor.getByRole('group', { name: 'Orange' });
  await expect(orange.getByRole('alert')).toHaveText('The release must lie inside the limit');
  await expect(release).toHaveAttribute('aria-invalid', 'true');
  await expect(save).toBeDisabled();
  await expect(save).toHaveAttribute('title', 'Mend what is marked first');
  await release.fill('11.4');
  await expect(orange.getByRole('alert')).toHaveCount(0);
  await expect(editor.getByText('2 changes')).toBeVisible();

  // An edit stays while another page is looked at.
  await visit(page, product, '/log');
  await visit(page, product, '/alarms/rules');
  await list.getByRole('button', { name: /RTU battery is low/ }).click();
  await expect(limit).toHaveValue('11.2');
  await editor.getByLabel('Reason').fill('Cold weather');
  await editor.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(list.getByRole('button', { name: /RTU battery is low/ })).toContainText('v2');

  await editor.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await expect(versions.getByRole('button', { name: /^Version 2/ })).toContainText('Cold weather');
  const changes = versions.getByRole('region', { name: 'What it changed' });
  await expect(changes).toContainText('Orange: limit');
  await expect(changes.locator('s').first()).toHaveText('11 V');
  await expect(changes).toContainText('11.2 V');
  await versions.getByRole('button', { name: /^Version 1/ }).click();
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(versions).toHaveCount(0);
  await expect(limit).toHaveValue('11');
  await expect(editor.getByLabel('Reason')).toHaveValue('As in version 1: Batteries of the north slope');
  await editor.getByRole('button', { name: 'Save as version 3' }).click();
  await expect(list.getByRole('button', { name: /RTU battery is low/ })).toContainText('v3');
  expect(errors).toEqual([]);
});

test('conditions are added, grouped, moved and taken out; a quantity is found by typing', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/alarms/rules');
  await page.getByRole('button', { name: 'RTU is silent', exact: true }).click();
  const editor = page.getByRole('region', { name: 'RTU is silent' });
  const orange = editor.getByRole('group', { name: 'Orange' });
  await orange.getByLabel('Limit of Orange').click();
  await editor.getByRole('button', { name: 'Condition', exact: true }).click();
  await expect(orange.getByRole('alert')).toHaveText('A condition has no limit');
  await orange.getByRole('button', { name: 'Silence in send cycles' }).last().click();
  const quantities = page.getByRole('dialog', { name: 'Quantities a rule can ask' });
  await quantities.getByRole('combobox').fill('battery volt');
  await page.keyboard.press('Enter');
  await expect(quantities).toHaveCount(0);
  await orange.getByLabel('Limit of Orange').last().fill('11');
  await expect(editor.getByText(/Reads: Orange when .* and Battery voltage ≥ 11 V/)).toBeVisible();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(orange.getByLabel('Limit of Orange').first()).toHaveValue('11');
  await orange.getByRole('button', { name: 'Menu of the condition' }).first().click();
  await page.getByRole('menuitem', { name: 'Remove the condition' }).click();
  await expect(orange.getByLabel('Limit of Orange')).toHaveValue('24');
});

test('two consoles: the later one is shown what the other has saved', async ({ page, browser }) => {
  await enter(page, product);
  await visit(page, product, '/alarms/rules');
  const open = (own: typeof page) =>
    own
      .getByRole('region', { name: 'List of alarm rules' })
      .getByRole('button', { name: /RTU battery is low/ })
      .click();
  await open(page);
  const other = await browser.newPage();
  await enter(other, product);
  await visit(other, product, '/alarms/rules');
  await open(other);
  await page.getByLabel('Limit of Blue', { exact: true }).fill('11.9');
  await other.getByLabel('Limit of Blue', { exact: true }).fill('12');
  await other.getByLabel('Reason').fill('From the other desk');
  await other.keyboard.press('Control+Enter');
  await expect(page.getByText(/maintainer has saved version 4 meanwhile/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Save as version/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Load version 4' }).click();
  await expect(page.getByLabel('Limit of Blue', { exact: true })).toHaveValue('12');
  await other.close();
});

test('a scope is chosen by folder: its stations, or single sensors out of the tree of sensors', async ({
  page,
}) => {
  const { storage } = product.running;
  const sensors = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select(['sensors.id', 'stations.id as station', 'stations.code', 'stations.project_id as project'])
    .where('sensors.retired_at', 'is', null)
    .execute();
  const project = sensors[0]?.project;
  const stations = [
    ...new Set(sensors.filter((one) => one.project === project).map(({ station }) => station)),
  ];
  expect(stations.length).toBeGreaterThan(1);
  await enter(page, product);
  const { value } = (await page.context().cookies()).find(({ name }) => name.endsWith('-token')) ?? {
    value: '',
  };
  const post = async (path: string, data: object) => {
    const headers = { authorization: value };
    const answer = await page.context().request.post(`${product.address}/rest/${path}`, { headers, data });
    return (await answer.json()).data;
  };
  const { id: toId } = await post('folders', { name: 'North bank', parentId: null });
  const held = stations.slice(0, 2);
  await post('folders/stations', { stationIds: held, fromId: null, toId });
  await visit(page, product, '/alarms/rules');
  await page.getByRole('button', { name: 'Empty rule', exact: true }).click();
  const scope = page.getByRole('region', { name: 'Scope' });
  const company = scope.getByLabel('Company');
  if ((await company.count()) > 0) await company.selectOption({ index: 1 });

  await scope.getByRole('button', { name: 'Choose: Stations' }).click();
  const choice = page.getByRole('dialog', { name: 'Stations' });
  await choice.getByRole('combobox').fill('North bank');
  await page.keyboard.press('Enter');
  await choice.getByRole('button', { name: 'Close' }).click();
  const part = (name: string) =>
    scope.locator('.rules__part').filter({ has: page.getByText(name, { exact: true }) });
  await expect(part('Stations').locator('.rules__tag:not(.rules__tag--add)')).toHaveCount(held.length);

  await scope.getByRole('button', { name: 'Choose: Sensors' }).click();
  const tree = page.getByRole('dialog', { name: 'Sensors' });
  await tree.getByRole('combobox').fill('North bank');
  await page.keyboard.press('Enter');
  const expected = sensors.filter(({ station }) => held.includes(station)).length;
  await expect(part('Sensors').locator('.rules__tag:not(.rules__tag--add)')).toHaveCount(expected);
  // All but one are taken out again: one by one in the tree, which says so of the folder.
  const code = sensors.find(({ station }) => station === held[1])?.code ?? '';
  await tree.getByRole('combobox').fill(code);
  await tree.getByRole('treeitem').filter({ hasText: code }).first().click();
  await tree.getByRole('combobox').fill('North bank');
  await expect(tree.getByRole('treeitem').first()).toHaveAttribute('aria-checked', 'mixed');
  await tree.getByRole('button', { name: 'Close' }).click();
  const left = sensors.filter(({ station }) => station === held[0]).length;
  await expect(part('Sensors').locator('.rules__tag:not(.rules__tag--add)')).toHaveCount(left);

  // The sensor that a condition is taken from: one alone, out of the same tree; a press on a group only unfolds it.
  await page.getByRole('button', { name: 'Menu of the condition' }).first().click();
  await page.getByRole('menuitem', { name: 'Of another sensor…' }).click();
  const other = page.getByRole('dialog', { name: 'Of another sensor…' });
  await other.getByRole('combobox').fill('North bank');
  await page.keyboard.press('Enter');
  await expect(other).toBeVisible();
  await other.getByRole('combobox').fill(code);
  await other
    .getByRole('treeitem')
    .filter({ hasText: `${code} ` })
    .last()
    .click();
  await expect(other).toHaveCount(0);
  await expect(page.locator('.token--still').first()).toContainText(code);

  // Limits of their own for all of a folder at once, as far as the rule judges them.
  await scope.getByRole('button', { name: 'Edit' }).click();
  const sheet = page.getByRole('dialog', { name: 'Overrides' });
  await sheet.getByRole('button', { name: 'Add a device' }).click();
  const devices = page.getByRole('dialog', { name: 'Add a device' });
  await devices.getByRole('combobox').fill('North bank');
  await page.keyboard.press('Enter');
  await devices.getByRole('button', { name: 'Close' }).click();
  await expect(sheet.locator('tbody tr')).toHaveCount(left);
});
