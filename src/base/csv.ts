/** Text that a spreadsheet would take for a formula gets an apostrophe before it (S51). */
export const neutralText = (text: string): string => (/^[=+\-@\t\r']/.test(text) ? `'${text}` : text);

/** A cell of a CSV line: numbers as they are, text neutral, quoted where it must be. */
export function csvCell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : neutralText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole CSV file for spreadsheets: BOM, lines that end with CR LF. */
export function csvFile(lines: readonly string[]): string {
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
