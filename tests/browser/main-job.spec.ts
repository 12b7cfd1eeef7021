/** The main job as its users do it: login, map, station, curve, zoom, live update; three languages, desktop and phone. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { accounts, type Product, startProduct } from '../support/product.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const languages = [
  { language: 'zh-chs', words: zh, tag: 'zh-Hans-CN' },
  { language: 'en', words: en, tag: 'en' },
  { language: 'ja', words: ja, tag: 'ja-JP' },
] as const;
type Words = typeof en;

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

/** Everything on screen has its words: no placeholder and no bare message id is left. */
async function expectWords(page: Page) {
  const seen = await page.locator('body').innerText();
  expect(seen).not.toMatch(/\{\w+\}/);
  expect(seen).not.toMatch(/\b(?:home|station|curve|table|overview|live|map)\.[a-z]+\w*\b/);
}

/** Errors that the page threw or logged; none is allowed. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      errors.push(message.text());
  });
  return errors;
}

async function signIn(
  page: Page,
  words: Words,
  language: string,
  account: 'maintainer' | 'operator' = 'maintainer',
  address = product.address,
) {
  await page.context().addCookies([{ name: 'lang', value: language, url: address }]);
  await page.goto(`${address}/`);
  await page.getByLabel(words['login.account'], { exact: true }).fill(accounts[account].accountName);
  await page.getByLabel(words['login.password'], { exact: true }).fill(accounts[account].password);
  await page.getByRole('button', { name: words['page.login'] }).click();
  await expect(page.getByRole('region', { name: words['home.stations'], exact: true })).toBeVisible();
}

for (const { language, words, tag } of languages) {
  test(`desktop, ${language}: login → map and list → station → curve → zoom → live update`, async ({
    page,
  }) => {
    const errors = watchErrors(page);
    await signIn(page, words, language);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(page).toHaveTitle(new RegExp(words['app.title']));

    const map = page.getByRole('region', { name: words['map.label'] });
    await expect(map.locator('canvas')).toBeVisible();
    const row = page.locator('[data-station]').first();
    await row.click();
    await expect(row).toHaveAttribute('aria-pressed', 'true');
    await expectWords(page);
    const popover = map.locator('.pop');
    await expect(popover).toBeVisible();
    const name = await row.locator('.srow__name').innerText();
    await expect(popover).toContainText(name);

    await popover.getByRole('button', { name: words['home.open'], exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page.getByRole('tab', { name: words['station.tab.latest'] })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.getByRole('tab', { name: words['station.data.status'], exact: true }).click();
    await expect(page).toHaveURL(/latest\?data=status$/);
    const grid = page.getByRole('grid');
    await expect(grid.getByRole('row').nth(3)).toBeVisible();

    for (const tab of ['map', 'overview', 'commands', 'remarks'] as const) {
      await page.getByRole('tab', { name: words[`station.tab.${tab}`] }).click();
      await expect(page).toHaveURL(new RegExp(`/station/\\d+/${tab}$`));
      await expectWords(page);
    }
    await page.getByRole('tab', { name: words['station.tab.curve'] }).click();
    const chart = page.getByRole('slider', { name: words['chart.keys'] });
    await expect(chart.locator('canvas').first()).toBeVisible();

    await page.getByRole('button', { name: words['curve.week'], exact: true }).click();
    await expect(page).toHaveURL(/range=week/);
    const box = await chart.boundingBox();
    if (box === null) throw new Error('the chart has no box');
    await page.mouse.move(box.x + box.width * 0.78, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.88, box.y + 90, { steps: 5 });
    await page.mouse.up();
    await expect(page).toHaveURL(/from=\d+&to=\d+/);
    await chart.focus();
    const before = page.url();
    await page.keyboard.press('ArrowLeft');
    await expect(page).not.toHaveURL(before);

    await page.getByRole('button', { name: words['curve.latest20'], exact: true }).click();
    await expect(page).toHaveURL(/range=latest20/);
    await expectWords(page);
    await expect(chart.locator('canvas').first()).toBeVisible();
    expect(errors).toEqual([]);
  });
}

/** Seventy thousand readings of one tilt sensor, a minute apart, before the history that the product starts with. */
async function fillDense(): Promise<{ stationId: number; sourceId: number; end: number }> {
  const { storage } = product.running;
  const sensor = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'rtus.station_id'])
    .where('sensors.kind', '=', 4)
    .orderBy('sensors.id')
    .executeTakeFirstOrThrow();
  const count = 70_000;
  const end = Math.floor(Date.now() / 60_000) * 60_000 - 5 * 86_400_000;
  for (let index = 0; index < count; index += 5000) {
    await storage.readings.ingest(
      Array.from({ length: 5000 }, (_, offset) => {
        const t = end - (count - index - offset) * 60_000;
        const x = Math.round(1000 * Math.sin((index + offset) / 2000)) / 1000;
        const place = { sourceId: sensor.id, row: 'tilt' as const, element: 0 };
        return { ...place, t, receivedAt: t + 1000, historical: false, values: { x, y: -x, z: 0 } };
      }),
    );
  }
  return { stationId: sensor.station_id, sourceId: sensor.id, end };
}

