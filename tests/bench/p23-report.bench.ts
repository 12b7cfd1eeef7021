import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInTemplate } from '../../src/domain/reports/template.ts';
import { composeReport } from '../../src/server/reports/compose.ts';
import { pdfOf } from '../../src/server/reports/formats/pdf.ts';
import { gatherModel } from '../../src/server/reports/gather.ts';
import { layOut } from '../../src/server/reports/layout.ts';
import { makeFiles } from '../../src/server/reports/make.ts';
import type { PlannedSensor, ReportPlan } from '../../src/server/reports/plan.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { openReading } from '../../src/server/storage/reading.ts';
import { type Bench, median } from './bench.ts';
import { MINUTE, tilt } from './storage-data.ts';

const stations = 50;
const days = 30;
const begin = Date.UTC(2026, 3, 30, 16);
const end = begin + days * 1440 * MINUTE;
const language = 'en' as const;

const sensor = (id: number): PlannedSensor => ({
  ...{ id, slot: 0, kind: 1, row: 'tilt', channel: 'x', element: 0, unit: '°', digits: 4 },
  ...{ isSum: false, isCircular: false, cycle: 600, limits: [], present: 0, peak: 0 },
});
const plan: ReportPlan = {
  head: {
    ...{ form: 1, project: { code: 'P', name: 'Bench', company: 'Bench' }, timeZone: 'Asia/Shanghai' },
    ...{ from: begin, to: end, madeAt: end, madeBy: 'bench', edition: 'cn', levelWords: null },
    ofStations: stations,
  },
  dayBoundary: 480,
  stations: Array.from({ length: stations }, (_, at) => ({
    ...{ id: at + 1, code: `B-${at + 1}`, name: `Bench ${at + 1}`, timeZone: 'Asia/Shanghai' },
    ...{ isRetired: false, until: end, rtu: null, sensors: [sensor(at + 1)], rainLine: null },
  })),
  ...{ alarms: [], raised: [0, 0, 0, 0], remarks: [], remarkCount: 0 },
};

/** P23: the monthly report of 50 stations as a PDF, from readings to bytes, against the same pages with their curves ready. */
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
      const template = builtInTemplate('monthly');
      const job = {
        ...{ template, templateRevision: 0, signatures: [], languages: [language] as const, logo: null },
        formats: ['pdf'] as const,
      } as const;
      const model = await gatherModel(reading, plan, [], () => undefined);
      const parts = { model, template, templateRevision: 0, signatures: [], checksum: '' };
      const { pages } = layOut(composeReport(parts, language), language, null);
      const head = { title: 'Bench', author: 'bench', madeAt: end, language } as const;
      const reference = await median(3, () => pdfOf(pages, head, null));
      const ours = await median(3, async () =>
        makeFiles(await gatherModel(reading, plan, [], () => undefined), job, () => undefined),
      );
      await reading.close();
      await storage.close();
      return [
        {
          ...{ what: `${stations} stations, ${days} days, ${pages.length} pages`, ours, reference },
          ...{ unit: 'ms', goal: 2 },
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
