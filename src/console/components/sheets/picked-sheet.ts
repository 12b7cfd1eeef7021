/** Which sheet of a workbook is read: the one that was chosen by hand, else the first that fits. Pure. */
import type { BookSheet } from './read-sheet.ts';

export interface PickedSheet<Read> {
  /** The one that is read; '' = of a file without names. */
  readonly name: string;
  readonly read: Read;
  /** Names of all, in their order. */
  readonly names: readonly string[];
}

/**
 * @param readIn what the lines of a sheet hold
 * @param isOther true where they hold something else than what is looked for
 * @param wanted the sheet that was chosen by hand; one that is not there counts as none
 */
export function pickSheet<Read>(
  sheets: readonly BookSheet[],
  readIn: (lines: BookSheet['lines']) => Read,
  isOther: (read: Read) => boolean,
  wanted: string | null,
): PickedSheet<Read> {
  const names = sheets.map(({ name }) => name);
  const chosen = sheets.find(({ name }) => name === wanted);
  if (chosen !== undefined) return { name: chosen.name, read: readIn(chosen.lines), names };
  for (const { name, lines } of sheets) {
    const read = readIn(lines);
    if (!isOther(read)) return { name, read, names };
  }
  const [first] = sheets;
  return { name: first?.name ?? '', read: readIn(first?.lines ?? []), names };
}
