/** Files to send, made byte by byte, and how a browser sends them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import type { UploadView } from '../../src/contract/sites/uploads.ts';
import type { TestServer } from './server.ts';

/** A photograph with a camera's name, an owner and a place in it, lying on its side: red on its left, blue on its right. */
export async function photograph(width = 640, height = 400): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) pixels[at * 3 + (at % width < width / 2 ? 0 : 2)] = 200;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({
      IFD0: { Make: 'CAMERA-OF-THE-TEST', Copyright: 'SECRET-OF-THE-OWNER' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '27/1 20/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '103/1 43/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** What stands in a picture besides its pixels. By its file: pictures in memory are not read in the server's process. */
export async function metadataOf(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'picture-'));
  try {
    writeFileSync(join(folder, 'picture'), bytes);
    return await sharp(join(folder, 'picture')).metadata();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An archive of parts that are deflated; `declared`: what its list says of the size of each unpacked. */
export function zipOf(parts: Readonly<Record<string, Buffer>>, declared?: number): Buffer {
  const local: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content);
    const named = Buffer.from(name);
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(8, 4);
    fixed.writeUInt32LE(packed.length, 14);
    fixed.writeUInt32LE(declared ?? content.length, 18);
    fixed.writeUInt16LE(named.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixed, named, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), fixed, tail, named]));
    local.push(head);
    at += head.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(list.length, 8);
  end.writeUInt16LE(list.length, 10);
  const listed = Buffer.concat(list);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, listed, end]);
}

export interface Sent {
  readonly http: number;
  readonly status: number;
  readonly messageId: string | undefined;
  readonly field: string | undefined;
  readonly upload: UploadView;
}

/** Sends a file as a browser's form does. */
export async function sendFile(
  server: Pick<TestServer, 'address'>,
  token: string,
  content: Uint8Array,
  name: string,
  {
    stationId = 1,
    key,
    isDrawing = false,
    fields = {},
  }: { stationId?: number; key?: string; isDrawing?: boolean; fields?: Record<string, string> } = {},
): Promise<Sent> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(content)]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const query = new URLSearchParams({
    ...(key === undefined ? {} : { key }),
    ...(isDrawing ? { drawing: '1' } : {}),
  });
  const response = await fetch(`${server.address}/rest/stations/${stationId}/uploads?${query}`, {
    method: 'POST',
    headers: { authorization: token, lang: 'en' },
    body: form,
  });
  const envelope = (await response.json()) as {
    status: number;
    messageId?: string;
    field?: string;
    data: { upload: UploadView } | null;
  };
  return {
    http: response.status,
    status: envelope.status,
    messageId: envelope.messageId,
    field: envelope.field,
    upload: envelope.data?.upload ?? ({} as UploadView),
  };
}

/** What is answered to who asks for a file. */
export async function fetchFile(server: Pick<TestServer, 'address'>, token: string, path: string) {
  const response = await fetch(`${server.address}/rest/uploads/${path}`, {
    headers: { authorization: token },
  });
  return {
    http: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
