/** A template and a report of each company, named by its mark; what a call did to them is undone for the next. */
import { gzipSync } from 'node:zlib';
import { builtInTemplate } from '../../../src/domain/reports/template.ts';
import { checksumOf, packModel, sha256 } from '../../../src/server/reports/make.ts';
import type { PaperModel } from '../../../src/server/reports/voice.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { firstReading, type TestServer } from '../server.ts';

/** A template that is right. */
export const sampleTemplate = {
  ...builtInTemplate('weekly'),
  name: 'a template of the matrix',
  logo: 'none',
};

const modelOf = (mark: string): PaperModel => ({
  form: 1,
  project: { code: mark, name: mark, company: mark },
  ...{ timeZone: 'Asia/Shanghai', from: firstReading, to: firstReading + 3_600_000 },
  ...{ madeAt: firstReading, madeBy: mark, edition: 'cn', levelWords: null, ofStations: 0 },
  ...{ stations: [], alarms: [], raised: [0, 0, 0, 0], remarks: [], remarkCount: 0 },
});

/** @param state of the reports: one that is to be cancelled is not ready */
export async function plantReports(
  { running: { storage } }: TestServer,
  marks: Readonly<Record<1 | 2, string>>,
  state: 'ready' | 'waiting',
): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('report_files').execute();
    await db.deleteFrom('reports').execute();
    await db.deleteFrom('report_templates').execute();
    for (const id of [1, 2] as const) {
      const mark = marks[id];
      const template = { ...builtInTemplate('weekly'), name: mark, logo: 'none' as const };
      await db
        .insertInto('report_templates')
        .values({ id, company_id: id, body: toJson(template), logo: null, revision: 1, deleted_at: null })
        .execute();
      const model = modelOf(mark);
      await db
        .insertInto('reports')
        .values({
          ...{ id, company_id: id, project_id: id, template_id: id, template_revision: 1 },
          ...{ template: toJson(template), logo: null, time_zone: 'Asia/Shanghai', state, attempts: 0 },
          request: toJson({
            ...{ stationIds: [], from: firstReading, to: firstReading + 3_600_000 },
            ...{ languages: ['en' as const], formats: ['pdf' as const] },
          }),
          ...{ problem: null, made_at: firstReading, made_by_id: 1, made_by: mark, version: '0' },
          ...{ model: packModel(model), stations: 0, level: 0, pages: 1, lacking: toJson([]) },
          checksum: checksumOf(model, { template, templateRevision: 1, logo: null }),
          ...{ signatures: toJson([]), sent_at: null, sent_to: 0 },
        })
        .execute();
      for (const format of ['pdf', 'pages'] as const) {
        const bytes = gzipSync(JSON.stringify([{ marks: [{ v: mark }] }]));
        await db
          .insertInto('report_files')
          .values({
            ...{ report_id: id, language: 'en', format, checksum: sha256(bytes), size: bytes.length, bytes },
          })
          .execute();
      }
    }
  });
}
