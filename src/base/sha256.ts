/** SHA-256 (FIPS 180-4) of short ASCII texts, for browsers: their own is missing on plain HTTP and slow in small pieces. */

/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}
const rounds = Int32Array.from(firstPrimes(64), (prime) => fraction(Math.cbrt(prime)));
const start = Int32Array.from(firstPrimes(8), (prime) => fraction(Math.sqrt(prime)));

/** Bytes that fit in one block beside its padding. */
export const longestBlock = 55;
const schedule = new Int32Array(64);
const state = new Int32Array(8);

/**
 * The eight words of the digest of a text of at most 55 ASCII characters. The array is used again by the next call.
 * @throws RangeError for a longer text
 */
export function sha256Block(text: string): Int32Array {
  const { length } = text;
  if (length > longestBlock) throw new RangeError(`${length} characters do not fit in a block`);
  schedule.fill(0, 0, 16);
  for (let i = 0; i < length; i++)
    schedule[i >> 2] = (schedule[i >> 2] ?? 0) | (text.charCodeAt(i) << (24 - 8 * (i & 3)));
  schedule[length >> 2] = (schedule[length >> 2] ?? 0) | (0x80 << (24 - 8 * (length & 3)));
  schedule[15] = length * 8;
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15] as number;
    const y = schedule[i - 2] as number;
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[i] = ((schedule[i - 16] as number) + low + (schedule[i - 7] as number) + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = start as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + high + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (schedule[i] as number)) | 0;
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state.set([a, b, c, d, e, f, g, h]);
  for (let i = 0; i < 8; i++) state[i] = ((state[i] as number) + (start[i] as number)) | 0;
  return state;
}
