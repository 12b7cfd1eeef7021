/** Workbooks are zip archives: their list is read, and each part is unpacked within bounds, before one is kept. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { Refusal } from '../../base/errors.ts';

const inflate = promisify(inflateRaw);
/** Bytes of all parts together, counted while they are unpacked. */
const mostUnpacked = 20 * 1024 * 1024;
const mostRatio = 100;
const mostEntries = 200;
/** A comment of an archive is at most this long (PKWARE APPNOTE 4.4.12), after its record of 22 bytes. */
const mostTail = 65_535 + 22;

const refused = () => new Refusal(422, 'uploads.workbook', {}, 'file');

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

/** The list at an archive's end. @throws Refusal 422 for one that is cut off, divided, encrypted or too long */
function entriesOf(bytes: Buffer): readonly Entry[] {
  const from = Math.max(0, bytes.length - mostTail);
  const end = bytes.lastIndexOf('PK\x05\x06', bytes.length, 'latin1');
  if (end < from || bytes.length - end < 22) throw refused();
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0 || count > mostEntries) throw refused();
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw refused();
    const flags = bytes.readUInt16LE(at + 8);
    const names = bytes.readUInt16LE(at + 28);
    if ((flags & 1) !== 0) throw refused();
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + names),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + names + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * @throws Refusal 422 for what is no workbook without macros: another archive, one that is damaged, or that unpacks to
 * more than 20 MB or a hundred times its size (S48)
 */
export async function checkWorkbook(path: string): Promise<void> {
  const bytes = await readFile(path);
  const entries = entriesOf(bytes);
  const names = new Set(entries.map(({ name }) => name));
  const isBook = names.has('[Content_Types].xml') && names.has('xl/workbook.xml');
  if (!isBook || names.size !== entries.length) throw refused();
  if (entries.some(({ name }) => /vbaProject|\.bin$|\.\.|^[/\\]|activeX|externalLinks/i.test(name)))
    throw refused();
  let unpacked = 0;
  for (const { method, packed, at } of entries) {
    if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) throw refused();
    const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (begin + packed > bytes.length) throw refused();
    const part = bytes.subarray(begin, begin + packed);
    if (method === 0) unpacked += part.length;
    else if (method === 8) {
      const most = Math.min(mostUnpacked - unpacked, Math.max(packed * mostRatio, 4096));
      try {
        unpacked += (await inflate(part, { maxOutputLength: Math.max(1, most) })).length;
      } catch {
        throw refused();
      }
    } else throw refused();
    if (unpacked > mostUnpacked) throw refused();
  }
}
