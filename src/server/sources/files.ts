/** Files of loggers that were uploaded: on the disk for some hours, to be looked at, mapped and imported. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../base/errors.ts';
import { mostFileBytes } from '../../contract/sources.ts';
import { type Arriving, receiveFile } from '../uploads/room.ts';

/** Files of one source, and of all (*assumed*); the oldest make room. */
const ofSource = 4;
const ofAll = 40;
/** ms that a file is kept. */
const keptFor = 6 * 3_600_000;
/** Of the file that says what a file is. */
const factsEnding = '.json';

export interface LoggerFile {
  readonly id: string;
  readonly sourceId: number;
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly at: number;
}

export class LoggerFiles {
  readonly #folder: string;
  readonly #now: () => number;
  #files: LoggerFile[] = [];

  /**
   * @param folder its own: what an earlier process left there is removed
   * @param isShared other processes use the folder, too: what one has taken in all find
   */
  constructor(
    folder: string,
    now: () => number,
    readonly isShared = false,
  ) {
    this.#folder = folder;
    this.#now = now;
    if (!isShared) rmSync(folder, { recursive: true, force: true });
  }

  /** @throws Refusal for a file that is cut off, empty or too large */
  async take(sourceId: number, arriving: Arriving): Promise<LoggerFile> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const id = randomBytes(12).toString('hex');
    const path = join(this.#folder, id);
    try {
      await receiveFile(arriving, path, mostFileBytes);
      const { size: bytes } = statSync(path);
      if (bytes === 0) throw new Refusal(422, 'sources.file.empty', {}, 'file');
      const name = arriving.name.replace(/^.*[\\/]/, '').slice(0, 120) || id;
      const file = { id, sourceId, path, name, bytes, at: this.#now() };
      if (this.isShared) writeFileSync(`${path}${factsEnding}`, JSON.stringify(file), { mode: 0o600 });
      this.#files.push(file);
      await this.#prune();
      return file;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** @throws Refusal 422 for one that is gone, or of another source */
  find(sourceId: number, id: string): LoggerFile {
    const file = this.#files.find((one) => one.id === id) ?? this.#ofOthers(id);
    if (file?.sourceId !== sourceId) throw new Refusal(422, 'sources.file.gone', {}, 'file');
    return file;
  }

  /** What another process has taken in. */
  #ofOthers(id: string): LoggerFile | undefined {
    const path = join(this.#folder, id);
    if (!this.isShared || !/^[0-9a-f]{24}$/.test(id) || !existsSync(`${path}${factsEnding}`))
      return undefined;
    // Written by `take`; the folder may lie elsewhere for each process.
    return { ...(JSON.parse(readFileSync(`${path}${factsEnding}`, 'utf8')) as LoggerFile), path };
  }

  /** Of processes that are gone nobody counts the files. */
  #pruneOthers(since: number): void {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      if (found !== undefined && found.mtimeMs < since) rmSync(path, { force: true });
    }
  }

  async #prune(): Promise<void> {
    const since = this.#now() - keptFor;
    const counts = new Map<number, number>();
    const kept: LoggerFile[] = [];
    const gone: LoggerFile[] = [];
    for (const file of this.#files.toReversed()) {
      const count = (counts.get(file.sourceId) ?? 0) + 1;
      counts.set(file.sourceId, count);
      (count > ofSource || kept.length >= ofAll || file.at < since ? gone : kept).push(file);
    }
    this.#files = kept.toReversed();
    await Promise.all(
      gone.flatMap(({ path }) => [path, `${path}${factsEnding}`].map((one) => rm(one, { force: true }))),
    );
    if (this.isShared) this.#pruneOthers(since);
  }
}
