/** What differs between two texts, line by line. */

export interface DiffLine {
  readonly type: 'same' | 'gone' | 'new';
  readonly text: string;
}
/** Lines that belong together: those that differ, with some of those around them. */
export interface DiffHunk {
  /** Number of its first line in either text, from 1. */
  readonly before: number;
  readonly after: number;
  readonly lines: readonly DiffLine[];
}

/** Differing lines up to which the shortest difference is looked for; beyond it all of them stand as gone and new. */
const mostSteps = 600;

/** The lines of a text: an end of line at its end is none of its own, and how lines end is no difference. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * How far each diagonal reaches after each step: Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
 * Null where the two differ in more than `mostSteps` lines.
 */
function reachOf(a: readonly string[], b: readonly string[]): Map<number, number>[] | null {
  const steps: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let step = 0; step <= Math.min(mostSteps, a.length + b.length); step += 1) {
    steps.push(new Map(reach));
    for (let k = -step; k <= step; k += 2) {
      const down = k === -step || (k !== step && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach.set(k, x);
      if (x >= a.length && x - k >= b.length) return steps;
    }
    reach = new Map([...reach].filter(([k]) => Math.abs(k) <= step));
  }
  return null;
}

const gone = (text: string): DiffLine => ({ type: 'gone', text });
const fresh = (text: string): DiffLine => ({ type: 'new', text });

/** Every line of both texts, in order: those that both have, that only the first has, and that only the second has. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const steps = reachOf(a, b);
  if (steps === null) return [...a.map(gone), ...b.map(fresh)];
  const found: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let step = steps.length - 1; step >= 0; step -= 1) {
    const reach = steps[step] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -step || (k !== step && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const fromX = step === 0 ? 0 : (reach.get(from) ?? 0);
    const fromY = step === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      found.push({ type: 'same', text: a[x] ?? '' });
    }
    if (step === 0) break;
    if (down) found.push(fresh(b[fromY] ?? ''));
    else found.push(gone(a[fromX] ?? ''));
    [x, y] = [fromX, fromY];
  }
  return found.reverse();
}

/** The lines that differ, with `around` of those that do not on either side; empty where nothing differs. */
export function hunksOf(lines: readonly DiffLine[], around = 3): readonly DiffHunk[] {
  const near = new Set<number>();
  lines.forEach(({ type }, at) => {
    if (type !== 'same') for (let one = at - around; one <= at + around; one += 1) near.add(one);
  });
  const hunks: { before: number; after: number; lines: DiffLine[] }[] = [];
  let [before, after] = [1, 1];
  lines.forEach((line, at) => {
    if (near.has(at)) {
      if (!near.has(at - 1) || hunks.length === 0) hunks.push({ before, after, lines: [] });
      hunks.at(-1)?.lines.push(line);
    }
    if (line.type !== 'new') before += 1;
    if (line.type !== 'gone') after += 1;
  });
  return hunks;
}
