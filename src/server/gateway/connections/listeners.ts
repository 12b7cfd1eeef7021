import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { ConnectionCounter, type ConnectionLimits, type Visit } from './connection-counter.ts';

/** The two ports that there may be. */
export type PortName = 'plain' | 'tls';

export interface ListenerOptions {
  /** Without TLS: 0 = any free port, null = closed. */
  readonly port: number | null;
  readonly address: string;
  /** With TLS: port as above, certificate chain and key as PEM. */
  readonly tls?: { readonly port: number; readonly cert: string; readonly key: string } | undefined;
  readonly limits: ConnectionLimits;
  /** ms that a TLS handshake may take. */
  readonly handshakeTime: number;
  /** Called with each socket that was let in, a TLS one after its handshake. */
  readonly connected: (socket: Socket, visit: Visit, port: PortName) => void;
  /** Called for sockets that are not let in. */
  readonly refused: (reason: string, address: string, port: PortName) => void;
}

function portOf(server: Server | null): number | null {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : null;
}

/** Resolves when the server listens; rejects when it cannot. */
function listen(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** The ports of the embedded broker, and the sockets that stand open at them. */
export class Listeners {
  readonly #options: ListenerOptions;
  readonly #counter: ConnectionCounter;
  readonly #sockets = new Set<Socket>();
  readonly #visits = new WeakMap<Socket, Visit>();
  #plain: Server | null = null;
  #tls: Server | null = null;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#counter = new ConnectionCounter(options.limits);
  }

  /** The port without TLS; null while it is closed. */
  get port(): number | null {
    return portOf(this.#plain);
  }

  /** The port with TLS; null while it is closed. */
  get tlsPort(): number | null {
    return portOf(this.#tls);
  }

  /** Opens the ports. @throws where one cannot be had */
  async open(): Promise<void> {
    const { port, tls, address } = this.#options;
    if (port !== null) {
      const server = createServer({ noDelay: true }, (socket) => {
        this.#arrive(socket, 'plain');
        if (!socket.destroyed) this.#letIn(socket, this.#visits.get(socket), 'plain');
      });
      await listen(server, port, address);
      this.#plain = server;
    }
    if (tls === undefined) return;
    const server = this.#tlsServer(tls);
    await listen(server, tls.port, address);
    this.#tls = server;
  }

  /** Lets nobody in any more; those that are connected stay. */
  close(): void {
    this.#plain?.close();
    this.#tls?.close();
  }

  /** Ends the connections that are left. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Every socket passes here first, a TLS one before its handshake. */
  #arrive(socket: Socket, port: PortName): void {
    const from = socket.remoteAddress ?? '';
    const visit = this.#counter.enter(from);
    if (typeof visit === 'string') {
      socket.destroy();
      this.#options.refused(visit, from, port);
      return;
    }
    this.#sockets.add(socket);
    this.#visits.set(socket, visit);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      visit.left();
    });
  }

  #letIn(socket: Socket, visit: Visit | undefined, port: PortName): void {
    if (visit === undefined) socket.destroy();
    else this.#options.connected(socket, visit, port);
  }

  #tlsServer({ cert, key }: { readonly cert: string; readonly key: string }): Server {
    const { handshakeTime: handshakeTimeout } = this.#options;
    const options = { noDelay: true, cert, key, minVersion: 'TLSv1.2', handshakeTimeout } as const;
    /** The encrypted socket knows the one below it by its ports alone. */
    const arriving = new Map<string, Socket>();
    const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
    const server = createTlsServer(options, (socket) => {
      const below = arriving.get(nameOf(socket));
      arriving.delete(nameOf(socket));
      this.#letIn(socket, below === undefined ? undefined : this.#visits.get(below), 'tls');
    });
    server.prependListener('connection', (socket: Socket) => {
      this.#arrive(socket, 'tls');
      if (socket.destroyed) return;
      const name = nameOf(socket);
      arriving.set(name, socket);
      socket.once('close', () => {
        if (arriving.get(name) === socket) arriving.delete(name);
      });
    });
    server.on('tlsClientError', (error, socket) => {
      const reason = `TLS: ${'code' in error ? String(error.code) : 'failed'}`;
      this.#options.refused(reason, socket.remoteAddress ?? '', 'tls');
    });
    return server;
  }
}
