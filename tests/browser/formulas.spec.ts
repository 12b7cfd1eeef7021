/** Derived channels in the console: made, wrong, changed, out of use; from a lens; where their kinds are not offered. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import type { DataOf } from '../../src/contract/call.ts';
import type { stationFormulas } from '../../src/contract/sites/formulas.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { paletteOn } from '../support/console/palette.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

// Each goes on with what the one before it made.
test.describe.configure({ mode: 'serial' });

let product: Product;
/** A station with two tilt sensors or, where there is none, with one: its channels x and y. */
let stationId = 0;
test.beforeAll(async () => {
  product = await startProduct(4, 2);
  const found = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'rtus.station_id'])
    .where('sensors.kind', '=', 4)
    .orderBy('sensors.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  stationId = found.station_id;
});
test.afterAll(async () => {
  await product.stop();
});

const address = () => `/station/${stationId}/latest?data=formulas`;
const dialog = (page: Page) => page.getByRole('dialog');
const card = (page: Page, name: string): Locator =>
  page.locator('.formulas__card').filter({ has: page.getByRole('heading', { name, exact: true }) });
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const first = en['formulas.inputFirst'].replace('{letter}', 'a');
const second = en['formulas.input'].replace('{letter}', 'b');
const message = (id: keyof typeof en, values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), en[id]);

