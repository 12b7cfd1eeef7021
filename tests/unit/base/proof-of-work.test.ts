import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSolved, joinAnswers, solvePart } from '../../../src/base/proof-of-work.ts';
import { longestBlock, sha256Block } from '../../../src/base/sha256.ts';
import { solved, zeroBits } from '../../support/security/puzzle.ts';

const hex = (text: string) =>
  [...sha256Block(text)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

describe('SHA-256 of one block', () => {
  it('is that of Node for every length that fits, and refuses the next', () => {
    for (let length = 0; length <= longestBlock; length++)
      for (const sign of ['a', '~', '0', '\u007f']) {
        const text = sign.repeat(length);
        expect(hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
      }
    expect(() => sha256Block('a'.repeat(longestBlock + 1))).toThrow(RangeError);
  });
  it('is that of Node for texts of any signs', () => {
    let state = 7;
    for (let i = 0; i < 2000; i++) {
      let text = '';
      for (let at = 0; at < i % 56; at++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        text += String.fromCharCode(state >>> 25);
      }
      expect(hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });
});

describe('D2: the puzzle', () => {
  const puzzle = { seed: 'abcdefghijklmnopqrstuv', parts: 8, bits: 6 };
  const answers = Array.from({ length: puzzle.parts }, (_, part) => solvePart(puzzle, part));
  it('is solved as Node solves it, each part with the bits and none with one less', () => {
    expect(joinAnswers(answers)).toBe(solved(puzzle));
    for (const [part, answer] of answers.entries())
      expect(zeroBits(puzzle.seed, part, answer)).toBeGreaterThanOrEqual(puzzle.bits);
    expect(isSolved(puzzle, joinAnswers(answers))).toBe(true);
    const least = Math.min(...answers.map((answer, part) => zeroBits(puzzle.seed, part, answer)));
    expect(isSolved({ ...puzzle, bits: least }, joinAnswers(answers))).toBe(true);
    expect(isSolved({ ...puzzle, bits: least + 1 }, joinAnswers(answers))).toBe(false);
  });
  it('takes neither a part less, nor one more, nor parts in another order, nor another text', () => {
    const [first = '', ...rest] = answers;
    for (const text of [
      joinAnswers(rest),
      joinAnswers([...answers, first]),
      joinAnswers([...rest, first]),
      '',
      '.......',
      `${joinAnswers(answers)} `,
      joinAnswers(answers.map((answer) => `00000000${answer}`)),
    ])
      expect(isSolved(puzzle, text), text).toBe(false);
    expect(isSolved({ ...puzzle, seed: 'bbcdefghijklmnopqrstuv' }, joinAnswers(answers))).toBe(false);
  });
});
