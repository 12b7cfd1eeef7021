/** Maps: the station's map opens on it and leads back; layers are chosen, kept, and give way to the embedded one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import en from '../../locales/en.json' with { type: 'json' };
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { colorOfTiles, writePmtiles } from '../support/maps.ts';
import { type Product, startProduct } from '../support/product.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundwatch-maps-'));
let product: Product;
test.beforeAll(async () => {
  const path = join(folder, 'one-colour.pmtiles');
  await writePmtiles(path, 14);
  product = await startProduct(4, 1, {
    settings: {
      MAP_PMTILES: path,
      MAP_PMTILES_ATTRIBUTION: 'A survey office',
      // Nobody listens there.
      MAP_SATELLITE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
      MAP_SERVICE_URL: 'http://127.0.0.1:9/style.json',
    },
  });
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true });
});

const mapOf = (page: Page) => page.locator('.map');
const drawn = (page: Page, layer: string) =>
  expect(page.locator(`.map[aria-busy="false"][data-base="${layer}"]`)).toBeVisible({ timeout: 30_000 });

/** Colour of the map near its upper left corner, where nothing stands on it. */
async function ground(page: Page): Promise<{ r: number; g: number; b: number }> {
  const box = await mapOf(page).boundingBox();
  if (box === null) throw new Error('no map');
  const clip = { x: box.x + 12, y: box.y + 90, width: 4, height: 4 };
  // The product's own rules for pictures hold here too: they are read from files.
  const path = join(folder, 'ground.png');
  await page.screenshot({ clip, path });
  const { data } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { r: data[0] ?? 0, g: data[1] ?? 0, b: data[2] ?? 0 };
}
const choose = async (page: Page, layer: string) => {
  await page.locator('.map__base').click();
  await page
    .getByRole('menuitemradio', { name: layer })
    .or(page.getByRole('menuitem', { name: layer }))
    .click();
};

test('the file of the server is drawn, the choice is kept, and what fails gives way', async ({ page }) => {
  test.setTimeout(240_000);
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/station/1/map');
  // What the settings name first.
  await drawn(page, 'file');
  await expect(page.locator('.map__note')).toContainText('A survey office');
  await expect.poll(() => ground(page)).toEqual(colorOfTiles);

  await choose(page, en['map.base.embedded']);
  await drawn(page, 'embedded');
  await expect.poll(() => ground(page)).not.toEqual(colorOfTiles);
  await page.reload();
  await drawn(page, 'embedded');

  await choose(page, en['map.base.service']);
  await expect(page.locator('.map__note')).toContainText(
    en['map.failed'].replace('{layer}', en['map.base.service']).replace('{datum}', 'WGS-84'),
  );
  await drawn(page, 'embedded');
  await choose(page, en['map.base.satellite']);
  await expect(page.locator('.map__note')).toContainText(
    en['map.failed'].replace('{layer}', en['map.base.satellite']).replace('{datum}', 'WGS-84'),
    { timeout: 30_000 },
  );
  await drawn(page, 'embedded');
  // By the palette as well.
  const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
  await page.keyboard.press('s');
  await page.keyboard.type(en['command.map.base']);
  await expect(chosen).toContainText(en['command.map.base']);
  await page.keyboard.press('Enter');
  await page.keyboard.type(en['map.base.file']);
  await expect(chosen).toContainText(en['map.base.file']);
  await page.keyboard.press('Enter');
  await drawn(page, 'file');
  expect(errors.filter((error) => !/127\.0\.0\.1:9|Failed to fetch|AJAXError/.test(error))).toEqual([]);
});

