/** The analysis page of a station, walked by keys: lenses with their answers, a forecast, no forecast, a file, another quantity. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { read, utils, type WorkSheet } from 'xlsx';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.now();
const [from, onset, end, failure] = [now - 40 * day, now - 33 * day, now - 26 * day, now - 24 * day];

let product: Product;
/** A station with a crack gauge, which moved towards a failure before the simulated past begins. */
let station = 0;
let series = '';
/** One with a rain gauge. */
let gauged = 0;
/** One with a string of nodes in a borehole. */
let stringed = 0;
/** A sensor of the station with the crack gauge that measures blasts. */
let blasting = 0;
/** Samples as storage holds them: little-endian float32. */
const packed = (samples: readonly number[]) => new Uint8Array(Float32Array.from(samples).buffer);
/** X of a made record: 3 mm/s at 14 Hz. */
const sine = Array.from({ length: 2048 }, (_, i) => 3 * Math.sin((2 * Math.PI * 14 * i) / 512));
test.beforeAll(async () => {
  product = await startProduct(16, 2);
  const { storage } = product.running;
  const gauge = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'rtus.station_id'])
    .where('sensors.kind', 'in', [7, 8])
    .orderBy('sensors.id')
    .executeTakeFirstOrThrow();
  station = gauge.station_id;
  series = `series=${gauge.id}.crack.opening`;
  const rain = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['rtus.station_id'])
    .where('sensors.kind', '=', 17)
    .orderBy('sensors.id')
    .executeTakeFirstOrThrow();
  gauged = rain.station_id;
  const string = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['rtus.station_id'])
    .where('sensors.kind', '=', 2)
    .orderBy('sensors.id')
    .executeTakeFirstOrThrow();
  stringed = string.station_id;
  const { rtu_id } = await storage.db
    .selectFrom('sensors')
    .select('rtu_id')
    .where('id', '=', gauge.id)
    .executeTakeFirstOrThrow();
  const mount = { install_state: 1, mount_mode: 0, mount_azimuth: 0 };
  const blast = await storage.write((db) =>
    db
      .insertInto('sensors')
      .values({ rtu_id, slot: 6, kind: 15, name: null, ...mount })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await product.running.board.load();
  blasting = blast.id;
  const own = { sourceId: blasting, element: 0, t: from, receivedAt: from, historical: false };
  const quiet = sine.map(() => 0);
  await storage.readings.ingest([
    {
      ...own,
      row: 'waveform',
      values: {
        samplingRate: 512,
        x: packed(sine),
        y: packed(quiet),
        z: packed(quiet),
      },
    },
    {
      ...own,
      row: 'blast',
      values: {
        ...{ ppvX: 3, ppvY: 0.1, ppvZ: 0.1, ppv: 3, duration: 4 },
        ...{ dominantFrequencyX: 14, dominantFrequencyY: 20, dominantFrequencyZ: 20 },
      },
    },
  ]);
  // Steady at 0.45 mm a day, then 1/v falls along a line to the failure: its integral is a logarithm.
  const whole = (failure - onset) / day;
  const opening = (t: number) =>
    0.45 * (t <= onset ? (t - onset) / day : -whole * Math.log((failure - t) / (failure - onset)));
  const readings = Array.from({ length: 14 * 24 }, (_, i) => {
    const t = from + i * hour;
    return {
      sourceId: gauge.id,
      row: 'crack' as const,
      element: 0,
      t,
      receivedAt: t + 1000,
      historical: false,
      values: {
        length: 120 + opening(t) + 0.03 * Math.sin(i * 2.3) + 0.02 * Math.cos(i * 5.1),
        installedLength: 100,
        temperature: 14 + 8 * Math.sin((2 * Math.PI * t) / day),
      },
    };
  });
  await storage.readings.ingest(readings);
});
test.afterAll(async () => {
  await product.stop();
});

const lens = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const range = `from=${from - hour}&to=${end}`;

