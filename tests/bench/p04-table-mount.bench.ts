import type { Bench } from './bench.ts';
import { withBenchPage } from './browser.ts';

const rounds = 5;
const megabyte = 1024 * 1024;

/** P4: mounting a table of a million rows that are in memory, against AG Grid: time until painted, and heap. */
export const bench: Bench = {
  id: 'P4',
  title: 'table mount, 1M rows',
  run: () =>
    withBenchPage(
      async (page) => {
        const session = await page.context().newCDPSession(page);
        const heap = async () => {
          // What was unmounted before is let go of by timers of its own.
          await page.waitForTimeout(300);
          for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
          return (await session.send('Runtime.getHeapUsage')).usedSize;
        };
        const measure = async (which: string) => {
          const before = await heap();
          const time = Number(await page.evaluate(`window.bench.mount('${which}')`));
          const bytes = (await heap()) - before;
          await page.evaluate('window.bench.unmount()');
          return { time, bytes };
        };
        await page.evaluate('window.bench.data(1_000_000)');
        const own: { time: number; bytes: number }[] = [];
        const grid: typeof own = [];
        for (let round = 0; round < rounds; round += 1) {
          own.push(await measure('own'));
        }
        for (let round = 0; round < rounds; round += 1) grid.push(await measure('grid'));
        const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
        const pick = (key: 'time' | 'bytes') => [own, grid].map((all) => middle(all.map((one) => one[key])));
        const [time = 0, gridTime = 0] = pick('time');
        const [bytes = 0, gridBytes = 0] = pick('bytes');
        const mb = (value: number) => value / megabyte;
        return [
          { what: 'mount → painted, 1M rows', ours: time, reference: gridTime, unit: 'ms', goal: 0.05 },
          { what: 'heap of it', ours: mb(bytes), reference: mb(gridBytes), unit: 'MB', goal: 0.1 },
        ];
      },
      {},
      undefined,
      'table',
    ),
};
