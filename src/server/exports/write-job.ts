/** A job of the thread: its rows counted, or its file's bytes. */
import { Readable } from 'node:stream';
import type { ReadConnection } from '../storage/reading.ts';
import { words } from '../words.ts';
import type { ExportJob } from './messages.ts';
import type { OpenTable } from './table.ts';
import { tables } from './tables/index.ts';
import { csvText } from './write/csv.ts';
import { parquetBytes } from './write/parquet.ts';
import { RowCursor } from './write/sheet.ts';
import { workbookStream } from './write/workbook.ts';

/** A piece is made when the one before was taken. */
const pieces = { objectMode: true, highWaterMark: 2 };

/** Opens a job's table over a reading connection. */
export function openJob(job: ExportJob, reading: ReadConnection): Promise<OpenTable> {
  const { given, language, now, companyId } = job;
  return tables[job.table].open({
    ...{ reading, given, language, now },
    scope: { companyId },
    text: words(language),
  });
}

/** The file as a stream of bytes, and how many rows are in it so far. */
export function fileOf(
  job: ExportJob,
  { columns, rows, further = [], about = () => [] }: OpenTable,
): { readonly bytes: Readable; readonly written: () => number } {
  const cursor = new RowCursor(rows());
  const text = words(job.language);
  const bytes =
    job.format === 'csv'
      ? Readable.from(csvText(columns, cursor), pieces)
      : job.format === 'parquet'
        ? Readable.from(parquetBytes(columns, cursor, job.about), pieces)
        : workbookStream({
            ...{ columns, cursor, title: job.title },
            further: further.map((sheet) => ({
              ...{ title: sheet.title, columns: sheet.columns, cursor: new RowCursor(sheet.rows()) },
            })),
            about: {
              title: text('exports.about'),
              lines: () => [...job.about, ...about(), [text('exports.about.rows'), String(cursor.taken)]],
            },
          });
  bytes.once('close', () => cursor.close());
  return { bytes, written: () => cursor.taken };
}
