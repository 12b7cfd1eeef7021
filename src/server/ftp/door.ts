/** Passive data connections: a port is opened for one client, takes one connection, and is closed. */
import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';

/** First and last port; null = any free one. */
export type PortRange = readonly [number, number] | null;

export interface DoorOptions {
  readonly ports: PortRange;
  /** Where the control connection came in. */
  readonly address: string;
  /** Whose connection is taken; others are dropped. */
  readonly from: string;
  /** ms until it has to be there. */
  readonly time: number;
  /** Encrypts it; null = plain. */
  readonly secure: SecureContext | null;
  /** Somebody else came. */
  readonly stranger: (address: string) => void;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

function listen(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Where the next search begins, so that a port that was just used rests. */
let turn = 0;

/** @throws the system's error; EADDRINUSE where every port of the range is taken */
async function listenWithin(server: Server, ports: PortRange, address: string): Promise<void> {
  if (ports === null) return listen(server, 0, address);
  const [first, last] = ports;
  const count = last - first + 1;
  turn += 1;
  for (let at = 0; at < count; at++) {
    try {
      return await listen(server, first + ((turn + at) % count), address);
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || at === count - 1) throw error;
    }
  }
}

export class Door {
  readonly #server: Server;
  readonly #socket: Promise<Socket | null>;
  readonly port: number;
  #give: (socket: Socket | null) => void = () => undefined;
  readonly #timer: NodeJS.Timeout;

  private constructor(server: Server, { from, time, secure, stranger }: DoorOptions) {
    this.#server = server;
    const bound = server.address();
    this.port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    this.#socket = new Promise((resolve) => {
      this.#give = resolve;
    });
    this.#timer = setTimeout(() => this.close(), time);
    server.on('error', () => this.close());
    server.on('connection', (socket: Socket) => {
      socket.on('error', () => socket.destroy());
      if (socket.remoteAddress !== from) {
        socket.destroy();
        return stranger(socket.remoteAddress ?? '');
      }
      clearTimeout(this.#timer);
      server.close();
      if (secure === null) return this.#give(socket);
      const encrypted = new TLSSocket(socket, { isServer: true, secureContext: secure });
      encrypted.on('error', () => encrypted.destroy());
      this.#give(encrypted);
    });
  }

  /** @throws the system's error where no port can be had */
  static async open(options: DoorOptions): Promise<Door> {
    const server = createServer({ pauseOnConnect: options.secure === null, noDelay: true });
    await listenWithin(server, options.ports, options.address);
    return new Door(server, options);
  }

  /** The client's connection; null where it did not come in time. */
  get socket(): Promise<Socket | null> {
    return this.#socket;
  }

  /** Lets nobody in any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#server.close();
    this.#give(null);
  }

  /** Ends also the connection that came. */
  drop(): void {
    this.close();
    void this.#socket.then((socket) => socket?.destroy());
  }
}
