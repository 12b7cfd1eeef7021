/** Clients of FTP for tests: a library's, and one that says what it likes. */
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Client } from 'basic-ftp';

export interface FtpAccount {
  readonly key: string;
  readonly token: string;
}

/** A client of the library that has logged in. */
export async function ftpClient(port: number, { key, token }: FtpAccount, secure = false): Promise<Client> {
  const client = new Client(10_000);
  const tls = { rejectUnauthorized: false };
  await client.access({
    ...{ host: '127.0.0.1', port, user: key, password: token, secure },
    ...(secure ? { secureOptions: tls } : {}),
  });
  return client;
}

export const textStream = (text: string | Uint8Array): Readable => Readable.from([Buffer.from(text)]);

/** A control connection without manners: it sends whatever the test says, and gives the answers one by one. */
export class RawFtp {
  readonly socket: Socket;
  #text = '';
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#text += bytes.toString();
      this.#wake();
    });
    socket.on('close', () => this.#wake());
    socket.on('error', () => undefined);
  }

  static async connect(port: number): Promise<RawFtp> {
    const socket = connect(port, '127.0.0.1');
    const raw = new RawFtp(socket);
    await raw.answer();
    return raw;
  }

  static async loggedIn(port: number, { key, token }: FtpAccount): Promise<RawFtp> {
    const raw = await RawFtp.connect(port);
    await raw.say(`USER ${key}`);
    await raw.say(`PASS ${token}`);
    return raw;
  }

  /** The next answer as a whole; an empty one at the end of the connection. */
  async answer(): Promise<string> {
    for (;;) {
      const whole = /^(?:(\d{3})-[\s\S]*?\r\n\1 .*\r\n|\d{3} .*\r\n)/.exec(this.#text)?.[0];
      if (whole !== undefined) {
        this.#text = this.#text.slice(whole.length);
        return whole.trimEnd();
      }
      if (this.socket.destroyed) return '';
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  send(command: string | Uint8Array): void {
    this.socket.write(typeof command === 'string' ? `${command}\r\n` : command);
  }

  say(command: string | Uint8Array): Promise<string> {
    this.send(command);
    return this.answer();
  }

  /** Opens the data connection that PASV answers. */
  async data(): Promise<Socket> {
    const numbers = /\((\d+),(\d+),(\d+),(\d+),(\d+),(\d+)\)/.exec(await this.say('PASV'));
    const [high = 0, low = 0] = numbers?.slice(5).map(Number) ?? [];
    const socket = connect(high * 256 + low, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  }
}
