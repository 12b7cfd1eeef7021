/** Where the focus is, as a user of the keys would look for it. */
import { expect, type Page } from '@playwright/test';

/** Something on screen has the focus, and shows it: never the page's body. */
export async function expectFocus(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const held = document.activeElement;
        if (held === null || held === document.body) return 'nothing has the focus';
        const box = held.getBoundingClientRect();
        if (box.width === 0 || box.height === 0) return `${held.outerHTML.slice(0, 80)} is not on screen`;
        return held.matches(':focus-visible') ? 'shown' : `${held.outerHTML.slice(0, 80)} does not show it`;
      }),
    )
    .toBe('shown');
}
