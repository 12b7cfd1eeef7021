/** The day of an engineer: a script, its plan, a rollout that stops, is retried, is rolled back, and has a report. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { sleepingFleet } from '../support/fleet/sleeping-fleet.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

/** Of the project that the rollout goes to, in the order of their codes: who sleeps, and who is at fault. */
const sleepers = [3, 4, 10, 12];
const rejecting = [7, 8, 11];
const silent = 9;
const late = 2;

let product: Product;
let page: Page;
/** What the page threw or logged. */
let watched: readonly string[] = [];
/** Stations of the project, by code, and their RTUs' serial numbers. */
let codes: string[];
const sns = new Map<string, string>();
const fleet = sleepingFleet(({ group, sn }) => group === 'hb-yichang' && !sleepers.includes(placeOf(sn)));
/** Serial numbers of a project count up as the codes do. */
const placeOf = (sn: string) => Number(sn.slice(4, 8));
const code = (place: number) => codes[place - 1] ?? '';
const sn = (place: number) => sns.get(code(place)) ?? '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(360_000);
  product = await startProduct(300, 0, { start: fleet.start });
  const { db } = product.running.storage;
  const rows = await db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select(['stations.code', 'rtus.sn'])
    .where('stations.code', 'like', 'HB-%')
    .orderBy('stations.code')
    .execute();
  codes = rows.map((row) => row.code);
  for (const row of rows) sns.set(row.code, row.sn);
  // The server stores the values of a birth after the birth itself.
  await expect
    .poll(
      async () =>
        (await db.selectFrom('parameters').select('rtu_id').where('slot', '=', -1).execute()).length,
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(295);
  page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  watched = watchErrors(page);
  await enter(page, product);
});
test.afterAll(async () => {
  await page?.close();
  await product?.stop();
});

const editor = () => page.locator('.monaco-editor').first();
const beside = () => page.locator('.scripts__beside');
const grid = (within: Page | Locator = page) => within.getByRole('grid', { name: 'Sets of the plan' });
const row = (place: number) =>
  grid()
    .getByRole('row')
    .filter({ hasText: code(place) });
const outcome = () => page.getByRole('region', { name: 'How the plan came out' });
const status = () => page.locator('.plans__head').getByRole('status');

/** Takes what the editor proposes for the letters that were typed. */
async function accept(typed: string, proposed: string): Promise<void> {
  await page.keyboard.type(typed, { delay: 20 });
  const focused = page.locator('.suggest-widget.visible .monaco-list-row.focused');
  await expect(focused).toContainText(proposed, { timeout: 30_000 });
  await page.keyboard.press('Enter');
  await expect(page.locator('.suggest-widget.visible')).toHaveCount(0);
}

