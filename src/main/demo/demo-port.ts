import { createServer } from 'node:net';

/** The port when it is free on the host, else 0 (any): a demo starts beside whatever else is running. */
export function portOrAny(port: number, host: string): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(port, host, () => probe.close(() => resolve(port)));
  });
}

/** A port of the loopback that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const place = probe.address();
      probe.close(() => resolve(typeof place === 'object' && place !== null ? place.port : 0));
    });
  });
}

/** The port that was asked for, whether it is free or not; else the usual one, or any where that is taken. */
export async function portFor(asked: string | undefined, usual: number, host: string): Promise<number> {
  const wanted = asked === undefined || asked === '' ? await portOrAny(usual, host) : usual;
  return wanted === 0 ? freePort() : wanted;
}
