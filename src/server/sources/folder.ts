/** Watched folders: files that grow are read on from where they were left, files that were replaced from their start. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../base/errors.ts';
import type { Mapping } from '../../contract/mapping.ts';
import { jsonBounds } from '../imports/json-table.ts';
import { headerOf } from '../imports/lines.ts';
import type { TrafficMeter } from '../listeners/meter.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { ArrivingFiles } from './arriving.ts';
import type { Intake } from './intake.ts';
import { type SourceEntry, sourcesOfWay } from './source.ts';

/** ms between looks; a file is read once it has stood still between two of them. */
const often = 5000;
/** ms after which a last line without an end is taken as it is (*assumed*: loggers write a line at once). */
const endedAfter = 60_000;
/** Bytes and lines of one piece, bytes of a header, and of a file of JSON. */
const pieceBytes = 2 * 1024 * 1024;
const pieceLines = jsonBounds.rows / 2;
const headerBytes = 64 * 1024;
const jsonBytes = 4 * 1024 * 1024;
/** Files of one folder that are looked at (*assumed*). */
const mostFiles = 2000;
/** What is looked at and read of a folder. */
export const folderBounds = { files: mostFiles, json: jsonBytes } as const;
/** Under this name what is wrong with the folder itself is kept. */
const ofFolder = '.';

export interface FolderOptions {
  readonly storage: Storage;
  readonly intake: Intake;
  /** Folder with one folder a source, named by its key. */
  readonly root: string;
  readonly now: () => number;
  readonly failed: (error: unknown, what: string) => void;
  readonly often?: number;
  /** Counts pieces of files that were read. */
  readonly meter?: TrafficMeter;
  /** Is notified of what is wrong with a file or a folder, by the source's key and the file's name. */
  readonly refused?: (key: string, name: string) => void;
  readonly endedAfter?: number;
  /** Files that are being written by this server itself: they are not read. */
  readonly arriving?: ArrivingFiles;
}

/** A file as it was seen. */
interface Seen {
  readonly size: number;
  readonly modifiedAt: number;
}
interface Progress extends Seen {
  readonly readBytes: number;
  readonly readHash: string;
  readonly readLines: number;
  readonly problem: string | null;
}

const none: Progress = { size: 0, modifiedAt: 0, readBytes: 0, readHash: '', readLines: 0, problem: null };
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/** Byte behind the last end of a line in a piece, of as many lines as one message may have. */
function endOfLines(piece: Buffer): number {
  let end = 0;
  for (let count = 0; count < pieceLines; count++) {
    const next = piece.indexOf(0x0a, end);
    if (next < 0) break;
    end = next + 1;
  }
  return end;
}

/** The first lines of a file, with their ends; null where it does not have so many yet. */
async function headOf(file: FileHandle, lines: number): Promise<Buffer | null> {
  const head = await bytesAt(file, 0, headerBytes);
  let end = 0;
  for (let count = 0; count < lines; count++) {
    const next = head.indexOf(0x0a, end);
    if (next < 0) return null;
    end = next + 1;
  }
  return head.subarray(0, end);
}

export class FolderWatch {
  readonly #options: FolderOptions;
  readonly #loop: WorkLoop;
  /** As they stood at the look before, by source and name. */
  readonly #before = new Map<string, Seen>();

