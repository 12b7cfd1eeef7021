import type { DecodedHistory } from '../../../../contract/history/columns.ts';
import { lowerBound } from '../../../components/chart/pyramid.ts';
import type { TimeSpan } from '../../../components/range/range.ts';
import type { DoubtedCell } from '../../../components/table/cell-text.ts';
import { type Doubted, placeKey } from '../fetch-history.ts';
import type { CurveLine } from '../lines.ts';

/** A column of the table: the readings of a line, or what was made of them in `step` ms. */
export interface TableLine {
  readonly line: CurveLine;
  /** UTC ms, ascending. */
  readonly t: Float64Array;
  /** The value of a row; NaN is missing. */
  readonly at: (index: number) => number;
  readonly made: 'reading' | 'mean' | 'sum' | 'last';
  /** 0 = readings as they came. */
  readonly step: number;
}

function tableLine(line: CurveLine, columns: DecodedHistory): TableLine | null {
  const { channel, sum, circular } = line.series;
  if (columns.mode === 'raw') {
    const values = columns.channels.find((entry) => entry.channel === channel)?.values;
    if (values === undefined) return null;
    return { line, t: columns.t, at: (index) => values.at(index), made: 'reading', step: 0 };
  }
  const bins = columns.channels.find((entry) => entry.channel === channel);
  if (bins === undefined) return null;
  const { step, t } = columns;
  const values = circular ? bins.last : bins.mean;
  const made = circular ? 'last' : sum ? 'sum' : 'mean';
  return { line, t, at: (index) => values[index] ?? Number.NaN, made, step };
}

/** The lines that were loaded, as columns. */
export function tableLines(
  lines: readonly CurveLine[],
  columns: ReadonlyMap<string, DecodedHistory>,
): readonly TableLine[] {
  return lines.flatMap((line) => {
    const own = columns.get(placeKey(line));
    const made = own === undefined ? null : tableLine(line, own);
    return made === null ? [] : [made];
  });
}

/** Every moment of a span (both ends in it) at which one of the lines has a row, ascending, each once. */
export function timesOf(lines: readonly TableLine[], span: TimeSpan): Float64Array {
  const parts = [...new Set(lines.map(({ t }) => t))].map((t) => {
    const end = lowerBound(t, span.to);
    return t.subarray(lowerBound(t, span.from), t[end] === span.to ? end + 1 : end);
  });
  const [first] = parts;
  if (first === undefined) return new Float64Array(0);
  if (parts.length === 1) return first;
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  all.sort();
  let count = 0;
  for (const t of all) {
    if (count > 0 && all[count - 1] === t) continue;
    all[count] = t;
    count += 1;
  }
  return all.subarray(0, count);
}

/** The value of a line at exactly a moment; null where it has none. */
export function readingAt({ t, at }: TableLine, moment: number): number | null {
  const index = lowerBound(t, moment);
  const value = t[index] === moment ? at(index) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** What devices sent at a moment and do not vouch for, by line; null where there is nothing of the kind. */
export function doubtedAt(
  lines: readonly TableLine[],
  doubted: Doubted,
  moment: number,
): Record<string, DoubtedCell> | null {
  let found: Record<string, DoubtedCell> | null = null;
  for (const { line, step } of lines) {
    // Bins are of what devices vouch for.
    const cell =
      step === 0 ? doubted.cells.get(placeKey(line))?.get(moment)?.[line.series.channel] : undefined;
    if (cell === undefined) continue;
    found ??= {};
    found[line.key] = cell;
  }
  return found;
}
