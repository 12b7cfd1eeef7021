/** S66: calls go where the operator allowed them, and nowhere else. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Outgoing } from '../../../src/server/outgoing.ts';

let server: Server;
let origin: string;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === '/away') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (request.url === '/large') response.end('x'.repeat(2000));
    else if (request.url === '/never') response.flushHeaders();
    else response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('an origin that is allowed is called', async () => {
  const { status, body } = await new Outgoing({ allowed: [origin] }).call(`${origin}/x?y`, {
    method: 'POST',
    body: 'a',
  });
  expect([status, Buffer.from(body).toString(), asked.at(-1)]).toEqual([200, 'hello', 'POST /x?y']);
});
it('others are not: by host, port, scheme, a name in front, a password, no address', async () => {
  const before = asked.length;
  const outgoing = new Outgoing({ allowed: [origin] });
  const { port } = new URL(origin);
  const others = [
    `http://localhost:${port}/`,
    'http://127.0.0.1:1/',
    `https://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}@evil.example/`,
    `http://user:word@127.0.0.1:${port}/`,
    `http://127.0.0.1.evil.example:${port}/`,
    'file:///etc/passwd',
    'data:text/plain,x',
    '//127.0.0.1/',
    'x',
  ];
  for (const address of others)
    await expect(outgoing.call(address)).rejects.toThrow(/origins that may be called/);
  await expect(new Outgoing({ allowed: [] }).call(origin)).rejects.toThrow(/origins that may be called/);
  expect(asked).toHaveLength(before);
});
it('a redirect is not followed', async () => {
  const before = asked.length;
  expect((await new Outgoing({ allowed: [origin] }).call(`${origin}/away`)).status).toBe(302);
  expect(asked.slice(before)).toEqual(['GET /away']);
});
it('an answer that is too large or does not come is given up', async () => {
  await expect(new Outgoing({ allowed: [origin], most: 1000 }).call(`${origin}/large`)).rejects.toThrow(
    /larger/,
  );
  await expect(new Outgoing({ allowed: [origin], timeout: 100 }).call(`${origin}/never`)).rejects.toThrow();
});
it.each(['https://host/path', 'host', 'ftp://host', 'https://u:p@host'])('no origin to allow: %s', (text) => {
  expect(() => new Outgoing({ allowed: [text] })).toThrow(/origin is wanted/);
});
