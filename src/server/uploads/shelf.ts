/** Where files lie: `uploads` of the data directory, each under its checksum, so that the same one lies there once. */
import { randomUUID } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  type ReadStream,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const thumbnailEnding = '.thumb';
const partialEnding = '.partial';
/** ms without a byte after which nobody writes a file any more. */
const longestWriting = 3_600_000;
const named = /^([0-9a-f]{64})(\.thumb)?$/;

export class Shelf {
  readonly folder: string;

  constructor(
    dataDir: string,
    /** Other processes write into it, too: what has just been written may be theirs. */
    readonly isShared = false,
  ) {
    this.folder = join(dataDir, 'uploads');
  }

  /** Makes its folders; what was being written when the process ended is thrown away. */
  prepare(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.folder))
      if (name.endsWith(partialEnding) && !this.#isBeingWritten(name))
        rmSync(join(this.folder, name), { force: true });
  }

  #isBeingWritten(name: string): boolean {
    if (!this.isShared) return false;
    const found = statSync(join(this.folder, name), { throwIfNoEntry: false });
    return found !== undefined && Date.now() - found.mtimeMs < longestWriting;
  }

  /** A path for what is being written; a backup leaves it out. */
  fresh(): string {
    if (!existsSync(this.folder)) this.prepare();
    return join(this.folder, `${randomUUID()}${partialEnding}`);
  }

  #place(sha256: string, isThumbnail: boolean): string {
    return join(this.folder, sha256.slice(0, 2), `${sha256}${isThumbnail ? thumbnailEnding : ''}`);
  }

  /** Takes a written file under its checksum, on the disk before it is answered. */
  async take(path: string, sha256: string, isThumbnail = false): Promise<void> {
    const to = this.#place(sha256, isThumbnail);
    const folder = join(this.folder, sha256.slice(0, 2));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = await open(path, 'r+');
    try {
      await file.chmod(0o600);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(path, to);
    const names = await open(folder, 'r');
    try {
      await names.sync();
    } finally {
      await names.close();
    }
  }

  /** A file as it is kept, with its size; null = it is not there. */
  async read(
    sha256: string,
    isThumbnail: boolean,
  ): Promise<{ readonly stream: ReadStream; readonly bytes: number } | null> {
    const path = this.#place(sha256, isThumbnail);
    const found = await stat(path).catch(() => null);
    return found === null ? null : { stream: createReadStream(path), bytes: found.size };
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#place(sha256, false), { force: true });
    await rm(this.#place(sha256, true), { force: true });
  }

  /** Checksums of files that were written before a moment, UTC ms. */
  async *writtenBefore(moment: number): AsyncGenerator<string> {
    const folders = await readdir(this.folder, { withFileTypes: true }).catch(() => []);
    for (const folder of folders.filter((entry) => entry.isDirectory())) {
      for (const name of await readdir(join(this.folder, folder.name))) {
        const [, sha256, thumbnail] = named.exec(name) ?? [];
        if (sha256 === undefined || thumbnail !== undefined) continue;
        const found = await stat(join(this.folder, folder.name, name)).catch(() => null);
        if (found !== null && found.mtimeMs < moment) yield sha256;
      }
    }
  }
}
