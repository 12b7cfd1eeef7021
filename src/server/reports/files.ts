/** The files of reports: kept as they were made, and given out. */
import { gunzipSync } from 'node:zlib';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import type { ReportFormat } from '../../base/report-words.ts';
import type { ReportPage } from '../../contract/reports.ts';
import type { CompanyScope } from '../sites/visible.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { MadeReport } from './messages.ts';
import { mustBeReady, seenHead } from './store.ts';

/** Keeps what was made, all of it or nothing; one that was cancelled meanwhile stays so. */
export async function keepMade(db: Db, id: number, made: MadeReport, version: string): Promise<void> {
  const kept = await db
    .updateTable('reports')
    .set({
      ...{ state: 'ready', problem: null, model: made.model, checksum: made.checksum, version },
      ...{ stations: made.stations, level: made.level, pages: made.pages, lacking: toJson(made.lacking) },
    })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .returning('id')
    .executeTakeFirst();
  if (kept !== undefined) await keepFiles(db, id, made);
}

/** Keeps the files of a report in place of those that it had. */
export async function keepFiles(db: Db, id: number, { files }: MadeReport): Promise<void> {
  await db.deleteFrom('report_files').where('report_id', '=', id).execute();
  for (const { language, format, checksum, bytes } of files)
    await db
      .insertInto('report_files')
      .values({ report_id: id, language, format, checksum, size: bytes.length, bytes })
      .execute();
}

/** A file that is asked for; what is left out = the first that the report has. */
export interface AskedReportFile {
  readonly language?: Language;
  readonly format?: ReportFormat | 'pages';
}

/** A file of a report. @throws Refusal 404, 409 before it is ready */
export async function fileOf(db: Db, viewer: CompanyScope, id: number, asked: AskedReportFile) {
  const row = await seenHead(db, viewer, id);
  mustBeReady(row);
  const { languages, formats, from } = fromJson(row.request);
  const language = asked.language ?? languages[0] ?? 'en';
  const format = asked.format ?? formats[0] ?? 'pdf';
  const file = await db
    .selectFrom('report_files')
    .select(['bytes', 'checksum'])
    .where('report_id', '=', id)
    .where('language', '=', language)
    .where('format', '=', format)
    .executeTakeFirst();
  if (file === undefined) throw new Refusal(404, 'api.notFound', { what: `file ${language} ${format}` });
  const date = new Date(from).toISOString().slice(0, 10);
  const name = `${row.project_name.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()}_${date}_${id}.${format}`;
  return { bytes: Buffer.from(file.bytes), checksum: file.checksum, name, format };
}

/** Pages that are asked for: so many from one on, which is counted from 1. */
export interface AskedReportPages {
  readonly language?: Language;
  readonly first?: number;
  readonly count?: number;
}

/** Pages as they are printed. @throws Refusal 404, 409 before it is ready */
export async function pagesOf(
  db: Db,
  viewer: CompanyScope,
  id: number,
  { language, first = 1, count = 20 }: AskedReportPages,
) {
  const { bytes } = await fileOf(db, viewer, id, {
    format: 'pages',
    ...(language === undefined ? {} : { language }),
  });
  const all = JSON.parse(gunzipSync(bytes).toString('utf8')) as ReportPage[];
  const { logo } = await db
    .selectFrom('reports')
    .select('logo')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    pages: all.slice(first - 1, first - 1 + count),
    total: all.length,
    logo: logo === null ? null : `data:image/png;base64,${Buffer.from(logo).toString('base64')}`,
  };
}
