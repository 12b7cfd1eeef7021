/** A day's work with the keyboard alone: not one event of a mouse. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { pinyin } from 'pinyin-pro';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { expectFocus } from '../support/console/focus.ts';
import { paletteOn } from '../support/console/palette.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';
import table from './daily-keys.json' with { type: 'json' };

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

/** Counts what a pointing device does; a click that a key makes has no detail. */
async function countPointing(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(window, 'pointing', seen);
    const kinds = 'pointerdown pointerup pointermove mousedown mouseup mousemove touchstart wheel dblclick';
    // What moves under a pointer that rests makes the browser say where it rests.
    const rests = (event: Event) =>
      event instanceof MouseEvent &&
      /move$/.test(event.type) &&
      event.movementX === 0 &&
      event.movementY === 0;
    for (const kind of kinds.split(' '))
      addEventListener(kind, (event) => event.isTrusted && !rests(event) && seen.push(kind), {
        capture: true,
        passive: true,
      });
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && seen.push('click'), true);
  });
  return () => page.evaluate(() => Reflect.get(window, 'pointing') as string[]);
}

/** A Chinese station with a tilt sensor and readings. */
async function tiltedStation() {
  return product.running.storage.db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .select(['stations.id', 'stations.code', 'stations.name'])
    .where('sensors.kind', 'in', [4, 5, 9])
    .where('stations.name', 'like', '%号')
    .orderBy('stations.id')
    .executeTakeFirstOrThrow();
}

const tabNames = (page: Page) => page.locator('.tabs .tab__open').allInnerTexts();
const activeTab = (page: Page) => page.locator('.tabs [aria-current="page"]');

