import type { Bench } from './bench.ts';
import { withBenchPage } from './browser.ts';

const frames = 120;
const rounds = 5;

/** P3: main-thread task of a frame while a table of 20 columns is scrolled a page a frame, against a plain virtual one. */
export const bench: Bench = {
  id: 'P3',
  title: 'table fast scroll, 20 columns, 29 rows, main-thread task a frame',
  run: () =>
    withBenchPage(
      async (page) => {
        const session = await page.context().newCDPSession(page);
        await session.send('Performance.enable');
        const busy = async () => {
          const { metrics } = await session.send('Performance.getMetrics');
          return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
        };
        const measure = async (which: string) => {
          await page.evaluate(`window.bench.mount('${which}')`);
          await page.evaluate('window.bench.scroll(30)');
          const before = await busy();
          await page.evaluate(`window.bench.scroll(${frames})`);
          const taken = (await busy()) - before;
          await page.evaluate('window.bench.unmount()');
          return taken / frames;
        };
        await page.evaluate('window.bench.data(1_000_000)');
        const [own, plain]: [number[], number[]] = [[], []];
        for (let round = 0; round < rounds; round += 1) {
          own.push(await measure('own'));
          plain.push(await measure('plain'));
        }
        const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
        return [{ ours: middle(own), reference: middle(plain), unit: 'ms', goal: 0.35 }];
      },
      {},
      undefined,
      'table',
    ),
};
