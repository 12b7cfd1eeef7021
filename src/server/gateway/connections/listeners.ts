import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { within } from '../../within.ts';
import { ConnectionCounter, type ConnectionLimits, type Visit } from './connection-counter.ts';
import { readProxyHeader } from './proxy-header.ts';

/** The two ports that there may be. */
export type PortName = 'plain' | 'tls';

export interface ListenerOptions {
  /** Without TLS: 0 = any free port, null = closed. */
  readonly port: number | null;
  readonly address: string;
  /** With TLS: port as above, certificate chain and key as PEM. */
  readonly tls?: { readonly port: number; readonly cert: string; readonly key: string } | undefined;
  readonly limits: ConnectionLimits;
  /** True for the address of a balancer, whose connections begin with the client's (PROXY protocol). Left out: there is none. */
  readonly isBalancer?: ((address: string) => boolean) | undefined;
  /** ms that a TLS handshake, and the header of a balancer, may take. */
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

/** How a port stands. */
export interface PortStatus {
  readonly state: 'open' | 'closed' | 'failed';
  /** UTC ms. */
  readonly since: number;
  /** The system's code where it failed. */
  readonly problem: string | null;
}

/** ms that the sockets of a port have to close when it is opened anew. */
const closeTime = 2000;
const neverOpened: PortStatus = { state: 'closed', since: Date.now(), problem: null };
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'failed';

/** The ports of the embedded broker, and the sockets that stand open at them. */
export class Listeners {
  readonly #options: ListenerOptions;
  readonly #counter: ConnectionCounter;
  /** Open sockets, with the port that they came by. */
  readonly #sockets = new Map<Socket, PortName>();
  readonly #visits = new WeakMap<Socket, Visit>();
  readonly #servers = new Map<PortName, Server>();
  /** The numbers that were taken: where any free port was asked for, it is opened anew at the same. */
  readonly #taken = new Map<PortName, number>();
  readonly #status = new Map<PortName, PortStatus>();

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#counter = new ConnectionCounter(options.limits);
  }

  /** The port without TLS; null while it is closed. */
  get port(): number | null {
    return portOf(this.#servers.get('plain') ?? null);
  }

  /** The port with TLS; null while it is closed. */
  get tlsPort(): number | null {
    return portOf(this.#servers.get('tls') ?? null);
  }

  status(name: PortName): PortStatus {
    return this.#status.get(name) ?? neverOpened;
  }

  /** Opens the ports. @throws where one cannot be had */
  async open(): Promise<void> {
    const { port, tls } = this.#options;
    if (port !== null) await this.#open('plain', port);
    if (tls !== undefined) await this.#open('tls', tls.port);
  }

  async #open(name: PortName, port: number): Promise<void> {
    const { tls, address } = this.#options;
    const server = name === 'tls' && tls !== undefined ? this.#tlsServer(tls) : this.#plainServer();
    await listen(server, port, address);
    // Where one cannot be let in for want of descriptors, the next can.
    server.on('error', (error) => this.#options.refused(`accept: ${codeOf(error)}`, '', name));
    this.#servers.set(name, server);
    this.#taken.set(name, portOf(server) ?? port);
    this.#status.set(name, { state: 'open', since: Date.now(), problem: null });
  }

  /**
   * Ends the connections of one port and opens it anew at the number that it had; those of the other go on.
   * @throws the socket's error where the port cannot be had again: it is failed then, and may be restarted once more
   */
  async restart(name: PortName): Promise<void> {
    const taken = this.#taken.get(name);
    if (taken === undefined) throw new Error(`the port ${name} was never open`);
    const server = this.#servers.get(name);
    this.#servers.delete(name);
    if (server !== undefined) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      this.drop(name);
      await within(closed, closeTime);
    }
    try {
      await this.#open(name, taken);
    } catch (error) {
      this.#status.set(name, { state: 'failed', since: Date.now(), problem: codeOf(error) });
      throw error;
    }
  }

  /** Lets nobody in any more; those that are connected stay. */
  close(): void {
    for (const [name, server] of this.#servers) {
      server.close();
      this.#status.set(name, { state: 'closed', since: Date.now(), problem: null });
    }
  }

  /** Ends the connections that are left; of one port alone. */
  drop(name?: PortName): void {
    for (const [socket, port] of this.#sockets) if (name === undefined || port === name) socket.destroy();
  }

  #plainServer(): Server {
    return createServer({ noDelay: true }, (socket) =>
      this.#introduced(socket, 'plain', (from) => {
        this.#arrive(socket, 'plain', from);
        if (socket.destroyed) return;
        this.#letIn(socket, this.#visits.get(socket), 'plain');
        // Behind its header nothing was read until somebody listens.
        if (socket.isPaused()) socket.resume();
      }),
    );
  }

  /** Goes on with the address of the client: the connection's own, or the one that a balancer names. */
  #introduced(socket: Socket, port: PortName, then: (from: string) => void): void {
    const own = socket.remoteAddress ?? '';
    const { isBalancer, handshakeTime, refused } = this.#options;
    if (isBalancer?.(own) !== true) {
      then(own);
      return;
    }
    // It may break before anybody else listens.
    socket.on('error', () => socket.destroy());
    readProxyHeader(socket, handshakeTime).then(
      (address) => {
        if (socket.destroyed) return;
        // It only looks whether somebody is there.
        if (address === null) socket.destroy();
        else then(address);
      },
      (error: Error) => {
        const wasThere = !socket.destroyed;
        socket.destroy();
        if (wasThere) refused(error.message, own, port);
      },
    );
  }

  /** Every socket passes here first, a TLS one before its handshake. */
  #arrive(socket: Socket, port: PortName, from: string): void {
    const visit = this.#counter.enter(from);
    if (typeof visit === 'string') {
      socket.destroy();
      this.#options.refused(visit, from, port);
      return;
    }
    this.#sockets.set(socket, port);
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
    const encrypted = createTlsServer(options, (socket) => {
      const below = arriving.get(nameOf(socket));
      arriving.delete(nameOf(socket));
      this.#letIn(socket, below === undefined ? undefined : this.#visits.get(below), 'tls');
    });
    encrypted.on('tlsClientError', (error, socket) => {
      const reason = `TLS: ${'code' in error ? String(error.code) : 'failed'}`;
      const below = arriving.get(nameOf(socket));
      const visit = below === undefined ? undefined : this.#visits.get(below);
      this.#options.refused(reason, visit?.from ?? socket.remoteAddress ?? '', 'tls');
    });
    return createServer({ noDelay: true }, (socket) =>
      this.#introduced(socket, 'tls', (from) => {
        this.#arrive(socket, 'tls', from);
        if (socket.destroyed) return;
        const name = nameOf(socket);
        arriving.set(name, socket);
        socket.once('close', () => {
          if (arriving.get(name) === socket) arriving.delete(name);
        });
        encrypted.emit('connection', socket);
      }),
    );
  }
}
