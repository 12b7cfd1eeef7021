/** A message as it came, as lines under a header: what the importer's mapping reads. */
import { Refusal } from '../../base/errors.ts';
import type { Mapping } from '../../contract/mapping.ts';
import type { MessageOrigin } from '../gateway/tap.ts';
import { jsonBounds, jsonTable } from '../imports/json-table.ts';
import { cut, headerOf, type RecordingLine } from '../imports/lines.ts';

/** What came, whole and inflated. */
export interface Message {
  readonly body: Uint8Array;
  /** Content type, topic or file, for people. */
  readonly name: string;
  readonly receivedAt: number;
  /** It was recorded by a logger: its rows count as received when they were collected. */
  readonly isRecording?: boolean;
  /** Levels of the topic that it came on. */
  readonly topic?: string;
  /** How it came by MQTT. */
  readonly origin?: MessageOrigin;
}

export interface MessageLines {
  readonly header: readonly string[] | null;
  readonly lines: readonly RecordingLine[];
}

/** Columns that a message has besides those in it: when it was received (ms), its topic, and the topic's levels. */
export function contextOf({ receivedAt, topic }: Message): readonly (readonly [string, string])[] {
  const levels = topic?.split('/') ?? [];
  return [
    ['@received', String(receivedAt)],
    ...(topic === undefined ? [] : [['@topic', topic] as const]),
    ...levels.map((level, at) => [`@topic.${at}`, level] as const),
  ];
}

const usesContext = (mapping: Mapping) => JSON.stringify(mapping).includes('"@');

/** @throws Refusal 422 for bytes that are not in the encoding */
export function textOf(body: Uint8Array, encoding: Mapping['encoding'] = 'utf-8'): string {
  try {
    return new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' }).decode(body);
  } catch {
    throw new Refusal(422, 'sources.notInEncoding', { encoding });
  }
}

function tableOfText(text: string, mapping: Mapping, message: Message): MessageLines {
  const head = headerOf(mapping);
  const separator = mapping.separator ?? 'comma';
  const texts = text.split(/\r\n|\n|\r/);
  if (texts.length > jsonBounds.rows + head.lines + 1)
    throw new Refusal(422, 'sources.tooManyLines', { most: jsonBounds.rows });
  const all = texts.flatMap((line, at) =>
    line.trim() === '' ? [] : [{ number: at + 1, cells: cut(line, separator) ?? [], bytes: 0 }],
  );
  const header = all.find(({ number }) => number === head.names)?.cells ?? null;
  const lines = all.filter(({ number }) => number > head.lines);
  if (!usesContext(mapping)) return { header, lines };
  const width = Math.max(header?.length ?? 0, ...lines.map(({ cells }) => cells.length));
  const context = contextOf(message);
  const widen = (cells: readonly string[], more: readonly string[]) => [
    ...cells,
    ...new Array<string>(Math.max(0, width - cells.length)).fill(''),
    ...more,
  ];
  const names = context.map(([name]) => name);
  const values = context.map(([, value]) => value);
  return {
    header: widen(header ?? [], names),
    // A line whose quotes do not close stays without cells.
    lines: lines.map((line) =>
      line.cells.length === 0 ? line : { ...line, cells: widen(line.cells, values) },
    ),
  };
}

/**
 * Reads a message as its mapping's format says. Rows of JSON have an empty cell behind their last.
 * @throws Refusal 422 for what is not in that format, or beyond its bounds
 */
export function tableOf(message: Message, mapping: Pick<Mapping, 'format'> & Mapping): MessageLines {
  const text = textOf(message.body, mapping.encoding);
  if (mapping.format !== 'json') return tableOfText(text, mapping, message);
  const { names, rows } = jsonTable(text);
  const context = contextOf(message);
  const values = context.map(([, value]) => value);
  return {
    header: [...names, ...context.map(([name]) => name)],
    lines: rows.map((cells, at) => ({ number: at + 1, cells: [...cells, ...values, ''], bytes: 0 })),
  };
}
