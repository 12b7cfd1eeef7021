/** Keys of one's own: given on their page, and from the palette to what a row runs, with its arguments. */
import { expect, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { paletteOn } from '../support/console/palette.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let station: { readonly id: number; readonly code: string; readonly name: string };
test.beforeAll(async () => {
  product = await startProduct();
  station = await product.running.storage.db
    .selectFrom('stations')
    .select(['id', 'code', 'name'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
});
test.afterAll(async () => {
  await product.stop();
});

test('F2 on a row of the palette gives its command a key, with the arguments of the row', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/index');
  const palette = paletteOn(page);
  const listening = page.locator('.shortcuts__listen');
  const row = page.getByRole('row', {
    name: `${en['command.stations.open']}: ${station.code} ${station.name}`,
  });

  await palette.open();
  await page.keyboard.type(`@${station.code}`);
  await expect(palette.chosen).toContainText(station.code);
  await expect(palette.dialog.locator('.palette__bind')).toBeVisible();
  await page.keyboard.press('F2');
  await expect(page).toHaveURL(/\/shortcuts$/);
  await expect(listening).toBeFocused();
  await page.keyboard.press('g');
  await expect(listening).toContainText('g', { ignoreCase: true });
  await page.keyboard.press('x');
  await expect(row.locator('.shortcuts__keys')).toContainText('x', { ignoreCase: true });

  // It is kept, and runs from anywhere.
  await page.reload();
  await expect(row).toBeVisible();
  await visit(page, product, '/log');
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await expect(page).toHaveURL(new RegExp(`/station/${station.id}/latest`));

  // What ran lately has its key, and is taken by its arguments again.
  await palette.open();
  await expect(palette.rows.first()).toContainText(station.code);
  await page.keyboard.press('F2');
  await expect(row.locator('.shortcuts__listen')).toBeFocused();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: en['shortcuts.off'] }).click();
  await expect(row).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a key of the browser is refused by name, what is off is not shown, and a reset asks', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/shortcuts');
  const row = page.getByRole('row', { name: 'navigation.log' });
  const change = row.getByRole('button', { name: en['shortcuts.change'] });
  await change.click();
  await page.keyboard.press('Control+d');
  await expect(row.getByRole('alert')).toHaveText(en['shortcuts.reserved'].replace('{key}', 'Ctrl d'));
  await change.click();
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  await expect(row.locator('kbd')).toHaveText(['x']);

  const palette = paletteOn(page);
  const keys = () => palette.rows.filter({ hasText: en['command.navigation.log'] }).locator('kbd');
  await palette.open();
  await page.keyboard.type(en['command.navigation.log']);
  await expect(keys()).toHaveText(['x']);
  await page.keyboard.press('Escape');
  const singles = page.getByRole('button', { name: en['shortcuts.singles'] });
  await singles.click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(en['command.navigation.log']);
  await expect(palette.chosen).toContainText(en['command.navigation.log']);
  await expect(keys()).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: en['shortcuts.resetAll'] }).click();
  const question = page.getByRole('dialog', { name: en['shortcuts.resetAsk'] });
  await expect(question.getByRole('button', { name: en['action.cancel'] })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(row.locator('kbd')).toHaveText(['x']);
  await page.getByRole('button', { name: en['shortcuts.resetAll'] }).click();
  await question.getByRole('button', { name: en['command.shortcuts.resetAll'] }).click();
  await expect(row.locator('kbd')).toHaveText(['g', 'l']);
});

test('single keys go by what is printed or by place; the sheet of keys has sections and what lists and charts hear', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/shortcuts');
  // The keyboard is French: where `a` is printed the place is that of `q`.
  const press = (key: string, code: string) =>
    page.evaluate(
      ([typed, place]) =>
        document.querySelector('main')?.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: typed ?? '',
            code: place ?? '',
            bubbles: true,
            cancelable: true,
          }),
        ),
      [key, code],
    );
  await press('g', 'KeyG');
  await press('a', 'KeyQ');
  await expect(page).toHaveURL(/\/audit/);
  await visit(page, product, '/shortcuts');
  await page.getByRole('button', { name: en['shortcuts.layout.place'] }).click();
  await press('g', 'KeyG');
  await press('a', 'KeyQ');
  await expect(page).toHaveURL(/\/sensors\/tree/);
  // It is kept.
  await visit(page, product, '/shortcuts');
  await expect(page.getByRole('button', { name: en['shortcuts.layout.place'] })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: en['shortcuts.layout.printed'] }).click();

  await visit(page, product, '/station/1/curve');
  await expect(page.locator('.chart__panes canvas').first()).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: en['keys.title'] });
  for (const section of ['go', 'stations', 'curves', 'console', 'heard'] as const)
    await expect(
      sheet.getByRole('heading', { name: en[`keys.section.${section}`], exact: true }),
    ).toBeVisible();
  await expect(sheet).toContainText(en['keys.heard.cross']);
});

test('stations of the list are marked with x: the palette is about them, and e closes their alarms', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/index');
  const rows = page.locator('.srow');
  await rows.first().click();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.locator('.srow.is-marked')).toHaveCount(2);
  await expect(page.locator('.slist__count')).toContainText(en['home.marked'].replace('{count}', '2'));
  const palette = paletteOn(page);
  await palette.open();
  await expect(palette.chips).toHaveText([/2/]);
  // Esc takes the ticks off first, then it closes the palette; the list keeps its marks.
  await page.keyboard.press('Escape');
  await expect(palette.chips).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette.dialog).toHaveCount(0);
  await expect(page.locator('.srow.is-marked')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.locator('.srow.is-marked')).toHaveCount(0);
  const sheet = page.getByRole('dialog', { name: en['keys.title'] });
  await page.keyboard.press('?');
  await expect(sheet).toContainText(en['command.stations.mark']);
  await expect(sheet).toContainText(en['command.stations.close']);
});
