/** A mapping to be corrected, guessed from a file. */
import { Refusal } from '../../base/errors.ts';
import { type Encoding, readFileFacts } from './encoding.ts';
import { guessChannels, type NamedColumn, splitName } from './guess-channels.ts';
import { type CellRows, guessTime, type TimeGuess } from './guess-time.ts';
import { timeName } from './json-table.ts';
import { cut, readJson, readText, type Separator } from './lines.ts';
import type { ColumnName, Mapping } from './mapping.ts';
import { type Decimal, readNumber } from './number.ts';
import { timeReader } from './time.ts';

/** Lines that a guess looks at. */
const looked = 3000;
const missing = new Set(['', 'NAN', 'NaN', 'nan']);

export interface Guess {
  readonly mapping: Mapping;
  readonly time: TimeGuess;
  /** What each column was taken for; null = not known, and `time` for the time's. */
  readonly columns: readonly {
    readonly column: number;
    readonly name: string;
    readonly values: readonly string[];
    readonly guess: string | null;
  }[];
}

interface Text {
  readonly text: string;
  readonly number: number;
}

/** The separator by which most lines have the same number of cells, more than one. */
function separatorOf(lines: readonly Text[]): Separator {
  const tail = lines.slice(Math.floor(lines.length / 3));
  let best: { readonly separator: Separator; readonly share: number } = { separator: 'comma', share: 0 };
  for (const separator of ['tab', 'semicolon', 'comma', 'space'] as const) {
    const counts = new Map<number, number>();
    for (const { text } of tail) {
      const width = cut(text, separator)?.length ?? 0;
      if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
    }
    const share = Math.max(0, ...counts.values()) / Math.max(1, tail.length);
    if (share > best.share + 0.05) best = { separator, share };
  }
  return best.separator;
}

const isNumber = (text: string) =>
  missing.has(text) || !Number.isNaN(readNumber(text, 'point')) || !Number.isNaN(readNumber(text, 'comma'));
const isTimeLike = (text: string) => /^\d[\d\s:./,\-年月日時时分秒TZ+]*(?:[AP]M)?$/i.test(text);

/** True for a line of measurements: most cells are numbers or times, and one at least is there. */
function isData(cells: readonly string[]): boolean {
  const good = cells.filter((text) => isNumber(text) || isTimeLike(text)).length;
  return (
    good * 2 > cells.length &&
    cells.some((text) => /\d/.test(text)) &&
    isTimeLike(cells.find((text) => text !== '') ?? '')
  );
}

function decimalOf(cells: CellRows, time: readonly number[]): Decimal {
  let point = 0;
  let comma = 0;
  for (const row of cells) {
    for (const [at, text] of row.entries()) {
      if (time.includes(at)) continue;
      if (/^[+-]?\d*\.\d+/.test(text)) point += 1;
      else if (/^[+-]?\d*,\d+/.test(text)) comma += 1;
    }
  }
  return comma > point ? 'comma' : 'point';
}

