/** Parameters and commands as they are used: set three ways, watched until they land, refused, taken back. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { orderDialog, typePassword } from '../support/console/order-dialog.ts';
import { paletteOn } from '../support/console/palette.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

interface Station {
  readonly id: number;
  readonly code: string;
}

let product: Product;
let awake: readonly [Station, Station, Station];
let asleep: Station;
let siren: Station;
test.beforeAll(async () => {
  product = await startProduct(16, 1, {
    takes: (name, value) =>
      name === 'rtu/retryInterval' && typeof value === 'number' ? Math.min(value, 600) : value,
  });
  const { db } = product.running.storage;
  const all = await db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select(['stations.id', 'stations.code', 'rtus.send_cycle as sendCycle', 'rtus.id as rtuId'])
    .orderBy('stations.id')
    .execute();
  const horns = await db.selectFrom('sensors').select('rtu_id as rtuId').where('kind', '=', 10).execute();
  const [a, b, c] = all.filter((_, index) => index % 3 === 0);
  const sleeping = all[1];
  const withSiren = all.find(({ rtuId }) => horns.some((horn) => horn.rtuId === rtuId));
  if (!a || !b || !c || !sleeping || !withSiren) throw new Error('the fleet has not what is wanted');
  awake = [a, b, c];
  asleep = sleeping;
  siren = withSiren;
});
test.afterAll(async () => {
  await product.stop();
});

const { password } = accounts.maintainer;
const row = (page: Page, field: string): Locator => page.locator(`.ptable tr[data-field="${field}"]`);
const onDevice = (page: Page, field: string) => row(page, field).locator('.ptable__device');
const box = (page: Page, field: string) => row(page, field).locator('input');
const setButton = (page: Page) => page.locator('.pbar .button--primary');

/** Opens the parameters of a station once its device has reported them. */
async function panel(page: Page, { id }: Station): Promise<void> {
  await visit(page, product, `/station/${id}/commands`);
  await expect(onDevice(page, 'sendCycle')).toContainText(/\d/, { timeout: 30_000 });
}

/** What the calls that prove and store were asked, by their paths. */
function heard(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && /^\/rest\/(?:user\/confirm|orders)/.test(pathname))
      paths.push(pathname);
  });
  return paths;
}

test('a send cycle by the panel: the diff, the password, verified by the value that the device reported', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await panel(page, awake[0]);
  await box(page, 'sendCycle').fill('600');
  await expect(page.locator('.pbar b')).toHaveText('1 change');
  await expect(page.locator('.pnav__group[aria-current]')).toContainText('1');
  await page.keyboard.press('Control+Enter');
  await expect(orderDialog(page).locator('.diff__new')).toHaveText('600 s');
  await expect(orderDialog(page).getByLabel(en['set.password'])).toHaveAccessibleDescription(
    'Enter the correct user password to change this parameter.',
  );
  await typePassword(page);
  await expect(orderDialog(page)).toHaveCount(0);
  await expect(onDevice(page, 'sendCycle')).toContainText('600 s');
  await expect(page.locator('.pbar b')).toHaveText('No changes');
  const change = page.locator('.prail__changes li').first();
  await expect(change).toContainText(`${en['field.rtu.sendCycle']} 5 s → 600 s`);
  await expect(change).toContainText(en['orderState.verified']);
  expect(errors).toEqual([]);
});

test('a parameter by the pages of the palette: group, field, value with its bounds, password', async ({
  page,
}) => {
  await enter(page, product);
  await panel(page, awake[0]);
  const palette = paletteOn(page);
  await palette.open();
  await page.keyboard.type('set a parameter');
  await expect(palette.chosen).toContainText(en['command.parameters.set']);
  await page.keyboard.press('Enter');
  const asked = palette.dialog.locator('.palette__ask');
  await expect(asked).toHaveText(en['argument.group']);
  await expect(palette.rows.first()).toContainText(en['group.rtu']);
  await page.keyboard.press('Enter');
  await expect(asked).toHaveText(en['argument.parameter']);
  await page.keyboard.type('low battery');
  await expect(palette.chosen).toContainText('11.5 V');
  await page.keyboard.press('Enter');
  await expect(asked).toHaveText(en['argument.value']);
  await page.keyboard.type('99');
  await expect(palette.dialog.getByRole('alert')).toContainText('3–14 V');
  await page.keyboard.press('Enter');
  await expect(palette.dialog).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('11.9');
  await expect(palette.dialog.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(orderDialog(page).locator('.diff__new')).toHaveText('11.9 V');
  await typePassword(page);
  await expect(onDevice(page, 'lowBattery')).toContainText('11.9 V');
});

test('a sentence sets, from wherever it is typed', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/index');
  const palette = paletteOn(page);
  await palette.open();
  await page.keyboard.insertText(`set @${awake[0].code} send cycle 20m`);
  const preview = page.getByRole('region', { name: en['sentence.preview'] });
  await expect(preview).toContainText(en['sentence.open']);
  await page.keyboard.press('Enter');
  await expect(orderDialog(page).locator('h2')).toContainText(awake[0].code);
  await expect(orderDialog(page).locator('.diff__new')).toHaveText('1200 s');
  await typePassword(page);
  await expect(orderDialog(page)).toHaveCount(0);
  await page.locator('.tray > button').click();
  await expect(page.locator('.tray__row').first()).toContainText(en['orderState.verified']);
});

