/** S47–S49, S78: what is sent as a file and is none that the product takes, or does more than a file should. */
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostUploadBytes } from '../../../src/contract/sites/uploads.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { fetchFile, metadataOf, photograph, sendFile, zipOf } from '../../support/uploads.ts';

let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startTestServer();
  token = await server.login('operatorA');
});
afterAll(async () => {
  await server.stop();
});
const send = (content: Uint8Array, name = 'photo.jpg') => sendFile(server, token, content, name);
const refusedAs = async (content: Uint8Array, name?: string) => (await send(content, name)).messageId;
const lying = () =>
  readdirSync(join(server.folder, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[0-9a-f]{64}|partial/.test(name),
  );

/** CRC-32 as PNG has it (ISO/IEC 15948, annex D). */
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length, 0);
    ends.writeUInt32BE(crc(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const lines = deflateSync(Buffer.alloc(Math.min(height, 100) * (1 + Math.ceil(width / 8))));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const book = (more: Readonly<Record<string, Buffer>> = {}, declared?: number) =>
  zipOf(
    {
      '[Content_Types].xml': Buffer.from('<Types/>'),
      'xl/workbook.xml': Buffer.from('<workbook/>'),
      ...more,
    },
    declared,
  );

describe('S78 pictures', () => {
  it('lose their place, camera and owner, and stand upright', async () => {
    const original = await photograph();
    expect(original.includes('CAMERA-OF-THE-TEST')).toBe(true);
    expect((await metadataOf(original)).exif).toBeDefined();
    const { upload } = await send(original);
    expect(upload).toMatchObject({ type: 'jpeg', name: 'photo.jpg', width: 400, height: 640 });
    for (const path of [`${upload.id}`, `${upload.id}/thumbnail`]) {
      const { bytes } = await fetchFile(server, token, path);
      expect(bytes.includes('CAMERA') || bytes.includes('SECRET') || bytes.includes('Exif')).toBe(false);
      const { exif, icc, xmp, orientation } = await metadataOf(bytes);
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    }
    const { bytes } = await fetchFile(server, token, `${upload.id}/thumbnail`);
    const thumbnail = await metadataOf(bytes);
    expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['webp', 300, 480]);
  });
  it('that are an archive or a page besides are a picture alone', async () => {
    const hidden = zipOf({ 'evil.js': Buffer.from('alert(1)') });
    const polyglot = Buffer.concat([await photograph(), hidden, Buffer.from('<script>alert(1)</script>')]);
    const { upload } = await send(polyglot);
    const { bytes } = await fetchFile(server, token, String(upload.id));
    expect(bytes.includes('PK\x03\x04') || bytes.includes('<script')).toBe(false);
    expect(upload.bytes).toBe(bytes.length);
  });
  it('are named by their content, whatever their ending says', async () => {
    const { upload } = await send(await photograph(), 'crack.pdf');
    expect([upload.type, upload.name]).toEqual(['jpeg', 'crack.jpg']);
  });
  it('of more pixels than are decoded are refused before they are', async () => {
    const bomb = pngOf(40_000, 40_000);
    expect(bomb.length).toBeLessThan(10_000);
    const began = performance.now();
    expect(await refusedAs(bomb, 'bomb.png')).toBe('uploads.pixels');
    expect(performance.now() - began).toBeLessThan(3000);
    // The border from both sides: 8000 × 8000 are 64 million.
    expect(await refusedAs(pngOf(8001, 8000), 'wide.png')).toBe('uploads.pixels');
    expect(await refusedAs(pngOf(8000, 8000), 'square.png')).toBe('uploads.damaged');
  });
  it('that are cut off, or are garbage behind a right head, are refused', async () => {
    const original = await photograph();
    expect(await refusedAs(original.subarray(0, original.length / 2))).toBe('uploads.damaged');
    expect(await refusedAs(Buffer.concat([original.subarray(0, 20), Buffer.alloc(500, 7)]))).toBe(
      'uploads.damaged',
    );
    expect(await refusedAs(Buffer.from('89504e470d0a1a0a', 'hex'), 'a.png')).toBe('uploads.damaged');
    expect(await refusedAs(Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 '), 'a.webp')).toBe('uploads.damaged');
  });
  it('as HEIC are refused with what to do', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
    expect(await refusedAs(heic, 'IMG_1.jpg')).toBe('uploads.heic');
  });
});

describe('S78 what is taken at all', () => {
  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'drawing.png'],
    ['SVG behind a mark of order', '\ufeff  <?xml version="1.0"?><svg/>', 'drawing.csv'],
    ['a page', '<!DOCTYPE html><script>alert(1)</script>', 'table.csv'],
    ['a program', 'MZ\x90\x00\x03', 'photo.jpg'],
    ['a script', '#!/bin/sh\necho a,b\n', 'table.csv'],
    ['GIF', 'GIF89a\x01\x00\x01\x00', 'photo.gif'],
    ['text without columns', 'nothing but words\n', 'table.csv'],
    ['a table with control characters', 'a,b\n1,\x1b[2J\n', 'table.csv'],
    ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0', 'photo.avif'],
  ])('%s is refused', async (_what, text, name) => {
    expect(await refusedAs(Buffer.from(text), name)).toBe('uploads.type');
  });
  it('an empty file is refused', async () => {
    expect(await refusedAs(Buffer.alloc(0))).toBe('uploads.empty');
  });
  it('tables in UTF-8, GB 18030 and Shift JIS are taken', async () => {
    const utf8 = Buffer.from('时间,位移\n1,2\n');
    const gb = Buffer.concat([Buffer.from([0xca, 0xb1, 0xbc, 0xe4]), Buffer.from(',x\n1,2\n')]);
    const sjis = Buffer.concat([Buffer.from([0x8e, 0x9e, 0x8d, 0x8f]), Buffer.from(',x\n1,2\n')]);
    for (const content of [utf8, gb, sjis])
      expect((await send(content, 'table.csv')).upload.type).toBe('csv');
  });
  it('a document is taken, one that is cut off is not', async () => {
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
    expect((await send(pdf, 'survey.pdf')).upload).toMatchObject({ type: 'pdf', width: null });
    expect(await refusedAs(pdf.subarray(0, 30), 'survey.pdf')).toBe('uploads.damaged');
  });
});

