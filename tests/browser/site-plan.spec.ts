/** A station's site plan and the outlines on its map, as the user makes them: by mouse, by keys, on the real server. */
import { expect, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(3, 1);
});
test.afterAll(() => product.stop());

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
  <rect width="1200" height="800" fill="#eef"/><path d="M100 700 Q 500 100 1100 650 Z" fill="#cdb"/></svg>`;

test('a drawing becomes a plan; a device is placed by keys and by mouse, stays, and goes with the plan', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/station/1/map');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a plan…' }).click();
  await (await chooser).setFiles({
    name: 'slope.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(drawing),
  });
  const picture = page.getByRole('img', { name: 'slope' });
  await expect(picture).toBeVisible();
  await expect(page).toHaveURL(/plan=\d+/);
  const devices = page.getByRole('complementary', { name: 'Devices' });
  await expect(devices).toContainText(/Not placed: [2-9]/);

  // By keys: the first sensor begins in the middle, ten steps of 10 px to the left, and is kept by Enter.
  await devices.getByRole('button', { name: 'Place devices' }).click();
  const waiting = await devices.locator('.plan__rest').count();
  await devices.locator('.plan__rest').nth(1).click();
  const pin = page.locator('.pin[data-slot="0"]');
  await expect(pin).toBeFocused();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  const placeOf = async () => {
    const box = await picture.boundingBox();
    const style = await pin.evaluate((element) => [element.style.left, element.style.top]);
    if (box === null) throw new Error('no picture');
    return { left: (Number.parseFloat(style[0] ?? '') / 100) * box.width, width: box.width, top: style[1] };
  };
  const byKeys = await placeOf();
  expect(byKeys.left).toBeCloseTo(byKeys.width / 2 - 100, 0);
  expect(byKeys.top).toBe('50%');
  await expect(devices.locator('.plan__rest')).toHaveCount(waiting - 1);

  // By mouse: to a quarter of the picture from its left, a quarter from its top.
  const box = await picture.boundingBox();
  const dot = await pin.locator('.pin__dot').boundingBox();
  if (box === null || dot === null) throw new Error('no pin');
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4);
  await page.mouse.up();
  await devices.getByRole('button', { name: 'Done placing' }).click();
  await page.reload();
  await expect(pin).toBeVisible();
  const kept = await pin.evaluate((element) =>
    [element.style.left, element.style.top].map(Number.parseFloat),
  );
  for (const share of kept) expect(Math.abs(share - 25)).toBeLessThan(0.5);

  await devices.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('slope');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.locator('.map canvas')).toBeVisible();
  await expect(page).not.toHaveURL(/plan=/);
  expect(errors).toEqual([]);
});

test('outlines come from GeoJSON, are refused with a reason, and are removed after a question', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/station/1/map');
  const outlines = page.getByRole('region', { name: 'Hazard areas and routes' });
  const give = async (name: string, geojson: unknown) => {
    const chooser = page.waitForEvent('filechooser');
    await outlines.getByRole('button', { name: 'Add GeoJSON…' }).click();
    const buffer = Buffer.from(JSON.stringify(geojson));
    await (await chooser).setFiles({ name, mimeType: 'application/geo+json', buffer });
  };
  const ring = [
    [104.79, 27.46],
    [104.83, 27.46],
    [104.82, 27.5],
    [104.79, 27.46],
  ];
  await give('point.geojson', { type: 'Point', coordinates: [104.8, 27.5] });
  await expect(page.getByText(/This kind takes .*, not /)).toBeVisible();
  const metres = ring.map(([x = 0, y = 0]) => [x * 100_000, y * 100_000]);
  await give('metres.geojson', { type: 'Polygon', coordinates: [metres] });
  await expect(page.getByText(/must be WGS-84 degrees/)).toBeVisible();
  await expect(outlines.getByRole('listitem')).toHaveCount(0);
  await give('Toe.geojson', { type: 'Polygon', coordinates: [ring] });
  await expect(outlines.getByRole('listitem')).toHaveText([/Toe.*Hazard area.*4 points/]);
  await outlines.getByRole('button', { name: 'Remove Toe' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(outlines.getByRole('listitem')).toHaveCount(1);
  await outlines.getByRole('button', { name: 'Remove Toe' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Toe' }).click();
  await expect(outlines.getByRole('listitem')).toHaveCount(0);
});
