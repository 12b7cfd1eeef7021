/** A plan on the real product: stations ticked in the palette, reviewed, narrowed, applied by one password. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { read, utils } from 'xlsx';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { awakeCodes, rtusThat } from '../support/fleet/product-rtus.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
/** Codes of stations whose RTU is awake, so that a set lands at once. */
let awake: string[];
test.beforeAll(async () => {
  product = await startProduct(16, 1);
  awake = await awakeCodes(product, 4);
});
test.afterAll(async () => {
  await product.stop();
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Sets of the plan' });
const row = (page: Page, code: string) => grid(page).getByRole('row').filter({ hasText: code });

async function propose(page: Page, codes: readonly string[], parameter: string, value: string) {
  await page.keyboard.press('Control+k');
  const dialog = page.locator('dialog.palette');
  const box = dialog.locator('input');
  const chosen = dialog.locator('.palette__row[aria-selected="true"]');
  for (const code of codes) {
    await box.fill('');
    await box.pressSequentially(codes[0] === code ? `@${code}` : code);
    await expect(chosen).toContainText(code);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  for (const [typed, found] of [
    ['set a parameter of several', 'Set a parameter of several stations'],
    [parameter, parameter],
  ] as const) {
    await box.fill(typed);
    await expect(chosen).toContainText(found);
    await page.keyboard.press('Enter');
  }
  await box.fill(value);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/plans\/[0-9A-Z]{26}$/);
}

test('three stations become a plan; one is left out; two are set and read back', async ({ page }) => {
  const errors = watchErrors(page);
  const [one = '', two = '', three = ''] = awake;
  await enter(page, product);
  await visit(page, product, '/index');
  await propose(page, [one, two, three], 'Low battery', '11.2');

  await expect(page.getByRole('heading', { name: /→ 11\.2/ })).toBeVisible();
  await expect(page.getByText('3 stations, 3 sets')).toBeVisible();
  for (const code of [one, two, three]) {
    await expect(row(page, code)).toContainText('11.5 V');
    await expect(row(page, code)).toContainText('11.2 V');
    await expect(row(page, code)).toContainText('at once');
  }
  await row(page, two).click();
  await grid(page).focus();
  await page.keyboard.press('Space');
  await expect(row(page, two)).toContainText('Left out');
  await page.keyboard.press('Space');
  await expect(row(page, two)).toContainText('Ready');
  await page.getByRole('button', { name: 'Leave out' }).click();
  await expect(page.getByText('1 left out')).toBeVisible();

  await page.getByRole('button', { name: 'Approve…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply 2 sets' });
  await expect(dialog).toContainText('11.2 V on 2 devices');
  await dialog.getByRole('button', { name: 'Apply 2 sets' }).click();
  await expect(dialog).toContainText('No password was entered');
  await dialog.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(row(page, one)).toContainText('Ready');
  await dialog.getByLabel('Password').fill(accounts.maintainer.password);
  await dialog.getByLabel('Reason, optional').fill('before the winter');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  for (const code of [one, three])
    await expect(row(page, code)).toContainText('Verified', { timeout: 15_000 });
  await expect(row(page, two)).toContainText('Left out');
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Ended', { timeout: 15_000 });
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '3 of 3 done');
  await expect(page.getByText('Reason: before the winter')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve…' })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('what breaks its bounds stands apart and says why; a draft is thrown away; the list has both', async ({
  page,
}) => {
  const [, , , four = ''] = awake;
  await enter(page, product);
  await visit(page, product, '/index');
  await propose(page, [four], 'Low battery', '99');
  await expect(grid(page)).toContainText('With problems: not to be sent');
  await expect(row(page, four)).toContainText('Must lie within 3–14 V');
  await expect(page.getByRole('button', { name: 'Approve…' })).toBeDisabled();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard the plan' }).click();
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Discarded');

  await page.getByRole('button', { name: 'Plans', exact: true }).first().click();
  await expect(page).toHaveURL(/\/plans$/);
  const list = page.getByRole('grid', { name: 'Plans' });
  await expect(list.getByRole('row')).toHaveCount(3);
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Ended' });
  await expect(list.getByRole('row')).toHaveCount(2);
  await list.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Reason: before the winter')).toBeVisible();
});

interface Siren {
  readonly rtuId: number;
  readonly slot: number;
  readonly code: string;
}
/** A siren whose RTU stays connected. */
async function awakeSiren(): Promise<Siren> {
  const { board } = product.running;
  const staying = (await rtusThat(product, 5, (rtu) => rtu.staysAwake && rtu.connected)).map(({ id }) => id);
  const sirens = () =>
    board.sites({ companyId: null }).flatMap(({ rtu, station, sensors }) => {
      const slot = sensors.find(({ kind }) => kind === 10)?.slot;
      return rtu !== null && slot !== undefined && staying.includes(rtu.id)
        ? [{ rtuId: rtu.id, slot, code: station.code }]
        : [];
    });
  await expect.poll(() => sirens().length, { timeout: 30_000 }).toBeGreaterThan(0);
  const [siren] = sirens();
  if (siren === undefined) throw new Error('no siren');
  return siren;
}
const testOf = ({ rtuId, slot }: Siren) => ({
  ...{ type: 'send', action: 'testHorn', args: {} },
  target: { rtuId, slot },
});
/** Makes a plan of items, in the session of the page. Answers its id. */
async function made(page: Page, title: string, items: readonly object[]): Promise<string> {
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const reply = await page.context().request.post(`${product.address}/rest/plans`, {
    headers: { authorization: token },
    data: { title, surface: 'script', items },
  });
  return ((await reply.json()) as { data: { plan: { id: string } } }).data.plan.id;
}

test('O2: a plan that sounds sirens shows when, and asks again when that has moved', async ({ page }) => {
  const errors = watchErrors(page);
  const siren = await awakeSiren();
  await enter(page, product);
  await visit(page, product, `/plans/${await made(page, 'Siren round', [testOf(siren)])}`);

  const reported = new Map<string, unknown>();
  /** The approval goes to the server hours after what is on screen was expected. */
  const shift = 9 * 3_600_000;
  let isLate = true;
  const later = (text: string | null) => {
    const body = JSON.parse(text ?? '{}') as { sounds?: { from: number; until: number }; body?: typeof body };
    for (const one of [body, body.body])
      if (one?.sounds !== undefined && isLate)
        one.sounds = { from: one.sounds.from - shift, until: one.sounds.until - shift };
    return body;
  };
  await page.route(/\/rest\/(user\/confirm|plans\/\w+\/approve)$/, (route) => {
    const body = later(route.request().postData());
    reported.set(route.request().url().split('/').at(-1) ?? '', body);
    return route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByRole('button', { name: 'Approve…' }).click();
  const dialog = page.getByRole('dialog');
  const times = dialog.getByRole('list', { name: 'When sirens sound (1)' });
  await expect(times.getByRole('listitem')).toHaveCount(1);
  await expect(times).toContainText(siren.code);
  await expect(times).toContainText(/\d\d:\d\d/);
  await dialog.getByLabel('Password').fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('at other times than were shown');
  await expect(times.getByRole('listitem')).toHaveCount(1);
  isLate = false;
  await dialog.getByLabel('Password').fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Ended', { timeout: 20_000 });
  expect(reported.get('approve')).toMatchObject({ sounds: { from: expect.any(Number) } });
  expect(errors).toEqual([]);
});

test('O2: a plan that was paused goes on at other times only after these were shown', async ({ page }) => {
  const errors = watchErrors(page);
  const { db } = product.running.storage;
  const siren = await awakeSiren();
  // The first batch comes back within the hour; until then the siren of the second is not ordered.
  const [asleep] = await rtusThat(product, 1, (rtu) => rtu.reported && !rtu.staysAwake && !rtu.connected);
  const first = {
    ...{ target: { rtuId: asleep?.id, slot: null }, group: 'rtu' },
    edits: { lowBattery: 11.2 },
  };
  await enter(page, product);
  const planId = await made(page, 'Siren round in two', [first, testOf(siren)]);
  await visit(page, product, `/plans/${planId}`);
  await page.getByRole('button', { name: 'Change…' }).click();
  const form = page.getByRole('form', { name: 'Rollout' });
  await form.getByLabel('Batches').fill('1, 1');
  await form.getByLabel('Order').selectOption({ label: 'As the plan lists them' });
  await form.getByRole('button', { name: 'Save rollout' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Approve…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const state = page.locator('.plans__head').getByRole('status');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(state).toHaveText('Paused');

  // As if it had been paused since yesterday: its sirens were approved for then.
  const span = () =>
    db
      .selectFrom('plans')
      .select(['sound_from as from', 'sound_until as until'])
      .where('id', '=', planId)
      .executeTakeFirstOrThrow();
  const day = 86_400_000;
  const approved = await span();
  const yesterday = { sound_from: (approved.from ?? 0) - day, sound_until: (approved.until ?? 0) - day };
  await product.running.storage.write((writer) =>
    writer.updateTable('plans').set(yesterday).where('id', '=', planId).execute(),
  );
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(dialog).toContainText('sirens sound at other times than were approved');
  const times = dialog.getByRole('list', { name: 'When sirens sound (1)' });
  await expect(times).toContainText(siren.code);
  await expect(times).toContainText(/\d\d:\d\d/);
  await expect(state).toHaveText('Paused');

  // What was shown has moved again meanwhile: it is shown anew.
  const resume = /\/rest\/plans\/\w+\/resume$/;
  await page.route(resume, (route) => {
    const body = route.request().postDataJSON() as { sounds: { from: number; until: number } };
    const sounds = { from: body.sounds.from - day, until: body.sounds.until - day };
    return route.continue({ postData: JSON.stringify({ ...body, sounds }) });
  });
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('at other times than were shown');
  await expect(times.getByRole('listitem')).toHaveCount(1);
  expect(await span()).toEqual({ from: yesterday.sound_from, until: yesterday.sound_until });
  await page.unroute(resume);
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(state).toHaveText('Being applied');
  expect((await span()).until ?? 0).toBeGreaterThan(Date.now());

  await page.getByRole('button', { name: 'Cancel rest' }).click();
  await dialog.getByRole('button', { name: /Cancel the rest/ }).click();
  await expect(state).toHaveText('Rest cancelled');
  const ordered = await db
    .selectFrom('orders')
    .select('id')
    .where('plan_id', '=', planId)
    .where('rtu_id', '=', siren.rtuId)
    .execute();
  expect(ordered).toEqual([]);
  expect(errors).toEqual([]);
});

test('O1: a plan has its report, for every author and in every state', async ({ page }) => {
  const [one = '', two = ''] = awake;
  await enter(page, product);
  await visit(page, product, '/index');
  await propose(page, [one, two], 'Retry interval', '120');
  const title = await page.locator('.plans__head h2').innerText();
  const saved = async () => {
    const downloads = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Report .xlsx' }).click();
    const file = await downloads;
    expect(file.suggestedFilename()).toMatch(/\d{4}-\d\d-\d\d\.xlsx$/);
    const book = read(readFileSync(await file.path()), { type: 'buffer' });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (sheet === undefined) throw new Error('no sheet');
    return utils.sheet_to_json<string[]>(sheet, { header: 1 }).map((cells) => cells.join(' | '));
  };
  expect(title).not.toBe('');
  const draft = await saved();
  for (const code of [one, two])
    expect(draft.filter((line) => line.includes(code) && line.includes('120'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Approve…' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Ended', { timeout: 20_000 });
  const ended = await saved();
  for (const code of [one, two])
    expect(ended.filter((line) => line.includes(code) && line.includes('Verified'))).toHaveLength(1);
});

test('sentences of the palette are gathered in one plan, which each notice opens', async ({ page }) => {
  const errors = watchErrors(page);
  const [first = '', second = ''] = awake;
  await enter(page, product);
  await visit(page, product, '/index');
  const dialog = page.locator('dialog.palette');
  // Who types fast is ahead of what the device has: the key is not lost.
  await page.route(/\/stations\/\d+\/parameters$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const say = async (sentence: string) => {
    await page.keyboard.press('Control+k');
    await dialog.locator('input').fill(sentence);
    await expect(dialog.locator('.palette__foot')).toContainText('add to plan');
    await expect(dialog.locator('.preview, .sentence__preview').first()).toBeVisible();
    await page.keyboard.press('Alt+Enter');
    await expect(dialog).toHaveCount(0);
  };
  await say(`set @${first} send cycle 20m`);
  await expect(page.locator('.notice').last()).toContainText('was begun');
  await say(`set @${second} send cycle 20m`);
  await expect(page.locator('.notice').last()).toContainText('2 sets');
  // A notice stays for some seconds only: it is taken while it is there.
  await page.locator('.notice', { hasText: '2 sets' }).getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/plans\/[0-9A-Z]{26}$/);
  await expect(row(page, first)).toContainText('1200 s');
  await expect(row(page, second)).toContainText('1200 s');
  await say(`set @${second} send cycle 30m`);
  await expect(page.locator('.notice').last()).toContainText('twice');
  await expect(row(page, second)).toContainText('1200 s');
  expect(errors).toEqual([]);
});

test('on a phone the plans stay within the screen, and their devices are read again by one press', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product);
  await visit(page, product, '/plans');
  const list = page.getByRole('grid');
  await expect(list.locator('[data-row]').first()).toBeVisible();
  const widths = await list.evaluate((grid) => [grid.scrollWidth, document.documentElement.scrollWidth]);
  expect(Math.max(...widths)).toBeLessThanOrEqual(390);
  await list.locator('[data-row]').first().click();
  await expect(page).toHaveURL(/\/plans\/[0-9A-Z]{26}$/);
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.locator('.notice').last()).toContainText(/accepted|is to be read already/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('files hang on a plan: kept, shown to another, saved and taken off after a question', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/index');
  await propose(page, awake.slice(3, 4), 'Low battery', '11.3');
  const files = page.getByRole('region', { name: 'Files' });
  const buffer = Buffer.from('step,by whom\n1,Lin\n');
  await files
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'method.csv', mimeType: 'text/csv', buffer }]);
  await files.getByRole('button', { name: 'Keep the files on the plan' }).click();
  await expect(files).toContainText('1 file');
  await page.reload();
  const saved = page.waitForEvent('download');
  await files.getByRole('button', { name: 'Save method.csv' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe(buffer.toString());
  await files.getByRole('button', { name: 'Take method.csv out' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Take method.csv from the plan?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(files).toContainText('0 files');
});