describe('S48 workbooks', () => {
  it('are taken', async () => {
    expect((await send(book(), 'levels.xlsx')).upload).toMatchObject({ type: 'xlsx', name: 'levels.xlsx' });
  });
  it.each([
    ['with macros', book({ 'xl/vbaProject.bin': Buffer.from('x') })],
    ['with links to other files', book({ 'xl/externalLinks/externalLink1.xml': Buffer.from('x') })],
    ['that are another archive', zipOf({ 'a.txt': Buffer.from('x') })],
    ['that are cut off', book().subarray(0, 90)],
    ['that unpack to more than 20 MB', book({ 'xl/a.xml': Buffer.alloc(21 * 1024 * 1024) })],
    ['that lie about their size', book({ 'xl/a.xml': Buffer.alloc(21 * 1024 * 1024) }, 100)],
    ['of a ratio above 100', book({ 'xl/a.xml': Buffer.alloc(2 * 1024 * 1024) })],
    [
      'of too many parts',
      book(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`xl/${i}.xml`, Buffer.from('x')]))),
    ],
    ['that step out of their folder', book({ '../../etc/passwd': Buffer.from('x') })],
  ])('%s are refused', async (_what, content) => {
    expect(await refusedAs(content, 'levels.xlsx')).toBe('uploads.workbook');
  });
});

describe('S47 size', () => {
  it('a file of 20 MB is taken, a byte more is not, with or without a length said before', async () => {
    const line = 'abcdefghi,123456\n';
    const most = Buffer.from(line.repeat(Math.ceil(mostUploadBytes / line.length))).subarray(
      0,
      mostUploadBytes,
    );
    expect((await send(most, 'table.csv')).upload.bytes).toBe(mostUploadBytes);
    expect(await refusedAs(Buffer.concat([most, Buffer.from('\n')]), 'table.csv')).toBe('uploads.tooLarge');
  });
  it('a form that says that it is huge is refused before it comes', async () => {
    const { hostname, port } = new URL(server.address);
    const reply = await new Promise<{ text: string; connection: string | undefined }>((resolve, reject) => {
      const outgoing = request(
        {
          hostname,
          port,
          method: 'POST',
          path: '/rest/stations/1/uploads',
          headers: {
            authorization: token,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': 10_000_000_000,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          response.on('end', () => resolve({ text, connection: response.headers.connection }));
        },
      );
      outgoing.on('error', reject);
      outgoing.write('--x\r\n');
    });
    expect(reply.text).toContain('uploads.tooLarge');
    expect(reply.connection).toBe('close');
  });
});

describe('S34 the form', () => {
  it('takes no field besides the file, and no second file', async () => {
    const sent = await sendFile(server, token, Buffer.from('a,b\n1,2\n'), 'a.csv', {
      fields: { companyId: '2' },
    });
    expect([sent.http, sent.messageId, sent.field]).toEqual([400, 'api.malformed', 'file']);
    const form = new FormData();
    for (const name of ['a.csv', 'b.csv']) form.append('file', new Blob(['a,b\n1,2\n']), name);
    const two = await fetch(`${server.address}/rest/stations/1/uploads`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    });
    expect(two.status).toBe(400);
  });
  it.each([
    ['JSON', 'application/json', '{}'],
    [
      'a form without an end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b',
    ],
    ['a form without a boundary', 'multipart/form-data', 'x'],
    [
      'a field of another name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="upload"; filename="a.csv"\r\n\r\na,b\r\n--x--\r\n',
    ],
    ['text', 'text/plain', 'a,b'],
  ])('refuses %s', async (_what, type, body) => {
    const reply = await server.call('/rest/stations/1/uploads', {
      token,
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect(reply.http).toBe(400);
    expect(reply.envelope?.messageId).toBe('api.malformed');
    expect(reply.text).not.toMatch(/node_modules|\.ts\b|ENOENT|\/tmp\//);
  });
});

describe('S78 names', () => {
  it.each([
    ['../../../etc/passwd.csv', 'passwd.csv'],
    ['C:\\Users\\me\\table.csv', 'table.csv'],
    ['a\u202Egnp.csv', 'agnp.csv'],
    ['line\r\nSet-Cookie: a=b.csv', 'line%0D%0ASet-Cookie a=b.csv'],
    ['..', 'file.csv'],
    ['.csv', 'file.csv'],
    ['裂缝 3 号.csv', '裂缝 3 号.csv'],
    ['x'.repeat(500), `${'x'.repeat(120)}.csv`],
  ])('%j is kept as %j', async (given, kept) => {
    const { upload } = await send(Buffer.from('a,b\n1,2\n'), given);
    expect(upload.name).toBe(kept);
    const { headers } = await fetchFile(server, token, String(upload.id));
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"\\]+"; filename\*=UTF-8''[\w.%~-]+$/,
    );
  });
  it('a file of which nothing was kept leaves nothing', () => {
    expect(lying().filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(lying().every((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}(\.thumb)?$/.test(name))).toBe(true);
  });
});
