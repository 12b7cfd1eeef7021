/** What axe finds on a page of the console. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';

export async function violations(page: Page): Promise<readonly string[]> {
  // Motion over: a page that fades in has other colours.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(
      document,
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      },
    );
    return found.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 5)
        .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    );
  });
}
