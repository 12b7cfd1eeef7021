import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse/sync';
import type { Mapping } from './mapping.ts';

/** One line of a recording, cut into cells. */
export interface Line {
  /** From 1, as editors count. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Bytes of the file read up to and with this line, for progress. */
  readonly bytes: number;
}

const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Cuts one line into cells; null when its quotes do not close. */
export function cut(text: string, separator: NonNullable<Mapping['separator']>): readonly string[] | null {
  if (separator === 'space') return text.trim().split(/\s+/);
  if (!text.includes('"')) return text.split(delimiters[separator]).map((cell) => cell.trim());
  try {
    const [cells] = parse(text, { delimiter: delimiters[separator], relax_column_count: true, trim: true });
    return cells ?? [];
  } catch {
    return null;
  }
}

/** Header lines of a mapping's format: a TOA5 table has four, of which the second names the columns. */
export function headerOf(mapping: Mapping): { readonly lines: number; readonly names: number | null } {
  if (mapping.format === 'toa5') return { lines: 4, names: 2 };
  const lines = mapping.header ?? 0;
  return { lines, names: lines === 0 ? null : lines };
}

/**
 * Reads a file line by line; empty lines are left out. A line that cannot be cut comes with no cells.
 * @throws the file system's error when the file cannot be read.
 */
export async function* readLines(file: string, mapping: Mapping): AsyncGenerator<Line> {
  const separator = mapping.separator ?? 'comma';
  const stream = createReadStream(file, { encoding: 'utf8' });
  let number = 0;
  let bytes = 0;
  for await (const raw of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    bytes += Buffer.byteLength(raw) + 1;
    const text = number === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.trim() === '') continue;
    yield { number, bytes, cells: cut(text, separator) ?? [] };
  }
}