test('a slope that accelerates has a range of its failure, by keys; the rate beside it; a file; the address says it all', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, `/station/${station}/analysis?${range}&${series}`);
  const rail = page.locator('.analysis__rail');
  await expect(rail).toContainText(en['analysis.failure.head'], { timeout: 30_000 });
  await expect(rail).toContainText('10–90 %');
  const times = /(\d\d-\d\d \d\d:\d\d)\sto (\d\d-\d\d \d\d:\d\d)/.exec((await rail.textContent()) ?? '');
  // Both ends on the station's clocks, without a year: of this one.
  const at = (text: string | undefined) =>
    Date.parse(`${new Date(end).getUTCFullYear()}-${text?.replace(' ', 'T')}:00+08:00`);
  expect(at(times?.[1])).toBeLessThan(failure);
  expect(at(times?.[2])).toBeGreaterThan(failure);
  await expect(lens(page, en['analysis.failure.title'])).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('7');
  await expect(page).toHaveURL(
    new RegExp(`/station/${station}/analysis/rate\\?.*from=${from - hour}.*series=`),
  );
  await expect(lens(page, en['analysis.rate.title'])).toHaveAttribute('aria-selected', 'true');
  await expect(rail).toContainText('mm/d');
  await page.getByRole('combobox', { name: en['argument.method'] }).selectOption('lowess');
  await expect(rail).toContainText(en['analysis.rate.about.lowess']);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: en['analysis.export'] }).click();
  const [sheet] = Object.values(read(readFileSync(await (await saved).path())).Sheets);
  const lines = utils.sheet_to_json<unknown[]>(sheet as WorkSheet, { header: 1 });
  expect(lines[0]).toContain(en['analysis.acceleration']);
  expect(lines.length).toBeGreaterThan(200);

  await page.keyboard.press('6');
  await expect(rail).toContainText(en['analysis.temperature.head']);
  await expect(rail).toContainText('mm/°C');

  await page.keyboard.press('2');
  await expect(rail).toContainText(en['analysis.tangent.head']);
  await expect(rail).toContainText(/[78]\d\.\d°/);
  // A drag over the beginning of the curve chooses the stage by hand; a button finds it again.
  const curve = page.locator('.analysis__lanes canvas').first();
  const box = await curve.boundingBox();
  if (box === null) throw new Error('no curve');
  await page.mouse.move(box.x + 80, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3, box.y + 60);
  await page.mouse.up();
  await expect(page).toHaveURL(/steady=\d+-\d+/);
  await page.getByRole('button', { name: en['analysis.tangent.find'] }).click();
  await expect(page).not.toHaveURL(/steady=/);

  await page.keyboard.press('1');
  await expect(page).toHaveURL(/\/analysis\/failure\?/);
  expect(errors).toEqual([]);
});

test('the window of the fit is dragged and moved by keys; the answer follows, the address keeps it, a key finds it again', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, `/station/${station}/analysis?${range}&${series}`);
  const rail = page.locator('.analysis__rail');
  const answer = rail.locator('.analysis__answer');
  await expect(answer).toContainText(' to ', { timeout: 30_000 });
  const found = await answer.textContent();
  const fitted = () => (new URL(page.url()).searchParams.get('fit') ?? '').split('-').map(Number);

  // Over the latter half of the picture, which reaches beyond the readings.
  const lane = await page.locator('.analysis__lane--tall').first().boundingBox();
  if (lane === null) throw new Error('not on screen');
  const [x, y] = [lane.x + lane.width * 0.35, lane.y + lane.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.move(lane.x + lane.width - 20, y, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/fit=\d+-\d+/);
  await expect(rail).toContainText(en['analysis.failure.byHand']);
  const [dragged = 0, last = 0] = fitted();
  expect(dragged).toBeGreaterThan(from);
  expect(last).toBeGreaterThan(dragged);

  // By keys: the start later by a fortieth of the readings' time; the end to where they end.
  await page.keyboard.press(']');
  await expect.poll(() => (fitted()[0] ?? 0) - dragged).toBe(Math.round((14 * 24 - 1) * hour) / 40);
  for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('{');
  await expect.poll(() => fitted()[1] ?? 0).toBeLessThan(end - 2 * day);
  const early = `fit=${fitted().join('-')}`;
  await expect(answer).not.toHaveText(found ?? '', { timeout: 30_000 });
  await page.reload();
  await expect(page).toHaveURL(new RegExp(early));
  await expect(rail).toContainText(en['analysis.failure.byHand'], { timeout: 30_000 });

  await page.keyboard.press('f');
  await expect(page).not.toHaveURL(/fit=/);
  await expect(answer).toHaveText(found ?? '', { timeout: 30_000 });
  await expect(rail).not.toContainText(en['analysis.failure.byHand']);
});

