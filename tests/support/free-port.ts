/** A port for a program that must be told its port. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what Linux hands out for outgoing connections: none of those can take it before the program listens. */
const [lowest, beyond] = [15_000, 32_000];

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of 127.0.0.1 that nobody listens at. @throws Error when there is none in a hundred */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(lowest, beyond);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}