test('curve: dense history comes in bins, zoom fetches finer data, and readings that are here need no fetch', async ({
  page,
}) => {
  const { stationId, sourceId, end } = await fillDense();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/columns?')) asked.push(request.url());
  });
  await signIn(page, en, 'en');
  const channel = `${sourceId}.tilt.x`;
  await page.goto(`${product.address}/station/${stationId}/curve?range=quarter&channels=${channel}`);
  const chart = page.getByRole('slider', { name: en['chart.keys'] });
  const foot = page.locator('.curve__foot');
  await expect(foot).toContainText(en['curve.reduced'].split('{')[0]?.trim() ?? '');
  const whole = asked.length;

  const [from, to] = [end - 4 * 86_400_000, end - 86_400_000];
  await page.goto(`${product.address}/station/${stationId}/curve?from=${from}&to=${to}&channels=${channel}`);
  await expect(foot).toContainText(en['curve.raw']);
  expect(asked.length).toBeGreaterThan(whole);
  await expect(page.locator('.rail')).toContainText('n = 4320');

  await chart.focus();
  const held = asked.length;
  await page.keyboard.press('+');
  await expect(page).not.toHaveURL(new RegExp(`from=${from}`));
  await expect(page.locator('.rail')).toContainText('n = 2160');
  await expect(foot).toContainText(en['curve.raw']);
  expect(asked).toHaveLength(held);
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect.poll(() => asked.length).toBeGreaterThan(held);
});

test('live: a row joins the table and the curve is fetched again as readings arrive', async ({ page }) => {
  await signIn(page, en, 'en');
  const strip = page.getByRole('region', { name: en['live.label'] });
  await expect(strip).toContainText(en['live.open']);
  await expect(strip.locator('.strip__event').first()).toBeVisible();
  const code = await strip.locator('.strip__event b').first().innerText();
  await page.getByRole('searchbox', { name: en['home.filter'] }).fill(code);
  await page.locator('[data-station]').first().dblclick();
  await page.getByRole('tab', { name: en['station.data.status'], exact: true }).click();
  const showing = page.locator('.table__foot .num').first();
  await expect(showing).toContainText('showing');
  const first = await showing.innerText();
  await expect(showing).not.toHaveText(first, { timeout: 30_000 });
  const again = page.waitForResponse((response) => response.url().includes('/columns?'), { timeout: 30_000 });
  await page.getByRole('tab', { name: en['station.tab.curve'] }).click();
  await again;
  await page.waitForResponse((response) => response.url().includes('/columns?'), { timeout: 30_000 });
});

test('phone: login, chips, list, station, curve', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile',
  });
  const page = await context.newPage();
  const errors = watchErrors(page);
  await signIn(page, ja, 'ja');
  await expect(page.locator('.phone__bar')).toBeVisible();
  await page.locator('[data-station]').first().tap();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('tab', { name: ja['station.tab.curve'] }).tap();
  await expect(page.getByRole('slider').locator('canvas').first()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(errors).toEqual([]);
  await context.close();
});