async function approve(reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Approve…' }).click();
  await dialog.getByLabel('Password').fill(accounts.maintainer.password);
  await dialog.getByLabel('Reason, optional').fill(reason);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

test('a script is written with completion; its error is shown and corrected', async () => {
  test.slow();
  await visit(page, product, '/scripts/new');
  await expect(editor()).toBeVisible({ timeout: 30_000 });
  await editor().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  const type = (text: string) => page.keyboard.type(text, { delay: 5 });
  await type("import { fleet, plan } from 'groundwatch';");
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await type('const stations = await fleet.');
  await accept('sta', 'stations');
  await type('();');
  await page.keyboard.press('Enter');
  await type('for (const one of await fleet.');
  await accept('rep', 'reported');
  await type("(stations, 'rtu')) {");
  await page.keyboard.press('Enter');
  await type('if (!one.ok) plan.');
  await accept('ski', 'skip');
  await type('(one.station, one.reason.text);');
  await page.keyboard.press('Enter');
  await type("else plan.set(one.station, 'rtu', { lowBatery: 11.2 });");
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await type("plan.title('Low battery 11.2 V');");

  await page.getByRole('button', { name: '1 error' }).click({ timeout: 30_000 });
  const problem = page.getByRole('button', { name: /lowBatery/ });
  await problem.click();
  // The cursor stands at the slip: it is taken out, and the parameter is chosen.
  await page.keyboard.press('Control+Delete');
  await accept('lowB', 'lowBattery');
  await expect(page.getByRole('button', { name: '0 errors, 0 hints' })).toBeVisible({ timeout: 30_000 });
});

test('checked over 300 stations, its plan stands beside and is narrowed to one site', async () => {
  test.slow();
  await editor().click();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/scripts\/new\/[0-9A-Z]{26}$/, { timeout: 30_000 });
  await expect(beside().getByText('Done')).toBeVisible({ timeout: 60_000 });
  await expect(beside().getByRole('heading', { name: 'Low battery 11.2 V' })).toBeVisible();
  await expect(beside().getByText('300 stations, 295 sets')).toBeVisible();
  // What a set would change stands there with what the device has, and its age.
  await expect(grid(beside())).toContainText('11.5 V');
  await expect(grid(beside())).toContainText('11.2 V');

  await beside().getByRole('button', { name: 'Skipped 5' }).click();
  await expect(grid(beside())).toContainText('the device has never reported these parameters');
  await beside().getByRole('button', { name: 'Skipped 5' }).click();

  await beside().getByRole('searchbox', { name: 'Station, number, parameter' }).fill('HB-');
  await expect(beside().getByText(`${codes.length} of 300 shown`)).toBeVisible();
  await beside()
    .getByRole('button', { name: `Keep only these ${codes.length}` })
    .click();
  await expect(beside().getByText(`${295 - codes.length} left out`)).toBeVisible();
  await beside().getByRole('button', { name: 'Show all' }).click();
  await beside()
    .getByRole('button', { name: `Ready ${codes.length}` })
    .click();
  // Without the log there is room for all of them.
  await page.getByRole('button', { name: 'Fold the log of the run' }).click();
  await row(21).click();
  await beside().getByRole('button', { name: 'Leave out', exact: true }).click();
  await expect(beside().getByRole('button', { name: 'Ready 20' })).toBeVisible();
});

test('the rollout stops exactly at its rule; what is under way ends, the rest never starts', async () => {
  test.setTimeout(360_000);
  for (const place of rejecting) fleet.fault(sn(place), { type: 'rejects', why: 'write protected' });
  fleet.fault(sn(silent), { type: 'silent' });
  fleet.fault(sn(late), { type: 'late', by: 1500 });

  const form = page.getByRole('form', { name: 'Rollout' });
  await beside().getByRole('button', { name: 'Change…' }).click();
  await form.getByLabel('Batches').fill('1, 5, 50%');
  await form.getByLabel('At once at most').fill('4');
  await form.getByLabel('Stop when').fill('3');
  await form.getByLabel('of the last').fill('5');
  await form.getByLabel('Time for a device').fill('1');
  await form.getByLabel('Order').selectOption({ label: 'As the plan lists them' });
  await form.getByRole('button', { name: 'Save rollout' }).click();
  await expect(form).toBeHidden();
  await expect(beside().getByText('20 devices in 4 batches: 1, 5, 10, 4')).toBeVisible();

  await page.getByRole('button', { name: 'Approve…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply 20 sets' });
  for (const words of [
    'Low battery: 11.2 V on 20 devices',
    '20 devices in 4 batches: 1, 5, 10, 4',
    '4 at once at most',
    'stops when 3 of the last 5 fail',
    '1 min for each device',
    '275 left out',
  ])
    await expect(dialog).toContainText(words);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await approve('before the winter');

  // The first alone; then five, of which two sleep and one answers late.
  await page.getByRole('button', { name: 'Show all' }).first().click();
  await beside().getByRole('searchbox').fill('HB-');
  await expect(row(1)).toContainText('Verified');
  for (const place of [2, 5, 6]) await expect(row(place)).toContainText('Verified');
  for (const place of [3, 4]) await expect(row(place)).toContainText('Waiting for wake-up');
  await expect(row(7)).toContainText('Not started');
  await expect(page.getByText('batch 2 of 4', { exact: false }).first()).toBeVisible();
  await fleet.wake(sn(3));
  await expect(row(3)).toContainText('Verified');
  await expect(row(4)).toContainText('Waiting for wake-up');
  await expect(row(7)).toContainText('Not started');
  await fleet.wake(sn(4));
  await expect(row(4)).toContainText('Verified');

  // The third refusal among the last five stops it: two had not.
  await expect(outcome()).toContainText('Stopped by its rule: 3 of the last 5 devices failed.', {
    timeout: 30_000,
  });
  await expect(status()).toHaveText('Stopped');
  await expect(outcome()).toContainText('6 passed');
  await expect(outcome()).toContainText('3 failed');
  await expect(outcome()).toContainText('3 under way');
  await expect(outcome()).toContainText('8 never started');
  await expect(outcome()).toContainText('Rejected – write protected: 3 devices');
  await expect(outcome()).toContainText('Those under way end by themselves');
  await fleet.wake(sn(10));
  await fleet.wake(sn(12));
  for (const place of [10, 12]) await expect(row(place)).toContainText('Verified');
  await expect(outcome()).toContainText('8 passed');

  // A filter by a press, while the silent one has its minute.
  await beside().getByRole('button', { name: 'Rejected 3' }).click();
  await expect(grid(beside()).locator('[data-row]')).toHaveCount(3);
  await expect(row(7)).toContainText('write protected');
  await beside().getByRole('button', { name: 'Rejected 3' }).click();
  await expect(outcome()).toContainText('Did not answer in its time: 1 device', { timeout: 90_000 });
  await expect(outcome()).toContainText('3 failed');
  await expect(outcome()).toContainText('1 out of time');
  await expect(outcome()).toContainText('8 never started');
  for (let place = 13; place <= 20; place++) await expect(row(place)).toContainText('Not started');
});

