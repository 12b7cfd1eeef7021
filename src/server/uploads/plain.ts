/** Files that are kept as they are: tables as text, documents. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Refusal } from '../../base/errors.ts';

/** Text has none of these but tab, line feed, carriage return and form feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\x00-\x08\x0b\x0e-\x1f\x7f]/;
/** Encodings in which tables arrive, each tried on the whole file. */
const encodings = ['utf-8', 'gb18030', 'shift_jis'] as const;

async function isTextIn(path: string, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(path))
      if (controls.test(decoder.decode(chunk as Buffer, { stream: true }))) return false;
    return !controls.test(decoder.decode());
  } catch {
    return false;
  }
}

/** @throws Refusal 422 for what is no text with columns in UTF-8, GB 18030 or Shift JIS */
export async function checkTable(path: string, head: string): Promise<void> {
  const [line = ''] = head.split(/\r?\n/, 1);
  if (!/[,;\t]/.test(line)) throw new Refusal(422, 'uploads.type', {}, 'file');
  for (const encoding of encodings) if (await isTextIn(path, encoding)) return;
  throw new Refusal(422, 'uploads.type', {}, 'file');
}

/** Bytes at a document's end in which its end mark stands (ISO 32000-1, annex H, note 18). */
const endBytes = 1024;

/** @throws Refusal 422 for a PDF that is cut off */
export async function checkDocument(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'r');
  try {
    const from = Math.max(0, bytes - endBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(endBytes), 0, endBytes, from);
    if (!buffer.toString('latin1', 0, bytesRead).includes('%%EOF'))
      throw new Refusal(422, 'uploads.damaged', {}, 'file');
  } finally {
    await file.close();
  }
}
