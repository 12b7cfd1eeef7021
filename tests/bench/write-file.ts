/** A process that writes one sensor's readings as a file and says how long that took and what memory that needed. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileOf, openJob } from '../../src/server/exports/write-job.ts';
import { openReading } from '../../src/server/storage/reading.ts';

const [path = '', format = '', out = ''] = process.argv.slice(2);
const reading = openReading({ path });
const job = {
  ...{ job: 1, companyId: null, language: 'en' as const, now: Date.now(), title: 'Readings', about: [] },
  table: 'readings' as const,
  format: format === 'csv' ? ('csv' as const) : ('xlsx' as const),
  given: {
    ...{ sourceId: 1, row: 'tilt', element: 0, kind: 9, from: 0, to: Number.MAX_SAFE_INTEGER },
    ...{ doubted: false, zone: 'Asia/Shanghai', baselines: null },
  },
};
const before = process.memoryUsage().rss;
let peak = 0;
const look = () => {
  peak = Math.max(peak, process.memoryUsage().rss);
};
const timer = setInterval(look, 20);
const begun = performance.now();
const { bytes, written } = fileOf(job, await openJob(job, reading));
await pipeline(bytes, createWriteStream(out));
look();
clearInterval(timer);
process.stdout.write(JSON.stringify({ ms: performance.now() - begun, rows: written(), peak: peak - before }));
await reading.close();
