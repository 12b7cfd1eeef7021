/** History data as its users read it: stations across projects, one curve, one table, a link to the view, files. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import { accounts, type Product, startProduct } from '../support/product.ts';

interface Ran {
  readonly id: string;
  readonly args: unknown;
  readonly origin: string;
}
interface Tilted {
  readonly id: number;
  readonly code: string;
  readonly projectId: number;
}

let product: Product;
let stations: readonly Tilted[];
test.beforeAll(async () => {
  product = await startProduct();
  stations = await product.running.storage.db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .select(['stations.id', 'stations.code', 'stations.project_id as projectId'])
    .where('sensors.kind', '=', 9)
    .groupBy('stations.id')
    .orderBy('stations.id')
    .execute();
});
test.afterAll(async () => {
  await product.stop();
});

const page2 = '/rest/datshow/list2';
const channels = 'tilt.x,tilt.y';

async function signIn(page: Page, language = 'en') {
  await page.addInitScript(() => {
    const ran: unknown[] = [];
    Reflect.set(window, 'ran', ran);
    addEventListener('groundwatch:command', (event) => ran.push((event as CustomEvent).detail));
  });
  const words = language === 'ja' ? ja : en;
  await page.context().addCookies([{ name: 'lang', value: language, url: product.address }]);
  await page.goto(`${product.address}/`);
  await page.getByLabel(words['login.account'], { exact: true }).fill(accounts.maintainer.accountName);
  await page.getByLabel(words['login.password'], { exact: true }).fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-station]').first()).toBeVisible();
}

const ran = (page: Page): Promise<readonly Ran[]> => page.evaluate(() => Reflect.get(window, 'ran'));
/** Addresses of a curve's data. */
const columns = /\/rest\/history\/\d+\/columns/;
const chart = (page: Page) => page.getByRole('slider', { name: en['chart.keys'] });
/** A field of a day and a time, by its label. */
const moment = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
/** Types digits from a field's first part on: each part goes on to the next when it is full. */
async function typeInto(field: Locator, digits: string): Promise<void> {
  await field.getByRole('spinbutton').first().click();
  await field.page().keyboard.type(digits);
}
const two = () => {
  const [first] = stations;
  const other = stations.find(({ projectId }) => projectId !== first?.projectId);
  if (first === undefined || other === undefined) throw new Error('no tilt sensors in two projects');
  return [first, other] as const;
};

test('a range is typed part by part, pasted, or chosen in a calendar, in the user’s language and the station’s clocks', async ({
  page,
}) => {
  const [first] = two();
  await signIn(page, 'ja');
  await page.goto(`${product.address}${page2}?stations=${first.id}&channels=tilt.x&range=week`);
  const start = moment(page, ja['curve.start']);
  const end = moment(page, ja['curve.end']);
  // Asia/Shanghai: eight hours ahead of UTC.
  await typeInto(start, '202601050830');
  await page.keyboard.press('ArrowUp');
  await expect(start).toHaveText(/2026\/01\/05\W+08:31/);
  await end.getByRole('spinbutton').first().click();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '2026-01-06 09:00');
    const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(pasted);
  });
  await expect(end).toHaveText(/2026\/01\/06\W+09:00/);
  await page.keyboard.press('Enter');
  const asked = (from: number, to: number) => new RegExp(`from=${from}&to=${to}(?:&|$)`);
  await expect(page).toHaveURL(asked(Date.UTC(2026, 0, 5, 0, 31), Date.UTC(2026, 0, 6, 1)));
  await start.getByRole('button').click();
  const calendar = page.getByRole('dialog').filter({ has: page.getByRole('grid') });
  await expect(calendar.getByRole('heading')).toHaveText('2026年1月');
  await calendar.getByRole('button', { name: /1月3日/ }).click();
  await page.getByRole('button', { name: ja['curve.query'], exact: true }).click();
  await expect(page).toHaveURL(asked(Date.UTC(2026, 0, 3, 0, 31), Date.UTC(2026, 0, 6, 1)));
  // A part that is missing is said, and nothing is asked; the other parts stay.
  await start.getByRole('spinbutton').first().click();
  for (let digits = 0; digits < 4; digits += 1) await page.keyboard.press('Backspace');
  await expect(start).toHaveText(/年\/01\/03\W+08:31/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(ja['curve.badDate']);
  // Completed to what it was, and to a day that its month does not have.
  await page.keyboard.type('2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL(asked(Date.UTC(2026, 0, 3, 0, 31), Date.UTC(2026, 0, 6, 1)));
  await typeInto(start, '20250231');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(asked(Date.UTC(2025, 1, 28, 0, 31), Date.UTC(2026, 0, 6, 1)));
});

