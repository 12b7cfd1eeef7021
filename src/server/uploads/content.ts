/** What a file is by its content; its name and what a browser says of it count for nothing. */
import { Refusal } from '../../base/errors.ts';
import type { UploadType } from '../../contract/sites/uploads.ts';

/** Bytes that `typeOf` looks at. */
export const headBytes = 64;

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const zip = Uint8Array.of(0x50, 0x4b, 0x03, 0x04);
/** Brands of HEIC and HEIF (ISO/IEC 23008-12, annex B): HEVC, which the decoder here does not have. */
const heic = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);

const begins = (head: Uint8Array, mark: Uint8Array, at = 0) =>
  mark.every((byte, index) => head[at + index] === byte);
const ascii = (head: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...head.subarray(from, Math.min(to, head.length)));

/**
 * The type of a file by its first bytes. What has no mark of its own may be text: `csv`, which is looked at as a whole
 * afterwards.
 * @throws Refusal 422 for HEIC, which cannot be read here, and for what is not taken
 */
export function typeOf(head: Uint8Array): UploadType {
  if (begins(head, png)) return 'png';
  if (begins(head, Uint8Array.of(0xff, 0xd8, 0xff))) return 'jpeg';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'webp';
  if (ascii(head, 0, 5) === '%PDF-') return 'pdf';
  if (begins(head, zip)) return 'xlsx';
  if (ascii(head, 4, 8) === 'ftyp') {
    if (heic.has(ascii(head, 8, 12))) throw new Refusal(422, 'uploads.heic', {}, 'file');
    throw new Refusal(422, 'uploads.type', {}, 'file');
  }
  const text = ascii(head, 0, head.length)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  // Markup (SVG, HTML, XML) and programs are no tables; an empty file is nothing.
  if (head.length === 0) throw new Refusal(422, 'uploads.empty', {}, 'file');
  if (/^(<|#!|MZ|GIF8|BM|II\*|MM\0|\{|\x7fELF)/.test(text))
    throw new Refusal(422, 'uploads.type', {}, 'file');
  return 'csv';
}
