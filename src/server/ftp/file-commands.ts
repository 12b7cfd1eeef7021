/** The commands of who has logged in: files that come, and what there is of them. */
import { Refusal } from '../../base/errors.ts';
import type { KnockReason } from '../../contract/listeners.ts';
import { factsOf, fileOfPath, isTop, listLine, stampOf } from './commands.ts';
import type { Door } from './door.ts';
import type { Beginning, FtpFolder } from './folder.ts';
import type { FtpOptions, FtpSource } from './host.ts';
import { Transfer, type TransferOutcome } from './transfer.ts';

/** Answers a command; `lines` stand between its first and its last. */
export type Reply = (code: number, text: string, lines?: readonly string[]) => void;

export interface FileRoom {
  readonly source: FtpSource;
  readonly folder: FtpFolder;
  /** Address of the client. */
  readonly from: string;
  /** Resolves when the control connection is gone. */
  readonly left: Promise<unknown>;
  readonly options: FtpOptions;
  readonly reply: Reply;
  /** The data connection that the client asked for, once; null where it did not. */
  readonly door: () => Door | null;
  /** @throws Refusal where the source is not open any more */
  readonly mayStay: () => Promise<unknown>;
}

const nameText = 'A file of this folder alone, without a path, a leading point or a colon';
/** What a refusal says to the client, by its message: the page of the source says it in the languages of people. */
const refusalTexts: Readonly<Record<string, readonly [number, string, KnockReason]>> = {
  'sources.token': [530, 'The token was taken back', 'wrongToken'],
  'sources.paused': [450, 'The source is paused', 'notReady'],
  'sources.ftp.fileSize': [552, 'The file is too large', 'fileTooLarge'],
  'sources.ftp.folderFull': [552, 'The folder is full: remove files that were read', 'folderFull'],
  'sources.ftp.manyFiles': [
    552,
    'The folder holds too many files: remove files that were read',
    'folderFull',
  ],
  'sources.ftp.shorter': [554, 'The file is shorter than that: ask for its SIZE', 'badFile'],
  'sources.ftp.taken': [553, 'There is a file of that name', 'badFile'],
};
const isDiskFull = (code: string) => code === 'ENOSPC' || code === 'EDQUOT';

export class FileCommands {
  readonly #room: FileRoom;
  #offset = 0;
  #renamed: string | null = null;
  #transfer: Transfer | null = null;

  constructor(room: FileRoom) {
    this.#room = room;
  }

  /** True while a file comes, or a list goes. */
  get isReceiving(): boolean {
    return this.#transfer !== null;
  }

  /** Ends the transfer that runs; see `Transfer.abort`. */
  abort(isRevoked = false): void {
    this.#transfer?.abort(isRevoked);
  }

  /** False for a command that is none of them. */
  async run(verb: string, argument: string): Promise<boolean> {
    const { reply } = this.#room;
    const offset = this.#offset;
    const renamed = this.#renamed;
    this.#offset = 0;
    this.#renamed = null;
    switch (verb) {
      case 'TYPE':
        // Text is taken as it is: what reads it knows every end of a line.
        if (/^(a|i|l 8)( n)?$/i.test(argument)) reply(200, 'Taken as it is');
        else reply(504, 'A or I');
        return true;
      case 'MODE':
      case 'STRU': {
        const only = verb === 'MODE' ? 'S' : 'F';
        if (argument.toUpperCase() === only) reply(200, 'As always');
        else reply(504, `Only ${only}`);
        return true;
      }
      case 'ALLO':
        reply(202, 'Not needed');
        return true;
      case 'PWD':
      case 'XPWD':
        reply(257, '"/" is the folder of the source');
        return true;
      case 'CWD':
      case 'XCWD':
        if (isTop(argument)) reply(250, 'There is one folder');
        else reply(550, 'The folder of a source has no folders in it');
        return true;
      case 'CDUP':
      case 'XCUP':
        reply(250, 'There is one folder');
        return true;
      case 'REST':
        this.#rest(argument);
        return true;
      case 'STOR':
        await this.#store(argument, offset === 0 ? { type: 'new' } : { type: 'at', offset });
        return true;
      case 'APPE':
        await this.#store(argument, { type: 'append' });
        return true;
      case 'RNTO':
        await this.#rename(renamed, argument);
        return true;
      default:
        return this.#ask(verb, argument);
    }
  }