test('the map of a station opens on it, says where one is, and leads back', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/station/1/map');
  await expect(mapOf(page)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  const { latitude, longitude } = await product.running.storage.db
    .selectFrom('stations')
    .select(['latitude', 'longitude'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const mark = page.locator('.map__home');
  const place = async () => {
    const [box, at] = [await mapOf(page).boundingBox(), await mark.boundingBox()];
    if (box === null || at === null) return null;
    return {
      x: (at.x + at.width / 2 - box.x) / box.width,
      y: (at.y + at.height / 2 - box.y) / box.height,
    };
  };
  const middle = async () => {
    const at = await place();
    return at !== null && Math.abs(at.x - 0.5) < 0.01 && Math.abs(at.y - 0.5) < 0.01;
  };
  expect(await middle()).toBe(true);
  const where = page.locator('.map__where');
  await expect(where).toContainText(`${latitude.toFixed(3)}`.slice(0, 5));
  await expect(where).toContainText(`${longitude.toFixed(3)}`.slice(0, 6));
  await expect(where).toContainText('1 : ');

  const canvas = page.locator('.map canvas');
  await canvas.focus();
  const back = page.locator('.map__stray');
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(back).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000 });
  await expect(back).toContainText('km');
  await page.keyboard.press('h');
  await expect.poll(middle).toBe(true);
  await expect(back).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(back).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000 });
  await back.click();
  await expect.poll(middle).toBe(true);

  // Neighbours and towns, with distance and direction; a neighbour opens on its own map.
  const neighbours = page.getByRole('region', { name: en['location.neighbours'] });
  await expect(neighbours.getByRole('listitem').first()).toContainText(/\d k?m (N|NE|E|SE|S|SW|W|NW)$/);
  await expect(page.getByRole('region', { name: en['location.near'] }).getByRole('listitem')).toHaveCount(3);
  await neighbours.getByRole('button').first().click();
  await expect(page).toHaveURL(/\/station\/\d+\/map/);
  await expect(page).not.toHaveURL(/\/station\/1\/map/);
  await expect.poll(middle).toBe(true);
});

test('a map that loads shows land before water', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/station/1/map');
  await drawn(page, 'file');
  await choose(page, en['map.base.embedded']);
  await drawn(page, 'embedded');
  // The atlas does not come: what is there is land and no sea.
  await page.route(/countries-50m|places-/, () => undefined);
  await page.reload();
  await mapOf(page).locator('canvas').waitFor({ timeout: 30_000 });
  const color = (name: string) =>
    page.evaluate((variable) => {
      const [, r = '', g = '', b = ''] =
        /^#(..)(..)(..)$/.exec(getComputedStyle(document.body).getPropertyValue(variable).trim()) ?? [];
      return { r: Number.parseInt(r, 16), g: Number.parseInt(g, 16), b: Number.parseInt(b, 16) };
    }, name);
  expect(await ground(page)).toEqual(await color('--map-land'));
  expect(await color('--map-land')).not.toEqual(await color('--map-water'));
});