/** Chooses the channel of a letter whose words end so. */
async function choose(page: Page, label: string, ends: string): Promise<void> {
  const select = field(page, label);
  const value = await select
    .locator('option', { hasText: new RegExp(`${ends.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) })
    .first()
    .getAttribute('value');
  await select.selectOption(value ?? '');
}

/** Saves a derived channel as it is, as somebody else. Answers its new version. */
async function saveElsewhere(name: string, reason: string): Promise<number> {
  const ask = async <T>(path: string, init: RequestInit = {}, token = ''): Promise<T> => {
    const headers = { authorization: token, lang: 'en', 'content-type': 'application/json' };
    const answer = await fetch(`${product.address}${path}`, { ...init, headers });
    return ((await answer.json()) as { data: T }).data;
  };
  const { accountName, password } = accounts.maintainer;
  const login = { method: 'POST', body: JSON.stringify({ accountName, password }) };
  const { loginToken } = await ask<{ loginToken: string }>('/login', login);
  const list = `/rest/stations/${stationId}/formulas`;
  const { formulas } = await ask<DataOf<typeof stationFormulas>>(list, {}, loginToken);
  const found = formulas.find(({ names }) => names.en === name);
  if (found === undefined) throw new Error(`no derived channel ${name}`);
  const { id, names, unit, digits, text, inputs, age, version } = found;
  const body = JSON.stringify({ names, unit, digits, text, inputs, age, version, reason });
  await ask(`/rest/formulas/${id}`, { method: 'PUT', body }, loginToken);
  return version + 1;
}

async function sensorsOf(name: string) {
  const { db } = product.running.storage;
  const kinds = await db.selectFrom('own_kinds').select(['id', 'body']).execute();
  const kind = kinds.find(({ body }) => JSON.stringify(body).includes(name));
  return db
    .selectFrom('sensors')
    .selectAll()
    .where('kind', '=', 1000 + (kind?.id ?? 0))
    .execute();
}

test('a difference of two channels is made, a wrong formula says why, its past lands and has a curve', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product, { account: 'operator' });
  await visit(page, product, `/station/${stationId}/latest`);
  // From the newest readings, where initial values are.
  await page.locator('.latest__bar').getByRole('button', { name: en['formulas.title'] }).click();
  await expect(page.getByRole('heading', { name: en['formulas.empty.title'] })).toBeVisible();
  await page.getByRole('button', { name: en['formulas.template.difference'] }).click();
  const formula = field(page, en['formulas.formula']);
  await expect(formula).toHaveValue('a - b');
  await choose(page, first, 'X, °');
  await choose(page, second, 'Y, °');
  await expect(dialog(page)).toContainText(message('formulas.right', { unit: '°' }));
  await expect(dialog(page).locator('.plot')).toBeVisible();
  await expect(dialog(page).locator('.formulas__preview')).toContainText(
    /A value at each of \d+ moments|The newest 2000 values/,
  );

  // Wrong: it says why while it is typed, and nothing of it is lost when it is sent.
  await formula.fill('a - sinus(b)');
  await expect(dialog(page)).toContainText(message('formulas.fault.name', { name: 'sinus' }));
  await field(page, en['kinds.name.en']).fill('Gap X');
  await field(page, en['baselines.reason']).fill('two axes');
  await formula.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('sinus');
  await expect(formula).toBeFocused();
  await expect(formula).toHaveValue('a - sinus(b)');
  await formula.fill('a - ');
  await expect(dialog(page)).toContainText(en['formulas.fault.end']);
  await formula.fill('a - b + temp');
  await expect(dialog(page)).toContainText(message('formulas.fault.name', { name: 'temp' }));
  await formula.fill('a - b');
  await formula.press('Enter');
  await expect(dialog(page)).toBeHidden();

  // Its past is computed: then the list says no more of it, and its card shows its newest value.
  const made = card(page, 'Gap X');
  await expect(made).toContainText('a - b');
  await expect(made).toContainText(/a = \d+ · .+X/);
  await expect(made).toContainText('two axes');
  await expect(made.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
  const [sensor] = await sensorsOf('Gap X');
  await expect
    .poll(
      async () => {
        const { readings } = product.running.storage;
        const span = { row: 'own' as const, sourceId: sensor?.id ?? 0, element: 0, channels: ['c0'] };
        const found = await readings.history({ ...span, from: 0, to: Date.now(), bins: 1, rawUpTo: 65_536 });
        return found.mode === 'raw' ? found.t.length : -1;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(20);
  await made.getByRole('button', { name: en['formulas.curve'] }).click();
  await expect(page).toHaveURL(
    new RegExp(`/station/${stationId}/curve\\?channels=${sensor?.id}\\.own\\.c0,`),
  );
  await expect(page.locator('.channel[aria-pressed="true"]', { hasText: 'Gap X' })).toBeVisible();
  await expect(page.locator('.rail__values dd').first()).toHaveText(/\d/);
  await visit(page, product, `/station/${stationId}/latest`);
  await expect(page.getByRole('article').filter({ hasText: 'Gap X' }).locator('.card__value')).toHaveText(
    /\d/,
  );
  expect(errors).toEqual([]);
});

test('a change is version 2 and says what it changed; the unit stays', async ({ page }) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, address());
  await card(page, 'Gap X').getByRole('button', { name: en['formulas.edit'] }).click();
  await expect(dialog(page)).toContainText(en['formulas.unitKept']);
  await field(page, en['formulas.formula']).fill('a - 2 * b');
  await field(page, en['baselines.reason']).fill('lever arm');
  await dialog(page).getByRole('button', { name: en['formulas.save'] }).click();
  await expect(dialog(page)).toBeHidden();
  const changed = card(page, 'Gap X');
  await expect(changed).toContainText('a - 2 * b');
  await expect(changed).toContainText(/Version 2 · .* · operator/);
  await changed.getByRole('button', { name: en['formulas.versions'] }).click();
  const newest = dialog(page).getByRole('listitem').first();
  await expect(newest).toContainText('lever arm');
  await expect(newest.locator('s')).toHaveText('a - b');
  await expect(newest.locator('.change-list b')).toHaveText('a - 2 * b');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('an earlier version is brought back as the newest one: by its button, and from the palette', async ({
  page,
}) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, address());
  const shown = card(page, 'Gap X');
  await shown.getByRole('button', { name: en['formulas.versions'] }).click();
  // The one in force is not brought back.
  await expect(dialog(page).getByRole('listitem').first().getByRole('button')).toHaveCount(0);
  await dialog(page)
    .getByRole('button', { name: message('formulas.recall', { version: 1 }) })
    .click();
  await expect(field(page, en['formulas.formula'])).toHaveValue('a - b');
  await expect(field(page, en['baselines.reason'])).toHaveValue('');
  await field(page, en['baselines.reason']).fill('the lever arm was wrong');
  await dialog(page).getByRole('button', { name: en['formulas.save'] }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(shown).toContainText(/Version 3 · .* · operator/);
  await expect(shown.locator('.formulas__formula')).toHaveText('a - b');
  // And the one before, by keys alone.
  const palette = paletteOn(page);
  await palette.open();
  await page.keyboard.type(en['command.formulas.recall']);
  await expect(palette.chosen).toContainText(en['command.formulas.recall']);
  await page.keyboard.press('Enter');
  await expect(palette.chosen).toContainText('Gap X');
  await page.keyboard.press('Enter');
  await expect(palette.chosen).toContainText('2');
  await page.keyboard.press('Enter');
  await expect(field(page, en['formulas.formula'])).toHaveValue('a - 2 * b');
  await field(page, en['baselines.reason']).fill('it was right');
  await dialog(page).getByRole('button', { name: en['formulas.save'] }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(shown).toContainText(/Version 4 · .* · operator/);
  await expect(shown.locator('.formulas__formula')).toHaveText('a - 2 * b');
});

test('of two who change one the second sees the newer version, and may save over it', async ({ page }) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, address());
  await card(page, 'Gap X').getByRole('button', { name: en['formulas.edit'] }).click();
  await field(page, en['formulas.formula']).fill('a - 3 * b');
  await field(page, en['baselines.reason']).fill('measured again');
  const newest = await saveElsewhere('Gap X', 'another desk');
  await dialog(page).getByRole('button', { name: en['formulas.save'] }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(en['formulas.stale']);
  await expect(dialog(page).locator('.formulas__newer')).toContainText(`version ${newest}`);
  await expect(field(page, en['formulas.formula'])).toHaveValue('a - 3 * b');
  await dialog(page).getByRole('button', { name: en['formulas.save'] }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, 'Gap X')).toContainText('a - 3 * b');
});

test('by keys alone, from the palette: a compensation is made, and Escape leaves the editor', async ({
  page,
}) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, '/index');
  const { code } = product.running.board
    .summaries({ companyId: null })
    .find(({ id }) => id === stationId) ?? { code: '' };
  const palette = paletteOn(page);
  await palette.open();
  await page.keyboard.type('jisuantongdao');
  await expect(palette.chosen).toContainText(en['command.stations.formulas']);
  await page.keyboard.press('Enter');
  await page.keyboard.type(code);
  await expect(palette.chosen).toContainText(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/station/${stationId}/latest\\?data=formulas`));
  await page.getByRole('button', { name: en['formulas.add'] }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: en['formulas.add'] })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: en['formulas.template.compensation'] }).focus();
  await page.keyboard.press('Space');
  await expect(field(page, en['formulas.formula'])).toHaveValue('a - k * (b - t0)');
  await expect(dialog(page)).toContainText(en['form.number']);
  await field(page, en['formulas.k']).focus();
  await page.keyboard.type('0.02');
  await page.keyboard.press('Tab');
  await page.keyboard.type('15');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1 h');
  await expect(field(page, en['formulas.formula'])).toHaveValue('a - 0.02 * (before(b, 1 h) - 15)');
  await field(page, en['kinds.name.en']).focus();
  await page.keyboard.type('Tilt at 15');
  await page.keyboard.press('Enter');
  // The reason is missing: it says so, there, and takes the focus.
  await expect(field(page, en['baselines.reason'])).toBeFocused();
  await page.keyboard.type('season');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, 'Tilt at 15')).toBeVisible();
});