  #rest(argument: string) {
    const offset = /^\d{1,12}$/.test(argument) ? Number(argument) : null;
    if (offset === null) return this.#room.reply(501, 'A number of bytes');
    this.#offset = offset;
    this.#room.reply(350, `The next STOR goes on at byte ${offset}`);
  }

  /** What asks for a file, or for all. */
  async #ask(verb: string, argument: string): Promise<boolean> {
    const { reply, folder } = this.#room;
    if (['LIST', 'NLST', 'MLSD'].includes(verb)) {
      await this.#list(verb, argument.replace(/^-\S+\s*/, ''));
      return true;
    }
    if (verb === 'STAT') {
      reply(211, 'Ready');
      return true;
    }
    if (!['SIZE', 'MDTM', 'MLST', 'DELE', 'RNFR'].includes(verb)) return false;
    if (verb === 'MLST' && isTop(argument)) {
      reply(250, 'Listing', ['type=cdir;perm=elc; /']);
      return true;
    }
    const name = fileOfPath(argument);
    const file = name === null ? null : await folder.find(name).catch(() => null);
    if (file === null) {
      reply(550, name === null ? nameText : 'There is no such file');
      return true;
    }
    if (verb === 'SIZE') reply(213, String(file.size));
    else if (verb === 'MDTM') reply(213, stampOf(file.modifiedAt));
    else if (verb === 'MLST') reply(250, 'Listing', [factsOf(file)]);
    else if (this.#room.options.host.arriving.has(this.#room.source.key, file.name))
      reply(450, 'The file is just being written');
    else if (verb === 'RNFR') {
      this.#renamed = file.name;
      reply(350, 'And the new name');
    } else await this.#remove(file.name);
    return true;
  }

  async #remove(name: string): Promise<void> {
    if (!(await this.#stays())) return;
    await this.#room.folder.remove(name);
    this.#room.reply(250, 'Removed; what was read of it stays');
  }

  async #rename(from: string | null, argument: string): Promise<void> {
    const { reply, folder } = this.#room;
    const to = fileOfPath(argument);
    if (from === null) return reply(503, 'RNFR comes first');
    if (to === null) return reply(553, nameText);
    if (!(await this.#stays())) return;
    try {
      await folder.rename(from, to);
      reply(250, 'Renamed');
    } catch (error) {
      if (error instanceof Refusal) this.#refuse(error, to);
      else reply(550, 'It cannot be renamed');
    }
  }

  async #list(verb: string, path: string): Promise<void> {
    const { reply, folder, options } = this.#room;
    const name = isTop(path) ? null : fileOfPath(path);
    const door = this.#room.door();
    if (door === null) return reply(425, 'PASV or EPSV comes first');
    const all = await folder.list().catch(() => null);
    if (all === null) {
      door.drop();
      return reply(450, 'The folder cannot be read: try again later');
    }
    const files = isTop(path) ? all : all.filter((file) => file.name === name);
    const now = options.now();
    const lines = files.map((file) =>
      verb === 'NLST' ? file.name : verb === 'MLSD' ? factsOf(file) : listLine(file, now),
    );
    reply(150, 'Here it comes');
    this.#transfer = new Transfer(door, options);
    const isSent = await this.#transfer.send(lines);
    this.#transfer = null;
    if (isSent) reply(226, 'That is all');
    else reply(426, 'Nobody took it');
  }

  /** True where the source is still open; else it is answered why not. */
  async #stays(): Promise<boolean> {
    try {
      await this.#room.mayStay();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refuse(error, '');
      return false;
    }
  }

  async #store(argument: string, beginning: Beginning): Promise<void> {
    const { reply, folder, options, source, from } = this.#room;
    const door = this.#room.door();
    const name = fileOfPath(argument);
    const refused = (code: number, text: string) => {
      door?.drop();
      reply(code, text);
    };
    if (name === null) {
      options.refused?.('badFile', from, argument);
      options.host.notTaken(source, new Refusal(422, 'sources.ftp.name', { file: argument.slice(0, 200) }));
      return refused(553, nameText);
    }
    if (!(await this.#stays())) return door?.drop();
    if (door === null) return refused(425, 'PASV or EPSV comes first');
    const ended = options.host.arriving.begin(source.key, name);
    if (ended === null) return refused(450, 'The file is just being written');
    reply(150, 'Go ahead');
    const transfer = new Transfer(door, options);
    this.#transfer = transfer;
    try {
      const { left, mayStay } = this.#room;
      this.#answer(await transfer.receive({ folder, name, beginning, left, mayStay }), name);
    } finally {
      this.#transfer = null;
      ended();
    }
  }

  #answer(outcome: TransferOutcome, name: string) {
    const { reply, options, source, from } = this.#room;
    if (outcome.type === 'whole') return reply(226, 'Taken');
    if (outcome.type === 'noData') return reply(425, 'Nobody opened the connection for data');
    if (outcome.type === 'refused') return this.#refuse(outcome.refusal, name);
    if (outcome.type === 'aborted') {
      options.host.notTaken(source, new Refusal(422, 'sources.ftp.aborted', { file: name }));
      return reply(426, 'Broken off; the file is kept up to its last whole line');
    }
    const { code } = outcome;
    options.host.notTaken(source, new Refusal(503, 'sources.ftp.disk', { file: name, problem: code }));
    options.refused?.('storage', from, `${name} ${code}`);
    options.log.error(
      from,
      { code, file: name, source: source.key },
      'a file that came by FTP was not written',
    );
    reply(
      isDiskFull(code) ? 452 : 451,
      isDiskFull(code) ? 'The disk is full: try again later' : `It cannot be written (${code})`,
    );
  }

  #refuse(refusal: Refusal, name: string): void {
    const { reply, options, source, from } = this.#room;
    const [code, text, reason] = refusalTexts[refusal.messageId] ?? [
      550,
      'It cannot be taken',
      'badFile' as const,
    ];
    options.refused?.(reason, from, name === '' ? source.key : name);
    options.host.notTaken(source, refusal);
    reply(code, text);
  }
}
