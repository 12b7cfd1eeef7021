/** The focus is always on something that can be seen, and keys go where the console says that they go. */
import { expect, type Page, test } from '@playwright/test';
import { enter, visit } from '../support/console/console-page.ts';
import { screens } from '../support/console/screens.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let desk: Page;
test.beforeAll(async ({ browser }) => {
  product = await startProduct(8, 1);
  desk = await browser.newPage();
  await enter(desk, product);
});
test.afterAll(async () => {
  await desk.close();
  await product.stop();
});

/** Stops of Tab on a page that are tried. */
const mostStops = 25;

/** Why what has the focus cannot be seen: it is gone, it is covered, it is under a dialog. '' = it can. */
const hiddenFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const held = document.activeElement;
    if (held === null || held === document.body) return '';
    const name = held.outerHTML.replace(/\s+/g, ' ').slice(0, 110);
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    if (dialog !== undefined && !dialog.contains(held)) return `${name} lies under a dialog`;
    // An editor takes its keys by a box as narrow as its caret: what is seen is the editor.
    const box = (held.closest('.monaco-editor') ?? held).getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return `${name} has no size`;
    const [left, right] = [Math.max(1, box.left), Math.min(innerWidth - 1, box.right)];
    const [top, bottom] = [Math.max(1, box.top), Math.min(innerHeight - 1, box.bottom)];
    if (left >= right || top >= bottom) return `${name} is out of sight`;
    // One of nine places of it is enough: a part may be covered.
    const isSeen = [0.1, 0.5, 0.9].some((across) =>
      [0.1, 0.5, 0.9].some((down) => {
        const over = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return (
          over !== null &&
          (held.contains(over) ||
            over.contains(held) ||
            over.closest('.monaco-editor')?.contains(held) ||
            over.closest('label')?.contains(held))
        );
      }),
    );
    return isSeen ? '' : `${name} is covered`;
  });

for (const { name, address, prepare } of screens)
  test(`${name}: Tab stops at nothing that is covered or gone`, async () => {
    await visit(desk, product, address);
    await prepare?.(desk);
    const hidden = new Set<string>();
    for (let stop = 0; stop < mostStops; stop += 1) {
      await desk.keyboard.press('Tab');
      // What slides in is seen a moment later.
      const isSeen = expect.poll(() => hiddenFocus(desk), { timeout: 3000 }).toBe('');
      await isSeen.catch(async () => {
        const why = await hiddenFocus(desk);
        if (why !== '') hidden.add(why);
      });
    }
    expect([...hidden]).toEqual([]);
  });

/** Holds the code of an overlay back until the answer is called. */
async function holdBack(page: Page, chunk: RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(chunk, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('keys that are typed while a dialog is on its way do nothing to the page under it', async ({ page }) => {
  await enter(page, product);
  const release = await holdBack(page, /\/KeySheet-[\w-]+\.js/);
  await visit(page, product, '/index');
  await expect(page.locator('[data-station]').first()).toBeVisible();
  const address = page.url();
  await page.keyboard.press('?');
  // Alone each of them would open another page.
  await page.keyboard.type('ga');
  await page.keyboard.type('gr');
  release();
  await expect(page.locator('dialog[open]')).toHaveCount(1);
  expect(page.url()).toBe(address);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('Esc gives up a dialog that is still on its way', async ({ page }) => {
  await enter(page, product);
  const release = await holdBack(page, /\/KeySheet-[\w-]+\.js/);
  await visit(page, product, '/index');
  await expect(page.locator('[data-station]').first()).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  const loaded = page.waitForResponse(/\/KeySheet-[\w-]+\.js/);
  release();
  await loaded;
  await page.keyboard.type('ga');
  await expect(page).toHaveURL(/\/audit/);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});
