/** One transfer: a file that comes, or a list that goes. */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../base/errors.ts';
import type { Door } from './door.ts';
import type { Beginning, FtpFolder, Writing } from './folder.ts';
import type { FtpOptions } from './host.ts';

/** What became of a file. */
export type TransferOutcome =
  | { readonly type: 'whole' }
  /** Nobody opened the data connection. */
  | { readonly type: 'noData' }
  /** The connection broke, stalled or was taken back by the client: kept up to the last whole line. */
  | { readonly type: 'aborted' }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** The system refuses; its code. */
  | { readonly type: 'failed'; readonly code: string };

export interface FileOrder {
  readonly folder: FtpFolder;
  readonly name: string;
  readonly beginning: Beginning;
  /** Resolves when the control connection is gone. */
  readonly left: Promise<unknown>;
  /** @throws Refusal where the source is not open any more */
  readonly mayStay: () => Promise<unknown>;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
/** Codes that the connection brings, and not the disk. */
const ofConnection = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
]);
const isOfConnection = (code: string) => ofConnection.has(code) || code.startsWith('ERR_SSL');

export class Transfer {
  readonly #door: Door;
  readonly #options: FtpOptions;
  #isRevoked = false;
  #isAborted = false;

  constructor(door: Door, options: FtpOptions) {
    this.#door = door;
    this.#options = options;
  }

  /** Ends it. `isRevoked`: what came is not kept. */
  abort(isRevoked = false): void {
    this.#isAborted = true;
    this.#isRevoked ||= isRevoked;
    this.#door.drop();
  }

  async receive(order: FileOrder): Promise<TransferOutcome> {
    const socket = await this.#door.socket;
    if (socket === null) return { type: 'noData' };
    let writing: Writing;
    try {
      writing = await order.folder.write(order.name, order.beginning);
    } catch (error) {
      this.#turnAway(socket);
      return outcomeOf(error);
    }
    try {
      await this.#fill(socket, writing);
      const isWhole = await this.#isWhole(writing, order.left);
      await order.mayStay();
      if (isWhole) {
        await writing.end();
        return { type: 'whole' };
      }
      await writing.cut(true);
      return { type: 'aborted' };
    } catch (error) {
      const outcome = outcomeOf(error);
      const isWanted = !this.#isRevoked && outcome.type === 'aborted';
      await writing.cut(isWanted).catch((cutting: unknown) => {
        this.#options.log.error('', { error: cutting }, 'a file that came by FTP was not cut');
      });
      return outcome;
    } finally {
      this.#turnAway(socket);
    }
  }

  async #fill(socket: Socket, writing: Writing): Promise<void> {
    const { meter, times } = this.#options;
    if (this.#isAborted) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    socket.setTimeout(times.stall, () => socket.destroy());
    // The connection stays when a file is refused: a client that is cut off does not read why.
    for await (const bytes of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      meter?.took(0, bytes.length);
      await writing.add(bytes);
    }
    meter?.took(1, 0);
  }

  /** Leaves the client the time to read the answer; what it still sends is thrown away. */
  #turnAway(socket: Socket): void {
    if (socket.destroyed) return;
    socket.end();
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), this.#options.times.farewell);
    socket.once('close', () => clearTimeout(timer));
  }

  /**
   * The end of a connection does not say whether the client was done or killed. Where a file ends within a line, one that
   * was killed drops its other connection as well.
   */
  async #isWhole(writing: Writing, left: Promise<unknown>): Promise<boolean> {
    if (this.#isAborted) return false;
    if (writing.endsLine) return true;
    const waited = new AbortController();
    const stays = pause(this.#options.times.settle, true, { signal: waited.signal }).catch(() => true);
    const isThere = await Promise.race([stays, left.then(() => false)]);
    waited.abort();
    return isThere;
  }

  /** Sends a list; false where nobody takes it. */
  async send(lines: readonly string[]): Promise<boolean> {
    const socket = await this.#door.socket;
    if (socket === null) return false;
    socket.setTimeout(this.#options.times.stall, () => socket.destroy());
    return new Promise((resolve) => {
      socket.once('close', () => resolve(socket.writableFinished));
      socket.resume();
      socket.end(lines.map((line) => `${line}\r\n`).join(''));
    });
  }
}

function outcomeOf(error: unknown): TransferOutcome {
  if (error instanceof Refusal) return { type: 'refused', refusal: error };
  const code = codeOf(error);
  return isOfConnection(code) ? { type: 'aborted' } : { type: 'failed', code: code === '' ? 'failed' : code };
}
