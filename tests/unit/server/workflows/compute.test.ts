/** The bound of the work that one execution of a script may do over all its turns. */
import { describe, expect, test } from 'vitest';
import { limits } from '../../../../src/script/limits.ts';
import { Engine } from '../../../../src/server/workflows/sandbox/engine.ts';
import type { Start } from '../../../../src/server/workflows/sandbox/messages.ts';

const script: Start = {
  text: `import { fleet } from 'groundwatch';
for (;;) { for (let i = 0; i < 300_000; i++); await fleet.stations({}); }`,
  mode: 'run',
  seed: 7,
  at: Date.UTC(2026, 0, 1),
  args: {},
  language: 'en',
};
/** Turns after which it is not waited any longer for the end. */
const most = 100;

/** Turns until it ends, by bounds that are small enough to be met soon; each call is answered at once. */
async function turnsOf(bounds: { readonly turn: number; readonly compute: number }) {
  const own = limits as { -readonly [key in 'turn' | 'compute' | 'turnTime']: number };
  const { turn, compute, turnTime } = own;
  // A busy machine is slow, and none of the work that is counted here.
  Object.assign(own, { ...bounds, turnTime: 600_000 });
  try {
    const { engine, turn: first } = await Engine.begin(script);
    let [turns, last] = [1, first];
    for (; last.standing.is === 'waits' && turns < most && engine !== null; turns += 1) {
      const call = last.acts.find((act) => act.op === 'call');
      if (call === undefined) throw new Error('it did not call');
      last = engine.answer(JSON.stringify({ id: call.id, at: 0, value: [] }));
    }
    return { turns, problem: last.standing.is === 'failed' ? last.standing.problem.id : null };
  } finally {
    Object.assign(own, { turn, compute, turnTime });
  }
}

describe('a script that works a little in each of many turns', () => {
  test('goes on as long as its work is below the bound of all turns', async () => {
    expect(await turnsOf({ turn: 10_000, compute: 1e9 })).toEqual({ turns: most, problem: null });
  });

  test('ends at that bound: with twice the work after twice the turns', async () => {
    const short = await turnsOf({ turn: 10_000, compute: 600 });
    const long = await turnsOf({ turn: 10_000, compute: 1200 });
    expect([short.problem, long.problem]).toEqual(['time', 'time']);
    expect(short.turns).toBeGreaterThan(3);
    expect(long.turns).toBeLessThan(most);
    expect(Math.abs(long.turns - 2 * short.turns)).toBeLessThanOrEqual(2);
  });

  test('and in a turn at the bound of one, however much is left of all', async () => {
    expect(await turnsOf({ turn: 5, compute: 1e9 })).toEqual({ turns: 1, problem: 'time' });
  });
});
