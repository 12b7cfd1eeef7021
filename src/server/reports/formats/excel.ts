/** A report as a workbook: every table on a sheet of its own, numbers as numbers. */
import { buffer } from 'node:stream/consumers';
import type { Language } from '../../../base/messages.ts';
import type { ExportCell, ExportColumn, ExportRow } from '../../exports/table.ts';
import { RowCursor } from '../../exports/write/sheet.ts';
import { workbookStream } from '../../exports/write/workbook.ts';
import { type ReportParts, reportSheets } from '../compose.ts';
import type { PaperCell, TableBlock } from '../document.ts';

async function* all(rows: readonly ExportRow[]): AsyncGenerator<readonly ExportRow[]> {
  yield rows;
}

function sheetOf(table: TableBlock, zone: string) {
  const columns = table.columns.map(
    ({ title, kind, unit, digits }): ExportColumn => ({
      ...{ title, kind },
      ...(unit === undefined ? {} : { unit }),
      ...(digits === undefined ? {} : { digits }),
      ...(kind === 'time' ? { zone } : {}),
    }),
  );
  const cellOf = ({ text, value }: PaperCell, index: number): ExportCell =>
    columns[index]?.kind === 'text' ? text : (value ?? null);
  return {
    title: table.title,
    columns,
    cursor: new RowCursor(all(table.rows.map((row) => row.map(cellOf)))),
  };
}

/** The bytes of the workbook; the same parts make the same. */
export async function workbookOf(parts: ReportParts, language: Language): Promise<Uint8Array<ArrayBuffer>> {
  const { conclusion, tables, text, kind, span } = reportSheets(parts, language);
  const { model, checksum, signatures } = parts;
  const first = {
    title: text('reports.section.conclusion'),
    columns: [
      { title: text('reports.column.name'), kind: 'text', width: 32 },
      { title: text('reports.section.conclusion'), kind: 'text', width: 110 },
    ] satisfies readonly ExportColumn[],
    cursor: new RowCursor(all(conclusion.map(({ lead, text: said }) => [lead, said]))),
  };
  const bytes = await buffer(
    workbookStream({
      ...first,
      further: tables.map((table) => sheetOf(table, model.timeZone)),
      isTimeless: true,
      about: {
        title: text('exports.about'),
        lines: () => [
          [text('sites.project'), `${model.project.code} ${model.project.name}`],
          [text('reports.template'), kind],
          [text('reports.period'), span],
          [text('exports.about.zone'), model.timeZone],
          [text('exports.about.when'), new Date(model.madeAt).toISOString()],
          [text('exports.about.who'), model.madeBy],
          [text('reports.sha'), checksum],
          ...signatures.map(
            ({ name, at, role }) =>
              [
                text('reports.section.signatures'),
                `${name}${role === '' ? '' : `, ${role}`}, ${new Date(at).toISOString()}`,
              ] as const,
          ),
        ],
      },
    }),
  );
  return Uint8Array.from(bytes);
}
