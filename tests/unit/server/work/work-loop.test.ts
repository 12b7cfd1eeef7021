/** The loop of background work: generated schedules against a slow reference, and what it promises by single cases. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkLoop, type WorkOptions } from '../../../../src/server/work/loop.ts';
import { Clock } from '../../../support/delivery/clock.ts';

interface Step {
  readonly takes: number;
  /** ms until the next run; null = none; it fails where it is `fails`. */
  readonly says: number | null | 'fails';
}
interface Input {
  readonly at: number;
  readonly key: string;
  /** ms; null = the key is dropped. */
  readonly after: number | null;
}
interface Schedule {
  readonly inputs: readonly Input[];
  /** What the first run of a key does, the second, …; later ones take no time and answer null. */
  readonly steps: Readonly<Record<string, readonly Step[]>>;
  readonly again: readonly number[];
}
interface Seen {
  readonly key: string;
  readonly begin: number;
  readonly isTimed: boolean;
  end: number;
  isOver: boolean;
}

const end = 1_000_000;
const idle = () => new Promise<void>((resolve) => setImmediate(resolve));
/**
 * Fractions keep two moments from being the same one by chance. They are whole numbers of 2⁻²⁰ ms, so that sums and
 * differences of times are exact: else a time and what is left until it add up to the one beside it.
 */
const grain = 2 ** 20;
const ms = (max: number) =>
  fc.noBias(fc.integer({ min: 1, max: max * grain })).map((grains) => grains / grain);
const keys = ['a', 'b', 'c'];
const step = fc.record({
  takes: ms(80),
  says: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: ms(150) },
    { weight: 1, arbitrary: fc.constant('fails' as const) },
  ),
});
const schedules: fc.Arbitrary<Schedule> = fc.record({
  inputs: fc.array(
    fc.record({
      at: ms(600),
      key: fc.constantFrom(...keys),
      after: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 4, arbitrary: ms(200) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    }),
    { maxLength: 25 },
  ),
  steps: fc.record({ a: fc.array(step), b: fc.array(step), c: fc.array(step) }),
  again: fc.array(ms(120), { maxLength: 3 }),
});

/** What the loop does with a schedule, each run with its begin and its end. */
async function runsOf(
  { inputs, steps, again }: Schedule,
  more: Partial<WorkOptions<string>> = {},
): Promise<{ readonly seen: Seen[]; readonly failures: number }> {
  const clock = new Clock(0);
  const owner = {};
  const after = clock.after(owner);
  const seen: Seen[] = [];
  let failures = 0;
  const loop = new WorkLoop<string>({
    clock: { now: () => clock.now, after },
    again,
    failed: () => {
      failures += 1;
    },
    run: async (key, turn) => {
      const own = seen.filter((one) => one.key === key);
      const { takes, says } = steps[key]?.[own.length] ?? { takes: 0.5, says: null };
      const run: Seen = {
        key,
        begin: clock.now,
        isTimed: turn.isTimed,
        end: Number.POSITIVE_INFINITY,
        isOver: false,
      };
      seen.push(run);
      await new Promise<void>((resolve) => void after(takes, resolve));
      run.end = clock.now;
      run.isOver = turn.isOver;
      if (says === 'fails') throw new Error('planned');
      return says;
    },
    ...more,
  });
  for (const { at, key, after: wait } of inputs)
    after(at, () => (wait === null ? loop.drop(key) : loop.wake(key, wait)));
  await clock.pass(end, idle);
  return { seen, failures };
}

/** The same of one key without timers and promises: moment by moment, what happens at it, and what follows. */
function expectedOf(key: string, { inputs, steps, again }: Schedule): Seen[] {
  const left = inputs.filter((input) => input.key === key).sort((a, b) => a.at - b.at);
  const runs: Seen[] = [];
  let running: { readonly run: Seen; readonly says: Step['says'] } | null = null;
  let [isWanted, isTimed, isHeld, failures] = [false, false, false, 0];
  let time = Number.POSITIVE_INFINITY;
  for (;;) {
    const moment: number = Math.min(left[0]?.at ?? end, running?.run.end ?? end, time);
    if (moment >= end) return runs;
    if (running?.run.end === moment) {
      const { run, says } = running;
      running = null;
      if (says === 'fails' && !run.isOver) {
        const pause = again[Math.min(failures, again.length - 1)];
        failures += 1;
        if (pause !== undefined) [isWanted, isTimed, isHeld, time] = [false, false, true, moment + pause];
      } else if (!run.isOver) {
        failures = 0;
        if (typeof says === 'number') time = Math.min(time, moment + says);
      }
    } else if (time === moment) {
      [isWanted, isTimed, isHeld, time] = [true, true, false, Number.POSITIVE_INFINITY];
    } else {
      const after = left.shift()?.after ?? null;
      if (after === null) {
        [isWanted, isTimed, isHeld, failures, time] = [false, false, false, 0, Number.POSITIVE_INFINITY];
        if (running !== null) running.run.isOver = true;
      } else if (!isHeld && after === 0) isWanted = true;
      else if (!isHeld) time = Math.min(time, moment + after);
    }
    if (!isWanted || running !== null) continue;
    const { takes, says } = steps[key]?.[runs.length] ?? { takes: 0.5, says: null };
    const run: Seen = { key, begin: moment, isTimed, end: moment + takes, isOver: false };
    runs.push(run);
    running = { run, says };
    [isWanted, isTimed] = [false, false];
  }
}

