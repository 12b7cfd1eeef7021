import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The port when it is free on the host, else 0 (any): a demo starts beside whatever else is running. */
export function portOrAny(port: number, host: string): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(port, host, () => probe.close(() => resolve(port)));
  });
}

/** Below what systems hand out for outgoing connections: those of 2,000 RTUs take none of these before a program listens. */
const [lowest, beyond] = [15_000, 32_000];

/** A port of the loopback that nobody listens at. @throws Error when there is none in a hundred */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = await portOrAny(randomInt(lowest, beyond), '127.0.0.1');
    if (port !== 0) return port;
  }
  throw new Error('no port of this machine is free');
}

/** The port that was asked for, whether it is free or not; else the usual one, or any where that is taken. */
export async function portFor(asked: string | undefined, usual: number, host: string): Promise<number> {
  const wanted = asked === undefined || asked === '' ? await portOrAny(usual, host) : usual;
  return wanted === 0 ? freePort() : wanted;
}
