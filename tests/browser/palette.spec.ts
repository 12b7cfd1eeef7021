/** The command palette as it is used: prefixes, three languages, several stations, pages, recents, sentences, keys. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import type { DeviceNumbers } from '../../src/contract/finder.ts';
import { enter, type Look, visit, watchErrors } from '../support/console/console-page.ts';
import { expectFocus } from '../support/console/focus.ts';
import { paletteOn } from '../support/console/palette.ts';
import { type Product, startProduct } from '../support/product.ts';

interface Station {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly sn: string;
}

let product: Product;
let stations: readonly [Station, Station, Station];
test.beforeAll(async () => {
  product = await startProduct();
  const found = await product.running.storage.db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select(['stations.id', 'stations.code', 'stations.name', 'rtus.sn'])
    .where('stations.name', 'like', '%号')
    .orderBy('stations.id')
    .execute();
  const [a, b, c] = found;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three Chinese stations wanted');
  stations = [a, b, c];
});
test.afterAll(async () => {
  await product.stop();
});

async function begin(page: Page, address = '/index', look: Look = {}) {
  await enter(page, product, look);
  await visit(page, product, address);
  return paletteOn(page);
}

test('prefixes are chips that Backspace takes away, and each finds its own', async ({ page }) => {
  const errors = watchErrors(page);
  const palette = await begin(page);
  const [station] = stations;
  const numbers = page.waitForResponse((response) => response.url().endsWith('/rest/finder/devices'));
  const alarm = en['palette.prefix.alarms'];
  const expected = [
    ['>', en['palette.prefix.commands'], 'full screen', en['command.preferences.fullscreen']],
    ['@', en['palette.prefix.stations'], station.code, `${station.code} ${station.name}`],
    ['#', en['palette.prefix.numbers'], station.sn, station.sn],
    [':', en['palette.prefix.parameters'], 'send cycle', en['field.rtu.sendCycle']],
  ] as const;
  for (const [prefix, name, typed, title] of expected) {
    await palette.open();
    await page.keyboard.type(prefix);
    await expect(palette.chips).toHaveText([`${prefix}${name}`]);
    await expect(palette.box).toHaveValue('');
    await expect(palette.rows.first()).toBeVisible();
    await page.keyboard.type(typed);
    await expect(palette.chosen).toContainText(title);
    for (const _ of typed) await page.keyboard.press('Backspace');
    await expect(palette.chips).toHaveCount(1);
    await page.keyboard.press('Backspace');
    await expect(palette.chips).toHaveCount(0);
    await expect(palette.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette.dialog).toHaveCount(0);
  }

  const { data } = (await (await numbers).json()) as { data: { devices: DeviceNumbers[] } };
  const imei = data.devices.find(({ sn }) => sn === station.sn)?.imei.slice(-9) ?? '';
  expect(imei).toMatch(/^\d{9}$/);
  await palette.open();
  await page.keyboard.type(`#${imei}`);
  await expect(palette.chosen).toContainText(station.sn);
  await expect(palette.chosen.locator('mark')).toHaveText(imei);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/station/${station.id}/`));

  await palette.open();
  await page.keyboard.type('!');
  await expect(palette.chips).toHaveText([`!${alarm}`]);
  await expect(palette.dialog.locator('.palette__heading').first()).toContainText(en['palette.group.alarms']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/station\/\d+\/latest/);

  await palette.open();
  await page.keyboard.type('?');
  await expect(palette.rows).toHaveCount(5);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(palette.chips).toHaveText([`@${en['palette.prefix.stations']}`]);
  await expect(palette.box).toBeFocused();
  expect(errors).toEqual([]);
});

test('every language finds everything, whatever the console speaks, and says what matched', async ({
  page,
}) => {
  const palette = await begin(page);
  const title = en['command.navigation.log'];
  for (const [typed, language, words] of [
    [zh['command.navigation.log'], en['palette.match.zh-chs'], zh],
    [ja['command.navigation.log'], en['palette.match.ja'], ja],
  ] as const) {
    await palette.open();
    await page.keyboard.insertText(typed);
    await expect(palette.chosen.locator('.palette__title > .ellipsis')).toHaveText(title);
    const reason = palette.chosen.locator('.palette__why');
    await expect(reason).toHaveText(`${language} ${words['command.navigation.log']}`);
    await expect(reason.locator('mark')).toHaveText(typed);
    await page.keyboard.press('Escape');
  }
  // Pinyin initials of 前端日志, and kana as it is being typed.
  for (const typed of ['qdrz', 'qianduan', 'ふろんとえんど']) {
    await palette.open();
    await page.keyboard.insertText(typed);
    await expect(palette.chosen.locator('.palette__title > .ellipsis')).toHaveText(title);
    await expect(palette.chosen.locator('.palette__why mark').first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.context().clearCookies({ name: 'lang' });
  const japanese = await begin(page, '/index', { language: 'ja' });
  await japanese.open();
  await page.keyboard.type('frontend');
  await expect(japanese.chosen.locator('.palette__title > .ellipsis')).toHaveText(
    ja['command.navigation.log'],
  );
  await expect(japanese.chosen.locator('.palette__why')).toContainText(ja['palette.match.en']);
});

test('several stations, ticked with Tab, open as curves', async ({ page }) => {
  const palette = await begin(page);
  const [first, second] = stations;
  await palette.open();
  await page.keyboard.type('@');
  for (const { code } of [first, second]) {
    await page.keyboard.type(code);
    await expect(palette.chosen).toContainText(code);
    await page.keyboard.press('Tab');
    for (const _ of code) await page.keyboard.press('Backspace');
  }
  await expect(palette.chips).toHaveText([`@${en['palette.prefix.stations']}`, '2 stations']);
  await page.keyboard.type(second.code);
  await expect(palette.chosen).toContainText(second.code);
  await page.keyboard.press('Enter');
  await expect(palette.chips).toHaveText(['2 stations']);
  await expect(palette.chosen).toContainText(en['command.stations.curves']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`stations=${first.id}(,|%2C)${second.id}`));
  await expect(page.getByRole('slider', { name: en['chart.keys'] }).locator('canvas').first()).toBeVisible();
  await expectFocus(page);
});

test('what is missing is asked for page by page, and Esc goes back one page at a time', async ({ page }) => {
  const [station] = stations;
  const palette = await begin(page, `/station/${station.id}/curve`);
  const asked = palette.dialog.locator('.palette__ask');
  await palette.open();
  await page.keyboard.type('start and end');
  await expect(palette.chosen).toContainText(en['command.chart.dates']);
  await page.keyboard.press('Enter');
  await expect(asked).toHaveText(en['argument.from']);
  await page.keyboard.type('2026-01-01');
  await page.keyboard.press('Enter');
  await expect(asked).toHaveText(en['argument.to']);
  await page.keyboard.press('Escape');
  await expect(asked).toHaveText(en['argument.from']);
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(palette.dialog).toBeVisible();
  await expect(palette.box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette.dialog).toHaveCount(0);
  await expectFocus(page);

  await palette.open();
  await page.keyboard.type('start and end');
  await expect(palette.chosen).toContainText(en['command.chart.dates']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('2026-01-01');
  await page.keyboard.press('Enter');
  await expect(asked).toHaveText(en['argument.to']);
  await page.keyboard.type('next week');
  await page.keyboard.press('Enter');
  await expect(palette.dialog.getByRole('alert')).toContainText(en['textForm.moment']);
  await expect(palette.box).toHaveValue('next week');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2026-01-08');
  await expect(palette.dialog.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(palette.dialog).toHaveCount(0);
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
});

test('recents: the last command is chosen on reopening, mouse and keys feed them, one can be forgotten', async ({
  page,
}) => {
  const palette = await begin(page);
  const [station] = stations;
  const recent = palette.dialog.locator('[cmdk-group]').first();
  await palette.run('chester', `${en['command.preferences.theme']}: ${en['theme.chester']}`);
  await palette.open();
  await expect(recent).toContainText(en['palette.group.recent']);
  await expect(palette.chosen).toHaveCount(1);
  await expect(palette.chosen).toContainText(en['theme.chester']);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: en['header.theme'] }).click();
  await page.getByRole('menuitem', { name: en['theme.violet'] }).click();
  await palette.open();
  await expect(palette.chosen).toContainText(en['theme.violet']);
  await page.keyboard.press('Escape');
  await palette.run(`@${station.code}`, `${station.code} ${station.name}`);
  await palette.open();
  await expect(palette.chosen).toContainText(station.code);

  for (const gone of [station.code, en['theme.violet']]) {
    await expect(palette.chosen).toContainText(gone);
    await page.keyboard.press('Shift+Delete');
    await expect(recent).not.toContainText(gone);
  }
  await expect(palette.chosen).toContainText(en['theme.chester']);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.locator('.app__main > :not(.visually-hidden)').first().waitFor();
  await palette.open();
  await expect(palette.chosen).toContainText(en['theme.chester']);
  await expect(recent).not.toContainText(en['theme.violet']);
});

const sentences = [
  ['en', en, (code: string) => `set @${code} send cycle `, '10m', ''],
  ['zh-chs', zh, (code: string) => `设置 @${code} ${zh['field.rtu.sendCycle']} `, '10分钟', ''],
  ['ja', ja, (code: string) => `@${code} ${ja['field.rtu.sendCycle']} `, '10分', ' 設定'],
] as const;
for (const [language, words, begun, value, ended] of sentences) {
  test(`a sentence in ${language}: its parts, what it would do, its bounds, and the confirmation that it opens`, async ({
    page,
  }) => {
    const palette = await begin(page, '/index', { language });
    const [{ code }] = stations;
    const preview = page.getByRole('region', { name: words['sentence.preview'] });
    await palette.open();
    await page.keyboard.insertText(`${begun(code)}${value}${ended}`);
    const parts = palette.dialog.locator('.sentence__part');
    await expect(parts).toHaveCount(4);
    await expect(parts.nth(1)).toContainText(`@${code}`);
    await expect(parts.nth(2)).toContainText(words['field.rtu.sendCycle']);
    await expect(parts.nth(3)).toContainText(`${value} = 600 s`);
    await expect(preview).toContainText(words['preview.bounds']);
    await expect(preview.locator('.preview__fact').first()).toContainText(/\d+.+\d+/);
    await expect(preview).toContainText(words['preview.onDevice']);
    await expect(preview.locator('.preview__fact', { hasText: words['preview.reports'] })).toContainText(
      '144',
    );
    await expect(preview.locator('.preview__fact', { hasText: words['preview.landsAt'] })).toBeVisible();
    await expect(preview).toContainText(words['sentence.open']);
    await page.keyboard.press('Enter');
    await expect(palette.dialog).toHaveCount(0);
    const confirmation = page.getByRole('dialog');
    await expect(confirmation.locator('.diff__new')).toHaveText(['600 s']);
    await expect(confirmation.getByLabel(words['set.password'])).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(confirmation).toHaveCount(0);

    await palette.open();
    await palette.box.fill(`${begun(code)}1s${ended}`);
    const bound = (await preview.locator('.preview__fact').first().locator('dd').innerText()).match(
      /\d+/,
    )?.[0];
    await expect(preview.getByRole('alert')).toContainText(bound ?? 'a bound');
  });
}

test('an input method keeps its Enter, Esc and arrows', async ({ page }) => {
  const palette = await begin(page);
  const devtools = await page.context().newCDPSession(page);
  await palette.open();
  await page.keyboard.type('g');
  await expect(palette.rows.first()).toBeVisible();
  const before = await palette.chosen.innerText();
  /** What the browser sends for a key that an input method takes. */
  const compose = async (key: string) => {
    const event = { key, code: key, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  };
  for (const key of ['ArrowDown', 'Enter', 'Escape', 'Tab']) {
    await compose(key);
    await expect(palette.dialog).toBeVisible();
    await expect(palette.box).toBeFocused();
    expect(await palette.chosen.innerText()).toBe(before);
  }
  await palette.box.fill('');
  await devtools.send('Input.imeSetComposition', { text: 'りれき', selectionStart: 3, selectionEnd: 3 });
  await expect(palette.box).toHaveValue('りれき');
  await expect(palette.chosen).toContainText(en['command.navigation.history']);
  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    await compose(key);
    await expect(palette.dialog).toBeVisible();
    await expect(palette.chosen).toContainText(en['command.navigation.history']);
  }
  await devtools.send('Input.insertText', { text: '履歴' });
  await expect(palette.box).toHaveValue('履歴');
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/rest\/datshow/);
});

