/** Kinds of UTF-16 units of a folded text. */
export const separator = 0;
export const latin = 1;
export const digit = 2;
export const other = 3;

const known = new Uint8Array(0x10000);
const between = /[\p{P}\p{Z}\p{C}]/u;

function kindOf(unit: number): number {
  if (unit < 0x80) {
    if (unit >= 0x61 && unit <= 0x7a) return latin;
    return unit >= 0x30 && unit <= 0x39 ? digit : separator;
  }
  return between.test(String.fromCharCode(unit)) ? separator : other;
}

/** Kind of the character at `at`. A surrogate counts only beside its other half: alone it separates. */
export function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const kind = known[unit] ?? 0;
  if (kind !== 0) return kind - 1;
  if (unit >= 0xd800 && unit <= 0xdfff) {
    const high = unit < 0xdc00;
    const mate = text.charCodeAt(high ? at + 1 : at - 1);
    return (high ? mate >= 0xdc00 && mate <= 0xdfff : mate >= 0xd800 && mate < 0xdc00) ? other : separator;
  }
  const found = kindOf(unit);
  known[unit] = found + 1;
  return found;
}
