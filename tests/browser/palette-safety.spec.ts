/** Nothing wrong may happen by the palette: what is chosen by itself, what is meant, what a screen reader says of it. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { paletteOn } from '../support/console/palette.ts';
import { type Product, startProduct } from '../support/product.ts';

interface Station {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

let product: Product;
let stations: readonly [Station, Station, Station];
test.beforeAll(async () => {
  product = await startProduct();
  const [a, b, c] = await product.running.storage.db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select(['stations.id', 'stations.code', 'stations.name'])
    .orderBy('stations.id')
    .execute();
  if (a === undefined || b === undefined || c === undefined) throw new Error('three stations wanted');
  stations = [a, b, c];
});
test.afterAll(async () => {
  await product.stop();
});

async function begin(page: Page, address: string) {
  await enter(page, product);
  await visit(page, product, address);
  return paletteOn(page);
}

const orders = () => product.running.storage.db.selectFrom('orders').select(['id', 'name']).execute();

/** What has the focus, and what it names as its active descendant, as the browser gives them to a screen reader. */
async function spoken(page: Page): Promise<{ readonly focus: string; readonly row: string | null }> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  const has = (node: (typeof nodes)[number], name: string) =>
    node.properties?.some((property) => property.name === name && property.value.value === true) === true;
  const focus = nodes.find((node) => has(node, 'focused') && node.role?.value !== 'RootWebArea');
  const active = focus?.properties?.find(({ name }) => name === 'activedescendant');
  const [related] = active?.value.relatedNodes ?? [];
  const row = nodes.find(
    ({ backendDOMNodeId }) =>
      backendDOMNodeId !== undefined && backendDOMNodeId === related?.backendDOMNodeId,
  );
  return { focus: String(focus?.role?.value), row: row === undefined ? null : String(row.name?.value) };
}

const squeezed = (text: string) => text.replace(/\s+/g, '');

test('after each key a screen reader says the row that Enter takes, and the focus stays in the box', async ({
  page,
}) => {
  const errors = watchErrors(page);
  const palette = await begin(page, `/station/${stations[0].id}/latest`);
  await palette.open();
  await expect(palette.chosen).toHaveCount(1);
  const keys = [
    ...[...'cur'],
    'ArrowDown',
    'ArrowDown',
    'v',
    'Backspace',
    'ArrowUp',
    ...Array.from('cur', () => 'Backspace'),
    ...[...`@${stations[1].code}`],
    ...Array.from(`@${stations[1].code}`, () => 'Backspace'),
    ...[...'restart'],
    'ArrowDown',
    ...Array.from('restart', () => 'Backspace'),
    ...[...`set @${stations[0].code} send`],
    'ArrowDown',
  ];
  for (const key of ['', ...keys]) {
    if (key !== '') await page.keyboard.press(key);
    await expect(async () => {
      const chosen = (await palette.chosen.allTextContents()).map(squeezed);
      const { focus, row } = await spoken(page);
      expect(focus, key).toBe('combobox');
      expect(row === null ? [] : [squeezed(row)], `after ${key}`).toEqual(chosen);
    }).toPass({ timeout: 5000 });
  }
  expect(errors).toEqual([]);
});

test('what restarts a device is never chosen by itself, and Enter however often does not send it', async ({
  page,
}) => {
  const [station] = stations;
  const palette = await begin(page, `/station/${station.id}/latest`);
  const restart = en['deviceCommand.restart'];
  await palette.open();
  for (const key of 'restart') {
    await page.keyboard.press(key);
    await expect(palette.rows.first()).toBeVisible();
    await expect(palette.chosen.filter({ hasText: new RegExp(`^${restart}`) })).toHaveCount(0);
  }
  await expect(palette.rows.first()).toContainText(restart);
  await expect(palette.dialog.getByRole('status')).toHaveText(en['palette.chooseFirst']);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
  await expect(palette.box).toHaveValue('restart');

  await page.keyboard.press('ArrowDown');
  await expect(palette.chosen).toContainText(restart);
  await page.keyboard.press('Enter');
  // The station is the one on screen, and the page says so; its devices that can be restarted are asked for.
  await expect(palette.chips).toHaveText([`@${station.code} ${station.name}`, restart]);
  await expect(palette.rows).toHaveText([new RegExp(en['group.rtu'])]);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `${station.code} ${station.name}` });
  await expect(question).toContainText(en['group.rtu']);
  await expect(question.getByRole('button', { name: en['action.cancel'] })).toBeFocused();
  // In the field of the reason as well: it leads to the button, and sends nothing.
  await question.getByLabel(en['set.reason']).focus();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: restart })).toBeFocused();
  await question.getByRole('button', { name: en['action.cancel'] }).focus();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  expect(await orders()).toEqual([]);
});

