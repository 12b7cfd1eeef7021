/** A TCP tap before a broker: every MQTT packet of both directions, in the order in which it passed. */
import { connect, createServer, type Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';

export interface Passed {
  /** Client id of the connection's CONNECT. */
  readonly client: string;
  readonly from: 'client' | 'broker';
  readonly packet: Packet;
}
export interface Tap {
  readonly port: number;
  readonly passed: readonly Passed[];
  /** Cuts the connections of a client as a broken network does. */
  cut(client: string): void;
  stop(): Promise<void>;
}

/** Listens on a free loopback port before `target`, another loopback port. */
export async function startTap(target: number): Promise<Tap> {
  const passed: Passed[] = [];
  const open = new Map<Socket, { client: string; upstream: Socket }>();
  const server = createServer((socket) => {
    const upstream = connect(target, '127.0.0.1');
    const connection = { client: '', upstream };
    open.set(socket, connection);
    const listen = (from: Passed['from']) =>
      mqttPacket.parser({ protocolVersion: 4 }).on('packet', (packet) => {
        if (packet.cmd === 'connect') connection.client = packet.clientId;
        passed.push({ client: connection.client, from, packet });
      });
    const heard = { client: listen('client'), broker: listen('broker') };
    socket.on('data', (bytes) => {
      heard.client.parse(bytes);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      heard.broker.parse(bytes);
      socket.write(bytes);
    });
    socket.on('end', () => upstream.end());
    upstream.on('end', () => socket.end());
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => {
      open.delete(socket);
      upstream.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the tap has no port');
  const destroy = (socket: Socket, upstream: Socket) => {
    socket.destroy();
    upstream.destroy();
  };
  return {
    port: bound.port,
    passed,
    cut(client) {
      for (const [socket, connection] of open)
        if (connection.client === client) destroy(socket, connection.upstream);
    },
    async stop() {
      for (const [socket, { upstream }] of open) destroy(socket, upstream);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
