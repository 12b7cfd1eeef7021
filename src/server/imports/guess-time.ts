/** Which columns of a table hold its time, and how it is written. */
import type { Mapping } from './mapping.ts';
import { readNumber } from './number.ts';
import { timeReader } from './time.ts';

/** Cells by row; all rows are those of measurements. */
export type CellRows = readonly (readonly string[])[];

export interface TimeGuess {
  readonly time: Mapping['time'];
  readonly pivot?: number;
  /** Columns that hold it. */
  readonly columns: readonly number[];
  /** True where day and month could as well be the other way round. */
  readonly isAmbiguous: boolean;
}

/** Of what is tried a column must hold so many: loggers write bad lines. */
const share = 0.95;
/** Two-digit years below it are 20xx (*assumed*). */
const pivot = 70;

const dates = [
  'D.M.YYYY',
  'D/M/YYYY',
  'M/D/YYYY',
  'D-M-YYYY',
  'D-MMM-YYYY',
  'D MMM YYYY',
  'YYYYMMDD',
  'D.M.YY',
  'YY/M/D',
  'D/M/YY',
  'M/D/YY',
  'YY-M-D',
];
const clocks = ['H:m:s', 'H:m', 'H:m:s.S', 'h:m:s A', 'h:m A', 'A h:m:s', 'HHmmss', 'HHmm'];
const compact = ['YYYYMMDDHHmm', 'YYYYMMDDHHmmss', 'YYYYMMDDTHHmmss', 'YYYYMMDDTHHmmssZ'];
const yearFirst = ['YYYY-M-D', 'YYYY/M/D'].flatMap((date) =>
  ['h:m:s A', 'h:m A', 'A h:m:s', 'A h:m', 'HHmm'].map((clock) => `${date} ${clock}`),
);
const patterns = [
  undefined,
  ...dates.flatMap((date) => clocks.map((clock) => `${date} ${clock}`)),
  ...compact,
  ...yearFirst,
  'epoch-s',
  'epoch-ms',
];
const latest = Date.UTC(2100, 0, 1);
/** Recordings of loggers begin here at the earliest (*assumed*); numbers before it are no epochs. */
const earliestEpoch = Date.UTC(1990, 0, 1);

const isShort = (pattern: string | undefined) => /(?<!Y)YY(?!Y)/.test(pattern ?? '');

interface Tried extends TimeGuess {
  readonly pattern: string | undefined;
  readonly largestStep: number;
}

/** How a time reads all rows: null where too few have one. */
function tryTime(
  cells: CellRows,
  time: Mapping['time'],
  columns: readonly number[],
  pattern?: string,
): Tried | null {
  const mapping: Mapping = { format: 'delimited', timeZone: 'UTC', time, sensors: [], pivot };
  const reader = timeReader(mapping, Number, latest);
  const times: number[] = [];
  for (const row of cells) {
    const read = reader.read(row);
    if ('t' in read) times.push(read.t);
  }
  if (times.length < cells.length * share) return null;
  if (pattern?.startsWith('epoch') && times.some((t) => t < earliestEpoch)) return null;
  const largestStep = times
    .slice(1)
    .reduce((most, t, at) => Math.max(most, Math.abs(t - (times[at] ?? t))), 0);
  const years = 'year' in time && cells.every((row) => (row[Number(time.year)] ?? '').length <= 2);
  return {
    time,
    columns,
    isAmbiguous: false,
    pattern,
    largestStep,
    ...(isShort(pattern) || years ? { pivot } : {}),
  };
}

/** Of several ways to read a time the one whose rows follow each other most closely. */
function best(tried: readonly (Tried | null)[]): TimeGuess | null {
  const good = tried.filter((one) => one !== null);
  const [first] = good.toSorted((a, b) => a.largestStep - b.largestStep);
  if (first === undefined) return null;
  const { largestStep, pattern, ...guess } = first;
  const rival = good.find(
    (one) => one !== first && one.largestStep === largestStep && one.pattern !== pattern,
  );
  const isAmbiguous =
    rival !== undefined && /^[DM]\W/.test(pattern ?? '') && /^[DM]\W/.test(rival.pattern ?? '');
  return { ...guess, isAmbiguous };
}

const column = (cells: CellRows, at: number) => cells.map((row) => row[at] ?? '');
const isAll = (texts: readonly string[], test: (text: string) => boolean) =>
  texts.filter(test).length >= texts.length * share;
const within = (least: number, most: number) => (text: string) => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most;
};