test('a day by keys', async ({ page }) => {
  test.setTimeout(240_000);
  const errors = watchErrors(page);
  const pointing = await countPointing(page);
  const palette = paletteOn(page);
  const station = await tiltedStation();
  const initials = pinyin(station.name, { pattern: 'first', toneType: 'none', type: 'array' }).join('');

  await test.step('logs in by typing', async () => {
    await page.context().addCookies([{ name: 'lang', value: 'en', url: product.address }]);
    await page.goto(`${product.address}/login`);
    await expect(page.getByLabel(en['login.account'], { exact: true })).toBeFocused();
    await page.keyboard.type(accounts.maintainer.accountName);
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(en['login.password'], { exact: true })).toBeFocused();
    await page.keyboard.type(accounts.maintainer.password);
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-station]').first()).toBeVisible();
    await expectFocus(page);
  });

  await test.step('finds a station by its pinyin initials and reads its tilt', async () => {
    await palette.open();
    await page.keyboard.type(initials);
    await expect(palette.chosen).toContainText(station.name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/station/${station.id}/latest`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(station.name);
    const card = page.locator('.cards > *', { hasText: en['channel.tilt.x'] }).first();
    await expect(card).toContainText(/[-−]?\d+\.\d+/);
    await expectFocus(page);
  });

  const chart = page.getByRole('slider', { name: en['chart.keys'] });
  const copied = page.locator('.notices');
  let range = '';
  await test.step('shows the curve of three months and zooms', async () => {
    await palette.run('station tab curve', `${en['command.stations.tab']}: ${en['station.tab.curve']}`);
    await expect(chart.locator('canvas').first()).toBeVisible();
    await expectFocus(page);
    await palette.run('3 months', `${en['command.chart.range']}: ${en['range.quarter']}`);
    await expect(page).toHaveURL(/range=quarter/);
    await expect(chart.locator('canvas').first()).toBeVisible();
    await page.keyboard.press('+');
    await expect(page).toHaveURL(/from=\d+&to=\d+/);
    const once = page.url();
    await page.keyboard.press('+');
    await expect(page).not.toHaveURL(once);
    range = /from=\d+&to=\d+/.exec(page.url())?.[0] ?? '';
    expect(range).not.toBe('');
  });

  await test.step('takes the range to the next station', async () => {
    await page.keyboard.press('c');
    await expect(copied).toContainText(en['chart.rangeCopied'].split('{')[0]?.trim() ?? '');
    await palette.run('latest 20', `${en['command.chart.range']}: ${en['range.latest20']}`);
    await expect(page).toHaveURL(/range=latest20/);
    await page.keyboard.press(']');
    await expect(page).not.toHaveURL(new RegExp(`/station/${station.id}/`));
    await expect(page).toHaveURL(/\/station\/\d+\/curve\?range=latest20/);
    await expectFocus(page);
    await expect(page.locator('.query')).toBeVisible();
    await page.keyboard.press('v');
    await expect(page).toHaveURL(new RegExp(range));
  });

  await test.step('speaks Japanese in the dark, and nothing is lost', async () => {
    await palette.run('日本語', `${en['command.preferences.language']}: 日本語`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
    await expect(page).toHaveURL(new RegExp(range));
    await palette.run('tomorrow', `${ja['command.preferences.theme']}：${ja['theme.tomorrow-night-blue']}`);
    await expect(page.locator('body')).toHaveClass(/theme-tomorrow-night-blue/);
    await expectFocus(page);
    await palette.run('english', /English/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  await test.step('goes through its tabs, closes, reopens and moves them', async () => {
    for (const [keys, address] of [
      ['gl', /\/log$/],
      ['gt', /\/devices\/tree$/],
      ['gu', /\/users$/],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await expect(page).toHaveURL(address);
      await expectFocus(page);
    }
    const names = await tabNames(page);
    expect(names).toHaveLength(6);
    await page.keyboard.press('Control+Alt+ArrowLeft');
    await expect(page).toHaveURL(/\/devices\/tree$/);
    await page.keyboard.press('Control+Alt+ArrowRight');
    await page.keyboard.press('Control+Alt+ArrowRight');
    await expect(page).toHaveURL(/\/index$/);
    await page.keyboard.press('Control+Alt+ArrowLeft');
    await expect(page).toHaveURL(/\/users$/);
    await expectFocus(page);

    await palette.run('close this', `${en['command.tabs.close']}: ${en['tabs.which.this']}`);
    await expect.poll(() => tabNames(page)).toEqual(names.slice(0, -1));
    await expectFocus(page);
    // The same by its own button: the focus goes to the tab that is next.
    await expect(activeTab(page)).toContainText(names[4] ?? '');
    await activeTab(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: `Close ${names[4]}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => tabNames(page)).toEqual(names.slice(0, -2));
    await expect(activeTab(page)).toBeFocused();
    const strip = page.locator('.tabs .tab__open');
    for (const [key, at] of [
      ['Home', 0],
      ['ArrowRight', 1],
      ['ArrowLeft', 0],
      ['ArrowLeft', 3],
      ['End', 3],
    ] as const) {
      await page.keyboard.press(key);
      await expect(strip.nth(at)).toBeFocused();
    }

    await page.keyboard.press('Alt+Shift+T');
    await expect.poll(() => tabNames(page)).toEqual(names.slice(0, -1));
    await expect(page).toHaveURL(/\/devices\/tree$/);
    await palette.run('move tab left', `${en['command.tabs.move']}: ${en['direction.left']}`);
    await expect.poll(() => tabNames(page)).toEqual([...names.slice(0, 3), names[4], names[3]]);
    await expectFocus(page);
  });

  await test.step('saves the readings of two stations as a file', async () => {
    await palette.open();
    await page.keyboard.type('@');
    for (const text of [initials, 'no.1']) {
      await page.keyboard.type(text);
      await expect(palette.chosen).toBeVisible();
      await page.keyboard.press('Tab');
      for (const _ of text) await page.keyboard.press('Backspace');
    }
    await page.keyboard.press('Enter');
    await expect(palette.chosen).toContainText(en['command.stations.curves']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`stations=${station.id}(,|%2C)\\d+`));
    await expect(page.locator('.curve__foot')).toContainText(/\w/);
    await expect(chart.locator('canvas').first()).toBeVisible();
    await expectFocus(page);
    const download = page.waitForEvent('download');
    await palette.run('save as file', en['command.table.export']);
    await page.getByRole('button', { name: en['exports.format.csv'], exact: true }).press('Enter');
    const save = page.getByRole('button', { name: en['exports.save'], exact: true });
    // The rows are counted first.
    await expect(save).toBeEnabled();
    await save.press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const [head = '', ...lines] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(head).toContain(en['table.time']);
    expect(head).toContain(station.code);
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.at(-1)).toMatch(/^"?\d{4}-\d\d-\d\d/);
    await expectFocus(page);
  });

  await test.step('gives a command another key, uses it, and sees the message of a clash', async () => {
    await palette.run('shortcuts', en['command.preferences.shortcuts']);
    await expect(page.getByRole('heading', { level: 1, name: en['page.shortcuts'] })).toBeVisible();
    await expectFocus(page);
    await palette.open();
    await page.keyboard.type(en['command.shortcuts.rebind']);
    await expect(palette.chosen).toContainText(en['command.shortcuts.rebind']);
    await page.keyboard.press('Enter');
    await page.keyboard.type(en['command.navigation.log']);
    await expect(palette.chosen).toContainText(en['command.navigation.log']);
    await page.keyboard.press('Enter');
    const line = page.getByRole('row', { name: 'navigation.log' });
    await expect(line.locator('.shortcuts__listen')).toBeFocused();
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    const taken = en['shortcuts.clash.same']
      .replace('{key}', 's')
      .replace('{command}', en['command.palette.open']);
    await expect(line.getByRole('alert')).toHaveText(taken);
    await expectFocus(page);

    await line.getByRole('button', { name: en['shortcuts.change'] }).focus();
    await page.keyboard.press('Enter');
    await expect(line.locator('.shortcuts__listen')).toBeFocused();
    await page.keyboard.press('x');
    await expect(line).toContainText(en['shortcuts.second'].replace('{key}', 'x'));
    await page.keyboard.press('Enter');
    await expect(line.locator('.shortcuts__keys kbd')).toHaveText(['x']);
    await expectFocus(page);
    await page.keyboard.press('x');
    await expect(page).toHaveURL(/\/log$/);
    await expectFocus(page);
  });

  await test.step('sees the new key on the sheet', async () => {
    const sheet = page.getByRole('dialog', { name: en['keys.title'] });
    await page.keyboard.press('?');
    await expect(sheet).toBeVisible();
    const line = sheet.locator('.keysheet__line').filter({ hasText: en['command.navigation.log'] });
    await expect(line.locator('kbd')).toHaveText(['x']);
    await expectFocus(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expectFocus(page);
  });

  await test.step('logs out, after having thought about it', async () => {
    const question = page.getByRole('dialog', { name: en['command.session.signOut.question'] });
    await palette.run('log out', en['command.session.signOut']);
    await expect(question.getByRole('button', { name: en['action.cancel'] })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(copied).toContainText(en['notice.logoutCancelled']);
    await expectFocus(page);
    await palette.run('log out', en['command.session.signOut']);
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: en['command.session.signOut'] })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel(en['login.account'], { exact: true })).toBeFocused();
  });

  expect(await pointing()).toEqual([]);
  expect(errors).toEqual([]);
});

