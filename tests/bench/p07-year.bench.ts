import type { Bench } from './bench.ts';
import { fetchAndPaint } from './fetch-and-paint.ts';

/** P7: a year at 1 min. */
export const bench: Bench = {
  id: 'P7',
  title: 'a year at 1 min, 525k rows × 4 channels, fetch → painted, against JSON rows on uPlot',
  run: () => fetchAndPaint(525_600, 60_000, 9, 0.03),
};
