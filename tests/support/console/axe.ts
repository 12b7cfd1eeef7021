/** What axe finds on a page of the console. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';

async function found(page: Page): Promise<readonly string[]> {
  // Motion over: a page that fades in has other colours.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: all } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(
      document,
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      },
    );
    return all.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 5)
        .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    );
  });
}

/**
 * What is wrong on the page. A button that becomes usable while axe looks is measured between two colours: what is found
 * is looked for once more, and what is wrong is found again.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  const first = await found(page);
  return first.length === 0 ? first : found(page);
}
