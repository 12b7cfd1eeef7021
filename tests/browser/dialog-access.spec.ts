/** Dialogs of sirens, of two persons, of photographs, dictionaries and exports: axe, keys and the width of a phone. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import en from '../../locales/en.json' with { type: 'json' };
import { violations } from '../support/console/axe.ts';
import { enter, visit } from '../support/console/console-page.ts';
import { paletteOn } from '../support/console/palette.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let token = '';
let place = { stationId: 0, code: '', rtuId: 0, companyId: 0 };
let alarmId = 0;

async function ask(method: string, path: string, body: unknown) {
  const response = await fetch(product.address + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  });
  return response.json();
}

const siteList = (page: Page) => page.getByRole('region', { name: en['safety.sites'] });
const ofSite = (page: Page, label: string) =>
  siteList(page)
    .locator('.safety__site')
    .filter({ hasText: place.code })
    .getByRole('button', { name: label, exact: true })
    .first();

test.beforeAll(async ({ browser }) => {
  test.setTimeout(360_000);
  product = await startProduct(6, 1);
  const { accountName, password } = accounts.maintainer;
  token = (await ask('POST', '/login', { accountName, password })).data.loginToken;
  const { board, storage } = product.running;
  const site = board
    .sites({ companyId: null })
    .find(({ rtu }) => rtu !== null && product.staysAwake.has(rtu.sn));
  if (site === undefined || site.rtu === null) throw new Error('no station is awake');
  const { station, rtu, project } = site;
  place = { stationId: station.id, code: station.code, rtuId: rtu.id, companyId: project.companyId };
  if (!site.sensors.some(({ kind }) => kind === 10)) {
    const horn = { rtu_id: rtu.id, slot: 6, kind: 10, name: null, install_state: 1, mount_mode: 0 };
    await storage.write((db) =>
      db
        .insertInto('sensors')
        .values({ ...horn, mount_azimuth: 0 })
        .execute(),
    );
    await board.load();
  }
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
  const rule = { name: 'Battery', companyId: project.companyId, reason: 'of a test', definition };
  await ask('POST', '/rest/alarm-rules', rule);
  await expect
    .poll(
      async () => {
        const row = await storage.db.selectFrom('alarms').select('id').executeTakeFirst();
        alarmId = row?.id ?? 0;
        return alarmId;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  await plant(browser);
});
test.afterAll(async () => {
  await product.stop();
});

/** A photograph in the timeline, and a drill of the operator that waits for a second person. */
async function plant(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  await enter(page, product, { account: 'operator' });
  await visit(page, product, `/alarms/${alarmId}`);
  const detail = page.getByRole('region', { name: `Alarm ${alarmId}` });
  await detail.getByRole('button', { name: /^Comment/ }).click();
  const dialog = page.getByRole('dialog');
  const image = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#a04020' } });
  const buffer = await image.jpeg().toBuffer();
  await dialog
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'crack.jpg', mimeType: 'image/jpeg', buffer }]);
  await expect(dialog.getByText('Sent', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Comment' }).click();
  await expect(dialog).toHaveCount(0);

  await visit(page, product, '/safety');
  await ofSite(page, en['sirens.act.drill']).click();
  await dialog.getByLabel('Reason, needed').fill('Drill of the year');
  await dialog.getByLabel('Password').fill(accounts.operator.password);
  await dialog.getByRole('button', { name: 'Ask for the second person' }).click();
  await expect(dialog.getByLabel('Own password')).toBeVisible();
  await page.close();
}

interface Case {
  readonly name: string;
  readonly address: () => string;
  /** What opens it. */
  readonly opener: (page: Page) => Locator;
}
const cases: readonly Case[] = [
  {
    name: 'what a site prepares',
    address: () => '/safety',
    opener: (page) => ofSite(page, en['sirens.act.setUp']),
  },
  { name: 'a drill', address: () => '/safety', opener: (page) => ofSite(page, en['sirens.act.drill']) },
  { name: 'arming', address: () => '/safety', opener: (page) => ofSite(page, en['sirens.act.arm']) },
  {
    name: 'sounding what red prepared',
    address: () => '/safety',
    opener: (page) => ofSite(page, en['sirens.act.sound']),
  },
  {
    name: 'refusing what red prepared',
    address: () => '/safety',
    opener: (page) => ofSite(page, en['sirens.act.refuse']),
  },
  {
    name: 'the second person',
    address: () => '/safety',
    opener: (page) => page.getByRole('button', { name: en['joint.look'], exact: true }).first(),
  },
  {
    name: 'what takes two persons',
    address: () => '/safety',
    opener: (page) => page.getByRole('button', { name: en['safety.edit'], exact: true }).first(),
  },
  {
    name: 'a photograph in large',
    address: () => `/alarms/${alarmId}`,
    opener: (page) => page.getByRole('list', { name: '1 file' }).getByRole('button').first(),
  },
  {
    name: 'an entry of a dictionary',
    address: () => `/devices/tree?at=company:${place.companyId}`,
    opener: (page) => page.getByRole('button', { name: 'Change the entry rainfall' }),
  },
  {
    name: 'saving rows as a file',
    address: () => '/rest/datshow/list2?stations=1,2',
    opener: (page) => page.getByRole('button', { name: /Export|Save|Excel/ }).first(),
  },
];

/** Nothing is wider than the screen: neither the page, nor the dialog, nor what stands in it. */
async function expectFits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const found = [...document.querySelectorAll<HTMLElement>('dialog[open], dialog[open] *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1 && one.closest('table') === null,
    );
    return [
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
      ...found.map((one) => one.outerHTML.slice(0, 100)),
    ];
  });
  expect(wide).toEqual([]);
}

