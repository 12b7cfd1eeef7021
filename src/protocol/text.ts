/** Names on the wire: strict UTF-8, and the same few names arrive in every message, so they are kept. */
import { PayloadError } from './payload.ts';

const slots = 4096;
const kept: (string | undefined)[] = new Array(slots).fill(undefined);
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text of bytes `start`–`end`; throws PayloadError `utf8` when they are not UTF-8. */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  try {
    return strict.decode(bytes.subarray(start, end));
  } catch {
    throw new PayloadError('utf8');
  }
}

/** As `startsWith`, for names of which nearly none does: one look at the first character decides. */
export const begins = (name: string | null, prefix: string): boolean =>
  name !== null && name.charCodeAt(0) === prefix.charCodeAt(0) && name.startsWith(prefix);

/** S35: keys that must never name anything. */
const forbidden = /(^|\/)(__proto__|constructor|prototype)(\/|$)/;

/**
 * A metric's name. As readText, but names seen before cost no allocation (ASCII names; the store is fixed in size),
 * and PayloadError `forbiddenName` for a name with a level that is one of JavaScript's own keys.
 */
export function readName(bytes: Uint8Array, start: number, end: number): string {
  // About eight bytes decide the slot; the comparison below decides the name.
  const stride = ((end - start) >> 3) + 1;
  let hash = end - start;
  for (let index = end - 1; index >= start; index -= stride) hash = Math.imul(hash, 31) + (bytes[index] ?? 0);
  const slot = (hash ^ (hash >>> 12)) & (slots - 1);
  const found = kept[slot];
  if (found !== undefined && found.length === end - start) {
    let index = 0;
    while (index < found.length && found.charCodeAt(index) === bytes[start + index]) index++;
    if (index === found.length) return found;
  }
  const text = readText(bytes, start, end);
  if (forbidden.test(text)) throw new PayloadError('forbiddenName', text);
  // One character a byte: ASCII, so that the comparison above is exact.
  if (text.length === end - start && text.length <= 64) kept[slot] = text;
  return text;
}
