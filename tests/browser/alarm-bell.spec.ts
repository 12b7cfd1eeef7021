/** The bell in the head, the count in the tab's title and the sound of what nobody has answered, on the real product. */
import { expect, type Page, test } from '@playwright/test';
import type { Definition } from '../../src/domain/alarms/definition.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { paletteOn } from '../support/console/palette.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let token = '';
let companyId = 0;
let slope = { stationId: 0, sensorId: 0 };

test.beforeAll(async () => {
  // No device is on the air: what is measured is what the test says.
  product = await startProduct(9, 1, { start: async () => ({ devices: [], async stop() {} }) });
  const { accountName, password } = accounts.maintainer;
  token = (await call<{ loginToken: string }>('/login', { accountName, password })).loginToken;
  const { board } = product.running;
  companyId = board.projects({ companyId: null })[0]?.companyId ?? 0;
  for (const { station, sensors } of board.sites({ companyId }))
    for (const { id, kind } of sensors)
      if (kind === 4 && slope.sensorId === 0) slope = { stationId: station.id, sensorId: id };
  expect(slope.sensorId).toBeGreaterThan(0);
});
test.afterAll(async () => {
  await product.stop();
});

async function call<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(product.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  });
  const { data, status, msg } = (await response.json()) as { data: T; status: number; msg: string };
  if (status !== 200) throw new Error(`${path}: ${status} ${msg}`);
  return data;
}

/** From 50 ° on, which no slope of the past has. */
async function ruleOf(level: 'yellow' | 'orange' | 'red'): Promise<void> {
  const definition: Definition = {
    of: 'sensor',
    enabled: true,
    terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
    ladder: [
      {
        level,
        condition: { type: 'limit', term: 0, side: 'above', limit: 50, release: 40 },
        hold: { readings: 1 },
        releaseHold: { readings: 1 },
      },
    ],
    patience: null,
    blindLevel: 'blue',
    scope: { projects: [], kinds: [4], stations: [slope.stationId], except: [], mounts: [], labels: [] },
    overrides: [],
  };
  await call('/rest/alarm-rules', { name: `Steep, ${level}`, companyId, reason: 'of a test', definition });
}

let measured = 0;
async function measure(x: number): Promise<void> {
  const { storage, alarmEngine } = product.running;
  measured = Math.max(Date.now(), measured + 1);
  const of = { sourceId: slope.sensorId, row: 'tilt' as const, element: 0, historical: false };
  const batch = [{ ...of, t: measured, receivedAt: measured, values: { x } }];
  alarmEngine.stored(batch, await storage.readings.ingest(batch));
  await alarmEngine.settle();
}

const bell = (page: Page) => page.getByRole('button', { name: /alarms? not acknowledged$|^No alarm waits/ });

/** Keeps what the browser is made to sound: the pitches of each series, in the order of their tones. */
async function listen(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(globalThis, { heard });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when?: number) {
      heard.push(this.frequency.value);
      start.call(this, when);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: number[] }).heard);
}

test('the bell and the title count what nobody has answered; the sound is heard from orange on, and stays as it was left', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page);
  const heard = await listen(page);
  await enter(page, product);
  await visit(page, product, '/index');
  await expect(bell(page)).toHaveAccessibleName('No alarm waits for an answer');
  await expect(bell(page).locator('.bell__count')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Home · /);

  // Silence is what one begins with.
  await visit(page, product, '/alarms');
  const sound = page.getByRole('button', { name: 'Sound off' });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(page.getByRole('button', { name: 'Sound on' })).toHaveAttribute('aria-pressed', 'true');

  // Yellow counts and is not heard.
  await ruleOf('yellow');
  await measure(60);
  await expect(bell(page)).toHaveAccessibleName('1 alarm not acknowledged');
  await expect(bell(page).locator('.bell__count')).toHaveText('1');
  await expect(page).toHaveTitle(/^\(1\) Alarm board · /);
  expect(await heard()).toEqual([]);

  // Orange is heard by two tones, red by three with the highest among them.
  await ruleOf('orange');
  await measure(61);
  await expect(bell(page)).toHaveAccessibleName('2 alarms not acknowledged');
  await expect.poll(heard).toEqual([660, 880]);
  await ruleOf('red');
  await measure(62);
  await expect(page).toHaveTitle(/^\(3\) /);
  await expect.poll(async () => (await heard()).slice(-3)).toEqual([880, 1175, 880]);

  // It is heard on any page, and stays on when the page is loaded anew.
  await page.goto(`${product.address}/log`);
  await expect(bell(page)).toHaveAccessibleName('3 alarms not acknowledged');
  await expect(page).toHaveTitle(/^\(3\) Frontend log · /);
  await expect.poll(heard).toEqual([880, 1175, 880]);

  // By the palette it is silent again.
  const palette = paletteOn(page);
  await palette.run('alarm sound', 'Alarm sound on or off');
  await visit(page, product, '/alarms');
  await expect(page.getByRole('button', { name: 'Sound off' })).toBeVisible();
  const before = (await heard()).length;
  await ruleOf('red');
  await measure(63);
  await expect(bell(page)).toHaveAccessibleName('4 alarms not acknowledged');
  expect((await heard()).length).toBe(before);

  // Another console counts the same, and answered ones are counted no more, in both.
  const other = await browser.newPage();
  await enter(other, product, { account: 'operator' });
  await visit(other, product, '/index');
  await expect(bell(other)).toHaveAccessibleName('4 alarms not acknowledged');
  const open = await product.running.storage.db
    .selectFrom('alarms')
    .select('id')
    .where('closed_at', 'is', null)
    .execute();
  await call('/rest/alarms/acknowledge', { alarmIds: open.map(({ id }) => id), note: '' });
  for (const of of [page, other]) {
    await expect(bell(of)).toHaveAccessibleName('No alarm waits for an answer');
    await expect(of).toHaveTitle(/^[^(]/);
  }
  // The bell leads to the board.
  await bell(other).click();
  await expect(other).toHaveURL(/\/alarms$/);
  await other.close();
  expect(errors).toEqual([]);
});

test('what is answered is not heard any more, though it still holds', async ({ page }) => {
  await page.clock.install();
  const heard = await listen(page);
  await enter(page, product);
  await page.addInitScript(([name]) => localStorage.setItem(`groundwatch.sound.${name}`, 'true'), [
    accounts.maintainer.accountName,
  ] as const);
  await visit(page, product, '/alarms');
  await expect(page.getByRole('button', { name: 'Sound on' })).toBeVisible();
  await measure(10);
  await measure(70);
  await expect.poll(async () => (await heard()).length).toBeGreaterThan(0);
  const first = (await heard()).length;
  // What nobody answers is heard again.
  await page.clock.runFor(20_000);
  await expect.poll(async () => (await heard()).length).toBe(2 * first);
  const open = await product.running.storage.db
    .selectFrom('alarms')
    .select('id')
    .where('closed_at', 'is', null)
    .execute();
  await call('/rest/alarms/acknowledge', { alarmIds: open.map(({ id }) => id), note: '' });
  await expect(bell(page)).toHaveAccessibleName('No alarm waits for an answer');
  const then = (await heard()).length;
  await page.clock.runFor(60_000);
  expect((await heard()).length).toBe(then);
});