  constructor(options: FolderOptions) {
    this.#options = options;
    this.#loop = new WorkLoop({
      run: async () => {
        await this.look();
        return options.often ?? often;
      },
      failed: (error) => options.failed(error, 'folders of sources were not read'),
      again: [often, 30_000],
    });
  }

  start(): void {
    this.#loop.wake(undefined);
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Looks at everything once more, also at files that were found to be wrong: what was wrong may be mended. */
  async restart(): Promise<void> {
    this.#before.clear();
    // A file that changed is read, whatever was wrong with it.
    await this.#options.storage.write((db) =>
      db.updateTable('source_files').set({ modified_at: 0 }).where('problem', 'is not', null).execute(),
    );
    this.#loop.drop(undefined);
    this.#loop.wake(undefined);
  }

  /** Looks at every folder once. */
  async look(): Promise<void> {
    for (const source of await sourcesOfWay(this.#options.storage.db, 'folder', 'ftp')) {
      if (this.#loop.isStopped) return;
      if (!source.isPaused) await this.#folder(source);
    }
  }

  async #folder(source: SourceEntry): Promise<void> {
    const folder = join(this.#options.root, source.key);
    let names: string[];
    try {
      // A folder that is gone is not made anew where the one around it is gone too.
      lstatSync(this.#options.root);
      mkdirSync(folder, { recursive: true });
      names = readdirSync(folder).filter((name) => !name.startsWith('.'));
    } catch (error) {
      const problem = error instanceof Error && 'code' in error ? String(error.code) : '';
      return this.#note(source, ofFolder, none, new Refusal(422, 'sources.folder.gone', { problem }));
    }
    const many =
      names.length > mostFiles ? new Refusal(422, 'sources.folder.many', { most: mostFiles }) : null;
    await this.#note(source, ofFolder, none, many);
    if (source.mapping === null) return;
    for (const name of names.sort().slice(0, mostFiles)) await this.#file(source, folder, name);
  }

  async #file(source: SourceEntry, folder: string, name: string): Promise<void> {
    const path = join(folder, name);
    try {
      const { size, mtimeMs } = lstatSync(path);
      if (!lstatSync(path).isFile() || name.length > 200) return;
      const seen = { size, modifiedAt: Math.round(mtimeMs) };
      const key = `${source.id} ${name}`;
      const before = this.#before.get(key);
      this.#before.set(key, seen);
      // It is still being written.
      if (this.#options.arriving?.has(source.key, name)) return;
      if (before?.size !== seen.size || before.modifiedAt !== seen.modifiedAt) return;
      const known = await this.#progress(source.id, name);
      const version = `"version":${source.mapping?.version ?? 0}`;
      const isSame = known.size === size && known.modifiedAt === seen.modifiedAt;
      if (isSame && (known.problem === null || known.problem.includes(version)) && this.#isWhole(known))
        return;
      const file = await open(path, 'r');
      try {
        await this.#read(source, name, file, seen, known);
      } finally {
        await file.close();
      }
    } catch (error) {
      // Renamed or removed meanwhile: under its new name it is another file, all of which is known.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      if (!(error instanceof Refusal)) throw error;
      await this.#note(source, name, await this.#progress(source.id, name), error, source.mapping?.version);
    }
  }

  #isWhole({ size, readBytes, modifiedAt }: Progress): boolean {
    const waits = this.#options.now() - modifiedAt < (this.#options.endedAfter ?? endedAfter);
    return readBytes === size || waits;
  }

  async #read(
    source: SourceEntry,
    name: string,
    file: FileHandle,
    seen: Seen,
    known: Progress,
  ): Promise<void> {
    const mapping = source.mapping?.mapping;
    if (mapping === undefined) return;
    if (mapping.format === 'json') return this.#readJson(source, name, file, seen);
    const head = await headOf(file, headerOf(mapping).lines);
    if (head === null) return;
    const start = await bytesAt(file, 0, Math.min(known.readBytes, headerBytes));
    const isReplaced = seen.size < known.readBytes || hashOf(start) !== known.readHash;
    let at = isReplaced ? head.length : Math.max(known.readBytes, head.length);
    let lines = isReplaced ? 0 : known.readLines;
    while (at < seen.size && !this.#loop.isStopped) {
      const piece = await bytesAt(file, at, Math.min(pieceBytes, seen.size - at));
      const end = endOfLines(piece);
      const isLast = at + piece.length >= seen.size && piece.lastIndexOf(0x0a) < end;
      const hasEnded = this.#options.now() - seen.modifiedAt >= (this.#options.endedAfter ?? endedAfter);
      const length = isLast && hasEnded ? piece.length : end;
      if (length === 0) {
        if (!isLast) throw new Refusal(422, 'import.binary', { file: name });
        break;
      }
      lines += await this.#take(source, name, Buffer.concat([head, piece.subarray(0, length)]), mapping);
      at += length;
      await this.#keep(source.id, name, { ...seen, readLines: lines, readBytes: at }, file);
    }
    await this.#keep(source.id, name, { ...seen, readLines: lines, readBytes: at }, file);
  }

  /** A file of JSON is read as a whole each time that it changes: what of it is stored is known. */
  async #readJson(source: SourceEntry, name: string, file: FileHandle, seen: Seen): Promise<void> {
    if (seen.size > jsonBytes) throw new Refusal(422, 'sources.json.size', { most: jsonBytes / 1024 / 1024 });
    const body = await bytesAt(file, 0, seen.size);
    const lines = body.length === 0 ? 0 : await this.#take(source, name, body, null);
    await this.#keep(source.id, name, { ...seen, readLines: lines, readBytes: seen.size }, file);
  }

  /** Rows that were read. A piece without rows is none. */
  async #take(source: SourceEntry, name: string, body: Uint8Array, mapping: Mapping | null): Promise<number> {
    try {
      const message = { body, name, receivedAt: this.#options.now(), isRecording: true };
      this.#options.meter?.took(1, body.length);
      return (await this.#options.intake.take(source, message)).rows.length;
    } catch (error) {
      if (mapping !== null && error instanceof Refusal && error.messageId === 'sources.empty') return 0;
      throw error;
    }
  }

  async #progress(sourceId: number, name: string): Promise<Progress> {
    const row = await this.#options.storage.db
      .selectFrom('source_files')
      .selectAll()
      .where('source_id', '=', sourceId)
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) return none;
    return {
      size: row.size,
      modifiedAt: row.modified_at,
      readBytes: row.read_bytes,
      readHash: row.read_hash,
      readLines: row.read_lines,
      problem: row.problem,
    };
  }

  async #keep(
    sourceId: number,
    name: string,
    progress: Omit<Progress, 'readHash' | 'problem'>,
    file: FileHandle,
  ): Promise<void> {
    const readHash = hashOf(await bytesAt(file, 0, Math.min(progress.readBytes, headerBytes)));
    await this.#write(sourceId, name, { ...progress, readHash, problem: null });
  }

  /** Keeps why a file, or the folder, is not read; null = nothing is wrong with it any more. */
  async #note(
    { id: sourceId, key }: SourceEntry,
    name: string,
    progress: Progress,
    refusal: Refusal | null,
    version?: number,
  ): Promise<void> {
    const { db } = this.#options.storage;
    if (refusal === null) {
      const known = await this.#progress(sourceId, name);
      if (known.problem === null) return;
      await this.#options.storage.write((write) =>
        write.deleteFrom('source_files').where('source_id', '=', sourceId).where('name', '=', name).execute(),
      );
      return;
    }
    const { messageId, params } = refusal;
    const problem = JSON.stringify({ messageId, params: { ...params, file: name }, version });
    const same = await db
      .selectFrom('source_files')
      .select('problem')
      .where('source_id', '=', sourceId)
      .where('name', '=', name)
      .executeTakeFirst();
    if (same?.problem === problem && name === ofFolder) return;
    this.#options.refused?.(key, name === ofFolder ? '' : name);
    await this.#write(sourceId, name, { ...progress, ...this.#before.get(`${sourceId} ${name}`), problem });
  }

  async #write(sourceId: number, name: string, progress: Progress): Promise<void> {
    const row = {
      size: progress.size,
      modified_at: progress.modifiedAt,
      read_bytes: progress.readBytes,
      read_hash: progress.readHash,
      read_lines: progress.readLines,
      at: this.#options.now(),
      problem: progress.problem,
    };
    await this.#options.storage.write((db) =>
      db
        .insertInto('source_files')
        .values({ source_id: sourceId, name, ...row })
        .onConflict((on) => on.columns(['source_id', 'name']).doUpdateSet(row))
        .execute(),
    );
  }
}