test('stations of two projects, chosen by keyboard, share one curve and one table; the link holds the whole view', async ({
  page,
  context,
}) => {
  const [first, other] = two();
  await signIn(page);
  await page.goto(`${product.address}${page2}?stations=`);
  await expect(page.getByRole('heading', { name: en['history.none.title'] })).toBeVisible();
  await page
    .locator('.condition')
    .getByRole('button', { name: en['command.history.chooseStations'] })
    .click();
  const search = page.getByRole('combobox', { name: en['history.searchStations'] });
  await expect(search).toBeFocused();
  for (const { code } of [first, other]) {
    await search.fill(code);
    const found = page.getByRole('treeitem').filter({ hasText: code });
    await expect(found).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(found).toHaveAttribute('aria-checked', 'true');
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tree')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`stations=${first.id}(,|%2C)${other.id}`));

  await page.goto(`${product.address}${page2}?stations=${first.id},${other.id}&channels=tilt.x`);
  await page.getByRole('button', { name: /^Channels/ }).click();
  await page.getByRole('option', { name: new RegExp(`^${en['channel.tilt.y']}`) }).click();
  await page.keyboard.press('Escape');
  for (const { code } of [first, other])
    for (const channel of ['channel.tilt.x', 'channel.tilt.y'] as const)
      await expect(
        page.locator('.channel', { hasText: code }).filter({ hasText: en[channel] }),
      ).toHaveAttribute('aria-pressed', 'true');
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  await expect(page.locator('.rail__values > div')).toHaveCount(4);

  await page.getByRole('button', { name: en['history.view.both'], exact: true }).click();
  const grid = page.getByRole('grid', { name: en['history.table'] });
  await expect(grid.getByRole('columnheader')).toHaveCount(5);
  await expect(grid.getByRole('columnheader').nth(1)).toContainText(first.code);
  await expect(grid.getByRole('columnheader').nth(1)).toContainText('°');
  await expect(grid.getByRole('columnheader').nth(3)).toContainText(other.code);
  await expect(page.locator('.table__foot')).toContainText(/showing \d+ of \d+ rows/);
  const times = await grid.locator('.table__row .table__frozen').allInnerTexts();
  expect(times).toEqual([...times].sort().reverse());

  await page.locator('.channel').first().click();
  await expect(grid.getByRole('columnheader')).toHaveCount(4);
  await page.getByRole('button', { name: en['curve.month'], exact: true }).click();
  await expect(page).toHaveURL(/range=month/);
  const link = await context.newPage();
  await link.goto(page.url());
  await expect(link.getByRole('grid', { name: en['history.table'] }).getByRole('columnheader')).toHaveCount(
    4,
  );
  await expect(chart(link).locator('canvas').first()).toBeVisible();
  await expect(link.getByRole('button', { name: en['curve.month'], exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const ids = (await ran(page)).map(({ id }) => id);
  for (const id of ['history.channel', 'history.view', 'chart.series', 'chart.range'])
    expect(ids).toContain(id);
});

test('readings go to a CSV file and the curve to a picture', async ({ page }) => {
  const [first, other] = two();
  await signIn(page);
  await page.goto(
    `${product.address}${page2}?stations=${first.id},${other.id}&channels=${channels}&view=both`,
  );
  await expect(page.locator('.table__row').first()).toBeVisible();
  await page.getByRole('button', { name: en['command.table.export'] }).click();
  const dialog = page.getByRole('dialog', { name: en['exports.title'] });
  await dialog.getByRole('button', { name: en['exports.detail.raw'] }).click();
  await dialog.getByRole('button', { name: en['exports.format.csv'], exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^[\d,]+ rows$/);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: en['exports.save'], exact: true }).click(),
  ]);
  await expect(dialog).toBeHidden();
  expect(csv.suggestedFilename()).toMatch(/\.csv$/);
  const lines = readFileSync(await csv.path(), 'utf8').split('\r\n');
  expect(lines[0]).toMatch(new RegExp(`^\uFEFF${en['table.time']},${first.code} .*,${other.code} `));
  expect(lines[1]).toMatch(/^[A-Z]\w+\/\w+,°,°,°,°$/);
  expect(lines[2]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+\d\d:\d\d,/);
  const total = Number(/of (\d+) rows/.exec(await page.locator('.table__foot').innerText())?.[1]);
  // Readings come while the test runs: the table may have a few more by now.
  expect(lines.length - 3).toBeGreaterThan(100);
  expect(Math.abs(total - (lines.length - 3))).toBeLessThan(60);

  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: en['command.chart.exportPng'] }).click(),
  ]);
  const bytes = readFileSync(await png.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.length).toBeGreaterThan(5000);
});