test('out of use it leaves the latest data, and comes back with what it has', async ({ page }) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, address());
  await card(page, 'Gap X').getByRole('button', { name: en['formulas.retire'] }).click();
  await expect(card(page, 'Gap X')).toContainText(/out of use since/);
  const cards = page.getByRole('article').filter({ hasText: 'Gap X' });
  await visit(page, product, `/station/${stationId}/latest`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(cards).toHaveCount(0);
  await visit(page, product, address());
  await card(page, 'Gap X').getByRole('button', { name: en['formulas.restore'] }).click();
  await expect(card(page, 'Gap X')).not.toContainText(/out of use/);
  await visit(page, product, `/station/${stationId}/latest`);
  await expect(cards).toHaveCount(1);
});

test('its kind is chosen and changed nowhere else', async ({ page }) => {
  const [sensor] = await sensorsOf('Gap X');
  await enter(page, product);
  await visit(page, product, '/devices/kinds');
  await expect(page.getByRole('heading', { name: en['kinds.title'] })).toBeVisible();
  await expect(page.getByText('Gap X')).toHaveCount(0);
  await visit(page, product, `/devices/tree?at=sensor:${sensor?.id}`);
  await expect(page.getByText(en['formulas.byFormula'])).toBeVisible();
  await page.locator('.split__detail').getByRole('button', { name: en['formulas.title'] }).click();
  await expect(page).toHaveURL(new RegExp(`/station/${stationId}/latest\\?data=formulas`));
});

test('who may only read sees them, and nothing that changes them', async ({ page }) => {
  await page.route('**/rest/user/permissions', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('station:baseline:edit', 'station:data:view');
    await route.fulfill({ response: answer, body });
  });
  await enter(page, product, { account: 'operator' });
  await visit(page, product, address());
  const shown = card(page, 'Gap X');
  await expect(shown.getByRole('button', { name: en['formulas.versions'] })).toBeVisible();
  await expect(shown.getByRole('button', { name: en['formulas.edit'] })).toHaveCount(0);
  await expect(page.getByRole('button', { name: en['formulas.add'] })).toHaveCount(0);
});

test('the lens of temperature gives the editor its coefficient and its channels', async ({ page }) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, `/station/${stationId}/analysis/temperature`);
  const keep = page.getByRole('button', { name: en['formulas.keepCorrected'] });
  await keep.click();
  await expect(field(page, en['formulas.formula'])).toHaveValue(/^a [-+] [\d.]+ \* \(.*b.* [-+] [\d.]+\)$/);
  await expect(field(page, en['formulas.k'])).toHaveValue(/^-?[\d.]+$/);
  // A reading each second makes more of a lag than is computed: without one it can be.
  await field(page, en['formulas.lag']).fill('');
  await expect(dialog(page)).toContainText(message('formulas.right', { unit: '°' }));
  await expect(dialog(page).locator('.plot')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keep).toBeFocused();
});