test('keyboard alone: / finds, arrows select, Enter opens, ] steps, g h goes home', async ({ page }) => {
  await signIn(page, en, 'en');
  await page.keyboard.press('/');
  const filter = page.getByRole('searchbox', { name: en['home.filter'] });
  await expect(filter).toBeFocused();
  await page.keyboard.type('yn-');
  await expect(page.locator('[data-station]').first()).toContainText('YN-');
  await page.locator('[data-station]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-station]').first().press('ArrowDown');
  await expect(page.locator('[data-station][aria-pressed="true"]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/station\/\d+\/latest/);
  const before = page.url();
  await page.keyboard.press(']');
  await expect(page).not.toHaveURL(before);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/\/index/);
});

test('bad input and faults: wrong password, unknown and foreign station, unknown page, expired session', async ({
  page,
}) => {
  await page.context().addCookies([{ name: 'lang', value: 'en', url: product.address }]);
  await page.goto(`${product.address}/station/1/curve`);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fstation%2F1%2Fcurve/);
  await page.getByRole('button', { name: en['page.login'] }).click();
  await expect(page.getByRole('alert')).toContainText(en['login.needAccount']);
  await page.getByLabel(en['login.account'], { exact: true }).fill('operator');
  await page.getByLabel(en['login.password'], { exact: true }).fill('wrong');
  await page.getByRole('button', { name: en['page.login'] }).click();
  await expect(page.getByRole('alert')).toContainText(en['login.wrong']);
  await page.getByLabel(en['login.password'], { exact: true }).fill(accounts.operator.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/station\/1\/curve/);

  await page.goto(`${product.address}/station/999999/latest`);
  await expect(page.getByRole('heading', { name: en['station.missing.title'] })).toBeVisible();
  const foreign = await product.running.storage.db
    .selectFrom('stations')
    .innerJoin('projects', 'projects.id', 'stations.project_id')
    .select('stations.id')
    .where('projects.company_id', '>', 1)
    .executeTakeFirstOrThrow();
  await page.goto(`${product.address}/station/${foreign.id}/latest`);
  await expect(page.getByRole('heading', { name: en['station.missing.title'] })).toBeVisible();
  await page.goto(`${product.address}/nowhere/at/all`);
  await expect(page.getByRole('heading', { name: en['missing.title'] })).toBeVisible();

  await product.running.storage.write((db) => db.deleteFrom('sessions').execute());
  await page.goto(`${product.address}/index`);
  await expect(page).toHaveURL(/\/login/);
});

test('a lost connection is said at once, and the console goes on by itself when it is back', async ({
  page,
}) => {
  const proxy = await startTcpProxy(Number(new URL(product.address).port));
  try {
    await signIn(page, en, 'en', 'operator', `http://127.0.0.1:${proxy.port}`);
    const strip = page.getByRole('region', { name: en['live.label'] });
    const state = strip.locator('.strip__state');
    await expect(state).toContainText(en['live.open']);
    await expect(strip.locator('.strip__event').first()).toBeVisible();
    proxy.cut();
    await expect(state).toContainText(en['live.lost']);
    const before = await strip.locator('.strip__events').innerText();
    expect(before).not.toBe('');
    proxy.mend();
    await expect(state).toContainText(en['live.open'], { timeout: 30_000 });
    await expect(strip.locator('.strip__events')).not.toHaveText(before);
  } finally {
    await proxy.stop();
  }
});

test('languages and themes switch live and keep what was typed', async ({ page }) => {
  await signIn(page, en, 'en');
  await page.getByRole('searchbox', { name: en['home.filter'] }).fill('YN');
  await page.getByRole('button', { name: en['header.language'] }).click();
  await page.getByRole('menuitem', { name: '日本語' }).click();
  await expect(page.getByRole('searchbox', { name: ja['home.filter'] })).toHaveValue('YN');
  await page.getByRole('button', { name: ja['header.theme'] }).click();
  await page.getByRole('menuitem', { name: ja['theme.tomorrow-night-blue'] }).click();
  await expect(page.locator('body')).toHaveClass(/theme-tomorrow-night-blue/);
  await page.reload();
  await expect(page.locator('body')).toHaveClass(/theme-tomorrow-night-blue/);
  await expect(page.locator('body')).not.toHaveClass(/theme-d2/);
});
