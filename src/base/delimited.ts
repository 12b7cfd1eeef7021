/** Cells of text with a separator: CSV, or what a spreadsheet puts on the clipboard. */

const separators = ['\t', ',', ';'] as const;

/** The separator that stands oftenest outside quotes in the first line; a tab where none does. */
function separatorOf(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const count = (one: string) => line.split(one).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? '\t';
}

/**
 * Lines of cells, empty lines too, at most `mostLines`. A cell in quotes may hold separators, line feeds, and quotes
 * written twice; a quote inside a cell that does not begin with one is a letter.
 */
export function delimitedLines(given: string, mostLines: number): readonly (readonly string[])[] {
  const text = given.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endLine = () => {
    lines.push([...line, cell]);
    line = [];
    cell = '';
  };
  for (let at = 0; at < text.length && lines.length < mostLines; at += 1) {
    const letter = text[at] ?? '';
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      line.push(cell);
      cell = '';
    } else if (letter === '\n') endLine();
    else if (letter !== '\r') cell += letter;
  }
  if (lines.length < mostLines && (cell !== '' || line.length > 0)) endLine();
  return lines;
}
