/** The text of the control connection: commands, names of files, lines of lists. */

export interface FtpCommand {
  readonly verb: string;
  readonly argument: string;
}

/** Cuts bytes into commands. Telnet sequences (before ABOR) are left out. */
export class CommandReader {
  #rest = Buffer.alloc(0);

  /** Bytes of a command that has no end yet. */
  get waiting(): number {
    return this.#rest.length;
  }

  /** Null in place of a command that is not UTF-8. */
  read(bytes: Uint8Array): readonly (FtpCommand | null)[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const found: (FtpCommand | null)[] = [];
    for (let end = this.#rest.indexOf(0x0a); end >= 0; end = this.#rest.indexOf(0x0a)) {
      found.push(commandOf(this.#rest.subarray(0, end)));
      this.#rest = this.#rest.subarray(end + 1);
    }
    return found;
  }

  /** Forgets what came. */
  drop(): void {
    this.#rest = Buffer.alloc(0);
  }
}

function commandOf(line: Buffer): FtpCommand | null {
  const bytes: number[] = [];
  for (let at = 0; at < line.length; at++) {
    if (line[at] === 0xff) at += 1;
    else bytes.push(line[at] ?? 0);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)).replace(/\r$/, '');
    const [, verb = '', argument = ''] = /^\s*([A-Za-z]{0,8}) ?([\s\S]*)$/.exec(text) ?? [];
    return { verb: verb.toUpperCase(), argument };
  } catch {
    return null;
  }
}

/** Letters of a file's name at most: longer ones are not read by the watch. */
const longestName = 200;

/** What leads to the one folder that there is. */
export const isTop = (path: string): boolean => /^(\.?\/+)*\.?$/.test(path);

/**
 * The file that a path names in the one folder that there is; null for everything else: a name with a folder, one that
 * is hidden, that a system could read otherwise, or that is too long.
 */
export function fileOfPath(path: string): string | null {
  const name = path.replace(/^(\.?\/+)+/, '');
  if (name === '' || name.length > longestName || Buffer.byteLength(name) > 255) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (name.startsWith('.') || /[/\\:\u0000-\u001f\u007f]/.test(name)) return null;
  return name;
}

export interface ListedFile {
  readonly name: string;
  readonly size: number;
  /** UTC ms. */
  readonly modifiedAt: number;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

/** A moment as MDTM and MLSD write it, UTC. */
export const stampOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace(/[-:T]/g, '');

/** A line of LIST, as `ls -l` writes it; times are UTC. */
export function listLine({ name, size, modifiedAt }: ListedFile, now: number): string {
  const at = new Date(modifiedAt);
  const isNew = Math.abs(now - modifiedAt) < 180 * 86_400_000;
  const day = `${months[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)}`;
  const clock = isNew ? `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}` : ` ${at.getUTCFullYear()}`;
  return `-rw------- 1 ftp ftp ${String(size).padStart(12)} ${day} ${clock} ${name}`;
}

/** Facts of a file by MLSD and MLST. */
export const factsOf = ({ name, size, modifiedAt }: ListedFile): string =>
  `type=file;size=${size};modify=${stampOf(modifiedAt)};perm=adfw; ${name}`;
