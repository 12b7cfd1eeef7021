/** Text as it is compared: one width, one case. */
export const foldText = (text: string) => text.normalize('NFKC').toLowerCase();

/** A line, as far as keys look at it. */
export interface KeyedLine {
  readonly depth: number;
  readonly label: string;
  readonly open: boolean | null;
}
/** What a key does in the tree. */
export type TreeAction = { readonly go: number } | 'fold' | 'choose';

/** Lines of a page, about what is in sight. */
const page = 15;

/**
 * What a key does on a line, as WAI-ARIA has it for trees; null where the tree has no use for it.
 * @param at index of the line that has the focus
 */
export function treeAction(lines: readonly KeyedLine[], at: number, key: string): TreeAction | null {
  const line = lines[at];
  if (line === undefined) return null;
  const last = lines.length - 1;
  const moves: Readonly<Record<string, number | undefined>> = {
    ArrowDown: Math.min(last, at + 1),
    ArrowUp: Math.max(0, at - 1),
    PageDown: Math.min(last, at + page),
    PageUp: Math.max(0, at - page),
    Home: 0,
    End: last,
  };
  const target = moves[key];
  if (target !== undefined) return { go: target };
  if (key === 'Enter' || key === ' ') return 'choose';
  if (key === 'ArrowRight') return line.open === null ? null : line.open ? { go: at + 1 } : 'fold';
  if (key !== 'ArrowLeft') return null;
  if (line.open === true) return 'fold';
  const above = lines.findLastIndex((other, place) => place < at && other.depth < line.depth);
  return above < 0 ? null : { go: above };
}

/**
 * The line that typed letters lead to: the next one, round the end, that has a word which begins with them. One letter
 * goes on from the line, more of them may stay on it.
 * @returns its index, or -1
 */
export function typedLine(lines: readonly KeyedLine[], at: number, typed: string): number {
  const wanted = foldText(typed);
  const from = wanted.length === 1 ? at + 1 : at;
  for (let step = 0; step < lines.length; step++) {
    const index = (from + step) % lines.length;
    const label = foldText(lines[index]?.label ?? '');
    if (label.startsWith(wanted) || label.includes(` ${wanted}`)) return index;
  }
  return -1;
}
