import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Puzzles } from '../../../src/server/accounts/guessing/puzzles.ts';
import { solved } from '../../support/security/puzzle.ts';

const key = randomBytes(32);
const start = 1_800_000_000_000;

describe('D2: a puzzle of the login', () => {
  it('is good once, for its account, on its server', () => {
    const puzzles = new Puzzles(key, () => start, 3);
    const make = (account = 'lin') => {
      const puzzle = puzzles.create(account, 3);
      return [puzzle.codeId, solved(puzzle)] as const;
    };
    const [codeId, code] = make();
    expect(puzzles.answer('wang', codeId, code, 3)).toBe(false);
    expect(new Puzzles(randomBytes(32), () => start, 3).answer('lin', codeId, code, 3)).toBe(false);
    expect(puzzles.answer('LIN', codeId, code, 3)).toBe(true);
    expect(puzzles.answer('lin', codeId, code, 3)).toBe(false);
    // Another server with the same key, as after a restart.
    expect(new Puzzles(key, () => start, 3).answer('lin', ...make(), 3)).toBe(true);
    for (const text of [undefined, '', 'a', codeId.replace(/^./, ''), `${codeId}x`])
      expect(puzzles.answer('lin', text, code, 3)).toBe(false);
    expect(puzzles.answer('lin', make()[0], undefined, 3)).toBe(false);
  });
  it('cannot be made easier, longer or older by hand', () => {
    const puzzles = new Puzzles(key, () => start, 3);
    const puzzle = puzzles.create('lin', 3);
    const [id, bits, until, seed] = puzzle.codeId.split('.');
    const code = solved({ ...puzzle, bits: 1 });
    expect(puzzles.answer('lin', `${id}.1.${until}.${seed}`, code, 3)).toBe(false);
    const longer = (Number.parseInt(until ?? '', 36) + 60_000).toString(36);
    expect(puzzles.answer('lin', `${id}.${bits}.${longer}.${seed}`, solved(puzzle), 3)).toBe(false);
    expect(puzzles.answer('lin', puzzle.codeId, solved(puzzle), 3)).toBe(true);
  });
  it('is over after 300 s, and none of a future', () => {
    let now = start;
    const puzzles = new Puzzles(key, () => now, 3);
    const [a, b, c] = [puzzles.create('lin', 3), puzzles.create('lin', 3), puzzles.create('lin', 3)];
    now = start + 299_999;
    expect(puzzles.answer('lin', a.codeId, solved(a), 3)).toBe(true);
    now = start + 300_000;
    expect(puzzles.answer('lin', b.codeId, solved(b), 3)).toBe(false);
    now = start - 1;
    expect(puzzles.answer('lin', c.codeId, solved(c), 3)).toBe(false);
  });
  it('grows harder with failures up to a bound, and one that was easy before is refused then', () => {
    const puzzles = new Puzzles(key, () => start, 3);
    expect([0, 3, 4, 5, 7, 9, 11, 13, 15, 1000].map((failures) => puzzles.bitsOf(failures))).toEqual([
      3, 3, 3, 4, 5, 6, 7, 8, 8, 8,
    ]);
    const easy = () => {
      const puzzle = puzzles.create('lin', 3);
      return [puzzle.codeId, solved(puzzle)] as const;
    };
    expect(puzzles.answer('lin', ...easy(), 6)).toBe(true);
    expect(puzzles.answer('lin', ...easy(), 7)).toBe(false);
    expect(new Puzzles(key).bitsOf(3)).toBe(12);
    expect(new Puzzles(key).bitsOf(1000)).toBe(17);
  });
  it('keeps nothing of open ones: a flood of them pushes out nobody’s', () => {
    const puzzles = new Puzzles(key, () => start, 1);
    const own = puzzles.create('lin', 3);
    for (let i = 0; i < 60_000; i++) puzzles.create(`name-${i}`, 3);
    expect(puzzles.answer('lin', own.codeId, solved(own), 3)).toBe(true);
  });
});