for (const theme of ['element', 'tomorrow-night-blue'] as const)
  for (const { name, address, opener } of cases)
    test(`${theme}, ${name}: opened by Enter, left by Esc, and the focus is where it was`, async ({
      page,
    }) => {
      await enter(page, product, { theme });
      await visit(page, product, address());
      const from = opener(page);
      await expect(from).toBeEnabled();
      await from.focus();
      await expect(from).toBeFocused();
      await page.keyboard.press('Enter');
      const dialog = page.locator('dialog[open]');
      await expect(dialog).toHaveCount(1);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('dialog[open]') !== null))
        .toBe(true);
      expect(await violations(page)).toEqual([]);
      // Behind its last control is the browser's own bar, never the page under it.
      for (let press = 0; press < 8; press += 1) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
          const held = document.activeElement;
          return held === null || held === document.body || held.closest('dialog[open]') !== null;
        });
        expect(at).toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(from).toBeFocused();
    });

test('on a phone each of them fits, and is left again', async ({ browser }) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile',
  });
  const page = await context.newPage();
  await enter(page, product);
  for (const { name, address, opener } of cases)
    await test.step(name, async () => {
      await visit(page, product, address());
      await opener(page).click();
      const dialog = page.locator('dialog[open]');
      await expect(dialog).toHaveCount(1);
      await expectFits(page);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });
  await context.close();
});

test('the form of a maintenance is clean in both themes and fits a phone', async ({ page }) => {
  test.setTimeout(240_000);
  for (const theme of ['element', 'tomorrow-night-blue']) {
    await enter(page, product, { theme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await visit(page, product, `/devices/tree?at=station:${place.stationId}`);
      const form = page.getByRole('form', { name: en['sites.maintenance'] });
      await form.getByLabel(en['sites.maintenance.reason']).fill('Batteries are changed');
      expect(await violations(page)).toEqual([]);
      const box = await form.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  }
});

test('sirens are drilled, armed and sounded by the palette alone, from any page', async ({ page }) => {
  await enter(page, product, { account: 'operator' });
  await visit(page, product, '/log');
  const palette = paletteOn(page);
  const dialog = page.getByRole('dialog');
  const station = product.running.board
    .sites({ companyId: null })
    .find((site) => site.station.id === place.stationId)?.station;
  for (const [typed, title] of [
    [`drill @${place.code}`, en['command.sirens.drill']],
    [`arm @${place.code}`, en['command.sirens.arm']],
  ] as const) {
    await palette.open();
    await page.keyboard.type(typed.split(' @')[0] ?? '');
    // Whether it can be done is known once the sites of sirens are; then it asks which station, in an empty box.
    await expect(async () => {
      await palette.rows.filter({ hasText: title }).first().click({ timeout: 5000 });
      await expect(palette.box).toHaveValue('', { timeout: 1000 });
    }).toPass();
    // The box has the focus still.
    await page.keyboard.type(place.code);
    await expect(palette.box).toHaveValue(place.code);
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Password')).toBeVisible();
    await expect(dialog).toContainText(place.code);
    expect(station?.code).toBe(place.code);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  // What red has prepared is found as well, though no page that shows it was opened.
  await palette.open();
  await page.keyboard.type(en['command.sirens.sound']);
  // What sounds is never chosen by itself.
  await expect(palette.rows.first()).toContainText(en['command.sirens.sound']);
  await expect(palette.chosen).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(palette.chosen).toContainText(en['command.sirens.sound']);
  await page.keyboard.press('Enter');
  await expect(palette.chosen).toContainText(String(alarmId));
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('awake, sounds at once');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
