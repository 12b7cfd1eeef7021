/** Which encoding a text file is in, from its bytes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Refusal } from '../../base/errors.ts';
import type { encodings } from '../../contract/mapping.ts';

export type Encoding = (typeof encodings)[number];

/** What a file is, before anything of it is taken. */
export interface FileFacts {
  readonly encoding: Encoding;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly checksum: string;
}

/** Bytes that are looked at to distinguish encodings that can both read the file. */
const sampled = 1 << 20;

/** Reads bytes as text piece by piece; `isValid` turns false at the first byte that the encoding does not have. */
class Reading {
  isValid = true;
  readonly #decoder: TextDecoder;

  constructor(encoding: Encoding) {
    this.#decoder = new TextDecoder(encoding, { fatal: true });
  }

  take(bytes: Uint8Array | null): void {
    if (!this.isValid) return;
    try {
      if (bytes === null) this.#decoder.decode();
      else this.#decoder.decode(bytes, { stream: true });
    } catch {
      this.isValid = false;
    }
  }
}

/** Letters and signs of Western European headers in windows-1252: ° ² ³ µ · and the letters from À on. */
const isWestern = (byte: number) => [0xb0, 0xb2, 0xb3, 0xb5, 0xb7].includes(byte) || byte >= 0xc0;

/**
 * True where bytes above 127 are Western letters and most stand alone between others: two-byte texts have them in pairs.
 * Two may follow each other (öß), more do not.
 */
function looksWestern(bytes: Uint8Array): boolean {
  let alone = 0;
  let runs = 0;
  let length = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) {
      length += 1;
      if (!isWestern(byte) || length > 2) return false;
    } else if (length > 0) {
      runs += 1;
      if (length === 1) alone += 1;
      length = 0;
    }
  }
  return runs > 0 && alone * 2 >= runs;
}

/**
 * How usual a text is as GB18030, 0–1: the share of its two-byte signs that are punctuation or hanzi of the first level
 * of GB 2312 (the 3,755 most used, lead bytes B0–D7); those of the second level count little, rare ones not at all.
 */
function usualGb(bytes: Uint8Array): number {
  let sum = 0;
  let signs = 0;
  for (let at = 0; at < bytes.length; at++) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]];
    if (lead < 0x80) continue;
    at += 1;
    signs += 1;
    if (trail < 0xa1) continue;
    if (lead >= 0xb0 && lead <= 0xd7) sum += 1;
    else if (lead >= 0xa1 && lead <= 0xa3) sum += 1;
    else if (lead >= 0xd8 && lead <= 0xf7) sum += 0.3;
  }
  return signs === 0 ? 0 : sum / signs;
}

/**
 * How usual a text is as Shift_JIS, 0–1: the share of its signs that are kana, punctuation or kanji of the first level
 * of JIS X 0208 (lead bytes 88–97); half-width katakana count half, the second level little.
 */
function usualJis(bytes: Uint8Array): number {
  let sum = 0;
  let signs = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    signs += 1;
    if (lead >= 0xa1 && lead <= 0xdf) {
      sum += 0.5;
      continue;
    }
    at += 1;
    if (lead <= 0x83 || (lead >= 0x88 && lead <= 0x97)) sum += 1;
    else if (lead >= 0x98 && lead <= 0xea) sum += 0.3;
  }
  return signs === 0 ? 0 : sum / signs;
}

/** Kana whose voiced form half-width text writes with a mark (DE, DF) behind them: ｶ–ﾄ and ﾊ–ﾎ. */
const takesMark = (byte: number) => (byte >= 0xb6 && byte <= 0xc4) || (byte >= 0xca && byte <= 0xce);

/**
 * True for half-width katakana alone, whose bytes are hanzi of the first level too: marks of voiced kana stand only
 * where they can. Hanzi with such bytes are rare ones (嫁, 睫, 肋).
 */
function looksHalfWidth(bytes: Uint8Array): boolean {
  let marks = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    if (byte < 0xa1 || byte > 0xdf) return false;
    if (byte < 0xde) continue;
    if (!takesMark(bytes[at - 1] ?? 0)) return false;
    marks += 1;
  }
  return marks > 0;
}

/** UTF-16 without a mark: of the text of numbers, every other byte is zero. */
function utf16Of(bytes: Uint8Array): Encoding | null {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const half = bytes.length / 2;
  if (odd > half * 0.4 && even < half * 0.02) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.02) return 'utf-16be';
  return null;
}

function markOf([a, b, c]: Uint8Array): Encoding | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return null;
}

/**
 * Reads a file once: its checksum and its encoding, by its mark, by what its bytes can be, and where they can be
 * several by what is usual. `named` is the mapping's own word, which stands.
 * @throws Refusal 400 for what cannot be read, is no text, or is in an encoding that is not known
 */
export async function readFileFacts(file: string, named: Encoding | undefined): Promise<FileFacts> {
  const hash = createHash('sha256');
  const utf8 = new Reading('utf-8');
  const gb = new Reading('gb18030');
  const jis = new Reading('shift_jis');
  let size = 0;
  let head = new Uint8Array();
  /** Lines that have bytes above 127, of the whole file: headers are short, and remarks may stand far down. */
  const high: number[] = [];
  let hasZero = false;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      if (size === 0) head = new Uint8Array(chunk.subarray(0, sampled));
      size += chunk.length;
      hash.update(chunk);
      for (const reading of [utf8, gb, jis]) reading.take(chunk);
      hasZero ||= chunk.includes(0);
      if (utf8.isValid || high.length > sampled) continue;
      for (const byte of chunk)
        if (byte >= 0x80 || high.at(-1) !== 0x20) high.push(byte >= 0x40 ? byte : 0x20);
    }
  } catch {
    throw new Refusal(400, 'import.file', { file });
  }
  for (const reading of [utf8, gb, jis]) reading.take(null);
  const facts = (encoding: Encoding): FileFacts => ({ encoding, bytes: size, checksum: hash.digest('hex') });
  if (named !== undefined) return facts(named);
  const byMark = markOf(head);
  if (byMark !== null) return facts(byMark);
  if (hasZero) {
    const wide = utf16Of(head);
    if (wide === null) throw new Refusal(400, 'import.binary', { file });
    return facts(wide);
  }
  if (utf8.isValid) return facts('utf-8');
  const sample = Uint8Array.from(high);
  if (looksWestern(sample)) return facts('windows-1252');
  if (jis.isValid && looksHalfWidth(sample)) return facts('shift_jis');
  const usual = { gb: gb.isValid ? usualGb(sample) : -1, jis: jis.isValid ? usualJis(sample) : -1 };
  if (usual.gb < 0 && usual.jis < 0) throw new Refusal(400, 'import.encoding', { file });
  return facts(usual.gb >= usual.jis ? 'gb18030' : 'shift_jis');
}
