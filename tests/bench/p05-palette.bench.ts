import type { Bench } from './bench.ts';
import { withBenchPage } from './browser.ts';

interface Spread {
  readonly median: number;
  readonly p95: number;
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

/** P5: a keystroke in the palette until it is painted, at 5k and 50k items, against cmdk's own filter at 5k. */
export const bench: Bench = {
  id: 'P5',
  title: 'palette, keystroke → paint',
  run: () =>
    withBenchPage(
      async (page) => {
        const measure = async (call: string) => (await page.evaluate(`window.bench.${call}`)) as Spread;
        const small = await measure('own(5_000)');
        const large = await measure('own(50_000)');
        const plain = await measure('plain(5_000)');
        const search = (await page.evaluate('window.bench.search(50_000)')) as Spread & { build: number };
        const reference = plain.median;
        const against = `cmdk p95 ${ms(plain.p95)}`;
        const alone = `search alone ${ms(search.median)}, p95 ${ms(search.p95)}, index ${ms(search.build)}`;
        return [
          {
            what: 'keystroke → paint, 5k items',
            ours: small.median,
            reference,
            unit: 'ms',
            goal: 0.1,
            note: `p95 ${ms(small.p95)}; ${against}`,
          },
          {
            what: 'keystroke → paint, 50k items',
            ours: large.median,
            reference,
            unit: 'ms',
            goal: 0.15,
            note: `p95 ${ms(large.p95)}; ${alone}`,
          },
        ];
      },
      {},
      undefined,
      'palette',
    ),
};