test('the rain of a station is held against a line, which is chosen; its events are a file', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, `/station/${gauged}/analysis?range=month`);
  await expect(lens(page, en['analysis.failure.title'])).toBeVisible();
  await page.keyboard.press('3');
  await expect(page).toHaveURL(new RegExp(`/station/${gauged}/analysis/rain\\?`));
  const rail = page.locator('.analysis__rail');
  await expect(rail).toContainText(en['analysis.rain.soil'], { timeout: 30_000 });
  await expect(lens(page, en['analysis.rain.title'])).toContainText(/soil water \d+ mm/);
  await page.getByRole('combobox', { name: en['argument.rainLine'] }).selectOption('saito');
  await expect(page).toHaveURL(/line=saito/);
  await expect(page.getByRole('img', { name: /Saito, Nakayama & Matsuyama 2010/ })).toBeVisible();
  await expect(rail).toContainText(en['analysis.rain.noLag']);

  // A line of one's own is set for the station, and then comes first, also after a reload.
  await page.getByRole('button', { name: en['command.analysis.ownLine'] }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en['rainLine.factor']).fill('12.5');
  await dialog.getByLabel(en['rainLine.exponent']).fill('-0.4');
  await dialog.getByRole('button', { name: en['dashboards.save'], exact: true }).click();
  await expect(page.getByText(en['rainLine.saved'])).toBeVisible();
  await visit(page, product, `/station/${gauged}/analysis/rain?range=month`);
  await expect(page.getByRole('img', { name: /Own line: I = 12\.50 D\^−0\.40/ })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('combobox', { name: en['argument.rainLine'] })).toHaveValue('own');
});

test('the profiles of a string are stepped and played, counted from a date and kept; the zone stands beside them; a file', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, `/station/${stringed}/analysis/profile`);
  const rail = page.locator('.analysis__rail');
  await expect(rail).toContainText(en['analysis.profile.drawn'], { timeout: 30_000 });
  // The device's own sums are those of its increments.
  await expect(rail).toContainText(en['analysis.profile.check.right']);
  await expect(lens(page, en['analysis.profile.title'])).toContainText(/shear at \d+\.\d–\d+\.\d m/);
  const slider = page.getByRole('slider', { name: en['analysis.profile.moment'] });
  const end = Number(await slider.inputValue());
  expect(end).toBeGreaterThan(30);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  await page.keyboard.press('.');
  await expect(slider).toHaveValue(String(end - 1));
  await expect(page).toHaveURL(/[?&]at=\d+/);
  await slider.fill('10');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/dates=\d+/);
  await expect(rail.getByText('mm', { exact: false }).first()).toBeVisible();
  await page.keyboard.press('0');
  await expect(page).toHaveURL(/zero=\d+/);
  const shown = page.locator('.profile__plan p');
  await expect(shown).toHaveText('–');
  await slider.fill(String(end - 1));
  await expect(shown).toContainText('mm towards');
  await page.getByRole('button', { name: en['analysis.profile.zeroOff'] }).click();
  await expect(page).not.toHaveURL(/zero=/);
  await page.getByRole('button', { name: en['analysis.profile.show.incremental'] }).click();
  await expect(page.getByRole('img', { name: /^Incremental displacement A, mm/ })).toBeVisible();
  await page.getByRole('button', { name: en['analysis.profile.axis.both'] }).click();
  await expect(page).toHaveURL(/axis=both/);
  await page.getByRole('combobox', { name: en['argument.end'] }).selectOption('top');
  await expect(page).toHaveURL(/end=top/);
  await slider.fill('0');
  await page.keyboard.press('p');
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(3);
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: en['analysis.profile.play'], exact: true })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: en['analysis.export'] }).click();
  const [sheet] = Object.values(read(readFileSync(await (await saved).path())).Sheets);
  const lines = utils.sheet_to_json<unknown[]>(sheet as WorkSheet, { header: 1 });
  expect(lines[0]).toContain(en['analysis.profile.depth']);
  expect(lines.length).toBeGreaterThan(end);
  expect(errors).toEqual([]);
});

