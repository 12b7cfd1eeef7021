/** Answers of the login's puzzles, worked out here by Node's own SHA-256. */
import { createHash } from 'node:crypto';

/** Zero bits that a digest begins with. */
function zeros(digest: Buffer): number {
  let count = 0;
  for (const byte of digest) {
    count += byte === 0 ? 8 : Math.clz32(byte) - 24;
    if (byte !== 0) return count;
  }
  return count;
}

/** Zero bits of `seed.part.answer`. */
export const zeroBits = (seed: string, part: number, answer: string): number =>
  zeros(createHash('sha256').update(`${seed}.${part}.${answer}`).digest());

/** The answers as a login takes them. */
export function solved({ seed, parts, bits }: { seed: string; parts: number; bits: number }): string {
  return Array.from({ length: parts }, (_, part) => {
    for (let number = 0; ; number++) {
      const answer = number.toString(36);
      if (zeroBits(seed, part, answer) >= bits) return answer;
    }
  }).join('.');
}
