/** Where in the script as it was written: types are taken out before it runs, which moves columns, never lines. */
export interface SourcePosition {
  readonly line: number | null;
  readonly column: number | null;
}

/** Name under which the engine knows the script. */
export const scriptName = 'script.ts';
const longest = 400;

/** The column of a written line that a column of the line that ran comes from: along their longest common sequence. */
export function writtenColumn(written: string, ran: string, column: number): number {
  if (written === ran || written.length > longest || ran.length > longest) return column;
  const width = ran.length + 1;
  const lengths = new Uint16Array((written.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = written.length - 1; i >= 0; i--)
    for (let j = ran.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        written[i] === ran[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  let i = 0;
  let j = 0;
  while (i < written.length && j < Math.min(column - 1, ran.length)) {
    if (written[i] === ran[j]) {
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  while (i < written.length && j < ran.length && written[i] !== ran[j] && at(i + 1, j) >= at(i, j + 1))
    i += 1;
  return i + 1;
}

/** The innermost place of a stack that is in the script itself. */
export function positionIn(stack: string, written: string, ran: string): SourcePosition {
  const found = new RegExp(`${scriptName.replace('.', '\\.')}:(\\d+)(?::(\\d+))?`).exec(stack);
  if (found === null) return { line: null, column: null };
  const line = Number(found[1]);
  const column = found[2] === undefined ? null : Number(found[2]);
  const lineOf = (text: string) => text.split('\n')[line - 1] ?? '';
  return { line, column: column === null ? null : writtenColumn(lineOf(written), lineOf(ran), column) };
}
