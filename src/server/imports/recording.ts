import type { Reading, StoredValue } from '../storage/storage.ts';
import { headerOf, type Line, readLines } from './lines.ts';
import type { Mapping } from './mapping.ts';
import { columnResolver, planSensors, type SensorPlan } from './plan.ts';
import { type TimeReader, timeReader } from './time.ts';

/** Why a row, or one cell of it, was not taken. The ids are message ids under `import.reason`. */
export type BadReason = 'quotes' | 'time' | 'repeatedTime' | 'notANumber' | 'empty';
export interface BadRow {
  readonly line: number;
  readonly reason: BadReason;
  /** The cell or channel concerned. */
  readonly detail: string;
}

/** What one line of a recording gave. */
export interface RecordedLine {
  readonly bytes: number;
  readonly readings: readonly {
    readonly plan: number;
    readonly reading: Omit<Reading, 'sourceId' | 'receivedAt'>;
  }[];
  readonly bad: readonly BadRow[];
}

interface Compiled {
  readonly plans: readonly SensorPlan[];
  readonly time: TimeReader;
}

function compile(mapping: Mapping, header: readonly string[] | null): Compiled {
  return {
    plans: planSensors(mapping, header),
    time: timeReader(mapping.time, mapping.timeZone, columnResolver(header)),
  };
}

function recordLine(line: Line, { plans, time }: Compiled, seen: Set<number>): RecordedLine {
  const { number, cells, bytes } = line;
  const bad = (reason: BadReason, detail: string): RecordedLine => ({
    bytes,
    readings: [],
    bad: [{ line: number, reason, detail }],
  });
  if (cells.length === 0) return bad('quotes', '');
  const t = time.read(cells);
  if (t === null) return bad('time', cells.slice(0, 6).join(' ').slice(0, 40));
  if (seen.has(t)) return bad('repeatedTime', new Date(t).toISOString());
  seen.add(t);
  const wrong: BadRow[] = [];
  const readings = plans.flatMap((plan, index) => {
    const values: Record<string, StoredValue> = {};
    let known = 0;
    for (const channel of plan.channels) {
      const value = channel.value(cells);
      if (value !== null && Number.isNaN(value)) {
        wrong.push({ line: number, reason: 'notANumber', detail: channel.channel });
        continue;
      }
      values[channel.channel] = value;
      if (value !== null && !channel.constant) known += 1;
    }
    if (known === 0) return [];
    return [{ plan: index, reading: { row: plan.row, element: plan.element, t, historical: true, values } }];
  });
  if (readings.length === 0 && wrong.length === 0) return bad('empty', '');
  return { bytes, readings, bad: wrong };
}

/**
 * Reads a recording line by line into readings without a source. Bad rows come with their line and reason, good ones
 * go on. @throws Refusal 400 when the mapping does not fit the file's header.
 */
export async function* readRecording(file: string, mapping: Mapping): AsyncGenerator<RecordedLine> {
  const header = headerOf(mapping);
  let compiled: Compiled | null = header.names === null ? compile(mapping, null) : null;
  const seen = new Set<number>();
  for await (const line of readLines(file, mapping)) {
    if (line.number === header.names) compiled = compile(mapping, line.cells);
    if (line.number <= header.lines || compiled === null) continue;
    yield recordLine(line, compiled, seen);
  }
}
