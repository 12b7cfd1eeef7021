/** A TCP proxy that a test can cut: what stands between a client and its server when a network fails. */
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** Half-open: connections stay, and nothing goes through them any more. */
  hold(): void;
  /** Lets connections through again. */
  mend(): void;
  stop(): Promise<void>;
}

/** Listens on a free loopback port and passes every connection on to `target`, a loopback port. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((client) => {
    if (!whole) {
      client.destroy();
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the proxy has no port');
  const cut = () => {
    whole = false;
    for (const socket of open) socket.destroy();
  };
  return {
    port: bound.port,
    cut,
    hold() {
      whole = false;
      for (const socket of open) {
        socket.unpipe();
        socket.pause();
      }
    },
    mend() {
      whole = true;
    },
    async stop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
