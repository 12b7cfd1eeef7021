/** Bytes as people read them. Pure. */

export function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const wide = 16;
const two = (value: number) => value.toString(16).toUpperCase().padStart(2, '0');
const isPrintable = (value: number) => value >= 0x20 && value < 0x7f;

/** Lines of 16 bytes: offset, bytes, and what of them is printable ASCII. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += wide) {
    const line = [...bytes.subarray(at, at + wide)];
    const hex = line
      .map(two)
      .join(' ')
      .padEnd(wide * 3 - 1);
    const text = line.map((value) => (isPrintable(value) ? String.fromCharCode(value) : '.')).join('');
    lines.push(`${at.toString(16).toUpperCase().padStart(4, '0')}  ${hex}  ${text}`);
  }
  return lines.join('\n');
}

/** As text of UTF-8; what is none stands as a replacement character. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** As JSON with line breaks where it is some, else null. */
export function jsonOf(bytes: Uint8Array): string | null {
  try {
    return JSON.stringify(JSON.parse(textOf(bytes)), null, 2);
  } catch {
    return null;
  }
}