test('no password, a wrong one, the right one: nothing is sent before, and what was typed stays', async ({
  page,
}) => {
  await enter(page, product);
  await panel(page, awake[1]);
  const paths = heard(page);
  await box(page, 'maxResend').fill('150');
  await page.keyboard.press('Control+Enter');
  await orderDialog(page).getByLabel(en['set.reason']).fill('after the rain');
  await page.keyboard.press('Enter');
  await expect(orderDialog(page).getByRole('alert')).toHaveText(en['set.noPassword']);
  expect(paths).toEqual([]);
  await orderDialog(page).getByLabel(en['set.password']).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(orderDialog(page).getByRole('alert')).toHaveText(en['password.wrong']);
  expect(paths).toEqual(['/rest/user/confirm']);
  await expect(orderDialog(page).getByLabel(en['set.reason'])).toHaveValue('after the rain');
  await orderDialog(page).getByLabel(en['set.password']).fill(password);
  await page.keyboard.press('Enter');
  await expect(onDevice(page, 'maxResend')).toContainText('150');
  await page.getByRole('button', { name: en['parameters.view.commands'], exact: true }).click();
  await expect(page.locator('.olist tbody tr').first()).toContainText('after the rain');
});

test('violated bounds and rules are shown beside the field, and nothing can be set before they hold', async ({
  page,
}) => {
  await enter(page, product);
  await panel(page, awake[1]);
  await box(page, 'retryInterval').fill('0');
  const more = page.locator('.ptable__more');
  await expect(more.getByRole('alert')).toHaveText('Must lie within 1–65535 s');
  await expect(setButton(page)).toBeDisabled();
  await expect(page.locator('.pbar')).toContainText(en['field.rtu.retryInterval']);
  await box(page, 'retryInterval').fill('70');
  await expect(more).toHaveCount(0);
  await box(page, 'sendCycle').fill('600');
  await box(page, 'collectionCycle').fill('70');
  await expect(page.locator('.ptable__more').getByRole('alert').first()).toContainText(
    `“${en['field.rtu.sendCycle']}” must be a multiple of “${en['field.rtu.collectionCycle']}”`,
  );
  await expect(setButton(page)).toBeDisabled();
  await box(page, 'collectionCycle').fill('60');
  await expect(page.locator('.ptable__more').getByRole('alert')).toHaveCount(0);
  await expect(setButton(page)).toBeEnabled();
  await box(page, 'center2Host').fill('hub.example.org');
  await expect(row(page, 'center2Host').locator('+ tr')).toContainText(en['parameters.alone']);
  await expect(page.getByRole('button', { name: 'Set 1 alone' })).toBeEnabled();
  await expect(setButton(page)).toContainText('Set 3');
  await page.getByRole('button', { name: en['command.parameters.back'] }).click();
  await expect(page.locator('.pbar b')).toHaveText('No changes');
});

test('a device that clamps: both values are shown; the earlier one is set again by revert', async ({
  page,
}) => {
  await enter(page, product);
  await panel(page, awake[1]);
  await box(page, 'retryInterval').fill('900');
  await page.keyboard.press('Control+Enter');
  await typePassword(page);
  await expect(onDevice(page, 'retryInterval')).toContainText('600 s');
  await page.getByRole('button', { name: en['parameters.view.commands'], exact: true }).click();
  const first = page.locator('.olist tbody tr').first();
  await expect(first).toContainText(en['orderState.different']);
  await expect(first).toContainText(/900 s.*600 s/);
  await page.getByRole('button', { name: en['parameters.view.changes'], exact: true }).click();
  await page.getByRole('button', { name: en['changes.revert'] }).first().click();
  await expect(orderDialog(page).locator('.diff__old')).toHaveText('600 s');
  await expect(orderDialog(page).locator('.diff__new')).toHaveText('60 s');
  await typePassword(page);
  await expect(page.locator('.olist tbody tr').first()).toContainText('→ 60 s');
  await expect(page.locator('.olist tbody tr').first()).toContainText(en['orderState.verified']);
});

