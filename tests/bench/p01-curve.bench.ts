import type { Bench } from './bench.ts';
import { withBenchPage } from './browser.ts';

interface Timed {
  readonly ours: number;
  readonly reference: number;
}

/** P1: 4 series × 1M points in memory, from the call until they are in pixels. */
export const bench: Bench = {
  id: 'P1',
  title: 'curve, 4 × 1M points in memory → painted, against plain uPlot',
  run: () =>
    withBenchPage(async (page) => {
      const found = (await page.evaluate('window.bench.paint(1_000_000, 15)')) as Timed;
      return [{ ...found, unit: 'ms', goal: 0.3 }];
    }),
};
