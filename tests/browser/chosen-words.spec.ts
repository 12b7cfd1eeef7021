/** What a company chooses from its lists: labels of stations, positions of sensors; and what its menu shows to whom. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(3, 1);
});
test.afterAll(() => product.stop());

const save = async (page: Page) => {
  const button = page.locator('form').getByRole('button', { name: en['sites.save'], exact: true });
  // While it is being saved the button is off, too: who leaves then may take the call along.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await button.click();
  await saved;
  await expect(button).toBeDisabled();
};

test('a label of a station is chosen, and a rule judges by it alone', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/devices/tree?at=station:2');
  const label = page.getByLabel(en['dictionary.label.river'], { exact: true });
  await label.check();
  await save(page);
  await page.reload();
  await expect(label).toBeChecked();
  const sensors = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select('sensors.id')
    .where('rtus.station_id', '=', 2)
    .execute();

  await visit(page, product, '/alarms/rules');
  await page.getByRole('button', { name: en['rules.preset.empty'], exact: true }).click();
  const scope = page.getByRole('region', { name: en['rules.scope'] });
  await scope.getByRole('button', { name: `Choose: ${en['rules.scope.labels']}` }).click();
  const choice = page.getByRole('dialog', { name: en['rules.scope.labels'] });
  await choice.getByRole('combobox').fill(en['dictionary.label.river']);
  await page.keyboard.press('Enter');
  await choice.getByRole('button', { name: en['action.close'] }).click();
  await expect(scope.locator('header output').first()).toHaveText(
    new RegExp(`^${sensors.length} sensors? in 1 station$`),
  );
});

test('a position of a sensor is chosen, and its station says so', async ({ page }) => {
  const { id } = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select('sensors.id')
    .where('rtus.station_id', '=', 1)
    .orderBy('sensors.slot')
    .executeTakeFirstOrThrow();
  await enter(page, product);
  await visit(page, product, `/devices/tree?at=sensor:${id}`);
  const position = page.getByLabel(en['sites.sensor.position'], { exact: true });
  await position.selectOption({ label: en['dictionary.position.borehole'] });
  await save(page);
  await visit(page, product, '/station/1/latest');
  const shown = page
    .locator('div')
    .filter({ has: page.locator('dt', { hasText: en['sites.sensor.position'] }) });
  await expect(shown.locator('dd', { hasText: en['dictionary.position.borehole'] }).first()).toBeVisible();
  // Taken back where it was chosen.
  await visit(page, product, `/devices/tree?at=sensor:${id}`);
  await expect(position.locator('option:checked')).toHaveText(en['dictionary.position.borehole']);
});

test('the preview of the menu shows what a role sees, in each language, and why not', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/menus?entry=alarms');
  const preview = page.getByRole('region', { name: en['menus.seenBy'] }).first();
  const seen = preview.locator('.menus__seen');
  const gone = preview
    .locator('.pairs > div')
    .filter({ has: page.locator('dt').getByText(en['menu.deviceTree'], { exact: true }) });
  await preview.getByRole('combobox').selectOption('1');
  await expect(seen).toContainText(en['menu.deviceTree']);
  await preview.getByRole('combobox').selectOption('2');
  await expect(seen).not.toContainText(en['menu.deviceTree']);
  await expect(gone).toContainText(en['menus.maintainerOnly']);
  // The Japanese edition's entry is in the menu of who reads Japanese.
  await expect(seen).not.toContainText('警報設定');
  await preview.getByText(en['language.ja'], { exact: true }).click();
  await expect(seen).toContainText('警報設定');
  await expect(seen).toContainText('警報一覧');
});
