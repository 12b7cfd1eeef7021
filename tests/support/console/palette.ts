/** The command palette in a browser test, by its keys. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface PaletteOnPage {
  readonly dialog: Locator;
  readonly box: Locator;
  readonly rows: Locator;
  /** The row that Enter runs. */
  readonly chosen: Locator;
  readonly chips: Locator;
  /** Presses `s` and waits until it may be typed into. */
  open(): Promise<void>;
  /** Opens it, types, waits until the chosen row has `title`, presses Enter. */
  run(typed: string, title: string | RegExp): Promise<void>;
}

export function paletteOn(page: Page): PaletteOnPage {
  const dialog = page.locator('dialog.palette');
  const box = dialog.locator('input');
  const rows = dialog.locator('.palette__row');
  const chosen = dialog.locator('.palette__row[aria-selected="true"]');
  const chips = dialog.locator('.palette__chip');
  const open = async () => {
    await page.keyboard.press('s');
    await expect(box).toBeFocused();
  };
  return {
    dialog,
    box,
    rows,
    chosen,
    chips,
    open,
    async run(typed, title) {
      await open();
      await page.keyboard.type(typed);
      await expect(chosen.locator('.palette__title > .ellipsis')).toHaveText(title);
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
    },
  };
}