test('a command to a sleeping device waits, is counted, and can be taken back and deleted', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, `/station/${asleep.id}/commands`);
  await page.locator('.ptable').waitFor();
  await page.keyboard.press('r');
  await page.getByRole('button', { name: en['parameters.view.commands'], exact: true }).click();
  const first = page.locator('.olist tbody tr').first();
  await expect(first).toContainText(en['deviceCommand.readAll']);
  await expect(first).toContainText(en['orderState.waiting']);
  await expect(first).toContainText(/expected .* ± /);
  await expect(page.locator('.tray__badge')).toHaveText('1');
  await page.locator('.tray > button').click();
  const mine = page.locator('.tray__row', { hasText: asleep.code });
  await mine.getByRole('button', { name: en['orders.cancel'] }).click();
  await expect(mine).toContainText(en['orderState.cancelled']);
  await page.keyboard.press('Escape');
  await expect(page.locator('.tray__list')).toHaveCount(0);
  await expect(first).toContainText(en['orderState.cancelled']);
  await first.getByRole('button', { name: en['command.commands.delete'] }).click();
  const question = page.getByRole('dialog', { name: en['orders.deleteQuestion'] });
  await question.getByRole('button', { name: en['command.commands.delete'] }).click();
  await expect(page.getByText(en['orders.none'])).toBeVisible();
});

test('a siren: the alarm wants a password, the stop is one press from every tab', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, `/station/${siren.id}/commands?view=commands`);
  await page.getByRole('button', { name: en['deviceCommand.soundAlarm'] }).click();
  await expect(orderDialog(page).getByLabel(en['deviceCommand.soundAlarm.volume'])).toHaveValue('70');
  await expect(orderDialog(page).getByLabel(en['set.password'])).toBeVisible();
  await page.keyboard.press('Escape');
  await visit(page, product, `/station/${siren.id}/latest`);
  await page.getByRole('button', { name: en['orders.stopSiren'] }).click();
  await expect(orderDialog(page)).toHaveCount(0);
  await page.locator('.tray > button').click();
  const stopped = page.locator('.tray__row', { hasText: siren.code }).first();
  await expect(stopped).toContainText(en['deviceCommand.stopHorn']);
  await stopped.locator('.tray__open').click();
  await expect(page).toHaveURL(new RegExp(`/station/${siren.id}/commands\\?view=commands&order=`));
  await expect(page.locator('.olist tr[aria-current="true"]')).toContainText(en['deviceCommand.stopHorn']);
});

test('two operators: the second sees which values changed, and takes over after a second look', async ({
  page,
  browser,
}) => {
  const [, , station] = awake;
  await enter(page, product);
  await panel(page, station);
  await box(page, 'retryCount').fill('7');

  const other = await browser.newPage();
  await enter(other, product, { account: 'operator' });
  await panel(other, station);
  await box(other, 'lowBattery').fill('12.1');
  await other.keyboard.press('Control+Enter');
  await typePassword(other, accounts.operator.password);
  await expect(onDevice(other, 'lowBattery')).toContainText('12.1 V');
  await other.close();

  await expect(onDevice(page, 'lowBattery')).toContainText('12.1 V');
  await page.keyboard.press('Control+Enter');
  await typePassword(page);
  const moved = orderDialog(page).locator('.moved');
  await expect(moved).toContainText(`${en['field.rtu.lowBattery']} 11.5 V → 12.1 V`);
  await expect(orderDialog(page).locator('[type="submit"]')).toBeDisabled();
  await moved.getByRole('button', { name: en['command.parameters.takeOver'] }).click();
  await expect(orderDialog(page).getByLabel(en['set.password'])).toHaveValue(password);
  await expect(orderDialog(page).getByLabel(en['set.password'])).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(orderDialog(page)).toHaveCount(0);
  await expect(onDevice(page, 'retryCount')).toContainText('7');
  await expect(onDevice(page, 'lowBattery')).toContainText('12.1 V');
});

test('who sets twice in a row is not taken for somebody else', async ({ page }) => {
  const [station] = awake;
  await enter(page, product);
  await panel(page, station);
  // What the first set changed comes late to the console: the second is begun before.
  let goOn = (): void => {};
  const isFree = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(`**/rest/stations/${station.id}/parameters`, async (route) => {
    await isFree;
    await route.continue();
  });
  for (const volts of ['11.3', '11.4']) {
    await box(page, 'lowBattery').fill(volts);
    await page.keyboard.press('Control+Enter');
    await typePassword(page);
    await expect(orderDialog(page)).toHaveCount(0);
    await expect(row(page, 'lowBattery').locator('.ptable__wait')).toContainText(`${volts} V`);
  }
  goOn();
  await expect(onDevice(page, 'lowBattery')).toContainText('11.4 V');
});

