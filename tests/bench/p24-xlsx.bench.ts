import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Bench } from './bench.ts';
import { MINUTE, tilt } from './storage-data.ts';

const rows = 1_000_000;
const atOnce = 10_000;
const mostMegabytes = 200;
const child = fileURLToPath(new URL('./write-file.ts', import.meta.url));

/** As the thread of exports is bounded (src/server/exports/start.ts). */
const memory = ['--max-old-space-size=128', '--max-semi-space-size=8'];

interface Written {
  readonly ms: number;
  readonly rows: number;
  readonly peak: number;
}

/** P24: a million readings of twelve channels as a workbook, against the same as CSV, each by a process of its own. */
export const bench: Bench = {
  id: 'P24',
  title: 'xlsx of a million rows × 12, against the CSV of the same rows',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-xlsx-'));
    try {
      const storage = await openStorage({ dataDir: folder });
      for (let begin = 0; begin < rows; begin += atOnce)
        await storage.readings.ingest(
          Array.from({ length: atOnce }, (_, i) => tilt(1, Date.UTC(2024, 0, 1) + (begin + i) * MINUTE)),
        );
      await storage.close();
      const write = async (format: 'csv' | 'xlsx') => {
        const out = join(folder, `out.${format}`);
        const args = [...memory, '--import', 'tsx', child, join(folder, 'groundwatch.db'), format, out];
        const { stdout } = await promisify(execFile)(process.execPath, args);
        const written = JSON.parse(stdout) as Written;
        if (written.rows !== rows) throw new Error(`${format}: ${written.rows} rows`);
        return { ...written, bytes: statSync(out).size };
      };
      const [csv, xlsx] = [await write('csv'), await write('xlsx')];
      const megabytes = (bytes: number) => bytes / 1024 / 1024;
      return [
        {
          ...{ what: `${rows} rows × 12`, ours: xlsx.ms, reference: csv.ms, unit: 'ms', goal: 8 },
          note: `${megabytes(xlsx.bytes).toFixed(0)} MB, CSV ${megabytes(csv.bytes).toFixed(0)} MB`,
        },
        {
          ...{ what: 'memory at its highest', ours: megabytes(xlsx.peak), reference: mostMegabytes },
          ...{ unit: 'MB', goal: 1 },
          note: 'beyond what the process had before',
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
