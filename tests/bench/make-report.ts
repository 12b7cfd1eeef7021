/** A process that makes the bench's report from readings to bytes, or draws its pages alone, and says what memory that needed. */
import { readFileSync } from 'node:fs';
import type { ReportPage } from '../../src/contract/reports.ts';
import { fontBytes } from '../../src/server/reports/fonts.ts';
import { gatherModel } from '../../src/server/reports/gather.ts';
import { makeFiles } from '../../src/server/reports/make.ts';
import { openReading } from '../../src/server/storage/reading.ts';
import { plainPages } from './plain-pages.ts';
import { job, plan } from './report-plan.ts';

const [path = '', pagesPath = ''] = process.argv.slice(2);
const pages: readonly ReportPage[] = pagesPath === '' ? [] : JSON.parse(readFileSync(pagesPath, 'utf8'));
fontBytes('sc');
fontBytes('sc-bold');
const before = process.memoryUsage().rss;
let peak = 0;
const look = () => {
  peak = Math.max(peak, process.memoryUsage().rss);
};
const timer = setInterval(look, 10);
if (pagesPath !== '') await plainPages(pages);
else {
  const reading = openReading({ path });
  await makeFiles(await gatherModel(reading, plan, [], look), job, look);
  await reading.close();
}
look();
clearInterval(timer);
process.stdout.write(JSON.stringify({ peak: peak - before }));
