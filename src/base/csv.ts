/**
 * What begins a formula in some spreadsheet: the signs, also full-width (which Excel turns into the narrow ones where
 * its language is Japanese or Chinese), small and as the typographic minus, behind any run of blanks, line feeds,
 * tabs, no-break spaces, byte order marks and other characters that are not seen.
 */
const formula = /^[\s\p{Z}\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u;
/** Cells that spreadsheets treat apart whatever follows, and the apostrophe itself, so that it can be taken off again. */
const apart = /^[\t\r\n\0\ufeff']/;

/** Text that a spreadsheet would take for a formula gets an apostrophe before it (S51). */
export const neutralText = (text: string): string =>
  apart.test(text) || formula.test(text) ? `'${text}` : text;

/** Takes off again what `neutralText` put before a text. */
export const plainText = (text: string): string =>
  text.startsWith("'") && neutralText(text.slice(1)) !== text.slice(1) ? text.slice(1) : text;

/** A cell of a CSV line: numbers as they are, text neutral, quoted where it must be. */
export function csvCell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : neutralText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A value as it is shown, neutral: what is a number and nothing else stays one, whatever its sign. */
export const neutralValue = (text: string): string =>
  /^[+\-−]?\d[\d.,]*(e[+-]?\d+)?$/i.test(text) ? text : neutralText(text);

/** A cell of tab-separated values for the clipboard: on one line, neutral, numbers as they are shown. */
export const tsvCell = (text: string): string => neutralValue(text.replace(/[\t\r\n]+/g, ' '));

/** A whole CSV file for spreadsheets: BOM, lines that end with CR LF. */
export function csvFile(lines: readonly string[]): string {
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
