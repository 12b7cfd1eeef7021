/** Rows on a terminal: aligned, as CSV, or as JSON. */

const isWide =
  /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Columns of a terminal that a text takes: ideographs and kana take two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += isWide.test(sign) || (sign.codePointAt(0) ?? 0) > 0x1f000 ? 2 : 1;
  return width;
}

/** Text of others on a terminal: without control characters, which could move its cursor or change its title. */
export const printable = (text: string): string => text.replace(/\p{C}/gu, ' ');

/** A table with aligned columns; the last one is not filled up. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of clean)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
    });
  return clean
    .map((row) =>
      row
        .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