test('what follows the choice of a range begins with it, however slowly its data come', async ({ page }) => {
  const [first] = two();
  await signIn(page);
  await page.goto(`${product.address}${page2}?stations=${first.id}&channels=tilt.x&range=week`);
  await expect(chart(page).locator('canvas')).toHaveCount(1);
  await page.route(columns, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue().catch(() => undefined);
  });
  const days = () => {
    const { searchParams } = new URL(page.url());
    return (Number(searchParams.get('to')) - Number(searchParams.get('from'))) / 86_400_000;
  };
  await page.getByRole('button', { name: en['range.quarter'], exact: true }).click();
  await expect(page).toHaveURL(/range=quarter/);
  await chart(page).focus();
  for (const expected of [45, 22.5, 11.25]) {
    await page.keyboard.press('+');
    await expect.poll(days).toBeCloseTo(expected, 2);
    // Answers of the ranges before come in between.
    await page.waitForTimeout(400);
  }
  await page.keyboard.press('c');
  const copied = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  const { searchParams } = new URL(page.url());
  expect(copied).toContain(searchParams.get('from') ?? 'no range');
  await page.unroute(columns);
});

test('dates, keys and a copied range move the curve, each as a command', async ({ page }) => {
  const [first] = two();
  await signIn(page);
  await page.goto(`${product.address}${page2}?stations=${first.id}&channels=tilt.x&range=week`);
  await expect(chart(page).locator('canvas')).toHaveCount(1);
  const start = moment(page, en['curve.start']);
  const day = ((await start.innerText()).match(/\d+/g) ?? []).slice(0, 3).join('');
  expect(day).toMatch(/^\d{8}$/);
  // Less than seven days, at any time of the day: a quarter of it back, the last two still have readings.
  await typeInto(start, `${day}2359`);
  await page.getByRole('button', { name: en['curve.query'], exact: true }).click();
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await typeInto(moment(page, en['curve.end']), `${day}0000`);
  await page.getByRole('button', { name: en['curve.query'], exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(en['api.range']);
  const before = page.url();
  await chart(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).not.toHaveURL(before);
  const panned = page.url();
  await page.keyboard.press('c');
  await expect(page.locator('.notices')).toContainText(en['chart.rangeCopied'].split(':')[0] ?? '');
  await page.keyboard.press('0');
  await expect(page).toHaveURL(/range=quarter/);
  await page.keyboard.press('v');
  await expect(page).toHaveURL(panned);
  await page.getByRole('button', { name: en['command.chart.legend'] }).click();
  await expect(page.locator('.rail')).toHaveCount(0);
  const box = await chart(page).boundingBox();
  if (box === null) throw new Error('the chart has no box');
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.mouse.wheel(0, -200);
  await expect(page).not.toHaveURL(panned);
  const ids = (await ran(page)).map(({ id }) => id);
  expect(ids).toEqual([
    'chart.dates',
    'chart.pan',
    'chart.copyRange',
    'chart.fit',
    'chart.pasteRange',
    'chart.legend',
    'chart.dates',
  ]);
});

test('the strip under a curve shows all there is; its window is dragged and moved by keys', async ({
  page,
}) => {
  const [first] = two();
  await signIn(page);
  const asked: string[] = [];
  page.on('request', (request) => columns.test(request.url()) && asked.push(`ask ${request.url()}`));
  page.on('response', (answer) => columns.test(answer.url()) && asked.push(`has ${answer.url()}`));
  await page.goto(`${product.address}${page2}?stations=${first.id}&channels=tilt.x&range=week`);
  const strip = page.getByRole('group', { name: en['chart.overview'] });
  const part = (name: 'from' | 'both' | 'to') =>
    strip.getByRole('slider', { name: en[`chart.overview.${name}`], exact: true });
  await expect(part('both')).toBeVisible();
  await expect(strip.locator('.overview__line')).toHaveAttribute('d', /^M/);
  // The chart itself had its readings before the strip asked.
  expect(asked.findIndex((one) => one.startsWith('ask') && one.includes('bins=480'))).toBeGreaterThan(
    asked.findIndex((one) => one.startsWith('has')),
  );
  const days = () => {
    const { searchParams } = new URL(page.url());
    return ['from', 'to'].map((name) => Number(searchParams.get(name)) / 86_400_000);
  };
  const number = async (slider: Locator, name: string) =>
    Number(await slider.getAttribute(`aria-value${name}`)) / 86_400_000;
  const [before, least, most] = [
    await number(part('from'), 'now'),
    await number(part('both'), 'min'),
    await number(part('both'), 'max'),
  ];
  expect(most - least).toBeGreaterThan(80);
  // A quarter of a week back, as the arrow of the chart does.
  await part('both').press('ArrowLeft');
  await expect.poll(() => days()[0]).toBeCloseTo(before - 7 / 4, 2);
  expect((days()[1] ?? 0) - (days()[0] ?? 0)).toBeCloseTo(7, 6);
  // The first edge is dragged a tenth of the strip to the left; the other stays.
  const [from = 0, to = 0] = days();
  const [box, edge] = [
    await strip.locator('.overview__strip').boundingBox(),
    await part('from').boundingBox(),
  ];
  if (box === null || edge === null) throw new Error('the strip has no box');
  const x = edge.x + edge.width - 4;
  await page.mouse.move(x, edge.y + 16);
  await page.mouse.down();
  await page.mouse.move(x - box.width / 20, edge.y + 16);
  await page.mouse.move(x - box.width / 10, edge.y + 16);
  await page.mouse.up();
  await expect.poll(() => days()[0]).toBeCloseTo(from - (most - least) / 10, 0);
  expect(days()[1]).toBe(to);
  // A click beside the window brings its middle there.
  const length = (days()[1] ?? 0) - (days()[0] ?? 0);
  await page.mouse.click(box.x + box.width / 4, box.y + 16);
  await expect.poll(() => (days()[0] ?? 0) + length / 2).toBeCloseTo(least + (most - least) / 4, 0);
  expect((await ran(page)).map(({ id }) => id)).toEqual(['chart.dates', 'chart.dates', 'chart.dates']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(strip).toHaveCount(0);
});

test('R8 what a device does not vouch for is marked in the table, and is in no curve and no file', async ({
  page,
}) => {
  const [first] = two();
  const { id: sensorId } = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select('sensors.id')
    .where('rtus.station_id', '=', first.id)
    .where('sensors.kind', '=', 9)
    .executeTakeFirstOrThrow();
  // Between two collections, in the past: its own readings do not touch it.
  const t = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000 - 12_333;
  const place = { sourceId: sensorId, row: 'tilt' as const, element: 0, historical: false };
  await product.running.storage.readings.ingest([
    { ...place, t, receivedAt: t, values: { y: 1 }, notGood: { x: { quality: 0, value: -273.5 } } },
    {
      ...{ ...place, t: t - 1000, receivedAt: t, values: {} },
      notGood: { x: { quality: 500, value: 4 }, y: { quality: 64, value: 5 } },
    },
  ]);
  await signIn(page);
  const span = `from=${t - 5000}&to=${t + 5000}`;
  await page.goto(`${product.address}${page2}?stations=${first.id}&channels=${channels}&view=table&${span}`);
  const grid = page.getByRole('grid', { name: en['history.table'] });
  const bad = grid.getByRole('gridcell', { name: `${en['value.bad']}: −273.5000` });
  await expect(bad).toBeVisible();
  await expect(bad).toHaveClass(/state--fault/);
  const cells = async () =>
    (await grid.locator('.table__row').allInnerTexts()).map((row) => row.split('\n').slice(1));
  await expect.poll(cells).toEqual([
    [`${en['value.bad']}: −273.5000`, '1.0000'],
    [`${en['value.stale']}: 4.0000`, `${en['value.doubtful'].replace('{quality}', '64')}: 5.0000`],
  ]);
  await page.getByRole('button', { name: en['command.table.export'] }).click();
  const dialog = page.getByRole('dialog', { name: en['exports.title'] });
  await dialog.getByRole('button', { name: en['exports.detail.raw'] }).click();
  await dialog.getByRole('button', { name: en['exports.format.csv'], exact: true }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: en['exports.save'], exact: true }).click();
  const file = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\n');
  expect(file.slice(2).map((row) => row.trim().split(',').slice(1))).toEqual([
    ['', ''],
    ['', '1.0000'],
  ]);
});

test('what is not there is said: no station, foreign ones, nothing chosen, no permission, a server that fails', async ({
  page,
}) => {
  const [first] = two();
  await signIn(page);
  await page.goto(`${product.address}${page2}?stations=${first.id},999999&channels=tilt.x`);
  await expect(page.locator('.curve__note')).toContainText('1 station of this address');
  await expect(chart(page).locator('canvas')).toHaveCount(1);
  await page.locator('.channel').click();
  await expect(page.getByRole('heading', { name: en['history.noChannel.title'] })).toBeVisible();
  await page.goto(`${product.address}${page2}?stations=${first.id}&channels=tilt.x&from=1000&to=90000000`);
  await expect(page.getByRole('heading', { name: en['curve.empty.title'] })).toBeVisible();
  await page.getByRole('button', { name: en['curve.latest20'] }).last().click();
  await expect(chart(page).locator('canvas')).toHaveCount(1);

  // Heals as the command runs, not before: the curve asks again by itself whenever a reading comes.
  const isRetried = async () => (await ran(page)).some(({ id }) => id === 'chart.refresh');
  await page.route(columns, async (route) =>
    (await isRetried()) ? route.continue() : route.fulfill({ status: 501, body: '' }),
  );
  await page.goto(`${product.address}${page2}?stations=${first.id}&channels=tilt.x&range=week`);
  await expect(page.getByRole('heading', { name: en['curve.failed'] })).toBeVisible();
  await page.getByRole('button', { name: en['action.retry'] }).click();
  await expect(chart(page).locator('canvas')).toHaveCount(1);
  expect(await isRetried()).toBe(true);
  await page.unroute(columns);

  await page.route(/\/rest\/stations\/columns$/, (route) => route.fulfill({ status: 403, body: '' }));
  await page.goto(`${product.address}${page2}?stations=${first.id}`);
  await expect(page.getByRole('heading', { name: en['noPermission.title'] })).toBeVisible();
});

test('phone: the choice is a sheet, nothing is wider than the screen', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile',
  });
  const page = await context.newPage();
  const [first, other] = two();
  await signIn(page, 'ja');
  await page.goto(`${product.address}${page2}?stations=${first.id}&channels=${channels}&view=both`);
  await expect(page.getByRole('slider').locator('canvas').first()).toBeVisible();
  await page.getByRole('button', { name: ja['history.stations'].split('{')[0]?.trim() ?? '' }).tap();
  await page.getByRole('combobox', { name: ja['history.searchStations'] }).fill(other.code);
  await page.getByRole('treeitem').filter({ hasText: other.code }).tap();
  await expect(page).toHaveURL(new RegExp(`${first.id}(,|%2C)${other.id}`));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await context.close();
});

