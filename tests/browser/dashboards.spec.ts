/** Dashboards: made with one press, arranged by keys and by mouse, kept; what is deleted comes back. */
import { expect, type Page, test } from '@playwright/test';
import { enter } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(8, 2);
});
test.afterAll(() => product.stop());
test.describe.configure({ mode: 'serial' });

const tile = (page: Page, name: string | RegExp) =>
  page.locator('.dtile', { has: page.getByRole('heading', { name }) });
const edited = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name},`) });

test('a first dashboard is a living wall; keys arrange it, and it is kept', async ({ page }) => {
  await enter(page, product);
  await page.goto(`${product.address}/dashboards`);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New' }).click();
  await page.waitForURL(/\/dashboards\/\d+$/);
  await expect(tile(page, 'Stations by state').locator('.dring__count')).toHaveText('8');
  await expect(tile(page, 'Map')).toContainText('8 stations');
  await expect(tile(page, 'On schedule')).toContainText('%');
  await expect(tile(page, 'Latest values').getByRole('row').nth(1)).toContainText('YN-0001');

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('e');
  // The map gives up a column, and the alarms take it: nothing else moves.
  await edited(page, 'Open alarms').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('There is no room there')).toBeVisible();
  await edited(page, 'Map').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(edited(page, 'Map')).toHaveAccessibleName('Map, place 1, 1; size 4 × 5');
  await edited(page, 'Open alarms').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(edited(page, 'Open alarms')).toHaveAccessibleName('Open alarms, place 5, 1; size 4 × 5');
  await expect(page.getByText('editing, 2 changes')).toBeVisible();
  // Whoever looks at another page meanwhile goes on where they were.
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL(/\/index/);
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(page.getByText('editing, 2 changes')).toBeVisible();
  await edited(page, 'Rollouts').focus();
  await page.keyboard.press('Delete');
  await expect(edited(page, 'Rollouts')).toHaveCount(0);
  // A note in the place that is free now.
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Duty: 0870 555 01');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(tile(page, 'Text')).toContainText('Duty: 0870 555 01');
  await page.reload();
  await expect(tile(page, 'Text')).toContainText('Duty: 0870 555 01');
  await expect(tile(page, 'Rollouts')).toHaveCount(0);
  const left = async (name: string) => (await tile(page, name).boundingBox())?.x ?? 0;
  expect(await left('Open alarms')).toBeLessThan((await left('Stations by state')) - 300);
});

test('a curve is set up by station and channel, and tiles follow the mouse', async ({ page }) => {
  await enter(page, product);
  await page.goto(`${product.address}/dashboards`);
  await page.getByRole('button', { name: 'Edit the dashboard' }).click();
  await edited(page, 'Latest values').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Curve', exact: true }).click();
  await page.getByLabel('Station', { exact: true }).fill('YN-0001');
  const channels = page.getByRole('combobox', { name: 'Add a channel…' });
  await channels.selectOption({ index: 1 });
  await expect(page.getByRole('button', { name: /^Remove YN-0001/ })).toBeVisible();
  const curve = edited(page, 'Curve');
  await expect(curve.locator('.dcurve__legend')).toContainText('YN-0001');

  // Dragged by its head over its own width: back to where there is room, and never onto another tile.
  const states = edited(page, 'Stations by state');
  const before = await states.boundingBox();
  const grip = states.locator('.arranged__grip');
  const at = await grip.boundingBox();
  if (before === null || at === null) throw new Error('not on screen');
  await page.mouse.move(at.x + 20, at.y + 10);
  await page.mouse.down();
  await page.mouse.move(at.x + 20, at.y + 10 + before.height * 3, { steps: 12 });
  await page.mouse.up();
  const places = await page
    .getByRole('group', { name: /, place \d+, \d+; size/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  const cells = places.flatMap((name) => {
    const [x = 0, y = 0, w = 0, h = 0] = (name.match(/\d+/g) ?? []).slice(-4).map(Number);
    return Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(tile(page, 'Curve').locator('canvas')).toBeVisible();

  await page.getByRole('button', { name: 'Delete the dashboard' }).click();
  await expect(page.getByText('No dashboard yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tile(page, 'Curve').locator('canvas')).toBeVisible();
});
