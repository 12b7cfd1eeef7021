import type { Bench } from './bench.ts';
import { fetchAndPaint } from './fetch-and-paint.ts';

/** P6: three months at 5 min, warm. */
export const bench: Bench = {
  id: 'P6',
  title: 'station open, 26k rows × 4 channels, fetch → painted, against JSON rows on uPlot',
  run: () => fetchAndPaint(26_000, 300_000, 9, 0.3),
};
