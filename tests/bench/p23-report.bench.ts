import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { composeReport } from '../../src/server/reports/compose.ts';
import { gatherModel } from '../../src/server/reports/gather.ts';
import { layOut } from '../../src/server/reports/layout.ts';
import { makeFiles } from '../../src/server/reports/make.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { openReading } from '../../src/server/storage/reading.ts';
import type { Bench } from './bench.ts';
import { plainPages } from './plain-pages.ts';
import { begin, days, job, plan, stations, template } from './report-plan.ts';
import { MINUTE, tilt } from './storage-data.ts';

const child = fileURLToPath(new URL('./make-report.ts', import.meta.url));
/** Rounds of both by turns, so that what else the machine does falls on both. */
const rounds = 9;

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function taken(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Peak of a process that makes it from readings, or draws pages alone; MB. */
async function memoryOf(path: string, pages: string): Promise<number> {
  const args = ['--import', 'tsx', child, path, pages];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return (JSON.parse(stdout) as { readonly peak: number }).peak / 2 ** 20;
}

/** P23: the monthly report of 50 stations as a PDF, from readings to bytes, against the PDF library with the same pages. */
export const bench: Bench = {
  id: 'P23',
  title: 'report of 50 stations, a month, PDF, against the PDF library alone with the same pages',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-report-'));
    try {
      const storage = await openStorage({ dataDir: folder });
      for (let at = 1; at <= stations; at += 1)
        await storage.readings.ingest(
          Array.from({ length: days * 144 }, (_, i) => tilt(at, begin + i * 10 * MINUTE)),
        );
      const reading = openReading(storage.reach);
      const model = await gatherModel(reading, plan, [], () => undefined);
      const parts = { model, template, templateRevision: 0, signatures: [], checksum: '' };
      const { pages } = layOut(composeReport(parts, 'en'), 'en', null);
      const whole = async () =>
        makeFiles(await gatherModel(reading, plan, [], () => undefined), job, () => undefined);
      await whole();
      await plainPages(pages);
      const [ours, reference]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await taken(whole));
        reference.push(await taken(() => plainPages(pages)));
      }
      const { reach } = storage;
      await reading.close();
      await storage.close();
      const pagesPath = join(folder, 'pages.json');
      writeFileSync(pagesPath, JSON.stringify(pages));
      const path = 'path' in reach ? reach.path : '';
      const what = `${stations} stations, ${days} days, ${pages.length} pages`;
      return [
        { what, ours: middle(ours), reference: middle(reference), unit: 'ms', goal: 2 },
        {
          ...{ what: 'memory of it', unit: 'MB', goal: 1.5 },
          ...{ ours: await memoryOf(path, ''), reference: await memoryOf('', pagesPath) },
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
