import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: 48 bits of time, 80 random bits, in Crockford's base 32; sorts by time. */
export function ulid(now: number): string {
  let time = '';
  for (let rest = now, place = 0; place < 10; place++, rest = Math.floor(rest / 32))
    time = (alphabet[rest % 32] ?? '0') + time;
  let random = '';
  for (const byte of randomBytes(16)) random += alphabet[byte % 32] ?? '0';
  return time + random;
}
