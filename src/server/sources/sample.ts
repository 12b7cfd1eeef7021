/** What a mapping would make of a sample, for the page where mappings are made. Nothing of it is kept. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import type { DataOf } from '../../contract/call.ts';
import { Mapping } from '../../contract/mapping.ts';
import type { SourceSample, trySample } from '../../contract/sources.ts';
import { readFileFacts } from '../imports/encoding.ts';
import { type Guess, guessMapping } from '../imports/guess.ts';
import { cut, readJson, readText } from '../imports/lines.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { Storage } from '../storage/storage.ts';
import { words } from '../words.ts';
import { ownSource } from './edit.ts';
import type { LoggerFiles } from './files.ts';
import type { Message } from './message.ts';
import { tryMapping } from './try-mapping.ts';

/** Bytes of a long sample that are read. */
const sampleBytes = 2 * 1024 * 1024;
const firstLines = 8;
const lastLines = 40;

type Answer = DataOf<typeof trySample>;

export interface SampleRoom {
  readonly storage: Storage;
  readonly files: LoggerFiles;
  /** Folder for samples while they are looked at. */
  readonly folder: string;
  readonly now: () => number;
}

interface Held {
  readonly name: string;
  readonly bytes: number;
  readonly body: Uint8Array;
  /** Of a message: when it came, and on which topic. */
  readonly message: Pick<Message, 'receivedAt' | 'topic'> | null;
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    if (bytesRead < sampleBytes) return head;
    // A line that is cut off says nothing.
    const end = head.lastIndexOf(0x0a);
    return end > 0 ? head.subarray(0, end + 1) : head;
  } finally {
    await file.close();
  }
}

async function hold({ storage, files }: SampleRoom, sourceId: number, sample: SourceSample): Promise<Held> {
  if ('file' in sample) {
    const { path, name, bytes } = files.find(sourceId, sample.file);
    return { name, bytes, body: await headOf(path), message: null };
  }
  const row = await storage.db
    .selectFrom('source_messages')
    .selectAll()
    .where('id', '=', sample.message)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'sources.sample.gone', {}, 'sample');
  const topic = row.name.includes('/') && !/^\w+\/[\w.+-]+(;|$)/.test(row.name) ? { topic: row.name } : {};
  return { name: row.name, bytes: row.bytes, body: row.body, message: { receivedAt: row.at, ...topic } };
}

/** The lines that are shown: the first ones, and the last. */
async function shownLines(
  path: string,
  guess: Guess | null,
  encoding: Parameters<typeof readText>[1],
): Promise<{ readonly lines: Answer['lines']; readonly total: number }> {
  const { format, separator = 'comma' } = guess?.mapping ?? { format: 'delimited' as const };
  const head: Answer['lines'] = [];
  const tail: Answer['lines'] = [];
  let total = 0;
  const add = (line: number, cells: readonly string[]) => {
    total += 1;
    const shown = { line, cells: cells.slice(0, 60).map((cell) => cell.slice(0, 60)) };
    if (head.length < firstLines) head.push(shown);
    else tail.push(shown);
    if (tail.length > lastLines) tail.shift();
  };
  if (format === 'json') {
    const { names, lines } = await readJson(path, encoding);
    for (const { number, cells } of lines) add(number, cells.slice(0, names.length));
  } else
    for await (const { text, number } of readText(path, encoding))
      if (text.trim() !== '') add(number, cut(text, separator) ?? [text]);
  return { lines: [...head, ...tail], total };
}

/**
 * Reads a sample by a mapping, or by one that is guessed.
 * @throws Refusal 404 for a source of others, and for a sample that is gone
 */
export async function readSample(
  room: SampleRoom,
  viewer: CompanyScope,
  sourceId: number,
  asked: { readonly sample: SourceSample; readonly mapping?: unknown },
  language: Language,
): Promise<Answer> {
  const source = await ownSource(room.storage.db, viewer, sourceId);
  const held = await hold(room, sourceId, asked.sample);
  const { name, bytes, body, message } = held;
  mkdirSync(room.folder, { recursive: true, mode: 0o700 });
  const path = join(room.folder, `sample-${randomBytes(8).toString('hex')}`);
  const say = words(language);
  const isCut = body.length < bytes;
  const base = { name, bytes, isCut, result: null, problem: null };
  const problemOf = (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const { messageId, params, field = '' } = error;
    return { text: say(messageId, { ...params, file: name }), field };
  };
  try {
    await writeFile(path, body, { mode: 0o600 });
    let guess: Guess | null = null;
    let problem: Answer['problem'] = null;
    try {
      const project = await room.storage.db
        .selectFrom('projects')
        .select('time_zone')
        .where('id', '=', source.project_id)
        .executeTakeFirstOrThrow();
      guess = await guessMapping(path, project.time_zone);
    } catch (error) {
      problem = problemOf(error);
    }
    let encoding: Parameters<typeof readText>[1] = 'utf-8';
    let lines: Answer['lines'] = [];
    let total = 0;
    try {
      ({ encoding } = await readFileFacts(path, undefined));
      ({ lines, total } = await shownLines(path, guess, encoding));
    } catch (error) {
      problem = problemOf(error);
    }
    const columns = (guess?.columns ?? []).map((column) => ({ ...column, values: [...column.values] }));
    const isAmbiguous = guess?.time.isAmbiguous ?? false;
    const shown = { ...base, encoding, lines, total, columns, isAmbiguous };
    const mapping = asked.mapping ?? guess?.mapping ?? null;
    if (mapping === null) return { ...shown, mapping: null, problem };
    const [wrong] = Value.Errors(Mapping, mapping);
    if (wrong !== undefined || !Value.Check(Mapping, mapping)) {
      const field = wrong?.instancePath.slice(1).replaceAll('/', '.') ?? '';
      const text = say('import.mapping.field', { field, problem: wrong?.message ?? '' });
      return { ...shown, mapping, problem: { text, field } };
    }
    try {
      const given = message === null ? null : { body, name, ...message };
      const result = await tryMapping(room.storage, source.project_id, mapping, {
        path,
        encoding: mapping.encoding ?? encoding,
        message: given,
        now: room.now(),
        say,
      });
      return { ...shown, mapping, result };
    } catch (error) {
      return { ...shown, mapping, problem: problemOf(error) };
    }
  } finally {
    await rm(path, { force: true });
  }
}