test('a silence is listed with its cause, what says so and what to do', async ({ page }) => {
  await enter(page, product);
  await visit(
    page,
    product,
    `/station/${station}/analysis/rate?from=${end - 2 * day}&to=${end + 2 * day}&${series}`,
  );
  await page.keyboard.press('8');
  await expect(page).toHaveURL(/\/analysis\/gaps\?/);
  const list = page.getByRole('region', { name: en['analysis.gaps.title'] });
  await expect(list.getByRole('row')).not.toHaveCount(1, { timeout: 30_000 });
  // The made readings end two days before the range does; what came before that came every hour.
  await expect(list.getByRole('row').nth(1)).toContainText('2 d');
  await expect(list.getByRole('row').nth(1)).toContainText(en['analysis.gaps.cause.silent']);
  await expect(list.getByRole('row').nth(1)).toContainText(en['analysis.gaps.advice.silent']);
  await expect(page.locator('.analysis__rail')).toContainText(en['analysis.gaps.head']);
});

test('what is beside a quantity is a map, small curves and a matrix; a row of the map opens its quantity', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, `/station/${stringed}/analysis/rate`);
  await page.keyboard.press('9');
  await expect(page).toHaveURL(/\/analysis\/neighbours/);
  const matrix = page.getByRole('region', { name: en['analysis.neighbours.matrix'] });
  await expect(matrix.getByRole('row')).not.toHaveCount(1, { timeout: 30_000 });
  // Each with itself.
  await expect(matrix.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('1.00');
  const map = page.getByRole('img', { name: /^Heat map of \d+ series by time$/ });
  await map.click({ position: { x: 40, y: 33 } });
  await expect(page).toHaveURL(/series=/);
  await page.getByRole('button', { name: en['analysis.neighbours.view.multiples'] }).click();
  await expect(page).toHaveURL(/view=multiples/);
  await expect(page.locator('.neighbours__one').nth(1)).toBeVisible();
  await page.getByRole('button', { name: en['analysis.neighbours.scope.project'] }).click();
  await expect(page).toHaveURL(/scope=project/);
  await expect(page.locator('.analysis__rail, .condition')).toContainText(
    /Beside its neighbours|Nothing to compare/,
  );
});

test('a range is held against the one before; an event by hand is laid over what followed', async ({
  page,
}) => {
  await enter(page, product);
  // The last days before the end, beside as many before the onset showed.
  await visit(page, product, `/station/${station}/analysis/rate?from=${end - 6 * day}&to=${end}&${series}`);
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/analysis\/events\?/);
  const rail = page.locator('.analysis__rail');
  await expect(rail).toContainText(en['analysis.events.verdict.faster'], { timeout: 30_000 });
  await expect(rail).toContainText(en['analysis.events.changeThen']);
  const comparison = page.getByRole('combobox', { name: en['argument.comparison'] });
  await comparison.selectOption('alarm');
  await expect(page.locator('.condition')).toContainText(en['analysis.events.none']);
  await comparison.selectOption('hand');
  const curve = page.locator('.analysis__lanes canvas').first();
  await curve.click({ position: { x: 300, y: 50 } });
  await expect(page).toHaveURL(/events=\d+/);
  await expect(rail).toContainText(en['analysis.events.list']);
  await expect(rail).toContainText(/p = \d\.\d+/);
  await page.getByRole('button', { name: en['analysis.events.clear'] }).click();
  await expect(page).not.toHaveURL(/events=\d/);
});

test('a blast has its traces, its frequency and its part of a limit, which is chosen; cursors have their distance', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, `/station/${station}/analysis/rate?from=${from - day}&to=${from + day}`);
  await page.keyboard.press('5');
  await expect(page).toHaveURL(/\/analysis\/vibration\?/);
  const rail = page.locator('.analysis__rail');
  // Line 2 at 14 Hz: 5 + 10 · 4 / 40 mm/s.
  await expect(rail).toContainText('X at 14.0 Hz; the limit there is 6.0 mm/s', { timeout: 30_000 });
  await expect(lens(page, en['analysis.vibration.title'])).toContainText('3.0 mm/s, 50 % of the limit');
  await expect(rail).toContainText(/3\.00 mm\/s, 14\.0 Hz/);
  await expect(rail).toContainText('512 Hz');
  await page.getByRole('combobox', { name: en['argument.limit'], exact: true }).selectOption('dinSensitive');
  await expect(page).toHaveURL(/limit=dinSensitive/);
  await expect(rail).toContainText('the limit there is 3.5 mm/s');
  const trace = page.getByRole('img', { name: 'X, mm/s' });
  await trace.click({ position: { x: 100, y: 40 } });
  await trace.click({ position: { x: 300, y: 40 } });
  await expect(rail).toContainText('Δt');
  await expect(rail).toContainText('1/Δt');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: en['analysis.export'] }).click();
  const [sheet] = Object.values(read(readFileSync(await (await saved).path())).Sheets);
  const lines = utils.sheet_to_json<unknown[]>(sheet as WorkSheet, { header: 1 });
  expect(lines[0]).toContain('PPV X');
  expect(lines[2]?.slice(1, 3)).toEqual([3, 14]);
  expect(errors).toEqual([]);
});

