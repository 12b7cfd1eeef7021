/** Makes the files of a report from a model: the same model, template and signatures make the same bytes. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip, gzipSync } from 'node:zlib';
import type { Language } from '../../base/messages.ts';
import type { ReportFormat } from '../../base/report-words.ts';
import { levelOf } from '../../domain/reports/conclusion.ts';
import { composeReport, type ReportParts } from './compose.ts';
import type { ReportDocument } from './document.ts';
import { workbookOf } from './formats/excel.ts';
import { pdfOf } from './formats/pdf.ts';
import { wordOf } from './formats/word.ts';
import { type Logo, layOut } from './layout.ts';
import type { MadeFile, MadeReport, ReportJob } from './messages.ts';
import type { PaperModel } from './voice.ts';

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Width and height of a PNG. */
function logoOf(png: Uint8Array | null): Logo | null {
  if (png === null || png.length < 24) return null;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { png, width: view.getUint32(16), height: view.getUint32(20) };
}

const modelPacking = { level: 9 };
export const packModel = (model: PaperModel): Uint8Array => gzipSync(JSON.stringify(model), modelPacking);
export const unpackModel = (bytes: Uint8Array): PaperModel => JSON.parse(gunzipSync(bytes).toString('utf8'));

/** A model as it is once it was kept: with numbers as JSON has them. */
export const asKept = (model: PaperModel): PaperModel => JSON.parse(JSON.stringify(model));

/** The same bytes, made beside what else is done. */
const packedBeside: (text: string, options: { level: number }) => Promise<Uint8Array> = promisify(gzip);

/** Checksum of what a report is made of: its model, template and logo; signatures sign it. */
export const checksumOf = (
  model: PaperModel,
  { template, templateRevision, logo }: Pick<ReportJob, 'template' | 'templateRevision' | 'logo'>,
): string =>
  sha256(JSON.stringify({ model, template, templateRevision, logo: logo === null ? null : sha256(logo) }));

async function fileOf(
  format: ReportFormat,
  parts: ReportParts,
  language: Language,
  laid: {
    readonly document: ReportDocument;
    readonly pages: ReturnType<typeof layOut>['pages'];
    readonly logo: Logo | null;
  },
): Promise<Uint8Array> {
  const { document } = laid;
  const { title, author, madeAt } = document;
  if (format === 'pdf') return pdfOf(laid.pages, { title, author, madeAt, language }, laid.logo);
  return format === 'docx' ? wordOf(document, language, laid.logo) : workbookOf(parts, language);
}

/**
 * @param job what it is made of besides the model
 * @param progress hears which part is made, and ends the making by throwing
 */
export async function makeFiles(
  model: PaperModel,
  job: Omit<ReportJob, 'job' | 'of'>,
  progress: (part: number) => void,
): Promise<MadeReport> {
  const { template, templateRevision, signatures, languages, formats } = job;
  const checksum = checksumOf(model, job);
  const packed = packedBeside(JSON.stringify(model), modelPacking);
  const parts: ReportParts = { model, template, templateRevision, signatures, checksum };
  const logo = logoOf(job.logo);
  const files: MadeFile[] = [];
  const lacking = new Set<string>();
  let pages = 0;
  const add = (language: Language, format: MadeFile['format'], bytes: Uint8Array) =>
    files.push({ language, format, bytes, checksum: sha256(bytes) });
  for (const [index, language] of languages.entries()) {
    progress(index / languages.length);
    const document = composeReport(parts, language);
    const laid = layOut(document, language, logo);
    for (const sign of laid.lacking) lacking.add(sign);
    if (index === 0) pages = laid.pages.length;
    const pagesPacked = packedBeside(JSON.stringify(laid.pages), { level: 6 });
    const made: Uint8Array[] = [];
    for (const format of formats)
      made.push(await fileOf(format, parts, language, { document, pages: laid.pages, logo }));
    add(language, 'pages', await pagesPacked);
    for (const [at, format] of formats.entries()) add(language, format, made[at] as Uint8Array);
  }
  return {
    ...{ checksum, files, pages },
    model: await packed,
    lacking: [...lacking].toSorted(),
    level: levelOf(model.stations),
    stations: model.stations.length,
  };
}
