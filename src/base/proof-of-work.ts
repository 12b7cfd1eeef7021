/**
 * A puzzle that costs the asker work and the server next to none: for each of some parts a number is looked for with
 * which the SHA-256 of `seed.part.number` begins with so many zero bits. Many small parts take nearly the same time at
 * every try, where one large one may take many times as long; they also show the progress.
 */
import { sha256Block } from './sha256.ts';

/** A puzzle as the server gives it. */
export interface Puzzle {
  /** Letters, digits, `-` and `_`; 22 of them. */
  readonly seed: string;
  readonly parts: number;
  /** Zero bits that each part's digest begins with; each more doubles the work. */
  readonly bits: number;
}

/** True when the digest of `seed.part.answer` begins with that many zero bits (at most 32). */
function fits(seed: string, part: number, answer: string, bits: number): boolean {
  return Math.clz32(sha256Block(`${seed}.${part}.${answer}`)[0] as number) >= bits;
}

/** The answer of one part; tried from 0 on. */
export function solvePart({ seed, bits }: Puzzle, part: number): string {
  for (let number = 0; ; number++) {
    const answer = number.toString(36);
    if (fits(seed, part, answer, bits)) return answer;
  }
}

/** Answers of all parts, joined by points, as the server takes them. */
export const joinAnswers = (answers: readonly string[]): string => answers.join('.');

/** True when a text answers every part of a puzzle. */
export function isSolved({ seed, parts, bits }: Puzzle, text: string): boolean {
  const answers = text.split('.');
  return (
    answers.length === parts &&
    answers.every((answer, part) => /^[0-9a-z]{1,8}$/.test(answer) && fits(seed, part, answer, bits))
  );
}