/** Seconds have two digits and move; counts of a bucket's tips have one. */
const areSeconds = (texts: readonly string[]) =>
  texts.every((text) => /^[0-5]\d$/.test(text)) && new Set(texts).size > 1;

/** Parts of a time in columns of their own: they stand side by side, the year first. */
function inParts(cells: CellRows, width: number): TimeGuess | null {
  const holds = (at: number, least: number, most: number) => isAll(column(cells, at), within(least, most));
  for (let year = 0; year + 1 < width; year++) {
    if (!holds(year, 1990, 2100)) continue;
    if (holds(year + 1, 1, 12) && holds(year + 2, 1, 31)) {
      const base = { year, month: year + 1, day: year + 2 };
      const columns = [year, year + 1, year + 2];
      const tried = [tryTime(cells, base, columns)];
      if (holds(year + 3, 0, 24) && holds(year + 4, 0, 59)) {
        const time = { ...base, hour: year + 3, minute: year + 4 };
        tried.unshift(tryTime(cells, time, [...columns, year + 3, year + 4]));
        if (areSeconds(column(cells, year + 5))) {
          const seconds = { ...time, second: year + 5 };
          tried.unshift(tryTime(cells, seconds, [...columns, year + 3, year + 4, year + 5]));
        }
      } else if (holds(year + 3, 0, 2400)) {
        tried.unshift(tryTime(cells, { ...base, clock: year + 3 }, [...columns, year + 3]));
      }
      // Seconds or minutes that stand still are a measurement that happens to be small.
      return tried.find((one) => one !== null && one.largestStep > 0) ?? null;
    }
    if (holds(year + 1, 1, 366)) {
      const time = { year, dayOfYear: year + 1 };
      const clock = holds(year + 2, 0, 2400)
        ? tryTime(cells, { ...time, clock: year + 2 }, [year, year + 1, year + 2])
        : null;
      const found = clock ?? tryTime(cells, time, [year, year + 1]);
      if (found !== null) return found;
    }
  }
  return null;
}

/** Finds a table's time. Null where no column holds one. */
export function guessTime(cells: CellRows): TimeGuess | null {
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (cells.length === 0) return null;
  for (let at = 0; at < width; at++) {
    const texts = column(cells, at);
    // A column of plain small numbers is a measurement, whatever pattern would read it.
    if (isAll(texts, (text) => text.length < 10 && !Number.isNaN(readNumber(text, 'point')))) continue;
    if (isAll(texts, (text) => !/\d/.test(text))) continue;
    const whole = (pattern: string | undefined) => ({
      column: at,
      ...(pattern === undefined ? {} : { pattern }),
    });
    const found = best(
      patterns.map(
        (pattern) =>
          tryTime(cells.slice(0, 500), whole(pattern), [at], pattern) &&
          tryTime(cells, whole(pattern), [at], pattern),
      ),
    );
    if (found === null || (at + 1 < width && isDateAlone(cells, at))) continue;
    return found;
  }
  return inTwo(cells, width) ?? inParts(cells, width) ?? dateOnly(cells, width);
}

const isClock = (text: string) => /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AaPp][Mm])?$/.test(text);

/** True for a date beside which a time of day stands. */
const isDateAlone = (cells: CellRows, at: number) =>
  cells.every((row) => !/[:時时]/.test(row[at] ?? '')) &&
  cells.some((row) => row.some((text, other) => other !== at && isClock(text)));

/** A date and a time of day in two columns. */
function inTwo(cells: CellRows, width: number): TimeGuess | null {
  for (let clock = 0; clock < width; clock++) {
    if (!isAll(column(cells, clock), isClock)) continue;
    for (let date = 0; date < width; date++) {
      if (date === clock) continue;
      const two = (pattern: string | undefined) => ({
        date,
        clock,
        ...(pattern === undefined ? {} : { pattern }),
      });
      const found = best(patterns.map((pattern) => tryTime(cells, two(pattern), [date, clock], pattern)));
      if (found !== null) return found;
    }
  }
  return null;
}

/** Days alone: a reading a day. */
function dateOnly(cells: CellRows, width: number): TimeGuess | null {
  for (let at = 0; at < width; at++) {
    const alone = (pattern: string | undefined) => ({
      column: at,
      ...(pattern === undefined ? {} : { pattern }),
    });
    const found = best([undefined, ...dates].map((pattern) => tryTime(cells, alone(pattern), [at], pattern)));
    if (found !== null) return found;
  }
  return null;
}
