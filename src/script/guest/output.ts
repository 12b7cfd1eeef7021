/** What a run shows. */
import { freeze, hasOwn, say, start } from './host.ts';
import { logged, shown } from './lines.ts';
import { list } from './stations.ts';
import { type Words, words } from './words.ts';

export function log(...values: readonly unknown[]): void {
  if (logged.isFull) logged.unsent += 1;
  else logged.isFull = say({ op: 'log', text: values.map(shown).join(' ') });
}

const cell = (value: unknown) =>
  value === null || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : shown(value ?? '').slice(0, start.cell);

/** How a table is drawn above its rows, by names of its columns. */
export interface Drawing {
  /** A lying bar a row, of its first `y`; or a line of each `y` over `x`. */
  readonly as: 'bars' | 'line';
  /** What a bar is called; of lines a number, or a moment. */
  readonly x: string;
  readonly y: string | readonly string[];
}
/** Rows as a table of the run, what its columns are called, and how it is drawn. */
export function table(
  rows: readonly Readonly<Record<string, unknown>>[],
  heads: Readonly<Record<string, Words>> = {},
  drawing?: Drawing,
): void {
  const kept = list(rows).slice(0, start.rows);
  const columns = [...new Set(kept.flatMap((row) => Object.keys(row)))].slice(0, start.columns);
  say({
    op: 'table',
    columns,
    heads: columns.map((name) =>
      (hasOwn(heads, name) ? words(heads[name] as Words) : name).slice(0, start.cell),
    ),
    rows: kept.map((row) => columns.map((name) => cell(row[name]))),
    total: list(rows).length,
    drawn:
      drawing === undefined
        ? null
        : {
            as: drawing.as,
            x: columns.indexOf(drawing.x),
            y: list(drawing.y).map((name) => columns.indexOf(name)),
          },
  });
}

export function progress(done: number, total: number, text: string = ''): void {
  say({ op: 'progress', done, total, text: shown(text) });
}

declare global {
  /** As log(). */
  var console: {
    log(...values: readonly unknown[]): void;
    info(...values: readonly unknown[]): void;
    warn(...values: readonly unknown[]): void;
    error(...values: readonly unknown[]): void;
    debug(...values: readonly unknown[]): void;
    table(rows: readonly Readonly<Record<string, unknown>>[], heads?: Readonly<Record<string, Words>>): void;
  };
}
globalThis.console = freeze({ log, info: log, warn: log, error: log, debug: log, table });
