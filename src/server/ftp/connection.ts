/** One control connection: who it is, and what it asks for, one command after the other. */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Refusal } from '../../base/errors.ts';
import type { KnockReason } from '../../contract/listeners.ts';
import type { Visit } from '../gateway/connections/connection-counter.ts';
import { commandBytes, commandsWaiting, wrongLogins } from './bounds.ts';
import { CommandReader, type FtpCommand } from './commands.ts';
import { Door } from './door.ts';
import { FileCommands, type Reply } from './file-commands.ts';
import { FtpFolder } from './folder.ts';
import type { FtpOptions, FtpSource } from './host.ts';

/** Commands that may come before the password. */
const open = new Set([
  'USER',
  'PASS',
  'QUIT',
  'AUTH',
  'PBSZ',
  'PROT',
  'FEAT',
  'NOOP',
  'SYST',
  'OPTS',
  'HELP',
]);
const features = ['UTF8', 'SIZE', 'MDTM', 'MLST type*;size*;modify*;perm*;', 'REST STREAM', 'EPSV', 'TVFS'];
/** Commands that are known and never done, with the reason. */
const never: Readonly<Record<string, string>> = {
  PORT: 'Only passive connections: use PASV or EPSV',
  EPRT: 'Only passive connections: use PASV or EPSV',
  RETR: 'Files are taken here, and not given out',
  MKD: 'The folder of a source has no folders in it',
  XMKD: 'The folder of a source has no folders in it',
  RMD: 'The folder of a source has no folders in it',
  XRMD: 'The folder of a source has no folders in it',
  STOU: 'Name the file: use STOR',
  SITE: 'There is nothing of the kind here',
  ACCT: 'There are no accounts here',
};

export interface Arrival {
  readonly socket: Socket;
  readonly visit: Visit;
  /** False where a source has as many connections as it may have. */
  readonly hasRoom: (source: FtpSource) => boolean;
  /** Called once with the source that was logged in to. */
  readonly loggedIn: (source: FtpSource) => void;
}

export class FtpConnection {
  readonly #arrival: Arrival;
  readonly #options: FtpOptions;
  readonly #reader = new CommandReader();
  readonly #from: string;
  readonly #left: Promise<void>;
  #socket: Socket;
  #queue: (FtpCommand | null)[] = [];
  #isBusy = false;
  #working: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #user = '';
  #wrong = 0;
  #login: { readonly source: FtpSource; readonly secret: string; readonly files: FileCommands } | null = null;
  /** Data connections are encrypted too. */
  #isPrivate = false;
  #door: Door | null = null;

