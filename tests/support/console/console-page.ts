/** A page of the console in a browser test, signed in, in a language and a theme. */
import type { Page } from '@playwright/test';
import { accounts, type Product } from '../product.ts';

export interface Look {
  readonly language?: 'zh-chs' | 'en' | 'ja';
  readonly theme?: string;
  /** One of the product's own, or another one that the test made. */
  readonly account?: keyof typeof accounts | { readonly accountName: string; readonly password: string };
}

/** Signs in by the call itself, so that a page can be opened at any address at once. */
export async function enter(page: Page, product: Product, look: Look = {}): Promise<void> {
  const { language = 'en', theme = 'd2', account = 'maintainer' } = look;
  const { accountName, password } = typeof account === 'string' ? accounts[account] : account;
  const url = product.address;
  // A new sign-in starts with a page load.
  await page.goto('about:blank');
  const answer = await page.context().request.post(`${url}/login`, { data: { accountName, password } });
  const { data } = (await answer.json()) as { data: { loginToken: string } };
  await page.context().addCookies([
    { name: 'lang', value: language, url },
    { name: 'groundwatch-1.10.0-token', value: data.loginToken, url },
  ]);
  await page.addInitScript(
    ([name, chosen]) => {
      for (const key of ['groundwatch.theme.', `groundwatch.theme.${name}`])
        localStorage.setItem(key, JSON.stringify(chosen));
    },
    [accountName, theme] as const,
  );
}

/** Errors that the page threw or logged; a test expects none. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      errors.push(message.text());
  });
  return errors;
}

/**
 * Goes to an address of the console and waits until what it shows has come. A page that already stands in the console
 * goes there as by a link.
 */
export async function visit(page: Page, product: Product, address: string): Promise<void> {
  const isInside = page.url().startsWith(product.address) && !page.url().endsWith('/login');
  // One leaves a dialog before one goes on.
  while (isInside && (await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape');
  if (isInside)
    await page.evaluate(async (to) => {
      history.pushState(null, '', to);
      // The screen of before is gone with the next paint.
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    }, address);
  else await page.goto(`${product.address}${address}`);
  await page.locator(':is(.app__main, .phone__main) > :not(.visually-hidden)').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.skeleton, .map--loading') === null);
}
