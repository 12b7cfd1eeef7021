/** Names on the wire: strict UTF-8, and the same few names arrive in every message, so they are kept. */
import { PayloadError } from './payload.ts';

const slots = 4096;
const kept: (string | undefined)[] = new Array(slots).fill(undefined);
const strict = new TextDecoder('utf-8', { fatal: true });

/** Text of bytes `start`–`end`; throws PayloadError `utf8` when they are not UTF-8. */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  try {
    return strict.decode(bytes.subarray(start, end));
  } catch {
    throw new PayloadError('utf8');
  }
}

/** As readText, and ASCII text that was seen before costs no allocation. The store is fixed in size. */
export function readName(bytes: Uint8Array, start: number, end: number): string {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (byte > 127) return readText(bytes, start, end);
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  const slot = (hash >>> 0) % slots;
  const found = kept[slot];
  if (found !== undefined && found.length === end - start) {
    let index = 0;
    while (index < found.length && found.charCodeAt(index) === bytes[start + index]) index++;
    if (index === found.length) return found;
  }
  const text = readText(bytes, start, end);
  if (text.length <= 64) kept[slot] = text;
  return text;
}
