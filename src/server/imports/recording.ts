import type { Reading, StoredValue } from '../storage/storage.ts';
import type { Encoding } from './encoding.ts';
import { headerOf, type RecordingLine, readJson, readLines } from './lines.ts';
import type { Mapping } from './mapping.ts';
import { type CellProblem, columnResolver, planSensors, type SensorPlan } from './plan.ts';
import { type TimeProblem, type TimeReader, timeReader } from './time.ts';

/** Why a row, or one cell of it, was not taken. The ids are message ids under `import.reason`. */
export const badReasons = [
  'quotes',
  'repeatedTime',
  'empty',
  'noSensor',
  'time',
  'skippedTime',
  'doubledTime',
  'timeRange',
  'notANumber',
  'hexNumber',
  'notACode',
  'shortLine',
] as const satisfies readonly (
  | 'quotes'
  | 'repeatedTime'
  | 'empty'
  | 'noSensor'
  | TimeProblem
  | CellProblem
)[];
export type BadReason = (typeof badReasons)[number];
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

/** Compiles a mapping against a header. @throws Refusal 400 where it does not fit */
export function compileMapping(
  mapping: Mapping,
  header: readonly string[] | null,
  latest?: number,
): Compiled {
  return {
    plans: planSensors(mapping, header),
    time: timeReader(mapping, columnResolver(header, mapping.format === 'json'), latest),
  };
}

/** What one plan takes of a line's cells; null where nothing is known. */
function valuesOf(
  plan: SensorPlan,
  cells: readonly string[],
  line: number,
  wrong: BadRow[],
): Record<string, StoredValue> | null {
  const values: Record<string, StoredValue> = {};
  let known = 0;
  for (const { channel, constant, value } of plan.channels) {
    const result = value(cells);
    if ('problem' in result) {
      wrong.push({ line, reason: result.problem, detail: result.cell.slice(0, 40), channel });
      continue;
    }
    values[channel] = result.value;
    if (result.value !== null && !constant) known += 1;
  }
  return known === 0 ? null : values;
}

/** Reads one line. `seen`: times of the lines before it, of each device where a mapping distinguishes them. */
export function recordLine(line: RecordingLine, { plans, time }: Compiled, seen: Set<string>): RecordedLine {
  const { number, cells, bytes } = line;
  const bad = (reason: BadReason, detail: string): RecordedLine => ({
    number,
    bytes,
    width: cells.length,
    readings: [],
    bad: [{ line: number, reason, detail, channel: '' }],
  });
  if (cells.length === 0) return bad('quotes', '');
  const isOwn = ({ only }: SensorPlan) => only === null || cells[only.column] === only.value;
  const own = plans.flatMap((plan, index) => (isOwn(plan) ? [index] : []));
  if (own.length === 0) return bad('noSensor', (cells[plans[0]?.only?.column ?? 0] ?? '').slice(0, 40));
  const read = time.read(cells);
  if ('problem' in read) return bad(read.problem, read.text);
  const { t } = read;
  const key = own.length === plans.length ? `${t}` : `${t} ${own.join()}`;
  if (seen.has(key)) return bad('repeatedTime', read.text);
  seen.add(key);
  const wrong: BadRow[] = [];
  const readings: RecordedLine['readings'][number][] = [];
  for (const index of own) {
    const plan = plans[index];
    const values = plan === undefined ? null : valuesOf(plan, cells, number, wrong);
    if (plan === undefined || values === null) continue;
    const { row, element } = plan;
    readings.push({ plan: index, reading: { row, element, t, historical: true, values } });
  }
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
  let compiled: Compiled | null = null;
  const start = (names: readonly string[] | null): Compiled => {
    const made = compileMapping(mapping, names, latest);
    onCompiled?.(made);
    return made;
  };
  const seen = new Set<string>();
  if (mapping.format === 'json') {
    const { names, lines } = await readJson(file, encoding);
    compiled = start(names);
    for (const line of lines) yield recordLine(line, compiled, seen);
    return;
  }
  const header = headerOf(mapping);
  if (header.names === null) compiled = start(null);
  for await (const line of readLines(file, mapping, encoding)) {
    if (line.number === header.names) compiled = start(line.cells);
    if (line.number <= header.lines || compiled === null) continue;
    yield recordLine(line, compiled, seen);
  }
  // A file that ends within its header says nothing about the mapping's names; numbers and zones are checked all the same.
  if (compiled === null) start(null);
}