test('lengths and areas are measured by clicks and by keys; a link leads back to the place', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const errors = watchErrors(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, product);
  await visit(page, product, '/station/1/map');
  await expect(page.locator('.map[aria-busy="false"]')).toBeVisible({ timeout: 30_000 });
  const panel = page.getByRole('region', { name: en['map.measure'] });
  const values = async () => (await panel.getByRole('definition').allTextContents()).map((one) => one.trim());
  /** Where the middle of the map is, by the link that is copied. */
  const middle = async () => {
    await page.keyboard.press('l');
    await expect(page.locator('.map__foot')).toContainText(en['map.link.copied']);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(page.url());
    const [latitude = 0, longitude = 0] = (new URL(link).searchParams.get('at') ?? '').split(',').map(Number);
    return { latitude, longitude };
  };
  /** By haversines on a sphere of the earth's mean radius. */
  const metres = (a: { latitude: number; longitude: number }, b: typeof a) => {
    const rad = (angle: number) => (angle * Math.PI) / 180;
    const half = (angle: number) => Math.sin(rad(angle) / 2) ** 2;
    const square =
      half(b.latitude - a.latitude) +
      Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * half(b.longitude - a.longitude);
    return 2 * 6_371_008.8 * Math.asin(Math.sqrt(square));
  };
  const metresOf = (said: string | undefined) => {
    const [, number = '', unit] = /([\d.,]+) (km|m)/.exec(said ?? '') ?? [];
    return Number(number.replaceAll(',', '')) * (unit === 'km' ? 1000 : 1);
  };
  await page.locator('.map canvas').first().focus();
  await page.keyboard.press('m');
  const corners = [];
  for (const move of ['', 'ArrowRight', 'ArrowDown']) {
    if (move !== '') {
      const before = new URL(page.url()).search;
      await page.keyboard.press(move);
      // It glides there: its place is read once it stands.
      await expect
        .poll(async () => {
          const seen = await middle();
          await page.waitForFunction(() => new Promise((go) => requestAnimationFrame(() => go(true))));
          return (
            new URL(page.url()).search !== before && JSON.stringify(await middle()) === JSON.stringify(seen)
          );
        })
        .toBe(true);
    }
    corners.push(await middle());
    await page.keyboard.press('Enter');
  }
  const [a, b, c] = corners;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three corners');
  const [length, last, area] = await values();
  const [ab, bc] = [metres(a, b), metres(b, c)];
  // As it is shown: three digits at least.
  expect(Math.abs(metresOf(length) / (ab + bc) - 1)).toBeLessThan(0.01);
  expect(Math.abs(metresOf(last) / bc - 1)).toBeLessThan(0.01);
  // A right angle between them: half of the product.
  const [, number = '', unit = ''] = /([\d.,]+) (m²|ha|km²)/.exec(area ?? '') ?? [];
  const square = Number(number.replaceAll(',', '')) * ({ 'm²': 1, ha: 1e4, 'km²': 1e6 }[unit] ?? Number.NaN);
  expect(Math.abs(square / ((ab * bc) / 2) - 1)).toBeLessThan(0.01);

  await page.keyboard.press('Backspace');
  expect(await values()).toHaveLength(1);
  // A click sets a point and opens no station.
  const box = await mapOf(page).boundingBox();
  if (box === null) throw new Error('no map');
  await page.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.7);
  await expect(panel.getByRole('definition')).toHaveCount(3);
  await expect(page).toHaveURL(/station\/1\/map/);
  await page.locator('.map canvas').first().focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);

  const place = page.url();
  const at = await middle();
  await visit(page, product, '/index');
  await page.goto(place);
  await expect(page.locator('.map[aria-busy="false"]')).toBeVisible({ timeout: 30_000 });
  await page.locator('.map canvas').first().focus();
  const again = await middle();
  expect(metres(at, again)).toBeLessThan(2);
  expect(errors).toEqual([]);
});

test('the view of a global service asks for that layer, whatever the other maps lie on', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/map/global');
  await expect(page.locator('.map__note')).toContainText(
    en['map.failed'].replace('{layer}', en['map.base.service']).replace('{datum}', 'WGS-84'),
    { timeout: 30_000 },
  );
  await drawn(page, 'embedded');
  // What is chosen here is not kept for the others.
  await choose(page, en['map.base.file']);
  await drawn(page, 'file');
  await choose(page, en['map.base.embedded']);
  await drawn(page, 'embedded');
  await visit(page, product, '/station/1/map');
  await drawn(page, 'file');
  expect(errors.filter((one) => !one.includes('127.0.0.1:9'))).toEqual([]);
});

test('a station has its label beside its marker, which answers a click as the marker does', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  const station = await product.running.storage.db
    .selectFrom('stations')
    .select(['name', 'latitude', 'longitude'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await visit(page, product, `/index?at=${station.latitude},${station.longitude},14`);
  await expect(page.locator('.map[aria-busy="false"]')).toBeVisible();
  const canvas = page.locator('.map canvas').first();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('no map');
  // The station is in the middle; its marker ends 17 px from there at most.
  const at = (right: number) => [box.x + box.width / 2 + right, box.y + box.height / 2] as const;
  const cursor = async (right: number) => {
    const [x, y] = at(right);
    await page.mouse.move(x + 1, y);
    await page.mouse.move(x, y);
    return canvas.evaluate((node) => node.style.cursor);
  };
  await expect.poll(() => cursor(0)).toBe('pointer');
  await expect.poll(() => cursor(50)).toBe('pointer');
  // To the left there is nothing.
  expect(await cursor(-50)).toBe('');
  const popover = page.locator('.maplibregl-popup');
  await page.mouse.click(...at(-50));
  await expect(popover).toHaveCount(0);
  await page.mouse.click(...at(50));
  await expect(popover).toContainText(station.name);
  expect(errors).toEqual([]);
});
