/** A real HTTP server on loopback whose answers a test writes, and the page's address set to it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export interface Answering {
  readonly address: string;
  readonly asked: readonly Asked[];
  /** What each path answers from now on; a path without an answer is a 404. */
  answer(path: string, write: (response: ServerResponse, asked: Asked) => void): void;
  stop(): Promise<void>;
}

/** Answers a JSON envelope. */
export const envelope =
  (value: unknown, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

export async function startAnswering(): Promise<Answering> {
  const answers = new Map<string, (response: ServerResponse, asked: Asked) => void>();
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = request.url ?? '';
      const entry = {
        method: request.method ?? '',
        url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      asked.push(entry);
      const write = answers.get(url.split('?')[0] ?? '');
      if (write === undefined) response.writeHead(404).end();
      else write(response, entry);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = (globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM;
  page.setURL(`${address}/index`);
  return {
    address,
    asked,
    answer: (path, write) => void answers.set(path, write),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
