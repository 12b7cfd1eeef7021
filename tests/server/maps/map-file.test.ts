/** The PMTiles file of the server: given out in ranges, to those who are signed in, and never another file. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostMapBytes } from '../../../src/contract/map/layers.ts';
import { rangeOf } from '../../../src/server/maps/map-file.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundwatch-maps-'));
const path = join(folder, 'site.pmtiles');
// Longer than an answer may be, and each byte tells where it stands.
const content = Buffer.alloc(mostMapBytes + 5000);
for (let at = 0; at < content.length; at += 4) content.writeUInt32LE(at, at);
writeFileSync(path, content);

let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startTestServer({ environment: { MAP_PMTILES: path } });
  token = await server.login('strangerA');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
const ask = (headers: Readonly<Record<string, string>>, address = '/rest/map/file') =>
  fetch(new URL(address, server.address), { headers: { authorization: token, ...headers } });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('the map file', () => {
  it.each([
    ['bytes=0-126', 0, 127],
    ['bytes=127-1000', 127, 1001],
    [`bytes=${content.length - 10}-`, content.length - 10, content.length],
    ['bytes=-16', content.length - 16, content.length],
    [`bytes=${content.length - 5}-${content.length + 500}`, content.length - 5, content.length],
    [`bytes=0-${mostMapBytes - 1}`, 0, mostMapBytes],
  ])('answers %s', async (range, from, to) => {
    const answer = await ask({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${content.length}`);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await bytesOf(answer)).equals(content.subarray(from, to))).toBe(true);
  });
  it.each([
    ['no range', {}],
    ['a range behind the end', { range: `bytes=${content.length}-` }],
    ['a range that ends before it begins', { range: 'bytes=9-3' }],
    ['two ranges', { range: 'bytes=0-1,4-5' }],
    ['another unit', { range: 'tiles=0-1' }],
    ['the last no bytes', { range: 'bytes=-0' }],
    ['one byte more than an answer may have', { range: `bytes=0-${mostMapBytes}` }],
  ])('refuses %s', async (_name, headers) => {
    const answer = await ask(headers);
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${content.length}`);
    expect((await bytesOf(answer)).length).toBe(0);
  });
  it('tells versions of the file apart', async () => {
    const first = (await ask({ range: 'bytes=0-3' })).headers.get('etag') ?? '';
    expect(first).toMatch(/^"[\w-]+"$/);
    expect((await ask({ range: 'bytes=0-3', 'if-none-match': first })).status).toBe(304);
    expect((await ask({ range: 'bytes=0-3', 'if-match': first })).status).toBe(206);
    utimesSync(path, new Date(), new Date(Date.now() - 60_000));
    const second = (await ask({ range: 'bytes=0-3' })).headers.get('etag');
    expect(second).not.toBe(first);
    expect((await ask({ range: 'bytes=0-3', 'if-match': first })).status).toBe(412);
    expect((await ask({ range: 'bytes=0-3', 'if-none-match': first })).status).toBe(206);
  });
  it('is for those who are signed in', async () => {
    const answer = await fetch(new URL('/rest/map/file', server.address), {
      headers: { range: 'bytes=0-3' },
    });
    expect(answer.status).not.toBe(206);
    expect(await answer.json()).toMatchObject({ status: 401 });
  });
  it('is that one alone: no address leads to another', async () => {
    for (const address of [
      '/rest/map/file/../../../etc/passwd',
      '/rest/map/file/%2e%2e%2fgroundwatch.db',
      '/rest/map/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    ])
      expect((await ask({ range: 'bytes=0-9' }, address)).status, address).toBe(404);
    // A query is a mistake.
    expect((await ask({ range: 'bytes=0-9' }, '/rest/map/file?path=/etc/passwd')).status).toBe(400);
  });
  it('is named in the settings, without its place', async () => {
    const answer = (await (await ask({}, '/rest/settings')).json()) as { data: { mapLayers: unknown } };
    expect(answer.data.mapLayers).toEqual([
      { id: 'file', url: null, datum: 'WGS-84', attribution: '' },
      { id: 'embedded', url: null, datum: 'WGS-84', attribution: '' },
    ]);
  });
  it('that is gone is said to be gone', async () => {
    rmSync(path);
    expect((await ask({ range: 'bytes=0-3' })).status).toBe(404);
  });
});

describe('a range', () => {
  it('of a file of one byte is that byte', () => {
    expect(rangeOf('bytes=0-0', 1)).toEqual([0, 0]);
    expect(rangeOf('bytes=1-1', 1)).toBeNull();
    expect(rangeOf('bytes=-1', 1)).toEqual([0, 0]);
    expect(rangeOf('bytes=0-', 0)).toBeNull();
  });
});
