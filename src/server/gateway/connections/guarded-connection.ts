import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { BrokerWay } from '../tap.ts';
import { type Allowance, type GuardLimits, PacketGuard } from './packet-guard.ts';
import type { LoopTurns } from './turns.ts';

/** ms that a credential may be looked at: devices wait for CONNACK about as long. */
const patience = 60_000;

/** A device's connection as the broker sees it: every byte passes the guard first. */
export class GuardedConnection extends Duplex {
  /** The listener that it came by. */
  way: BrokerWay = 'mqtt';
  /** Address of the client, which a balancer before the server may have named; null = the connection's own. */
  from: string | null = null;
  readonly #socket: Socket;
  readonly #guard: PacketGuard;
  readonly #unread: number;
  readonly #identified: () => void;
  readonly #claimed: () => void;
  #resume: NodeJS.Timeout | null = null;
  #deadline: NodeJS.Timeout | null;
  /** What was read and waits for its turn; nothing more is read meanwhile. */
  #waiting: Buffer | null = null;

  /**
   * @param turns shared by all connections
   * @param refused called with the reason, before the connection is dropped
   * @param identified called when a good credential was shown
   * @param unauthenticated ms that a connection may live without a good credential
   */
  constructor(
    socket: Socket,
    limits: GuardLimits,
    turns: LoopTurns,
    unauthenticated: number,
    refused: (reason: string) => void,
    identified: () => void,
  ) {
    super();
    this.#identified = identified;
    this.#socket = socket;
    this.#unread = limits.unreadBytes;
    this.#guard = new PacketGuard(limits, Date.now());
    const expired = () => {
      refused('not authenticated in time');
      this.destroy();
    };
    this.#deadline = setTimeout(expired, unauthenticated);
    this.#claimed = () => {
      if (this.#deadline !== null) clearTimeout(this.#deadline);
      this.#deadline = setTimeout(expired, patience);
    };
    socket.on('data', (chunk: Buffer) => {
      const reason = this.#guard.scan(chunk);
      if (reason !== null) {
        refused(reason);
        this.destroy();
        return;
      }
      this.#waiting = chunk;
      turns.take(this.#handOn);
      if (this.#waiting !== null) socket.pause();
      this.#slowDown();
    });
    socket.on('end', () => this.push(null));
    // What came before the end counts: it is handed on in a tick of its own.
    const end = (error?: Error) => {
      this.#handOn();
      setImmediate(() => this.destroy(error));
    };
    socket.on('error', end);
    socket.on('close', () => end());
  }

  readonly #handOn = (): void => {
    const chunk = this.#waiting;
    this.#waiting = null;
    if (chunk === null || this.destroyed) return;
    if (!this.push(chunk)) this.#socket.pause();
    else this._read();
  };

  get remoteAddress(): string {
    return this.from ?? this.#socket.remoteAddress ?? '';
  }

  /**
   * A credential was shown. The time that it takes now is this server's: after a process died its RTUs come all at once,
   * and those that were turned away for that would come again, all at once.
   */
  claimed(): void {
    this.#claimed();
  }

  /** The credential was good: larger packets are allowed, and the deadline is off. Its allowance is the credential's. */
  authenticated(allowance: Allowance): void {
    this.#guard.authenticated = true;
    this.#guard.adopt(allowance);
    this.#identified();
    // A credential that has used up its allowance waits, however new its connection is.
    this.#slowDown();
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = null;
  }

  #slowDown(): void {
    const wait = this.#guard.pause(Date.now());
    if (wait === 0 || this.#resume !== null) return;
    this.#socket.pause();
    this.#resume = setTimeout(() => {
      this.#resume = null;
      this._read();
    }, wait);
  }

  override _read(): void {
    if (this.#resume === null && this.#waiting === null) this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  /** Never waits for the client: the broker would wait with it, and others behind it. */
  #send(bytes: Buffer, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes);
    done(this.#socket.writableLength > this.#unread ? new Error('does not read') : null);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#resume !== null) clearTimeout(this.#resume);
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    // What was written before (a CONNACK that refuses) still goes out.
    if (error === null) this.#socket.destroySoon();
    else this.#socket.destroy();
    done(error);
  }
}
