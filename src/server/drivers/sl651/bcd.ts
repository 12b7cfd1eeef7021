/** Numbers and times as decimal digits, two a byte. */
const twoDigits = (byte: number): number =>
  byte >> 4 > 9 || (byte & 15) > 9 ? Number.NaN : (byte >> 4) * 10 + (byte & 15);

/** Decimal digits as a whole number; NaN where a half byte is none. Exact for up to 7 bytes. */
const digits = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 100 + twoDigits(byte), 0);

const every = (bytes: Uint8Array, value: number) => bytes.every((byte) => byte === value);

/**
 * A number with `decimals` digits after the point. A first byte FF says that it is negative. Null: the device has none
 * (all F, or all A as some devices write). NaN where it is no number.
 */
export function bcdNumber(bytes: Uint8Array, decimals: number): number | null {
  if (bytes.length === 0 || every(bytes, 0xff) || every(bytes, 0xaa)) return null;
  const isNegative = bytes[0] === 0xff;
  const whole = digits(isNegative ? bytes.subarray(1) : bytes);
  // By way of its text: 127 thousandths are 0.127, not a product that is nearly that.
  return Number.isSafeInteger(whole) ? Number(`${isNegative ? '-' : ''}${whole}e-${decimals}`) : Number.NaN;
}

/** SL 651 clocks run by Beijing time the year round. */
const beijing = 8 * 3_600_000;

/** YYMMDDHHmm[SS] as UTC ms; null for a moment that is none. Years are those of this century. */
export function bcdTime(bytes: Uint8Array): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = Array.from(bytes, twoDigits);
  if (![year, month, day, hour, minute, second].every(Number.isInteger)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = Date.UTC(2000 + year, month - 1, day);
  // The 31st of a month that has 30 days would be the first of the next one.
  if (new Date(date).getUTCMonth() !== month - 1 || day < 1) return null;
  return date + ((hour * 60 + minute) * 60 + second) * 1000 - beijing;
}

/** A moment as YYMMDDHHmmSS. */
export function timeBcd(t: number): Uint8Array {
  const text = new Date(t + beijing)
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(2, 14);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** A length of time as DDHHmm, ms; null where it is none, or no time at all. */
export function bcdSpan(bytes: Uint8Array): number | null {
  const [days = 0, hours = 0, minutes = 0] = Array.from(bytes, twoDigits);
  const span = ((days * 24 + hours) * 60 + minutes) * 60_000;
  return span > 0 ? span : null;
}
