import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Puzzles } from '../../../src/server/accounts/guessing/puzzles.ts';
import { solved } from '../../support/security/puzzle.ts';

const key = randomBytes(32);
const start = 1_800_000_000_000;
/** True for the right answers at a moment; that they are good once is the login's (tests/server/accounts.test.ts). */
const answers = (
  puzzles: Puzzles,
  account: string,
  [codeId, code]: readonly [string | undefined, string | undefined],
  failures: number,
  at = start,
) => puzzles.solved(account, codeId, code, { failures, at }) !== null;

describe('D2: a puzzle of the login', () => {
  it('is good for its account, on its server', () => {
    const puzzles = new Puzzles(key, 3);
    const make = (account = 'lin') => {
      const puzzle = puzzles.create(account, 3, start);
      return [puzzle.codeId, solved(puzzle)] as const;
    };
    const [codeId, code] = make();
    expect(answers(puzzles, 'wang', [codeId, code], 3)).toBe(false);
    expect(answers(new Puzzles(randomBytes(32), 3), 'lin', [codeId, code], 3)).toBe(false);
    expect(answers(puzzles, 'LIN', [codeId, code], 3)).toBe(true);
    // Another server with the same key, as after a restart.
    expect(answers(new Puzzles(key, 3), 'lin', make(), 3)).toBe(true);
    for (const text of [undefined, '', 'a', codeId.replace(/^./, ''), `${codeId}x`])
      expect(answers(puzzles, 'lin', [text, code], 3)).toBe(false);
    expect(answers(puzzles, 'lin', [make()[0], undefined], 3)).toBe(false);
  });
  it('cannot be made easier, longer or older by hand', () => {
    const puzzles = new Puzzles(key, 3);
    const puzzle = puzzles.create('lin', 3, start);
    const [id, bits, until, seed] = puzzle.codeId.split('.');
    const code = solved({ ...puzzle, bits: 1 });
    expect(answers(puzzles, 'lin', [`${id}.1.${until}.${seed}`, code], 3)).toBe(false);
    const longer = (Number.parseInt(until ?? '', 36) + 60_000).toString(36);
    expect(answers(puzzles, 'lin', [`${id}.${bits}.${longer}.${seed}`, solved(puzzle)], 3)).toBe(false);
    expect(answers(puzzles, 'lin', [puzzle.codeId, solved(puzzle)], 3)).toBe(true);
  });
  it('is over after 300 s, and none of a future', () => {
    const puzzles = new Puzzles(key, 3);
    const puzzle = puzzles.create('lin', 3, start);
    const isGood = (at: number) => answers(puzzles, 'lin', [puzzle.codeId, solved(puzzle)], 3, at);
    expect([start, start + 299_999, start + 300_000, start - 1].map(isGood)).toEqual([
      ...[true, true, false, false],
    ]);
  });
  it('grows harder with failures up to a bound, and one that was easy before is refused then', () => {
    const puzzles = new Puzzles(key, 3);
    expect([0, 3, 4, 5, 7, 9, 11, 13, 15, 1000].map((failures) => puzzles.bitsOf(failures))).toEqual([
      3, 3, 3, 4, 5, 6, 7, 8, 8, 8,
    ]);
    const easy = () => {
      const puzzle = puzzles.create('lin', 3, start);
      return [puzzle.codeId, solved(puzzle)] as const;
    };
    expect(answers(puzzles, 'lin', easy(), 6)).toBe(true);
    expect(answers(puzzles, 'lin', easy(), 7)).toBe(false);
    expect(new Puzzles(key).bitsOf(3)).toBe(12);
    expect(new Puzzles(key).bitsOf(1000)).toBe(17);
  });
  it('keeps nothing of open ones: a flood of them pushes out nobody’s', () => {
    const puzzles = new Puzzles(key, 1);
    const own = puzzles.create('lin', 3, start);
    for (let i = 0; i < 60_000; i++) puzzles.create(`name-${i}`, 3, start);
    expect(answers(puzzles, 'lin', [own.codeId, solved(own)], 3)).toBe(true);
  });
});