test('steady creep has no failure time, and says so; too few readings are said; an unknown lens is named', async ({
  page,
}) => {
  await enter(page, product);
  await visit(
    page,
    product,
    `/station/${station}/analysis/failure?from=${from - hour}&to=${onset}&${series}`,
  );
  await expect(page.locator('.analysis__said')).toContainText(en['analysis.failure.steady.title'], {
    timeout: 30_000,
  });
  await expect(lens(page, en['analysis.failure.title'])).toContainText(en['analysis.failure.steady']);
  await visit(
    page,
    product,
    `/station/${station}/analysis/failure?from=${from - hour}&to=${from + 12 * hour}&${series}`,
  );
  await expect(page.locator('.analysis__said')).toContainText(en['analysis.failure.few.title']);
  await page.keyboard.press('7');
  await expect(page.locator('.analysis__body')).toContainText(/mm\/d|not enough/i);
  await visit(page, product, `/station/${station}/analysis/entrails`);
  await expect(page.locator('.condition')).toContainText('entrails');
});

test('a tile of a dashboard has a lens: its answer and picture as on its page, or that there is not enough data', async ({
  page,
}) => {
  const errors = watchErrors(page);
  const { code } = await product.running.storage.db
    .selectFrom('stations')
    .select('code')
    .where('id', '=', station)
    .executeTakeFirstOrThrow();
  await enter(page, product);
  await visit(page, product, '/dashboards');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New' }).click();
  await page.waitForURL(/\/dashboards\/\d+$/);
  await page.getByRole('button', { name: 'Edit the dashboard' }).click();
  const edited = (name: string) => page.getByRole('group', { name: new RegExp(`^${name},`) });
  for (const name of ['Map', 'Open alarms']) {
    await edited(name).focus();
    await page.keyboard.press('Delete');
  }
  const choose = async (lens: string, range: string, channel: RegExp) => {
    await page.getByRole('button', { name: en['dashboards.kind.lens'], exact: true }).click();
    // Each tile begins without the sensors of another one.
    await page.getByRole('button', { name: 'Choose sensors', exact: true }).click();
    const tree = page.getByRole('dialog', { name: 'Choose sensors' });
    await tree.getByRole('combobox').fill(code);
    await tree.getByRole('treeitem').filter({ hasText: code }).first().click();
    await tree.getByText('Close', { exact: true }).click();
    const channels = page.getByRole('combobox', { name: 'Add a channel…' });
    const label = (await channels.locator('option').allTextContents()).find((one) => channel.test(one));
    await channels.selectOption({ label: label ?? '' });
    await page.getByRole('combobox', { name: en['dashboards.field.days'] }).selectOption({ label: range });
    await page.getByRole('combobox', { name: en['dashboards.field.lens'] }).selectOption({ label: lens });
  };
  await choose(en['analysis.rate.title'], en['curve.month'], /Crack/i);
  await choose(en['analysis.failure.title'], en['curve.week'], /PPV/i);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const tile = (name: string) => page.locator('.dtile', { has: page.getByRole('heading', { name }) });
  // The other sensor has measured nothing this week: no time, and why.
  await expect(tile(en['analysis.failure.title'])).toContainText(en['analysis.failure.few']);
  const rate = tile(en['analysis.rate.title']);
  await expect(rate.locator('canvas')).toBeVisible();
  const said = (await rate.locator('.intile__said').textContent()) ?? '';
  expect(said).toMatch(/^[−-]?[\d.]+ mm\/d$/);
  await rate.getByRole('button', { name: said }).click();
  await expect(page).toHaveURL(new RegExp(`/station/${station}/analysis/rate\\?${series}&range=month`));
  await expect(lens(page, en['analysis.rate.title'])).toContainText(said);
  expect(errors).toEqual([]);
});
