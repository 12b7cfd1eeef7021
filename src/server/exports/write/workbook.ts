/** A workbook (ECMA-376) as a stream: sheets while their rows are read, and at the end what names them. */
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportColumn } from '../table.ts';
import { filterRange, type RowCursor, rowsOfSheet, sheetXml } from './sheet.ts';
import { stylesXml } from './styles.ts';
import { columnName, xmlText } from './xml.ts';

/** Of zlib: the text of sheets is so alike that more effort saves little and takes much longer (bench P24). */
const compressionLevel = 2;
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Rows of one kind. */
interface Part {
  readonly columns: readonly ExportColumn[];
  readonly cursor: RowCursor;
  /** Of the sheet of rows; where they take several, those are numbered. */
  readonly title: string;
}
export interface Workbook extends Part {
  /** Rows of other kinds, on sheets that follow. */
  readonly further?: readonly Part[];
  readonly about: { readonly title: string; readonly lines: () => readonly (readonly [string, string])[] };
  /** Rows of a sheet besides its heads; fewer than a sheet can hold in tests alone. */
  readonly most?: number;
  /** The same rows make the same bytes: no time of the writing is in the file. */
  readonly isTimeless?: boolean;
}

/** What stands for a time in a file that has none; of such a stamp its digits alone are written, in no zone. */
export const timeless = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true } as const;

interface Sheet {
  readonly name: string;
  /** Of its filter; null = it has none. */
  readonly filter: string | null;
}

/** A name that a sheet may have: 31 characters, without those that formulas use, nor an apostrophe at an end. */
export function sheetName(title: string, suffix = ''): string {
  const plain =
    title
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet';
  return `${plain.slice(0, 31 - suffix.length)}${suffix}`;
}

function workbookXml(sheets: readonly Sheet[]): string {
  const entries = sheets.map(
    ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const filters = sheets.flatMap(({ name, filter }, index) =>
    filter === null
      ? []
      : [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${xmlText(name.replaceAll("'", "''"))}'!${filter.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')}</definedName>`,
        ],
  );
  return `${head}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${entries.join('')}</sheets>${filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`}</workbook>`;
}

const relationsXml = (sheets: number) =>
  `${head}<Relationships xmlns="${relations}">${Array.from({ length: sheets }, (_, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`;

const typesXml = (sheets: number) =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${Array.from({ length: sheets }, (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;

const packageXml = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The sheet that says what the rows are. */
function aboutXml(lines: readonly (readonly [string, string])[]): string {
  const cell = (column: number, row: number, style: number, text: string) =>
    `<c r="${columnName(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  const rows = lines.map(
    ([title, text], index) =>
      `<row r="${index + 1}">${cell(0, index + 1, 1, title)}${cell(1, index + 1, 0, text)}</row>`,
  );
  return `${head}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="26" customWidth="1"/><col min="2" max="2" width="80" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

/** Writes the sheets of one part. @param done sheets before it */
async function writePart(
  zip: ZipFile,
  { columns, cursor, title }: Part,
  {
    most,
    fed,
    done,
    stamp,
  }: {
    readonly most: number;
    readonly fed: Set<Readable>;
    readonly done: number;
    readonly stamp: object;
  },
): Promise<readonly Sheet[]> {
  const sheets: Sheet[] = [];
  do {
    const before = cursor.taken;
    const sheet = Readable.from(sheetXml(columns, cursor, most), { highWaterMark: 2 });
    fed.add(sheet);
    zip.addReadStream(sheet, `xl/worksheets/sheet${done + sheets.length + 1}.xml`, {
      ...{ compressionLevel, ...stamp },
    });
    await finished(sheet);
    fed.delete(sheet);
    const suffix = sheets.length === 0 ? '' : ` ${sheets.length + 1}`;
    const filter = filterRange(columns.length, cursor.taken - before);
    sheets.push({ name: sheetName(title, suffix), filter });
  } while (await cursor.hasMore());
  return sheets;
}

async function writeInto(zip: ZipFile, book: Workbook, fed: Set<Readable>): Promise<void> {
  const { about, further = [], most = rowsOfSheet - 2, isTimeless = false } = book;
  const stamp = isTimeless ? timeless : {};
  const sheets: Sheet[] = [];
  for (const part of [book, ...further])
    sheets.push(...(await writePart(zip, part, { most, fed, stamp, done: sheets.length })));
  const name = sheetName(about.title);
  const isTaken = sheets.some((one) => one.name.toLowerCase() === name.toLowerCase());
  sheets.push({ name: isTaken ? sheetName(about.title, ' (i)') : name, filter: null });
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, stamp);
  add(`xl/worksheets/sheet${sheets.length}.xml`, aboutXml(about.lines()));
  add('xl/styles.xml', stylesXml());
  add('xl/workbook.xml', workbookXml(sheets));
  add('xl/_rels/workbook.xml.rels', relationsXml(sheets.length));
  add('_rels/.rels', packageXml);
  add('[Content_Types].xml', typesXml(sheets.length));
  zip.end();
}

/** The workbook's bytes as they come. What ends it early ends the reading of its rows. */
export function workbookStream(book: Workbook): Readable {
  const { cursor, further = [] } = book;
  const zip = new ZipFile();
  const out = new PassThrough();
  const fed = new Set<Readable>();
  zip.on('error', (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  writeInto(zip, book, fed).catch((error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  out.once('close', () => {
    for (const sheet of fed) sheet.destroy();
    for (const one of [cursor, ...further.map((part) => part.cursor)]) one.close();
  });
  return out;
}
