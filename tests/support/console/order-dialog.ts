/** The dialog that confirms an order to a device, in a browser test. */
import { expect, type Locator, type Page } from '@playwright/test';
import en from '../../../locales/en.json' with { type: 'json' };
import { accounts } from '../product.ts';

export const orderDialog = (page: Page): Locator => page.locator('dialog.odialog');

/** Types the password once its field has the focus, and sends. */
export async function typePassword(
  page: Page,
  password: string = accounts.maintainer.password,
  words: Pick<typeof en, 'set.password'> = en,
): Promise<void> {
  await expect(orderDialog(page).getByLabel(words['set.password'])).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

/** Sends, and waits until the order was taken. */
export async function confirmOrder(page: Page): Promise<void> {
  await typePassword(page);
  await expect(orderDialog(page)).toHaveCount(0);
}
