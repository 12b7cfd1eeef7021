/** Dashboards: made with one press, arranged by keys and by mouse, kept; what is deleted comes back; duties and pictures. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { kindById } from '../../src/catalogue/index.ts';
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
  await edited(page, 'Tasks').focus();
  await page.keyboard.press('Delete');
  await expect(edited(page, 'Tasks')).toHaveCount(0);
  // A note in the place that is free now.
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Duty: 0870 555 01');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(tile(page, 'Text')).toContainText('Duty: 0870 555 01');
  await page.reload();
  await expect(tile(page, 'Text')).toContainText('Duty: 0870 555 01');
  await expect(tile(page, 'Tasks')).toHaveCount(0);
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
  await page.getByRole('button', { name: 'Choose sensors' }).click();
  const tree = page.getByRole('dialog', { name: 'Choose sensors' });
  await tree.getByRole('combobox').fill('YN-0001');
  await tree.getByRole('treeitem').filter({ hasText: 'YN-0001' }).first().click();
  await tree.getByRole('button', { name: 'Close' }).click();
  const channels = page.getByRole('combobox', { name: 'Add a channel…' });
  await channels.selectOption({ index: 1 });
  await expect(page.getByRole('button', { name: /^Remove YN-0001/ })).toBeVisible();
  const curve = edited(page, 'Curve');
  await expect(curve.locator('.dcurve__legend')).toContainText('YN-0001');
  // The next tile begins anew: it offers no channel of sensors that were chosen for this one.
  await page.getByRole('button', { name: 'Curve', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Choose sensors' })).toBeVisible();
  await expect(channels).toHaveCount(0);
  await page.getByRole('button', { name: en['command.dashboards.undo'] }).click();
  await curve.focus();
  // Its rain comes out of the same tree, in which only gauges stand: one alone, and none again.
  const gauge = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select(['stations.code', 'sensors.slot'])
    .where('sensors.kind', '=', kindById('rain')?.code ?? -1)
    .where('sensors.retired_at', 'is', null)
    .orderBy('stations.code')
    .executeTakeFirstOrThrow();
  await page.getByRole('button', { name: 'Choose rain gauge' }).click();
  const gauges = page.getByRole('dialog', { name: 'Choose rain gauge' });
  await gauges.getByRole('combobox').fill(gauge.code);
  await expect(gauges.getByRole('treeitem').filter({ hasText: 'Tilt' })).toHaveCount(0);
  await gauges
    .getByRole('treeitem')
    .filter({ hasText: `#${gauge.slot}` })
    .first()
    .click();
  await expect(gauges).toHaveCount(0);
  const form = page.locator('.dedit__settings');
  await expect(form.getByText(new RegExp(`^${gauge.code} .*#${gauge.slot}$`))).toBeVisible();
  await page.getByRole('button', { name: 'Remove the rain gauge' }).click();
  await expect(page.getByRole('button', { name: 'Remove the rain gauge' })).toHaveCount(0);

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

test('tasks say who is on duty and which reports are due and made; a site plan fits its place', async ({
  page,
}) => {
  await enter(page, product);
  const { value } = (await page.context().cookies()).find(({ name }) => name.endsWith('-token')) ?? {
    value: '',
  };
  const headers = { authorization: value };
  const post = async (path: string, given: object) => {
    const answer = await page
      .context()
      .request.post(`${product.address}/rest/${path}`, { headers, ...given });
    const { status, data } = await answer.json();
    expect(status, path).toBe(200);
    return data;
  };
  const { db } = product.running.storage;
  const person = await db
    .selectFrom('users')
    .select(['id', 'company_id as companyId'])
    .where('account_name', '=', 'operator')
    .executeTakeFirstOrThrow();
  const project = await db
    .selectFrom('stations')
    .select('project_id as id')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const layer = (name: string, people: number[]) => ({
    ...{ name, people, from: '2020-01-01', every: 'day', weekday: 1, at: [480], onHolidays: [] },
  });
  const layers = [layer('First line', [person.id]), layer('Second line', [])];
  const soon = Date.now() + 3_600_000;
  const pause = { layer: 0, from: soon, to: soon + 3_600_000, userId: null };
  await post('notify/rotas', {
    data: {
      ...{ id: null, companyId: person.companyId, revision: 0, name: 'Slopes' },
      body: { timeZone: 'UTC', layers, overrides: [pause], holidays: [] },
    },
  });
  const job = { kind: 'report', template: 'weekly', days: 7, languages: ['en'], formats: ['pdf'] };
  await post('schedules', {
    data: {
      ...{ projectId: project.id, name: 'Weekly to the owner', job, missed: 'skip' },
      recurrence: { kind: 'week', time: 480, weekdays: [1] },
    },
  });
  const buffer = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="300"><rect width="1200" height="300" fill="#cdb"/></svg>',
  );
  const { upload } = await post('stations/1/uploads?drawing=1', {
    multipart: { file: { name: 'slope.svg', mimeType: 'image/svg+xml', buffer } },
  });
  await post('stations/1/plans', { data: { name: 'slope', uploadId: upload.id } });

  await page.goto(`${product.address}/dashboards`);
  await page.getByRole('button', { name: 'Edit the dashboard' }).click();
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  const tasks = edited(page, 'Tasks');
  await expect(tasks).toContainText(/operator.*First line · Slopes.*now to /);
  await expect(tasks).toContainText(/nobody.*Second line · Slopes/);
  await expect(tasks).toContainText(/Weekly to the owner.*due /);
  await expect(tasks).toContainText('No report has been made yet');
  await edited(page, 'Rain, 24 h').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await page.getByLabel('Station', { exact: true }).fill('YN-0001');
  await page.getByRole('combobox', { name: 'Picture' }).selectOption({ label: 'slope' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const picture = tile(page, 'Picture').getByRole('img', { name: 'slope' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight))
    .toBe(4);
  const [inner, outer] = [await picture.boundingBox(), await tile(page, 'Picture').boundingBox()];
  if (inner === null || outer === null) throw new Error('not on screen');
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  expect(await picture.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
});
