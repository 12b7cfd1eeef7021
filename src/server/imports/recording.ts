import type { Reading, StoredValue } from '../storage/storage.ts';
import type { Encoding } from './encoding.ts';
import { headerOf, type RecordingLine, readLines } from './lines.ts';
import type { Mapping } from './mapping.ts';
import { type CellProblem, columnResolver, planSensors, type SensorPlan } from './plan.ts';
import { type TimeProblem, type TimeReader, timeReader } from './time.ts';

/** Why a row, or one cell of it, was not taken. The ids are message ids under `import.reason`. */
export type BadReason = 'quotes' | 'repeatedTime' | 'empty' | TimeProblem | CellProblem;
export interface BadRow {
  readonly line: number;
  readonly reason: BadReason;
  /** The cell or channel concerned. */
  readonly detail: string;
  /** Channel of a cell; empty where the whole row is concerned. */
  readonly channel: string;
}

/** What one line of a recording gave. */
export interface RecordedLine {
  readonly number: number;
  readonly bytes: number;
  /** Cells that it has. */
  readonly width: number;
  readonly readings: readonly {
    readonly plan: number;
    readonly reading: Omit<Reading, 'sourceId' | 'receivedAt'>;
  }[];
  readonly bad: readonly BadRow[];
}

/** A mapping that has been compiled against a file's header. */
export interface Compiled {
  readonly plans: readonly SensorPlan[];
  readonly time: TimeReader;
}

function compile(mapping: Mapping, header: readonly string[] | null, latest: number | undefined): Compiled {
  return {
    plans: planSensors(mapping, header),
    time: timeReader(mapping, columnResolver(header), latest),
  };
}

function recordLine(line: RecordingLine, { plans, time }: Compiled, seen: Set<number>): RecordedLine {
  const { number, cells, bytes } = line;
  const bad = (reason: BadReason, detail: string): RecordedLine => ({
    number,
    bytes,
    width: cells.length,
    readings: [],
    bad: [{ line: number, reason, detail, channel: '' }],
  });
  if (cells.length === 0) return bad('quotes', '');
  const read = time.read(cells);
  if ('problem' in read) return bad(read.problem, read.text);
  const { t } = read;
  if (seen.has(t)) return bad('repeatedTime', read.text);
  seen.add(t);
  const wrong: BadRow[] = [];
  const readings = plans.flatMap((plan, index) => {
    const values: Record<string, StoredValue> = {};
    let known = 0;
    for (const channel of plan.channels) {
      const result = channel.value(cells);
      if ('problem' in result) {
        wrong.push({
          line: number,
          reason: result.problem,
          detail: result.cell.slice(0, 40),
          channel: channel.channel,
        });
        continue;
      }
      values[channel.channel] = result.value;
      if (result.value !== null && !channel.constant) known += 1;
    }
    if (known === 0) return [];
    return [{ plan: index, reading: { row: plan.row, element: plan.element, t, historical: true, values } }];
  });
  if (readings.length === 0 && wrong.length === 0) return bad('empty', '');
  return { number, bytes, width: cells.length, readings, bad: wrong };
}

export interface RecordingOptions {
  /** Times after it are none of a recording. Default: any. */
  readonly latest?: number;
  /** Called once, when the header was read. */
  readonly onCompiled?: (compiled: Compiled) => void;
}

/**
 * Reads a recording line by line into readings without a source. Bad rows come with their line and reason, good ones
 * go on. @throws Refusal 400 when the mapping does not fit the file's header.
 */
export async function* readRecording(
  file: string,
  mapping: Mapping,
  encoding: Encoding,
  { latest, onCompiled }: RecordingOptions = {},
): AsyncGenerator<RecordedLine> {
  const header = headerOf(mapping);
  let compiled: Compiled | null = null;
  const start = (names: readonly string[] | null): Compiled => {
    const made = compile(mapping, names, latest);
    onCompiled?.(made);
    return made;
  };
  if (header.names === null) compiled = start(null);
  const seen = new Set<number>();
  for await (const line of readLines(file, mapping, encoding)) {
    if (line.number === header.names) compiled = start(line.cells);
    if (line.number <= header.lines || compiled === null) continue;
    yield recordLine(line, compiled, seen);
  }
  // A file that ends within its header says nothing about the mapping's names; numbers and zones are checked all the same.
  if (compiled === null) start(null);
}
