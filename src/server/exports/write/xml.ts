/** Text in the XML of a workbook. */

/** What XML 1.0 cannot hold, or not as it is: control characters, halves of surrogate pairs, and two that are no characters. */
const unholdable = /(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const looksEscaped = /_x([0-9a-fA-F]{4})_/g;
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const worthLooking = /[&<>"\p{Cc}\p{Cs}\ufffe\uffff]|_x/u;
const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();

/** Most characters of a cell (ECMA-376 part 1, 18.18.37; Excel's own limit). */
const longestText = 32_767;

/** A text as XML has it; what XML cannot hold as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19, ST_Xstring). */
export function xmlText(text: string): string {
  const kept = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
  if (!worthLooking.test(kept)) return kept;
  return kept
    .replace(looksEscaped, '_x005F_x$1_')
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
    .replace(unholdable, (character) => `_x${hex(character)}_`);
}

/** Letters of a column, from 0: A, B, … Z, AA. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest === 0 ? '' : columnName(rest - 1)}${String.fromCharCode(65 + (index % 26))}`;
}