const overlaps = (seen: readonly Seen[]) =>
  seen.some((run, index) =>
    seen.slice(0, index).some((other) => other.key === run.key && other.end > run.begin),
  );

describe('generated schedules', () => {
  it('run each key when the reference does, and never twice at once', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const { seen } = await runsOf(schedule);
        for (const key of keys)
          expect(seen.filter((run) => run.key === key)).toEqual(expectedOf(key, schedule));
        expect(overlaps(seen)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('lose no wake and hold no more places than there are', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, fc.integer({ min: 1, max: 3 }), async (schedule, places) => {
        const inputs = schedule.inputs.filter(({ after }) => after !== null);
        const next = (due: ReadonlySet<string>, running: readonly string[]) =>
          running.length < places ? ([...due][0] ?? null) : null;
        const { seen } = await runsOf({ ...schedule, inputs }, { next });
        for (const { at, key } of inputs)
          expect(seen.some((run) => run.key === key && run.begin >= at)).toBe(true);
        expect(overlaps(seen)).toBe(false);
        for (const { begin } of seen)
          expect(seen.filter((run) => run.begin <= begin && run.end > begin).length).toBeLessThanOrEqual(
            places,
          );
      }),
      { numRuns: 150 },
    );
  });
});

describe('a loop', () => {
  /** Its runs last until they are ended by hand. */
  function byHand(options: Partial<WorkOptions<string>> = {}) {
    const clock = new Clock(0);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const loop = new WorkLoop<string>({
      clock: { now: () => clock.now, after: clock.after({}) },
      failed: () => {},
      run: async (key) => {
        begun.push(key);
        await new Promise<void>((resolve) => void ends.push(resolve));
        return null;
      },
      ...options,
    });
    return { clock, begun, ends, loop };
  }

  it('runs once more for all wakes that come while it runs', async () => {
    const { loop, begun, ends } = byHand();
    for (let wake = 0; wake < 5; wake++) loop.wake('a');
    expect(begun).toEqual(['a']);
    ends.shift()?.();
    await idle();
    expect(begun).toEqual(['a', 'a']);
    ends.shift()?.();
    await loop.settled();
    expect(begun).toEqual(['a', 'a']);
  });

  it('pauses longer after each failure, reports all of them, and begins anew after a success', async () => {
    const clock = new Clock(0);
    const begun: number[] = [];
    const reported: unknown[] = [];
    const fails = [true, true, true, true, false, true, false];
    const loop = new WorkLoop({
      clock: { now: () => clock.now, after: clock.after({}) },
      again: [10, 20, 40],
      failed: (error) => reported.push(error),
      run: async () => {
        begun.push(clock.now);
        if (fails[begun.length - 1]) throw new Error(`${begun.length}`);
        return begun.length === 5 ? 1000 : null;
      },
    });
    loop.wake();
    await clock.pass(5, idle);
    // A wake does not shorten the pause.
    loop.wake();
    await clock.pass(5000, idle);
    expect(begun).toEqual([0, 10, 30, 70, 110, 1110, 1120]);
    expect(reported).toHaveLength(5);
  });

  it('stops: what runs is waited for and learns of it, nothing else begins', async () => {
    let over = false;
    let end = () => {};
    const { loop, clock, begun } = byHand({
      run: async (key, turn) => {
        begun.push(key);
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        over = turn.isOver;
        return 5;
      },
    });
    loop.wake('a');
    loop.wake('a');
    loop.wake('b', 10);
    let stopped = false;
    const stop = loop.stop().then(() => {
      stopped = true;
    });
    await clock.pass(100, idle);
    loop.wake('c');
    expect(stopped).toBe(false);
    end();
    await stop;
    await clock.pass(100, idle);
    expect(over).toBe(true);
    expect(begun).toEqual(['a']);
  });

  it('never runs a key twice at once, also where it is dropped and woken meanwhile', async () => {
    const { loop, begun, ends } = byHand();
    loop.wake('a');
    loop.drop('a');
    loop.wake('a');
    await idle();
    expect(begun).toEqual(['a']);
    ends.shift()?.();
    await idle();
    expect(begun).toEqual(['a', 'a']);
  });

  it('goes by its clock also where that is set: forward is noticed within a minute', async () => {
    const { loop, clock, begun } = byHand();
    let set = 0;
    const own = new WorkLoop<string>({
      clock: { now: () => clock.now + set, after: clock.after({}) },
      failed: () => {},
      run: async (key) => {
        begun.push(key);
        return null;
      },
    });
    own.wake('a', 3_600_000);
    await clock.pass(1000, idle);
    set = 3_600_000;
    await clock.pass(58_000, idle);
    expect(begun).toEqual([]);
    await clock.pass(1000, idle);
    expect(begun).toEqual(['a']);
    await Promise.all([own.stop(), loop.stop()]);
  });

  it('counts what a run wakes at once with the places that are held', async () => {
    const running: string[][] = [];
    const loop: WorkLoop<string> = new WorkLoop<string>({
      failed: () => {},
      next: (due, held) => {
        running.push([...held]);
        return held.length === 0 ? ([...due][0] ?? null) : null;
      },
      run: async (key) => {
        if (key === 'a') loop.wake('b');
        return null;
      },
    });
    loop.wake('a');
    expect(running).toEqual([[], ['a'], ['a']]);
    await idle();
    expect(running.at(-1)).toEqual([]);
    await loop.settled();
  });
});
