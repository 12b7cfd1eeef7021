/** The few looks of cells that our workbooks have. */
import type { ExportColumn } from '../table.ts';

/** Digits after the point that a number can be shown with. */
const mostDigits = 9;
/** Places in `cellXfs`. */
export const look = { plain: 0, head: 1, unit: 2, time: 3, number: 4 } as const;
const firstOwnFormat = 164;
const formats = [
  'yyyy\\-mm\\-dd\\ hh:mm:ss',
  ...Array.from({ length: mostDigits + 1 }, (_, digits) => (digits === 0 ? '0' : `0.${'0'.repeat(digits)}`)),
];

/** The look of a column's cells. */
export function lookOf({ kind, digits }: ExportColumn): number {
  if (kind === 'time') return look.time;
  return kind === 'number' && digits !== undefined ? look.number + Math.min(digits, mostDigits) : look.plain;
}

/** `xl/styles.xml`. */
export function stylesXml(): string {
  const ids = formats.map(
    (code, index) => `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${code}"/>`,
  );
  const own = formats.map(
    (_, index) =>
      `<xf numFmtId="${firstOwnFormat + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${ids.length}">${ids.join('')}</numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><sz val="11"/><color rgb="FF666666"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8ECF1"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${3 + own.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="0" fontId="2" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>${own.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