test('a command that an operator may not run stays in sight and says which permission it wants', async ({
  page,
}) => {
  const palette = await begin(page, '/index', { account: 'operator' });
  await palette.open();
  await page.keyboard.type('>users');
  const row = palette.rows.filter({ hasText: 'system:user:edit' }).first();
  await expect(row).toContainText(en['command.navigation.users']);
  await expect(row).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(palette.dialog).toBeVisible();
  await expect(page).toHaveURL(/\/index/);
});

test('s is dead while typing, while text is selected and under a dialog, and lives on any layout', async ({
  page,
}) => {
  const palette = await begin(page);
  const filter = page.getByRole('searchbox', { name: en['home.filter'] });
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await page.keyboard.type('s');
  await expect(filter).toHaveValue('s');
  await expect(palette.dialog).toHaveCount(0);
  await filter.fill('');
  await filter.blur();

  await page.evaluate(() =>
    getSelection()?.selectAllChildren(document.querySelector('.header__brand b') ?? document.body),
  );
  await page.keyboard.press('s');
  await expect(palette.dialog).toHaveCount(0);
  await page.evaluate(() => getSelection()?.removeAllRanges());

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: en['keys.title'] });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('s');
  await expect(palette.dialog).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchKeyEvent', {
    type: 'keyDown',
    key: 'ы',
    code: 'KeyS',
    text: 'ы',
    windowsVirtualKeyCode: 83,
  });
  await expect(palette.box).toBeFocused();
  await expect(palette.box).toHaveValue('');
});