test('the failed are well again and retried; then all of it is rolled back', async () => {
  test.setTimeout(360_000);
  for (const place of [...rejecting, silent, late]) fleet.fault(sn(place), null);
  // What was sent to the silent one is not sent again by a retry: it lands when its link is back.
  fleet.breakOff(sn(silent));
  await expect(row(silent)).toContainText('Verified', { timeout: 30_000 });
  const run = new URL(page.url()).pathname;
  const stopped = await page.evaluate(() => document.querySelector('.plans__head h2')?.textContent ?? '');

  await outcome().getByRole('button', { name: 'Retry 3 failed…' }).click();
  await expect(page.getByRole('heading', { name: `Retry failed: ${stopped}` })).toBeVisible();
  await expect(page.getByText(`Of the devices that failed in “${stopped}”`)).toBeVisible();
  await expect(grid().locator('[data-row]')).toHaveCount(3);
  await approve('they were unlocked');
  for (const place of rejecting) await expect(row(place)).toContainText('Verified', { timeout: 30_000 });
  await expect(status()).toHaveText('Ended');
  await expect(outcome()).toBeHidden();

  await visit(page, product, run);
  await outcome().getByRole('button', { name: 'Roll back 9 changed…' }).click();
  await expect(page.getByRole('heading', { name: `Roll back: ${stopped}` })).toBeVisible();
  await expect(grid().locator('[data-row]')).toHaveCount(9);
  await expect(row(1)).toContainText('11.5 V');
  await page.getByRole('button', { name: 'Change…' }).click();
  const form = page.getByRole('form', { name: 'Rollout' });
  await form.getByLabel('Batches').fill('100%');
  await form.getByLabel('At once at most').fill('');
  await form.getByRole('button', { name: 'Save rollout' }).click();
  await expect(page.getByText('9 devices in one batch')).toBeVisible();
  await approve('a mild winter');
  for (const place of [1, 2, 5, 6, silent])
    await expect(row(place)).toContainText('Verified', { timeout: 30_000 });
  await expect(row(3)).toContainText('Waiting for wake-up');
  for (const place of sleepers) await fleet.wake(sn(place));
  await expect(status()).toHaveText('Ended', { timeout: 30_000 });
  await visit(page, product, run);
});

