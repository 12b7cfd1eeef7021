import type { Bench } from './bench.ts';
import { withBenchPage } from './browser.ts';

interface Frames {
  readonly ours: number;
  readonly reference: number;
  readonly p95: number;
  readonly slow: number;
}

/** P2: frames of a zoom and pan over 4 × 1M points in memory. */
export const bench: Bench = {
  id: 'P2',
  title: 'zoom and pan frame, 4 × 1M points, against plain uPlot',
  run: () =>
    withBenchPage(async (page) => {
      const { ours, reference, p95, slow } = (await page.evaluate(
        'window.bench.zoom(1_000_000, 60)',
      )) as Frames;
      const note = `p95 ${p95.toFixed(1)} ms, ${slow} of 60 frames over 33 ms`;
      return [{ ours, reference, unit: 'ms', goal: 0.2, note }];
    }),
};
