/** The one folder of a source as FTP sees it: flat, files alone, within its bounds. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../base/errors.ts';
import type { FtpBounds } from './bounds.ts';
import type { ListedFile } from './commands.ts';

const megabyte = 1024 * 1024;
/** Bytes that are looked through for the end of a line at a time. */
const piece = 64 * 1024;

/** Where a file that comes is written from. */
export type Beginning =
  | { readonly type: 'new' }
  | { readonly type: 'append' }
  | { readonly type: 'at'; readonly offset: number };

export class FtpFolder {
  readonly #root: string;
  readonly #path: string;
  readonly #bounds: FtpBounds;

  constructor(root: string, key: string, bounds: FtpBounds) {
    this.#root = root;
    this.#path = join(root, key);
    this.#bounds = bounds;
  }

  /** Makes the folder where it is not there yet. @throws the system's error; the folder around it is not made anew */
  async make(): Promise<void> {
    await lstat(this.#root);
    await mkdir(this.#path, { recursive: true });
  }

  /** Regular files that are not hidden; links are none. */
  async list(): Promise<readonly ListedFile[]> {
    const found: ListedFile[] = [];
    for (const entry of await readdir(this.#path, { withFileTypes: true })) {
      if (!entry.isFile() || entry.name.startsWith('.')) continue;
      const file = await this.find(entry.name);
      if (file !== null) found.push(file);
    }
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Null where there is no such file. */
  async find(name: string): Promise<ListedFile | null> {
    try {
      const { size, mtimeMs } = await regular(join(this.#path, name));
      return { name, size, modifiedAt: Math.round(mtimeMs) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#path, name));
  }

  /** @throws Refusal where there is a file of the new name: nothing is overwritten by a rename */
  async rename(from: string, to: string): Promise<void> {
    if ((await this.find(to)) !== null) throw new Refusal(422, 'sources.ftp.taken', { file: to });
    await rename(join(this.#path, from), join(this.#path, to));
  }

  /**
   * Opens a file to be written, within the bounds of the folder.
   * @throws Refusal 422 where the folder is full, or a file shorter than where it is to go on; the system's errors
   */
  async write(name: string, beginning: Beginning): Promise<Writing> {
    const files = await this.list();
    const known = files.find((file) => file.name === name);
    const all = files.reduce((sum, { size }) => sum + size, 0);
    if (known === undefined && files.length >= this.#bounds.files)
      throw new Refusal(422, 'sources.ftp.manyFiles', { most: this.#bounds.files, file: name });
    const size = known?.size ?? 0;
    if (beginning.type === 'at' && beginning.offset > size)
      throw new Refusal(422, 'sources.ftp.shorter', { file: name, bytes: size });
    const from = beginning.type === 'new' ? 0 : beginning.type === 'append' ? size : beginning.offset;
    const most = Math.min(this.#bounds.file, this.#bounds.folder - (all - size));
    const full = () =>
      most < this.#bounds.file
        ? new Refusal(422, 'sources.ftp.folderFull', { most: this.#bounds.folder / megabyte, file: name })
        : new Refusal(422, 'sources.ftp.fileSize', { most: this.#bounds.file / megabyte, file: name });
    if (from >= most) throw full();
    const path = join(this.#path, name);
    if (known === undefined) await absent(path);
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    const file = await open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    try {
      await file.truncate(from);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Writing(file, { path, from, most, full, isAppended: beginning.type === 'append' });
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** @throws a system's error for what is no regular file */
async function regular(path: string) {
  const found = await lstat(path);
  if (!found.isFile()) throw Object.assign(new Error('no regular file'), { code: 'EINVAL' });
  return found;
}

/** @throws a system's error where something has the name: a folder, a link */
async function absent(path: string): Promise<void> {
  try {
    await lstat(path);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  throw Object.assign(new Error('no regular file'), { code: 'EINVAL' });
}

interface WritingOptions {
  readonly path: string;
  /** Byte that it began at, and the byte that it must not pass. */
  readonly from: number;
  readonly most: number;
  readonly full: () => Refusal;
  readonly isAppended: boolean;
}

/** A file that is being written. */
export class Writing {
  readonly #file: FileHandle;
  readonly #options: WritingOptions;
  #at: number;
  #last = 0x0a;

  constructor(file: FileHandle, options: WritingOptions) {
    this.#file = file;
    this.#options = options;
    this.#at = options.from;
  }

  /** True where the last line has an end, or nothing came. */
  get endsLine(): boolean {
    return this.#last === 0x0a;
  }

  /** @throws Refusal beyond a bound, the system's errors */
  async add(bytes: Uint8Array): Promise<void> {
    if (this.#at + bytes.length > this.#options.most) throw this.#options.full();
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#at + done);
      done += bytesWritten;
    }
    this.#at += bytes.length;
    this.#last = bytes.at(-1) ?? this.#last;
  }

  /** The file is complete. */
  async end(): Promise<void> {
    await this.#file.datasync();
    await this.#file.close();
  }

  /**
   * The file is not complete: it is cut behind its last whole line, so that half a value is never read, and can be gone
   * on with from there. `taken`: what came is not wanted at all.
   */
  async cut(isWanted: boolean): Promise<void> {
    const { from, isAppended, path } = this.#options;
    const whole = isWanted ? await this.#lastLine() : from;
    // What stood there before was complete.
    const kept = isAppended ? Math.max(whole, from) : whole;
    try {
      await this.#file.truncate(kept);
    } finally {
      await this.#file.close();
    }
    if (kept === 0) await rm(path, { force: true });
  }

  /** Byte behind the last end of a line. */
  async #lastLine(): Promise<number> {
    for (let end = this.#at; end > 0; end -= piece) {
      const start = Math.max(0, end - piece);
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(end - start), 0, end - start, start);
      const found = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
      if (found >= 0) return start + found + 1;
    }
    return 0;
  }
}
