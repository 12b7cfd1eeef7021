/** Sirens and two persons on two consoles: red prepares, one asks, the other signs; a site is armed at one console and disarmed. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let token = '';
let station = { id: 0, code: '', name: '', rtuId: 0 };

async function ask(method: string, path: string, body: unknown) {
  const response = await fetch(product.address + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  });
  return response.json();
}

test.beforeAll(async () => {
  product = await startProduct();
  const { accountName, password } = accounts.maintainer;
  token = (await ask('POST', '/login', { accountName, password })).data.loginToken;
  const { board, storage } = product.running;
  const site = board
    .sites({ companyId: null })
    .find(({ rtu }) => rtu !== null && product.staysAwake.has(rtu.sn));
  if (site === undefined || site.rtu === null) throw new Error('no station is awake');
  station = { id: site.station.id, code: site.station.code, name: site.station.name, rtuId: site.rtu.id };
  const own = site.sensors.find(({ kind }) => kind === 10);
  const horn = { rtu_id: site.rtu.id, slot: 6, kind: 10, name: null, install_state: 1, mount_mode: 0 };
  if (own === undefined)
    await storage.write((db) =>
      db
        .insertInto('sensors')
        .values({ ...horn, mount_azimuth: 0 })
        .execute(),
    );
  await board.load();
  const sound = { clip: 2, repeat: 3, volume: 80, light: 'red' };
  await ask('PUT', `/rest/sirens/${station.id}`, { prepares: 'station', sound, reason: 'a village below' });
  const definition = {
    of: 'rtu',
    enabled: true,
    terms: [{ quantity: 'batteryVoltage', args: {} }],
    ladder: [
      {
        level: 'red',
        condition: { type: 'limit', term: 0, side: 'above', limit: 5, release: 4 },
        hold: { readings: 1 },
        releaseHold: { readings: 1 },
      },
    ],
    patience: null,
    blindLevel: 'blue',
    scope: { projects: [], kinds: [], stations: [station.id], except: [], mounts: [], labels: [] },
    overrides: [],
  };
  const rule = { name: 'Battery', companyId: site.project.companyId, reason: 'of a test', definition };
  await ask('POST', '/rest/alarm-rules', rule);
});
test.afterAll(async () => {
  await product.stop();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Sirens and armed sites' });
const sounded = () =>
  product.running.storage.db
    .selectFrom('orders')
    .select(['id', 'account_name', 'body'])
    .where('name', '=', 'soundAlarm')
    .execute();

test('red prepares the sirens, one console asks, and the other one signs: they are ordered once', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page);
  await enter(page, product, { account: 'operator' });
  await visit(page, product, '/alarms');
  await page
    .getByRole('grid', { name: 'Alarms' })
    .getByRole('row')
    .filter({ hasText: 'Battery' })
    .first()
    .click();
  await expect(bar(page)).toContainText('prepared, waits for two persons');
  await expect(bar(page)).toContainText(`1 awake: ${station.code}`);
  await expect(bar(page)).toContainText('Clip 2, 3 times, volume 80 %, light: Red');

  const other = await browser.newPage();
  await enter(other, product);
  await visit(other, product, '/safety');
  await expect(other.getByText('Nothing waits for a second person')).toBeVisible();

  await bar(page).getByRole('button', { name: 'Sound…', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('awake, sounds at once');
  await dialog.getByLabel('Password').fill(accounts.operator.password);
  await dialog.getByRole('button', { name: 'Ask for the second person' }).click();
  const waiting = page.getByRole('dialog', { name: 'Sound sirens' });
  await expect(waiting).toContainText('The second person signs here');
  // Oneself is refused in a sentence.
  await waiting.getByLabel('Account of the second person').fill('operator');
  await waiting.getByLabel('Own password').fill(accounts.operator.password);
  await waiting.getByRole('button', { name: 'Sign and do it' }).click();
  await expect(waiting).toContainText('The second person cannot be the one who asked for it');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toContainText('operator has signed, the second person is awaited');
  expect(await sounded()).toEqual([]);

  await expect(other.getByText('operator asks you to sign as the second person: Sound sirens')).toBeVisible();
  const act = other.getByRole('region', { name: 'Waiting for a second person' });
  await expect(act).toContainText(station.code);
  await act.getByRole('button', { name: 'Look' }).click();
  const own = other.getByRole('dialog', { name: 'Sound sirens' });
  await own.getByLabel('Own password').fill(accounts.maintainer.password);
  await own.getByRole('button', { name: 'Sign and do it' }).click();
  await expect(own).toHaveCount(0);
  await expect(bar(page)).toContainText('Ordered');
  await expect(page.getByRole('region', { name: /^Alarm \d+$/ })).toContainText(
    'Sirens ordered to sound by operator',
  );
  const orders = await sounded();
  expect(orders.map(({ account_name }) => account_name)).toEqual(['operator']);
  await other.close();
  expect(errors).toEqual([]);
});

test('a siren is sounded by hand: the form says that it takes two, and both sign what is shown', async ({
  page,
}) => {
  const before = (await sounded()).length;
  await enter(page, product, { account: 'operator' });
  await visit(page, product, `/station/${station.id}/commands?view=commands`);
  await page.getByRole('button', { name: 'Sound alarm' }).click();
  const order = page.getByRole('dialog').filter({ hasText: 'two persons: you ask, another confirms' });
  await order.getByLabel('Volume').fill('55');
  await order.getByLabel('Password').fill(accounts.operator.password);
  await order.getByRole('button', { name: 'Ask for the second person' }).click();
  const joint = page.getByRole('dialog', { name: 'Sound a siren by hand' });
  await expect(joint).toContainText('volume 55 %');
  await expect(order).toHaveCount(0);
  expect(await sounded()).toHaveLength(before);
  await joint.getByLabel('Account of the second person').fill('maintainer');
  await joint.getByLabel('Own password').fill(accounts.maintainer.password);
  await joint.getByRole('button', { name: 'Sign and do it' }).click();
  await expect(joint).toHaveCount(0);
  const [made] = (await sounded()).slice(before);
  expect(made?.account_name).toBe('operator');
  expect(JSON.parse(made?.body ?? '{}')).toMatchObject({ volume: 55 });
});

test('a site is armed by two persons at one console, says so in its head, and is disarmed by one', async ({
  page,
}) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, '/safety');
  const site = page.getByRole('region', { name: 'Sirens and armed sites' });
  await expect(site).toContainText('Not armed');
  // By keys alone: to the site, then what its key is for. The sheet of keys says them.
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: en['keys.title'] });
  const keyOf = (id: 'sirens.arm' | 'sirens.drill' | 'sirens.next' | 'safety.show') =>
    sheet
      .locator('.keysheet__list .keysheet__line')
      .filter({ has: page.getByText(en[`command.${id}`], { exact: true }) })
      .locator('kbd');
  await expect(keyOf('sirens.arm')).toHaveText(['a']);
  await expect(keyOf('sirens.drill')).toHaveText(['d']);
  await expect(keyOf('sirens.next')).toHaveText(['j']);
  await expect(keyOf('safety.show')).toHaveText(['o']);
  await page.keyboard.press('Escape');
  const sites = site.getByRole('group').locator('li[data-row]');
  const place = (await sites.allInnerTexts()).findIndex((own) => own.startsWith(station.code));
  await site.getByRole('group').focus();
  // One further and back: both keys move.
  for (let n = 0; n < place + 1; n += 1) await page.keyboard.press('j');
  if ((await sites.count()) > place + 1) await page.keyboard.press('k');
  await expect(sites.nth(place)).toHaveAttribute('aria-current', 'true');
  // It is not armed: what disarms does nothing.
  await page.keyboard.press('u');
  await page.keyboard.press('a');
  const arm = page.getByRole('dialog', { name: new RegExp(`^Arm ${station.code}`) });
  await arm.getByLabel('Reason, needed').fill('The village is empty');
  await arm.getByLabel('Password').fill(accounts.operator.password);
  await arm.getByRole('button', { name: 'Ask for the second person' }).click();
  const joint = page.getByRole('dialog', { name: 'Arm a site' });
  await expect(joint).toContainText('The village is empty');
  await joint.getByLabel('Account of the second person').fill('maintainer');
  await joint.getByLabel('Own password').fill('not the password');
  await joint.getByRole('button', { name: 'Sign and do it' }).click();
  await expect(joint).toContainText('The second person’s account or password is wrong');
  await joint.getByLabel('Own password').fill(accounts.maintainer.password);
  await joint.getByRole('button', { name: 'Sign and do it' }).click();
  await expect(site).toContainText('Armed until');
  await expect(site).toContainText('by operator and maintainer: The village is empty');
  await visit(page, product, `/station/${station.id}/latest`);
  await page.getByRole('button', { name: /^Armed until/ }).click();
  await page.getByRole('dialog').getByLabel('Reason, needed').fill('They are back');
  await page.getByRole('dialog').getByRole('button', { name: 'Disarm' }).click();
  await expect(page.getByRole('button', { name: /^Armed until/ })).toHaveCount(0);
});
