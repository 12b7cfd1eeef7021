import type { Figure } from './bench.ts';
import { withBenchPage } from './browser.ts';
import { channels, startHistoryServer } from './history-server.ts';

/** Fetch → painted of a station's history: our columns, against every row as JSON on plain uPlot, same server. */
export async function fetchAndPaint(
  rows: number,
  step: number,
  runs: number,
  goal: number,
): Promise<readonly Figure[]> {
  const server = await startHistoryServer(rows, step);
  try {
    return await withBenchPage(
      async (page, address) => {
        const query = `row=tilt&channels=${channels.join(',')}&from=${server.from}&to=${server.to}&bins=1000&rawUpTo=65536`;
        const url = `${address}/rest/history/1/columns?${query}`;
        const call = `window.bench.fetchAndPaint(${JSON.stringify(url)}, ${JSON.stringify(server.token)}, '/json', ${runs})`;
        const found = (await page.evaluate(call)) as { ours: number; reference: number };
        return [{ ...found, unit: 'ms', goal }];
      },
      { '/json': () => server.json() },
      server.address,
    );
  } finally {
    await server.stop();
  }
}