/** The usual step between rows in seconds; null where there is none. */
function stepOf(cells: CellRows, guess: TimeGuess): number | null {
  const mapping: Mapping = {
    format: 'delimited',
    timeZone: 'UTC',
    time: guess.time,
    sensors: [],
    ...(guess.pivot === undefined ? {} : { pivot: guess.pivot }),
  };
  const reader = timeReader(mapping, Number);
  const times = cells.map((row) => reader.read(row)).flatMap((read) => ('t' in read ? [read.t] : []));
  const counts = new Map<number, number>();
  for (const [at, t] of times.slice(1).entries()) {
    const step = Math.round((t - (times[at] ?? t)) / 1000);
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? null;
}

/** Row numbers count up by one and measure nothing. */
function isCounter(name: string, texts: readonly string[]): boolean {
  if (!/^(?:record|recnum|index|no\.?|#|id|序号|序號|编号|番号|№)$/i.test(name.trim())) return false;
  return texts.every((text) => /^\d+$/.test(text));
}

/**
 * Guesses a mapping from the first 3,000 lines of a file. `timeZone`: the zone of its clock, `?` where it is to be
 * filled in. @throws Refusal 400 for what is no text, 422 where no column holds a time
 */
export async function guessMapping(file: string, timeZone: string): Promise<Guess> {
  const { encoding } = await readFileFacts(file, undefined);
  if (await looksLikeJson(file, encoding)) return guessJson(file, encoding, timeZone);
  const lines: Text[] = [];
  for await (const { text, number } of readText(file, encoding)) {
    if (text.trim() !== '') lines.push({ text, number });
    if (lines.length === looked) break;
  }
  const isToa5 = /^"?TOA5"?,/.test(lines[0]?.text ?? '');
  const separator = isToa5 ? 'comma' : separatorOf(lines);
  const table = lines.map(({ text, number }) => ({ number, cells: cut(text, separator) ?? [] }));
  const start = isToa5 ? 4 : table.findIndex(({ cells }) => isData(cells));
  const body = start < 0 ? [] : table.slice(start).map(({ cells }) => cells);
  const widest = Math.max(0, ...body.map((row) => row.length));
  const good = body.filter((row) => row.length === widest);
  const time = guessTime(good);
  if (time === null) throw new Refusal(422, 'import.guess.noTime', { file });
  const header = isToa5 ? 4 : (table[start]?.number ?? 1) - 1;
  const names = isToa5 ? table[1]?.cells : header === 0 ? undefined : table[start - 1]?.cells;
  const units = isToa5 ? table[2]?.cells : undefined;
  const areNames =
    names !== undefined &&
    names.length >= widest &&
    new Set(names).size === names.length &&
    !names.includes('');
  const nameOf = (at: number): ColumnName => (areNames ? (names[at] ?? at) : at);
  const decimal = decimalOf(good, time.columns);
  const columns: Guess['columns'][number][] = [];
  const measured: (NamedColumn & { readonly at: number })[] = [];
  for (let at = 0; at < widest; at++) {
    const texts = good.map((row) => row[at] ?? '');
    const own = splitName(names?.[at] ?? '');
    const shown = { column: at, name: names?.[at] ?? '', values: texts.slice(0, 3) };
    const numbers = texts.filter((text) => !Number.isNaN(readNumber(text, decimal)));
    if (time.columns.includes(at)) columns.push({ ...shown, guess: 'time' });
    else if (numbers.length * 2 > texts.length && !isCounter(own.name, texts)) {
      measured.push({ at, column: nameOf(at), name: own.name, unit: own.unit || (units?.[at] ?? '') });
      columns.push({ ...shown, guess: null });
    } else columns.push({ ...shown, guess: '–' });
  }
  const { sensors, said } = guessChannels(measured, stepOf(good, time));
  const guessed = new Map(measured.map(({ at, column }) => [at, said.get(column) ?? null]));
  const mapping: Mapping = {
    format: isToa5 ? 'toa5' : 'delimited',
    ...(isToa5 ? {} : { separator, header }),
    ...(encoding === 'utf-8' ? {} : { encoding }),
    ...(decimal === 'comma' ? { decimal } : {}),
    timeZone,
    time: renamed(time.time, nameOf),
    ...(time.pivot === undefined ? {} : { pivot: time.pivot }),
    sensors: [...sensors],
  };
  return {
    mapping,
    time,
    columns: columns.map((one) => ({ ...one, guess: one.guess ?? guessed.get(one.column) ?? null })),
  };
}

/** True for a text whose first character begins an object or a list. */
async function looksLikeJson(file: string, encoding: Encoding): Promise<boolean> {
  for await (const { text } of readText(file, encoding)) {
    if (text.trim() !== '') return /^[{[]/.test(text.trim());
  }
  return false;
}

async function guessJson(file: string, encoding: Encoding, timeZone: string): Promise<Guess> {
  const { names, lines } = await readJson(file, encoding);
  const rows = lines.slice(0, looked).map(({ cells }) => cells);
  return guessTable(names, rows, timeZone, file);
}

/**
 * Guesses a mapping from a table of JSON: the time is a column that is called so, or the first that holds times.
 * @throws Refusal 422 where no column does
 */
export function guessTable(names: readonly string[], rows: CellRows, timeZone: string, file: string): Guess {
  const called = names.findIndex((name) => timeName.test(name.split('.').at(-1) ?? ''));
  const candidates = [...(called < 0 ? [] : [called]), ...names.keys()];
  let time: TimeGuess | null = null;
  for (const at of candidates) {
    const found = guessTime(rows.map((row) => [row[at] ?? '']));
    if (found === null || !('column' in found.time)) continue;
    time = { ...found, time: { ...found.time, column: at }, columns: [at] };
    break;
  }
  if (time === null) throw new Refusal(422, 'import.guess.noTime', { file });
  const isUsed = (at: number) => time?.columns.includes(at) === true;
  const numbers = (at: number) => rows.filter((row) => !Number.isNaN(readNumber(row[at] ?? '', 'point')));
  const measured = names.flatMap((name, at) =>
    isUsed(at) || numbers(at).length === 0 || /^(?:no|f_port|f_cnt|record)$/i.test(name)
      ? []
      : [{ at, column: name, name: name.split('.').at(-1) ?? name, unit: '' }],
  );
  const { sensors, said } = guessChannels(measured, stepOf(rows, time));
  const own = names[time.columns[0] ?? 0] ?? '';
  const { pattern } = time.time as { readonly pattern?: string };
  return {
    time,
    mapping: {
      format: 'json',
      timeZone,
      time: { column: own, ...(pattern === undefined ? {} : { pattern }) },
      ...(time.pivot === undefined ? {} : { pivot: time.pivot }),
      sensors: [...sensors],
    },
    columns: names.map((name, at) => ({
      column: at,
      name,
      values: rows.slice(0, 3).map((row) => row[at] ?? ''),
      guess: isUsed(at) ? 'time' : measured.some((one) => one.at === at) ? (said.get(name) ?? null) : '–',
    })),
  };
}

/** A time's columns by their names. */
function renamed(time: Mapping['time'], nameOf: (at: number) => ColumnName): Mapping['time'] {
  const entries = Object.entries(time).map(([key, value]) => [
    key,
    typeof value === 'number' ? nameOf(value) : value,
  ]);
  return Object.fromEntries(entries) as Mapping['time']; // the same keys
}