/** What is done many times a day: where, by which keys, and what is there then. */
interface Act {
  readonly act: string;
  readonly on: string;
  readonly keys: readonly string[];
  /** As few keys as it has to be done with. */
  readonly most: number;
  readonly url?: string;
  readonly left?: string;
  readonly shows?: string;
  readonly toggles?: string;
  readonly focus?: string;
  readonly file?: string;
  readonly copies?: string;
}

test('daily acts take two keys to a tab or range, and four at most', async ({ page, context }) => {
  test.setTimeout(360_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await tiltedStation();
  const acts = (table as readonly Act[]).map((one) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll(':id', String(id)) : value,
      ]),
    ),
  ) as unknown as readonly Act[];
  await enter(page, product);
  for (const { act, on, keys, most, url, left, shows, toggles, focus, file, copies } of acts)
    await test.step(act, async () => {
      expect(keys.length).toBeLessThanOrEqual(most);
      await visit(page, product, on);
      if (/curve|list2/.test(on)) await expect(page.locator('.chart__panes canvas').first()).toBeVisible();
      const before = toggles === undefined ? 0 : await page.locator(toggles).count();
      const download = file === undefined ? null : page.waitForEvent('download');
      for (const key of keys) await page.keyboard.press(key);
      if (url !== undefined) await expect(page).toHaveURL(new RegExp(url));
      if (left !== undefined) await expect(page).not.toHaveURL(new RegExp(left));
      if (shows !== undefined) await expect(page.locator(shows).first()).toBeAttached();
      if (toggles !== undefined) await expect(page.locator(toggles)).toHaveCount(before === 0 ? 1 : 0);
      if (focus !== undefined) await expect(page.locator(`:is(${focus}):focus`)).toHaveCount(1);
      if (download !== null) expect((await download).suggestedFilename()).toMatch(new RegExp(file ?? ''));
      if (copies !== undefined)
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(copies);
    });
});

test('the list is two keys away, is worked with j and k, and has its rows at twice the size', async ({
  page,
}) => {
  const row = page.locator('[data-station]');
  await enter(page, product);
  await page.goto(`${product.address}/index`);
  await expect(row.first()).toBeVisible();
  const skip = page.getByRole('button', { name: en['command.navigation.content'] });
  // It is the first stop of all, and seen while it has the focus.
  const first = page.locator('a[href], button, input, select, [tabindex="0"]').first();
  await expect(first).toHaveText(en['command.navigation.content']);
  await skip.focus();
  await expect(skip).toBeInViewport();
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row.first()).toBeFocused();
  for (const [key, at] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(row.nth(at)).toHaveAttribute('aria-pressed', 'true');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/station\/\d+\/latest/);

  // F6 goes round the parts of the window and back, from a field as well.
  await visit(page, product, '/index');
  await page.keyboard.press('/');
  await page.keyboard.press('Shift+F6');
  await expect(page.locator('nav.tabs :focus')).toHaveCount(1);
  await page.keyboard.press('F6');
  await expect(page.locator('main:focus')).toHaveCount(1);

  const seen = () =>
    row.evaluateAll(
      (rows) =>
        rows.filter((one) => {
          const { top, bottom, height } = one.getBoundingClientRect();
          return height > 0 && top >= 0 && bottom <= innerHeight;
        }).length,
    );
  // 1440×900 at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  await expect.poll(seen).toBeGreaterThanOrEqual(8);
  for (const width of [720, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expect(row.first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  // Without colours of its own, what is chosen has a frame; who asks for contrast has no pale words.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(row.first()).toBeVisible();
  const pale = () =>
    page
      .locator('.tile__note')
      .first()
      .evaluate((note) => getComputedStyle(note).color);
  const before = await pale();
  await page.emulateMedia({ contrast: 'more' });
  expect(await pale()).not.toBe(before);
  await page.emulateMedia({ contrast: null, forcedColors: 'active' });
  await row.first().click();
  await expect(page.locator('[data-station][aria-pressed="true"]')).toHaveCSS('outline-style', 'solid');
});