test('edits outlive language, theme and tabs, and are asked about when their page is closed', async ({
  page,
}) => {
  await enter(page, product);
  await panel(page, awake[2]);
  await box(page, 'clockOffsetAlarm').fill('90');
  await page.getByRole('tab', { name: en['station.tab.latest'] }).click();
  await page.getByRole('tab', { name: en['station.tab.commands'] }).click();
  await expect(box(page, 'clockOffsetAlarm')).toHaveValue('90');
  await page.getByRole('button', { name: new RegExp(en['header.language']) }).click();
  await page.getByRole('menuitem', { name: zh['language.zh-chs'] }).click();
  await expect(page.locator('.pbar b')).toHaveText('1 项修改');
  await page.getByRole('button', { name: zh['header.theme'] }).click();
  await page.getByRole('menuitem', { name: zh['theme.violet'] }).click();
  await expect(box(page, 'clockOffsetAlarm')).toHaveValue('90');
  const close = page.locator('.tab--active .tab__close');
  await close.click();
  const question = page.getByRole('dialog', { name: zh['parameters.leave'] });
  await question.getByRole('button', { name: zh['action.cancel'] }).click();
  await expect(box(page, 'clockOffsetAlarm')).toHaveValue('90');
  await close.click();
  await question.locator('.button--primary').click();
  await expect(page).toHaveURL(/\/index/);
  await visit(page, product, `/station/${awake[2].id}/commands`);
  await expect(box(page, 'clockOffsetAlarm')).toHaveValue('60');
});

test('who may not send, delete or write free commands has no button for it', async ({ page }) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, `/station/${awake[0].id}/commands?view=commands`);
  await page.getByRole('button', { name: en['deviceCommand.reportNow'] }).click();
  await page.locator('.olist').waitFor();
  await expect(page.getByRole('button', { name: en['deviceCommand.freeText'] })).toHaveCount(0);
  await expect(page.getByRole('button', { name: en['command.commands.delete'] })).toHaveCount(0);
});

test('the head of a station: all of it read at once, not twice, counted at its tab; on to its parameters', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, `/station/${asleep.id}/latest`);
  const reported = await product.running.storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select('sensors.id')
    .where('rtus.station_id', '=', asleep.id)
    .execute();
  const before = await product.running.storage.db
    .selectFrom('orders')
    .select('id')
    .where('name', 'in', ['readAll', 'readParameters'])
    .execute();
  const read = page.getByRole('button', { name: en['parameters.read'] });
  await read.click();
  await expect(page.locator('.notice').last()).toContainText('accepted');
  const reads = async () =>
    (
      await product.running.storage.db
        .selectFrom('orders')
        .select(['name', 'slot'])
        .where('name', 'in', ['readAll', 'readParameters'])
        .execute()
    ).length - before.length;
  const stored = await reads();
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThanOrEqual(reported.length + 1);
  const control = page.getByRole('tab', { name: en['station.tab.commands'] });
  await expect(control.locator('.maintabs__count')).toHaveText(/^\d+$/);
  await read.click();
  await expect(page.locator('.notice').last()).toContainText(en['orders.readAlready']);
  expect(await reads()).toBe(stored);
  await page.getByRole('button', { name: en['station.set'] }).click();
  await expect(page).toHaveURL(/\/commands/);
});

test('a user without permission to send to devices sees neither button', async ({ page }) => {
  const { storage } = product.running;
  await enter(page, product, { account: 'operator' });
  await visit(page, product, `/station/${asleep.id}/latest`);
  await expect(page.getByRole('button', { name: en['parameters.read'] })).toBeVisible();
  const kept = await storage.db.selectFrom('role_permissions').selectAll().where('role_id', '=', 2).execute();
  const grant = (held: typeof kept) =>
    storage.write(async (db) => {
      await db.deleteFrom('role_permissions').where('role_id', '=', 2).execute();
      await db.insertInto('role_permissions').values(held).execute();
    });
  const taken = ['device:command:send', 'device:parameter:edit'];
  await grant(kept.filter(({ permission }) => !taken.includes(permission)));
  try {
    await enter(page, product, { account: 'operator' });
    await visit(page, product, `/station/${asleep.id}/latest`);
    await expect(page.getByRole('tab', { name: en['station.tab.latest'] })).toBeVisible();
    await expect(page.getByRole('button', { name: en['parameters.read'] })).toHaveCount(0);
    await expect(page.getByRole('button', { name: en['station.set'] })).toHaveCount(0);
  } finally {
    await grant(kept);
  }
});