test('the report is kept, and read again to try what did not land', async () => {
  test.slow();
  await expect(outcome()).toContainText('8 never started');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report .xlsx' }).click(),
  ]);
  await page.locator('.scripts input[type=file][accept=".xlsx"]').setInputFiles(await download.path());
  const dialog = page.getByRole('dialog', { name: 'Retry from a report' });
  // Three that refused and eight that never started; the others landed or were left out.
  await expect(dialog).toContainText('11 rows can be retried, 289 left out');
  await dialog.getByRole('button', { name: 'Make a plan' }).click();
  await expect(beside().getByRole('heading', { name: 'Retry: Low battery 11.2 V' })).toBeVisible();
  // The three have it since they were tried again: only what never started still goes.
  await expect(beside().getByText('11 stations, 8 sets')).toBeVisible();
  await approve('the rest of them');
  for (let place = 13; place <= 20; place++)
    await expect(row(place)).toContainText('Verified', { timeout: 30_000 });
  await expect(status()).toHaveText('Ended', { timeout: 30_000 });
  expect(watched).toEqual([]);
});

test('on a phone a plan is reviewed, narrowed and approved; nothing is wider than the screen', async ({
  browser,
}) => {
  test.slow();
  const { db } = product.running.storage;
  const rtus = await db
    .selectFrom('rtus')
    .select('id')
    .where('sn', 'in', [1, 2, 3, 5].map(sn))
    .orderBy('sn')
    .execute();
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  phone.setDefaultTimeout(30_000);
  await enter(phone, product);
  const token = (await phone.context().cookies()).find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const answer = await phone.context().request.post(`${product.address}/rest/plans`, {
    headers: { authorization: token },
    data: {
      title: 'From the road',
      surface: 'button',
      rollout: {
        batches: [1, '100%'],
        concurrency: 2,
        stopAt: { failed: 1, of: 2 },
        order: 'given',
        timeout: 600,
      },
      items: rtus.map(({ id }) => ({
        target: { rtuId: id, slot: null },
        group: 'rtu',
        edits: { lowBattery: 11.4 },
      })),
    },
  });
  const { data } = (await answer.json()) as { data: { plan: { id: string } } };
  const fits = async () =>
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await visit(phone, product, '/plans');
  await phone.getByRole('grid').getByRole('row').filter({ hasText: 'From the road' }).click();
  await expect(phone).toHaveURL(new RegExp(`/plans/${data.plan.id}$`));
  // How it goes takes a line or two, not the screen; its fields are one press away.
  const line = phone.locator('.rollout__line');
  await expect(line).toContainText('4 devices in 2 batches: 1, 3');
  expect((await line.boundingBox())?.height).toBeLessThan(60);
  await fits();
  await line.getByRole('button', { name: 'Change…' }).click();
  const form = phone.getByRole('form', { name: 'Rollout' });
  await form.getByLabel('At once at most').fill('3');
  await fits();
  await form.getByRole('button', { name: 'Save rollout' }).click();
  await expect(line).toContainText('3 at once at most');
  // The one that sleeps is left out.
  await phone.getByRole('searchbox', { name: 'Station, number, parameter' }).fill(code(3));
  await phone.getByRole('button', { name: 'Leave this 1 out' }).click();
  await phone.getByRole('button', { name: 'Show all' }).first().click();
  await expect(phone.getByRole('button', { name: 'Left out 1' })).toBeVisible();
  await phone.getByRole('button', { name: 'Approve…' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Apply 3 sets' });
  await expect(dialog).toContainText('3 devices in 2 batches: 1, 2');
  await expect(dialog).toContainText('All devices are in reach');
  const box = await dialog.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 390).toBe(true);
  expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 999) <= 844).toBe(true);
  await dialog.getByLabel('Password').fill(accounts.maintainer.password);
  await dialog.getByLabel('Reason, optional').fill('from the road');
  await dialog.getByRole('button', { name: 'Apply 3 sets' }).click();
  await expect(dialog).toBeHidden();
  await expect(phone.locator('.plans__head').getByRole('status')).toHaveText('Ended', { timeout: 30_000 });
  await expect(phone.getByRole('button', { name: 'Verified 3' })).toBeVisible();
  await fits();
  await phone.close();
});