test('home: panels fold away and fill the window, and stay so; filters and tiles are commands', async ({
  page,
}) => {
  await signIn(page);
  const list = page.getByRole('region', { name: en['home.stations'], exact: true });
  const map = page.getByRole('region', { name: en['map.label'] });
  await page.getByRole('button', { name: en['panel.fold'].replace('{title}', en['map.label']) }).click();
  await expect(map.locator('canvas')).toHaveCount(0);
  await page.reload();
  await expect(list.locator('[data-station]').first()).toBeVisible();
  await expect(map.locator('canvas')).toHaveCount(0);
  await page.getByRole('button', { name: en['panel.unfold'].replace('{title}', en['map.label']) }).click();
  await expect(map.locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: en['panel.full'].replace('{title}', en['home.stations']) }).click();
  expect(await list.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
  await page
    .getByRole('button', { name: en['panel.restore'].replace('{title}', en['home.stations']) })
    .click();
  await page.getByLabel(en['home.filter.state']).selectOption({ label: en['state.silent'] });
  await page.getByLabel(en['home.sort']).selectOption({ label: en['home.sort.name'] });
  await page.getByRole('searchbox', { name: en['home.filter'] }).fill('no such station');
  await page.getByRole('button', { name: en['home.clear'] }).click();
  await expect(list.locator('[data-station]').first()).toBeVisible();
  await map.getByRole('button', { name: en['command.map.zoomIn'] }).click();
  expect((await ran(page)).map(({ id }) => id)).toEqual([
    'panel.collapse',
    'panel.fullscreen',
    'panel.fullscreen',
    'stations.state',
    'stations.sort',
    'stations.clearFilters',
    'map.zoomIn',
  ]);
});
