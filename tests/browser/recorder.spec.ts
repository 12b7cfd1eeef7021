/** What was done by a sentence and by a panel becomes a script, goes over all stations of the kind, and runs to a plan. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { kindByCode, kindById } from '../../src/catalogue/index.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { confirmOrder, orderDialog, typePassword } from '../support/console/order-dialog.ts';
import { paletteOn } from '../support/console/palette.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(16, 1);
});
test.afterAll(async () => {
  await product.stop();
});

test('a sentence and a panel make a script that is widened and checked', async ({ page }) => {
  test.slow();
  const errors = watchErrors(page);
  const sites = product.running.board.sites({ companyId: null });
  // Every third RTU is awake.
  const [first, second] = sites
    .toSorted((a, b) => a.station.id - b.station.id)
    .filter((_, at) => at % 3 === 0);
  if (first === undefined || second === undefined) throw new Error('the fleet has not what is wanted');
  const leading = [first, second].map(({ sensors }) => sensors[0]?.kind ?? -1);
  const alike = sites.filter(({ sensors }) => sensors.some(({ kind }) => leading.includes(kind)));

  await enter(page, product);
  await visit(page, product, `/station/${second.station.id}/commands`);
  const row = page.locator('.ptable tr[data-field="sendCycle"]');
  await expect(row.locator('.ptable__device')).toContainText(/\d/, { timeout: 30_000 });
  await row.locator('input').fill('1200');
  await page.keyboard.press('Control+Enter');
  await confirmOrder(page);

  const palette = paletteOn(page);
  await page.locator('h1, h2').first().click();
  await palette.open();
  await page.keyboard.insertText(`set @${first.station.code} send cycle 20m`);
  await expect(page.getByRole('region', { name: en['sentence.preview'] })).toContainText(en['sentence.open']);
  await page.keyboard.press('Enter');
  await confirmOrder(page);

  await palette.run('Make a script', en['command.scripts.record']);
  const code = page.locator('.view-lines');
  await expect(code).toContainText('{ sendCycle: 1200 }', { timeout: 30_000 });
  await expect(code).toContainText(`codes: ['${second.station.code}', '${first.station.code}']`);
  await expect(code).not.toContainText(accounts.maintainer.password);

  await page.getByRole('button', { name: en['generalise.everywhere'] }).click();
  await expect(code).not.toContainText('codes:');
  await expect(code).toContainText(`${kindByCode(leading[0] ?? -1)?.id}`);
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/scripts\/new\/[0-9A-Z]{26}$/, { timeout: 30_000 });
  const beside = page.locator('.scripts__beside');
  await expect(beside.getByText('Done')).toBeVisible({ timeout: 30_000 });

  const { db } = product.running.storage;
  const items = await db
    .selectFrom('plan_items')
    .innerJoin('rtus', 'rtus.id', 'plan_items.rtu_id')
    .select('rtus.station_id as stationId')
    .execute();
  // Who has the value already is left out by name.
  const left = await db.selectFrom('plan_skips').select('station_id as stationId').execute();
  const wanted = alike.filter(({ rtu }) => rtu !== null).map(({ station }) => station.id);
  expect([...new Set([...items, ...left].map(({ stationId }) => stationId))].sort()).toEqual(wanted.sort());
  expect(errors).toEqual([]);
});

/** Text of the script as it was made; Monaco paints blanks that do not break. */
const scriptOf = async (page: Page) =>
  (await page.locator('.view-lines').innerText()).replaceAll('\u00a0', ' ');