test('a command acts on the station that is ticked and not on the open one; of several it asks which', async ({
  page,
}) => {
  const [open, first, second] = stations;
  const palette = await begin(page, `/station/${open.id}/latest`);
  const tick = async ({ code }: Station) => {
    await page.keyboard.type(code);
    await expect(palette.chosen).toContainText(code);
    await page.keyboard.press('Tab');
    for (const _ of code) await page.keyboard.press('Backspace');
  };
  const restart = async () => {
    await page.keyboard.type('restart');
    await expect(palette.rows.first()).toContainText(en['deviceCommand.restart']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await palette.open();
  await page.keyboard.type('@');
  await tick(first);
  await page.keyboard.press('Enter');
  await expect(palette.chips).toHaveText(['1 station']);
  await restart();
  await expect(palette.chips.first()).toHaveText(`@${first.code} ${first.name}`);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `${first.code} ${first.name}` });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);

  await palette.open();
  await page.keyboard.type('@');
  await tick(first);
  await tick(second);
  await page.keyboard.press('Enter');
  await restart();
  // The ticked ones and no other.
  await expect(palette.rows).toHaveCount(2);
  await expect(palette.rows.filter({ hasText: open.code })).toHaveCount(0);
  await page.keyboard.type(second.code);
  await expect(palette.chosen).toContainText(second.code);
  await page.keyboard.press('Enter');
  await expect(palette.chips.first()).toHaveText(`@${second.code} ${second.name}`);
});

test('a sentence reads as what Enter does, names its station, and says in place why it does nothing', async ({
  page,
}) => {
  const [open, station] = stations;
  const named = `${station.code} ${station.name}`;
  const palette = await begin(page, `/station/${open.id}/latest`);
  const alert = palette.dialog.getByRole('alert');
  const preview = palette.dialog.getByRole('region', { name: en['sentence.preview'] });
  await palette.open();
  // Several are called so: they are listed, and none is taken.
  await page.keyboard.insertText('set @YN-00 send cycle 10m');
  await expect(alert).toContainText('“YN-00”');
  expect(await palette.rows.count()).toBeGreaterThan(1);
  await expect(palette.chosen).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(palette.box).toHaveValue('set @YN-00 send cycle 10m');
  const [first = ''] = await palette.rows.allInnerTexts();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(palette.box).toHaveValue(`set @${first.trim().split(' ')[0]} send cycle 10m`);

  await palette.box.fill('set @nowhere send cycle 10m');
  await expect(alert).toContainText(en['sentence.alarm.unknownStation'].replace('{named}', 'nowhere'));
  await palette.box.fill(`set @${station.code} send cycle 5 kg`);
  await expect(alert).toContainText('“5kg”');
  await palette.box.fill(`set @${station.code} send cycle 10s`);
  await expect(alert).toBeVisible();
  // The preview is of the chosen reading, also of another than the first.
  await palette.box.fill(`set @${station.code} cycle 10 min`);
  await expect(preview).toContainText(named);
  const seen = new Set<string>();
  for (let row = 0; row < 2; row += 1) {
    const title = await palette.chosen.locator('.ellipsis').innerText();
    seen.add(title);
    const field = /Set (.+?) of/.exec(title)?.[1] ?? 'no field';
    await expect(preview).toContainText(`${field} ·`);
    await page.keyboard.press('ArrowDown');
  }
  expect(seen.size).toBe(2);
  // It is there again after Esc.
  const left = `set @${station.code} send cycle to 2 h`;
  await palette.box.fill(left);
  await expect(palette.chosen).toContainText(`Send cycle of ${named} to 7200 s`);
  await page.keyboard.press('Escape');
  await expect(palette.dialog).toHaveCount(0);
  await palette.open();
  await expect(palette.box).toHaveValue(left);
  await expect(palette.chosen).toContainText(named);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: named });
  await expect(question.locator('.diff__new')).toContainText('7200');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);

  // An order is named with its station: it shows what it would touch, and begins on Cancel.
  await palette.open();
  await page.keyboard.insertText(`restart ${station.code}`);
  await expect(palette.chosen).toContainText(`${named}: ${en['deviceCommand.restart']}`);
  await expect(preview).toContainText(en['home.lastContact']);
  await page.keyboard.press('Enter');
  await expect(palette.chips.first()).toHaveText(`@${named}`);
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: en['action.cancel'] })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  expect(await orders()).toEqual([]);
});

test('keys that come when the palette is painted and does not stand yet go into its box', async ({
  page,
}) => {
  const errors = watchErrors(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/Palette-[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await begin(page, '/plans');
  await page.evaluate(() => {
    const type = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const observer = new MutationObserver(() => {
      const dialog = document.querySelector<HTMLDialogElement>('dialog.palette');
      if (dialog === null) return;
      observer.disconnect();
      document.body.dataset['stood'] = String(dialog.open);
      for (const key of ['Backspace', 'e', 'Enter', 'p', 'l', 'a']) type(key);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('s');
  await page.keyboard.type('open a pagx');
  release();
  const palette = page.locator('dialog.palette');
  // “open a page” was typed, and its Enter asks which one: that is what followed.
  await expect(palette.locator('input')).toHaveValue('pla');
  await expect(palette).toContainText(en['command.navigation.open']);
  expect(await page.evaluate(() => document.body.dataset['stood'])).toBe('false');
  expect(errors).toEqual([]);
});
