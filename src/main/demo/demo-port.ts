import { createServer } from 'node:net';

/** The port when it is free on the host, else 0 (any): a demo starts beside whatever else is running. */
export function portOrAny(port: number, host: string): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(port, host, () => probe.close(() => resolve(port)));
  });
}