for (const [language, words, value] of [
  ['zh-chs', zh, '3.5'],
  ['en', en, '3.6'],
  ['ja', ja, '3.7'],
] as const)
  test(`the script distinguishes sent, refused and cancelled orders, and covers all crack gauges of the project: ${language}`, async ({
    page,
  }) => {
    test.slow();
    // As tall as the script, which is painted where it is seen.
    await page.setViewportSize({ width: 1600, height: 1400 });
    const errors = watchErrors(page);
    const crack = kindById('crackAdc')?.code;
    const sites = product.running.board.sites({ companyId: null });
    const gauges = sites.filter(({ sensors }) => sensors.some(({ kind }) => kind === crack));
    const [gauged] = gauges;
    const slot = gauged?.sensors.find(({ kind }) => kind === crack)?.slot;
    const sleeper = sites.toSorted((a, b) => a.station.id - b.station.id)[1];
    if (gauged === undefined || slot === undefined || sleeper === undefined)
      throw new Error('the fleet has not what is wanted');
    const alike = gauges.filter(({ station }) => station.project_id === gauged.station.project_id);
    const dialog = orderDialog(page);

    await enter(page, product, { language });
    // A value, with a reason; and one that is given up after a wrong password.
    await visit(page, product, `/station/${gauged.station.id}/commands?group=${slot}/crack`);
    const rate = page.locator('.ptable tr[data-field="rateAlarm1h"] input');
    await rate.fill(value);
    await page.keyboard.press('Control+Enter');
    await dialog.getByLabel(words['set.reason']).fill('heavy rain');
    await dialog.getByLabel(words['set.password']).fill(accounts.maintainer.password);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await rate.fill('4.5');
    await page.keyboard.press('Control+Enter');
    await typePassword(page, 'not this one', words);
    await expect(dialog.getByText(words['password.wrong'])).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: words['command.parameters.back'] }).first().click();

    // A command whose argument is typed in the dialog; one that is cancelled there; one that is taken back later.
    await visit(page, product, `/station/${sleeper.station.id}/commands?view=commands`);
    const give = (command: 'startFastCollect' | 'restart' | 'syncClock') =>
      page
        .locator('.osend')
        .getByRole('button', { name: words[`deviceCommand.${command}`] })
        .click();
    await give('startFastCollect');
    await dialog.getByLabel(words['deviceCommand.startFastCollect.duration']).fill('45');
    // From a field Enter leads to the button: only there it sends.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await give('restart');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await give('syncClock');
    const first = page.locator('.olist tbody tr').first();
    await expect(first).toContainText(words['deviceCommand.syncClock']);
    await first.getByRole('button', { name: words['orders.cancel'] }).click();
    await expect(first).toContainText(words['orderState.cancelled']);

    await visit(page, product, `/station/${sleeper.station.id}/remarks`);
    await page.getByLabel(words['remarks.text'], { exact: true }).fill('cracks at the toe');
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('.remarks__table')).toContainText('cracks at the toe');

    await page.locator('h2').first().click();
    await paletteOn(page).run('Make a script', words['command.scripts.record']);
    await expect(page.locator('.view-lines')).toContainText('rateAlarm1h', { timeout: 30_000 });
    const text = await scriptOf(page);
    expect(text).toContain(`plan.set(sensor, 'crack', { rateAlarm1h: ${value} }, { reason: 'heavy rain' });`);
    expect(text).toContain("plan.send(station, 'startFastCollect', { duration: 45 });");
    expect(text).toContain('cracks at the toe');
    const comments = text.split('\n').filter((line) => line.startsWith('//'));
    const commentOf = (part: string) => comments.filter((line) => line.includes(part));
    expect(commentOf('rateAlarm1h: 4.5')).toHaveLength(1);
    expect(commentOf('rateAlarm1h: 4.5')[0]).toContain(words['password.wrong']);
    expect(commentOf('syncClock')).toHaveLength(1);
    expect(text).not.toContain('restart');
    expect(text.match(/plan\.s/g)).toHaveLength(4);

    await page.getByRole('button', { name: words['generalise.project'] }).click();
    await expect
      .poll(() => scriptOf(page))
      .toMatch(/fleet\.stations\(\{ project: '[\w-]+', kind: 'crackAdc' \}\)/);
    await page.locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/scripts\/new\/[0-9A-Z]{26}$/, { timeout: 30_000 });
    await expect(page.locator('.scripts__beside').getByText(words['runState.done'])).toBeVisible({
      timeout: 30_000,
    });
    const runId = page.url().split('/').at(-1) ?? '';
    const { db } = product.running.storage;
    const items = await db
      .selectFrom('plan_items')
      .innerJoin('workflow_runs', 'workflow_runs.plan_id', 'plan_items.plan_id')
      .innerJoin('rtus', 'rtus.id', 'plan_items.rtu_id')
      .select(['rtus.station_id as stationId', 'plan_items.slot', 'plan_items.kind'])
      .where('workflow_runs.id', '=', runId)
      .where('plan_items.type', '=', 'set')
      .execute();
    expect(items.every(({ kind }) => kind === crack)).toBe(true);
    // Who has the value already is left out by name.
    const left = await db
      .selectFrom('plan_skips')
      .innerJoin('workflow_runs', 'workflow_runs.plan_id', 'plan_skips.plan_id')
      .select('plan_skips.station_id as stationId')
      .where('workflow_runs.id', '=', runId)
      .execute();
    expect([...items, ...left].map(({ stationId }) => stationId).sort()).toEqual(
      alike
        .flatMap(({ station, sensors }) => sensors.filter(({ kind }) => kind === crack).map(() => station.id))
        .sort(),
    );
    expect(errors).toEqual([]);
  });

test('a script of the library is run from anywhere, found by how its name is typed', async ({ page }) => {
  // What each script declares is read once, when somebody first asks.
  test.slow();
  await enter(page, product);
  await visit(page, product, '/index');
  const palette = paletteOn(page);
  await palette.open();
  await page.keyboard.type(en['command.scripts.run']);
  await expect(palette.chosen.locator('.palette__title > .ellipsis')).toHaveText(en['command.scripts.run']);
  await page.keyboard.press('Enter');
  await expect(palette.box).toHaveAttribute('placeholder', en['argument.script']);
  await page.keyboard.type('yuliang');
  await expect(palette.dialog.getByText('Start of the rain day')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Enter');
  // It asks for what the script wants to know; the default stands first.
  await expect(palette.dialog).toContainText('Day boundary', { timeout: 30_000 });
  await expect(palette.chosen).toContainText("By the station's time zone");
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/scripts\/library-rain-day-start-by-edition/, { timeout: 30_000 });
  await expect(page.getByText('rain gauges', { exact: false }).first()).toBeVisible({ timeout: 30_000 });
});