  constructor(arrival: Arrival, options: FtpOptions) {
    this.#arrival = arrival;
    this.#options = options;
    this.#socket = arrival.socket;
    this.#from = arrival.socket.remoteAddress ?? '';
    this.#left = new Promise((resolve) => arrival.socket.once('close', () => resolve()));
    void this.#left.then(() => this.#ended());
    this.#listen(arrival.socket);
    this.#wait();
    this.#reply(
      220,
      'Groundwatch takes files of data sources: user is the key of a source, password its token',
    );
  }

  /** Resolves when it is closed and nothing is written any more. */
  get ended(): Promise<void> {
    return this.#left.then(() => this.#working);
  }

  /** Ends it: the server stops. What is coming is kept up to its last whole line. */
  abort(): void {
    this.#login?.files.abort();
    this.#close(null, 421, 'The server closes');
  }

  /** Ends it at once: the token was taken back, and what is under way is not kept. */
  revoke(): void {
    this.#login?.files.abort(true);
    this.#reply(421, 'The token was taken back');
    this.#socket.destroySoon();
  }

  #listen(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
  }

  #take(bytes: Buffer) {
    this.#options.meter?.took(0, bytes.length);
    const commands = this.#reader.read(bytes);
    const longest = commands.reduce((most, one) => Math.max(most, one?.argument.length ?? 0), 0);
    if (Math.max(this.#reader.waiting, longest) > commandBytes)
      return this.#close('malformed', 500, 'The command is too long');
    for (const command of commands) {
      if (command?.verb === 'ABOR') this.#login?.files.abort();
      this.#queue.push(command);
    }
    if (this.#queue.length > commandsWaiting)
      return this.#close('malformed', 421, 'Too many commands at once');
    if (!this.#isBusy) this.#working = this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    try {
      for (let command = this.#queue.shift(); command !== undefined; command = this.#queue.shift()) {
        clearTimeout(this.#timer);
        if (command === null) this.#reply(501, 'Commands and names are UTF-8');
        else await this.#run(command);
        if (this.#socket.destroyed && this.#queue.length === 0) return;
      }
    } catch (error) {
      this.#options.log.error(this.#from, { error, address: this.#from }, 'an FTP command was not done');
      this.#reply(451, 'It could not be done: try again');
    } finally {
      this.#isBusy = false;
    }
    this.#wait();
  }

  /** Ends the connection where nothing comes in time. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#socket.destroyed) return;
    const { login, idle } = this.#options.times;
    this.#timer = setTimeout(
      () => {
        if (this.#login === null) this.#close('notAuthenticatedInTime', 421, 'Nobody logged in in time');
        else this.#close(null, 421, 'Nothing came for a while');
      },
      this.#login === null ? login : idle,
    );
  }

  #close(reason: KnockReason | null, code: number, text: string): void {
    if (reason !== null) this.#options.refused?.(reason, this.#from, this.#user);
    this.#reply(code, text);
    this.#socket.destroySoon();
  }

  #ended(): void {
    clearTimeout(this.#timer);
    // A file that is coming may be complete: its own connection says so.
    if (!(this.#login?.files.isReceiving ?? false)) this.#door?.drop();
    else this.#door?.close();
  }

  readonly #reply: Reply = (code, text, lines = []) => {
    if (this.#socket.destroyed || !this.#socket.writable) return;
    const more = lines.map((line) => ` ${line}\r\n`).join('');
    this.#socket.write(
      lines.length === 0 ? `${code} ${text}\r\n` : `${code}-${text}\r\n${more}${code} End\r\n`,
    );
  };

  async #run({ verb, argument }: FtpCommand): Promise<void> {
    const refused = never[verb];
    if (refused !== undefined) return this.#reply(502, refused);
    if (this.#login === null && !open.has(verb)) return this.#reply(530, 'Log in first');
    switch (verb) {
      case 'USER':
        return this.#named(argument);
      case 'PASS':
        return this.#passed(argument);
      case 'QUIT':
        this.#reply(221, 'Goodbye');
        this.#socket.end();
        return;
      case 'NOOP':
        return this.#reply(200, 'Nothing done');
      case 'SYST':
        return this.#reply(215, 'UNIX Type: L8');
      case 'HELP':
        return this.#reply(214, 'STOR, APPE and REST bring files; LIST, SIZE and MDTM tell of them');
      case 'FEAT': {
        const secure = this.#options.secure === null ? [] : ['AUTH TLS', 'PBSZ', 'PROT'];
        return this.#reply(211, 'Features', [...features, ...secure]);
      }
      case 'OPTS':
        return /^(utf-?8 on|mlst\b.*)$/i.test(argument)
          ? this.#reply(200, 'Always so')
          : this.#reply(501, 'There is no such option');
      case 'AUTH':
        return this.#encrypt(argument);
      case 'PBSZ':
      case 'PROT':
        return this.#protect(verb, argument);
      case 'PASV':
      case 'EPSV':
        return this.#passive(verb, argument);
      case 'ABOR':
        return this.#reply(226, 'Nothing is under way');
    }
    const files = this.#login?.files;
    if (files === undefined || !(await files.run(verb, argument)))
      this.#reply(502, 'There is no such command here');
  }

  #named(user: string) {
    if (this.#options.onlySecure && !(this.#socket instanceof TLSSocket))
      return this.#reply(530, 'Only with TLS: send AUTH TLS first');
    if (this.#login !== null) return this.#reply(530, 'This connection is logged in already');
    this.#user = user.slice(0, 120);
    this.#reply(331, 'The token, please');
  }

  async #passed(secret: string): Promise<void> {
    if (this.#user === '' || this.#login !== null) return this.#reply(503, 'USER comes first');
    const { host, root, bounds } = this.#options;
    let source: FtpSource;
    try {
      source = await host.admit(this.#user, secret);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#wrong += 1;
      if (this.#wrong >= wrongLogins)
        return this.#close('wrongToken', 421, 'Wrong user or token, once too often');
      this.#options.refused?.('wrongToken', this.#from, this.#user);
      return this.#reply(530, 'Wrong user or token');
    }
    if (source.isPaused) return this.#close('notReady', 530, 'The source is paused');
    if (!this.#arrival.hasRoom(source))
      return this.#close('tooManyConnections', 421, 'The source has too many connections');
    const folder = new FtpFolder(root, source.key, bounds);
    try {
      await folder.make();
    } catch {
      return this.#close('storage', 421, 'The folder of the source cannot be had: try again later');
    }
    this.#arrival.visit.identified();
    const files = new FileCommands({
      ...{ source, folder, from: this.#from, left: this.#left, options: this.#options, reply: this.#reply },
      door: () => this.#taken(),
      mayStay: () => this.#mayStay(),
    });
    this.#login = { source, secret, files };
    this.#arrival.loggedIn(source);
    this.#reply(230, 'Welcome');
  }

  /** @throws Refusal where the source was paused or its token taken back since the login */
  async #mayStay(): Promise<void> {
    if (this.#login === null) throw new Refusal(401, 'sources.token');
    const source = await this.#options.host.admit(this.#login.source.key, this.#login.secret);
    if (source.isPaused) throw new Refusal(409, 'sources.paused');
  }

  /** From here on everything is encrypted. What came before in the same breath is forgotten: it may be another's. */
  #encrypt(kind: string) {
    const { secure } = this.#options;
    if (secure === null || !/^tls(-c)?$|^ssl$/i.test(kind))
      return this.#reply(504, 'There is no such encryption here');
    if (this.#socket instanceof TLSSocket) return this.#reply(503, 'It is encrypted already');
    const plain = this.#socket;
    plain.removeAllListeners('data');
    plain.write('234 Go ahead\r\n');
    this.#queue = [];
    this.#reader.drop();
    const encrypted = new TLSSocket(plain, { isServer: true, secureContext: secure });
    encrypted.once('close', () => plain.destroy());
    this.#socket = encrypted;
    this.#listen(encrypted);
  }

  #protect(verb: 'PBSZ' | 'PROT', level: string) {
    if (!(this.#socket instanceof TLSSocket)) return this.#reply(503, 'AUTH TLS comes first');
    if (verb === 'PBSZ') return this.#reply(200, 'PBSZ=0');
    if (!/^[pc]$/i.test(level)) return this.#reply(536, 'Only P or C');
    const wanted = level.toUpperCase() === 'P';
    if (!wanted && this.#options.onlySecure) return this.#reply(534, 'Only with encryption');
    this.#isPrivate = wanted;
    this.#reply(200, wanted ? 'Data is encrypted' : 'Data is plain');
  }

  async #passive(verb: 'PASV' | 'EPSV', argument: string): Promise<void> {
    if (/^all$/i.test(argument)) return this.#reply(200, 'EPSV alone');
    const { ports, publicAddress, times, secure, onlySecure, refused } = this.#options;
    if (onlySecure && !this.#isPrivate) return this.#reply(522, 'Send PROT P first');
    const local = this.#arrival.socket.localAddress ?? '';
    const own = publicAddress ?? local.replace(/^::ffff:/i, '');
    if (verb === 'PASV' && !/^\d+(\.\d+){3}$/.test(own)) return this.#reply(425, 'Use EPSV with IPv6');
    this.#door?.drop();
    this.#door = null;
    try {
      this.#door = await Door.open({
        ...{ ports, address: local, from: this.#from, time: times.data },
        secure: this.#isPrivate ? secure : null,
        stranger: (address) => refused?.('stranger', address, this.#user),
      });
    } catch {
      return this.#reply(425, 'No port is free for data: try again later');
    }
    const { port } = this.#door;
    if (verb === 'EPSV') return this.#reply(229, `Entering Extended Passive Mode (|||${port}|)`);
    const numbers = [...own.split('.'), port >> 8, port & 255].join(',');
    this.#reply(227, `Entering Passive Mode (${numbers})`);
  }

  /** The door that was opened, once. */
  #taken(): Door | null {
    const door = this.#door;
    this.#door = null;
    return door;
  }
}
