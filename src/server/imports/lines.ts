import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { Refusal } from '../../base/errors.ts';
import type { Encoding } from './encoding.ts';
import { jsonTable } from './json-table.ts';
import type { Mapping } from './mapping.ts';

/** One line of a recording, cut into cells. */
export interface RecordingLine {
  /** From 1, as editors count. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Bytes of the file read up to and with this line, for progress. */
  readonly bytes: number;
}

export type Separator = NonNullable<Mapping['separator']>;
export const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Characters of the longest line taken (*assumed*); a file without line breaks is no recording. */
const longestLine = 1_000_000;

/** Cuts one line into cells; null when its quotes do not close. */
export function cut(text: string, separator: Separator): readonly string[] | null {
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
export function headerOf(mapping: Pick<Mapping, 'format' | 'header'>): {
  readonly lines: number;
  readonly names: number | null;
} {
  if (mapping.format === 'toa5') return { lines: 4, names: 2 };
  const lines = mapping.header ?? 0;
  return { lines, names: lines === 0 ? null : lines };
}

/**
 * Text of a file line by line, as numbered by editors: lines end with LF, CR LF or CR.
 * @throws Refusal 400 for a line that is too long, and for bytes that the encoding does not have
 */
export async function* readText(
  file: string,
  encoding: Encoding,
): AsyncGenerator<{ readonly text: string; readonly number: number; readonly bytes: number }> {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' });
  const decode = (chunk: Uint8Array | null) => {
    try {
      return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new Refusal(400, 'import.notInEncoding', { file, encoding });
    }
  };
  let number = 0;
  let bytes = 0;
  let rest = '';
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    rest += decode(chunk);
    // A CR at the end may be the first half of CR LF.
    const held = rest.endsWith('\r') ? '\r' : '';
    const lines = (held === '' ? rest : rest.slice(0, -1)).split(/\r\n|\n|\r/);
    rest = `${lines.pop() ?? ''}${held}`;
    if (rest.length > longestLine) throw new Refusal(400, 'import.binary', { file });
    for (const text of lines) {
      number += 1;
      yield { text, number, bytes };
    }
  }
  rest += decode(null);
  for (const text of rest.split(/\r\n|\n|\r/)) {
    number += 1;
    if (text !== '') yield { text, number, bytes };
  }
}

/** Bytes of a file of JSON, which is read as a whole (*assumed*). */
const longestJson = 16 * 1024 * 1024;

/**
 * Rows of a file of JSON as lines, numbered from 1; each has an empty cell behind its last for what it does not have.
 * @throws Refusal for what is no JSON, or too long to be read as a whole
 */
export async function readJson(
  file: string,
  encoding: Encoding,
): Promise<{ readonly names: readonly string[]; readonly lines: readonly RecordingLine[] }> {
  const { size } = statSync(file);
  if (size > longestJson) throw new Refusal(422, 'sources.json.size', { most: longestJson / 1024 / 1024 });
  const { names, rows } = jsonTable(new TextDecoder(encoding).decode(await readFile(file)));
  const lines = rows.map((cells, at) => ({ number: at + 1, cells: [...cells, ''], bytes: size }));
  return { names, lines };
}

/** Reads a file line by line; empty lines are left out. A line that cannot be cut comes with no cells. */
export async function* readLines(
  file: string,
  mapping: Pick<Mapping, 'separator'>,
  encoding: Encoding,
): AsyncGenerator<RecordingLine> {
  const separator = mapping.separator ?? 'comma';
  for await (const { text, number, bytes } of readText(file, encoding)) {
    if (text.trim() !== '') yield { number, bytes, cells: cut(text, separator) ?? [] };
  }
}
