/** How places and the thread of calls are shared between companies. */
import { describe, expect, test } from 'vitest';
import { FairTurns, type Piecework } from '../../../../src/server/workflows/calls/turns.ts';
import { nextRun } from '../../../../src/server/workflows/next-run.ts';

describe('D1: a place of the scripts', () => {
  const waiting = new Map([
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
  ]);
  test('goes to who waits longest of the companies that hold fewest', () => {
    expect(nextRun(waiting, [], 3)).toBe('a1');
    expect(nextRun(waiting, ['a'], 3)).toBe('b1');
    expect(nextRun(waiting, ['a', 'b'], 3)).toBe('a1');
    expect(nextRun(waiting, ['b'], 3)).toBe('a1');
  });
  test('is never the last one that another company could have', () => {
    const own = new Map([['a1', 'a']]);
    expect(nextRun(own, ['a', 'a'], 3)).toBe('a1');
    expect(nextRun(own, ['a', 'a', 'a'], 3)).toBeNull();
    expect(nextRun(waiting, ['a', 'a', 'a'], 3)).toBe('b1');
    expect(nextRun(new Map(), [], 3)).toBeNull();
  });
});

/** Work of some pieces that notes each of them. */
function work(company: string, name: string, pieces: number, noted: string[]) {
  let reported: { readonly error: unknown } | null = null;
  let left = false;
  let done = () => {};
  const over = new Promise<void>((resolve) => {
    done = resolve;
  });
  async function* go(): AsyncGenerator<void, void, void> {
    try {
      for (let at = 0; at < pieces; at++) {
        noted.push(name);
        yield;
      }
    } finally {
      left = true;
      done();
    }
  }
  const piecework: Piecework = {
    company,
    pieces: go(),
    ended: (error) => {
      reported = { error };
    },
  };
  return {
    piecework,
    over,
    get reported() {
      return reported;
    },
    get left() {
      return left;
    },
  };
}

describe('D1: turns', () => {
  test('are taken between companies, however much work one of them has', async () => {
    const noted: string[] = [];
    const turns = new FairTurns(0);
    const all = [...['a1', 'a2', 'a3'].map((name) => work('a', name, 6, noted)), work('b', 'b1', 6, noted)];
    for (const { piecework } of all) turns.add(piecework);
    await Promise.all(all.map(({ over }) => over));
    await new Promise((resolve) => setImmediate(resolve));
    expect(all.map(({ reported }) => reported)).toEqual(all.map(() => ({ error: null })));
    // Until b has all of its six pieces, a has had as many for its three works together.
    const until = noted.lastIndexOf('b1');
    const ofA = noted.slice(0, until).filter((name) => name !== 'b1');
    expect(Math.abs(ofA.length - 6)).toBeLessThanOrEqual(1);
    expect(new Set(ofA)).toEqual(new Set(['a1', 'a2', 'a3']));
    expect(noted).toHaveLength(24);
  });

  test('end for work that is cancelled, after the piece that it is at', async () => {
    const noted: string[] = [];
    const turns = new FairTurns(0);
    const long = work('a', 'long', 1_000_000, noted);
    const other = work('a', 'other', 3, noted);
    turns.add(long.piecework);
    while (noted.length < 3) await new Promise((resolve) => setImmediate(resolve));
    turns.cancel(long.piecework);
    const before = noted.length;
    turns.add(other.piecework);
    await Promise.all([long.over, other.over]);
    expect(long.left).toBe(true);
    expect(long.reported).toBeNull();
    expect(noted.slice(before)).toEqual(['other', 'other', 'other']);
  });

  test('go on after work that fails, and report the failure', async () => {
    const turns = new FairTurns(0);
    const noted: string[] = [];
    const error = new Error('of the test');
    const failed = new Promise<unknown>((resolve) => {
      // biome-ignore lint/correctness/useYield: it fails before its first piece is done
      async function* fails(): AsyncGenerator<void, void, void> {
        throw error;
      }
      turns.add({ company: 'a', pieces: fails(), ended: resolve });
    });
    const next = work('a', 'next', 2, noted);
    turns.add(next.piecework);
    expect(await failed).toBe(error);
    await next.over;
    expect(noted).toEqual(['next', 'next']);
  });
});
