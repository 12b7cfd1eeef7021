/** The stepper of alarms: borders by hand, and random ladders and series against a slow reference. */

import { describe, expect, it } from 'vitest';
import { levels } from '../../../../src/base/alarm-words.ts';
import { type RuleVersion, reconcile, replay } from '../../../../src/domain/alarms/replay.ts';
import {
  type Hold,
  type LadderLevel,
  type LevelCondition,
  once,
  type Rule,
} from '../../../../src/domain/alarms/rule.ts';
import {
  type AlarmEvent,
  type AlarmSample,
  begin,
  pass,
  type State,
  step,
} from '../../../../src/domain/alarms/stepper.ts';
import { and, not, or, type Truth } from '../../../../src/domain/alarms/truth.ts';
import { unit } from '../../../../src/simulator/random.ts';

const minute = 60_000;
const above = (limit: number, release?: number, term = 0): LevelCondition =>
  release === undefined
    ? { type: 'limit', term, side: 'above', limit }
    : { type: 'limit', term, side: 'above', limit, release };
const ruleOf = (
  ladder: readonly (Partial<LadderLevel> & Pick<LadderLevel, 'level' | 'condition'>)[],
  options: Partial<Rule> = {},
): Rule => ({
  version: 1,
  terms: [{ quantity: 'value', args: {} }],
  ladder: ladder.map((one) => ({ hold: once, releaseHold: once, ...one })),
  patience: null,
  blindLevel: 'blue',
  ...options,
});
const readings = (values: readonly (number | null)[], cycle = minute): AlarmSample[] =>
  values.map((value, index) => ({ t: index * cycle, values: [value], isReading: true }));
const run = (rule: Rule, samples: readonly AlarmSample[]) => {
  const events: AlarmEvent[] = [];
  let state = begin(rule);
  for (const sample of samples) {
    const stepped = step(rule, state, sample);
    state = stepped.state;
    events.push(...stepped.events);
  }
  return { state, events };
};
const inWords = (events: readonly AlarmEvent[]) =>
  events.map(({ type, t, from, to }) => `${t / minute} ${type} ${from}→${to}`);

describe('three values', () => {
  const all: readonly Truth[] = [false, null, true];
  // Kleene's tables as minimum, maximum and mirror of false < unknown < true.
  const rank = (truth: Truth) => all.indexOf(truth) - 1;
  it.each(all.flatMap((a) => all.map((b) => [a, b] as const)))('%s and, or %s', (a, b) => {
    expect(rank(and([a, b]))).toBe(Math.min(rank(a), rank(b)));
    expect(rank(or([a, b]))).toBe(Math.max(rank(a), rank(b)));
    expect(rank(not(a)) + rank(a)).toBe(0);
  });
  it('of nothing: all of it is true, and none of it', () => {
    expect(and([])).toBe(true);
    expect(or([])).toBe(false);
  });
});

describe('a level', () => {
  it('is raised at its limit and not below it, and released below its release and not at it', () => {
    const rule = ruleOf([{ level: 'red', condition: above(10, 8) }]);
    expect(inWords(run(rule, readings([9.999, 10, 9, 8, 7.999, 9.999])).events)).toEqual([
      '1 raise 0→4',
      '4 return 4→0',
    ]);
  });

  it('below a limit, and of either sign', () => {
    const low = ruleOf([
      { level: 'blue', condition: { type: 'limit', term: 0, side: 'below', limit: 11.5, release: 11.8 } },
    ]);
    expect(inWords(run(low, readings([11.51, 11.5, 11.8, 11.81])).events)).toEqual([
      '1 raise 0→1',
      '3 return 1→0',
    ]);
    const either = ruleOf([
      { level: 'blue', condition: { type: 'limit', term: 0, side: 'above', limit: 5, either: true } },
    ]);
    expect(inWords(run(either, readings([4.9, -5, 0, 5])).events)).toEqual([
      '1 raise 0→1',
      '2 return 1→0',
      '3 raise 0→1',
    ]);
  });

  it('counts at the nth consecutive reading, not before; one reading beneath begins anew', () => {
    const rule = ruleOf([{ level: 'yellow', condition: above(1), hold: { readings: 3 } }]);
    expect(inWords(run(rule, readings([1, 1, 0, 1, 1, 1])).events)).toEqual(['5 raise 0→2']);
    expect(run(rule, readings([1, 1])).events).toEqual([]);
  });

  it('counts when its readings span the minutes, by event time: one millisecond less does not', () => {
    const rule = ruleOf([{ level: 'yellow', condition: above(1), hold: { minutes: 30 } }]);
    const at = (...times: readonly number[]) => times.map((t) => ({ t, values: [1], isReading: true }));
    expect(run(rule, at(0, 30 * minute - 1)).events).toEqual([]);
    expect(inWords(run(rule, at(0, 10 * minute, 30 * minute)).events)).toEqual(['30 raise 0→2']);
  });

  it('rises at once over several, and falls one by one, each by its own release', () => {
    const rule = ruleOf([
      { level: 'blue', condition: above(10) },
      { level: 'yellow', condition: above(20), releaseHold: { readings: 2 } },
      { level: 'red', condition: above(40) },
    ]);
    expect(inWords(run(rule, readings([50, 30, 15, 15, 5])).events)).toEqual([
      '0 raise 0→4',
      '1 fall 4→2',
      '3 fall 2→1',
      '4 return 1→0',
    ]);
    const { state } = run(rule, readings([50, 30]));
    expect([state.present, state.peak]).toEqual([2, 4]);
    const later = run(rule, readings([50, 5, 5, 12])).state;
    expect([later.present, later.peak]).toEqual([1, 1]);
  });

  it('A8: is neither raised nor released by what is unknown', () => {
    const rule = ruleOf([
      { level: 'red', condition: above(10), hold: { readings: 2 }, releaseHold: { readings: 2 } },
    ]);
    expect(inWords(run(rule, readings([10, null, 10, 0, null, Number.NaN, 0])).events)).toEqual([
      '2 raise 0→4',
      '6 return 4→0',
    ]);
  });

  it('is not raised by time alone, though the values would', () => {
    const rule = ruleOf([{ level: 'red', condition: above(10) }]);
    expect(run(rule, [{ t: 0, values: [50], isReading: false }]).events).toEqual([]);
  });
});

describe('blindness', () => {
  const rule = ruleOf([{ level: 'red', condition: above(10) }], {
    patience: 10 * minute,
    blindLevel: 'yellow',
  });
  const unknown = { t: 0, values: [null], isReading: true };
  it('A8: begins when patience is over, by readings and by time alone, at the same moment', () => {
    const { state } = run(rule, [unknown]);
    expect(pass(rule, state, 10 * minute).events).toEqual([]);
    expect(inWords(pass(rule, state, 10 * minute + 1).events)).toEqual(['10 blind 0→2']);
    expect(inWords(run(rule, [unknown, { ...unknown, t: 11 * minute }]).events)).toEqual(['10 blind 0→2']);
    expect(run(rule, [unknown, { t: 10 * minute, values: [1], isReading: true }]).events).toEqual([]);
  });
  it('is counted from the first reading that was unknown', () => {
    expect(
      inWords(
        run(
          rule,
          [0, 6, 11].map((at) => ({ ...unknown, t: at * minute })),
        ).events,
      ),
    ).toEqual(['10 blind 0→2']);
  });
  it('is of a sensor from which nothing comes, too: known at its last reading, not after', () => {
    const { state } = run(rule, [{ t: 0, values: [1], isReading: true }]);
    expect(pass(rule, state, 10 * minute).events).toEqual([]);
    expect(inWords(pass(rule, state, 10 * minute + 1).events)).toEqual(['10 blind 0→2']);
    const late = run(rule, [
      { t: 0, values: [1], isReading: true },
      { t: 10 * minute + 1, values: [1], isReading: true },
    ]);
    expect(inWords(late.events).map((line) => line.split(' ')[1])).toEqual(['blind', 'sighted']);
  });
  it('is of an instance that has had no reading at all, from when it is watched', () => {
    const state = begin(rule, 0);
    expect(pass(rule, state, 10 * minute).events).toEqual([]);
    expect(inWords(pass(rule, state, 10 * minute + 1).events)).toEqual(['10 blind 0→2']);
  });
  it('is reported once, and ends by the first reading that is known', () => {
    const samples = [unknown, { ...unknown, t: 11 * minute }, { ...unknown, t: 60 * minute }];
    const seen = { t: 61 * minute, values: [50], isReading: true };
    expect(inWords(run(rule, [...samples, seen]).events)).toEqual([
      '10 blind 0→2',
      '61 raise 0→4',
      '61 sighted 2→0',
    ]);
  });
});

it('another version ends what was raised, at the moment from which it judges', () => {
  const first = ruleOf([{ level: 'red', condition: above(10) }]);
  const second = { ...ruleOf([{ level: 'yellow', condition: above(5) }]), version: 2 };
  const versions = [
    { from: 0, rule: first },
    { from: 90_000, rule: second },
  ];
  expect(inWords(replay(versions, null, readings([20, 20, 20])).events)).toEqual([
    '0 raise 0→4',
    '1.5 edited 4→0',
    '2 raise 0→2',
  ]);
  expect(() => step(second, begin(first), readings([1])[0] as AlarmSample)).toThrow('another version');
  const after = run(first, readings([1, 1])).state;
  expect(() => step(first, after, readings([1])[0] as AlarmSample)).toThrow('before the last one');
});

/** The same, from the whole past at each reading and in other words: no state but the level. */
function reference(rule: Rule, samples: readonly AlarmSample[]): string[] {
  const found: string[] = [];
  let present = 0;
  const compare = (
    condition: LevelCondition,
    values: readonly (number | null)[],
    which: 'limit' | 'release',
  ): Truth => {
    if (condition.type === 'not') {
      const inner = compare(condition.of, values, which);
      return inner === null ? null : inner === false;
    }
    if (condition.type === 'limit') {
      const value = values[condition.term];
      if (value === undefined || value === null) return null;
      const limit = which === 'limit' ? condition.limit : (condition.release ?? condition.limit);
      const number = condition.either ? Math.abs(value) : value;
      return condition.side === 'above' ? !(number < limit) : !(number > limit);
    }
    const parts = condition.of.map((one) => compare(one, values, which));
    const decisive = condition.type === 'or';
    if (parts.some((one) => one === decisive)) return decisive;
    return parts.some((one) => one === null) ? null : !decisive;
  };
  const full = (index: number, hold: Hold, truthOf: (values: readonly (number | null)[]) => Truth) => {
    const times: number[] = [];
    for (let at = index; at >= 0; at -= 1) {
      const sample = samples[at];
      if (sample === undefined || !sample.isReading) continue;
      const truth = truthOf(sample.values);
      if (truth === false) break;
      if (truth === true) times.push(sample.t);
    }
    const [newest] = times;
    const oldest = times.at(-1);
    if (newest === undefined || oldest === undefined) return false;
    return 'readings' in hold ? times.length >= hold.readings : newest - oldest >= hold.minutes * minute;
  };
  const rank = (level: string) => ['blue', 'yellow', 'orange', 'red'].indexOf(level) + 1;
  for (const [index, { t, isReading }] of samples.entries()) {
    if (!isReading) continue;
    let highest = 0;
    for (const { level, condition, hold } of rule.ladder)
      if (full(index, hold, (values) => compare(condition, values, 'limit')))
        highest = Math.max(highest, rank(level));
    if (highest > present) {
      found.push(`${t} ${present === 0 ? 'raise' : 'rise'} ${present}→${highest}`);
      present = highest;
      continue;
    }
    while (present > 0) {
      const own = rule.ladder.find(({ level }) => rank(level) === present);
      const isOver =
        own !== undefined &&
        full(index, own.releaseHold, (values) => {
          const stays = compare(own.condition, values, 'release');
          return stays === null ? null : !stays;
        });
      if (!isOver) break;
      const lower = rule.ladder.map(({ level }) => rank(level)).filter((one) => one < present);
      const to = lower.length === 0 ? 0 : Math.max(...lower);
      found.push(`${t} ${to === 0 ? 'return' : 'fall'} ${present}→${to}`);
      present = to;
    }
  }
  return found;
}

const schedules = process.env['LONG'] === '1' ? 5000 : 500;

describe(`${schedules} random rules and series`, () => {
  function randomCase(seed: number) {
    let drawn = 0;
    const random = () => unit(seed, drawn++);
    const whole = (below: number) => Math.floor(random() * below);
    const terms = 1 + whole(3);
    const condition = (depth: number): LevelCondition => {
      const kind = depth === 0 ? 0 : whole(5);
      if (kind === 3) return { type: 'not', of: condition(depth - 1) };
      if (kind === 4 || kind === 2)
        return {
          type: kind === 2 ? 'and' : 'or',
          of: Array.from({ length: 1 + whole(3) }, () => condition(depth - 1)),
        };
      const limit = whole(10);
      const side = random() < 0.7 ? 'above' : 'below';
      const release = side === 'above' ? limit - whole(3) : limit + whole(3);
      const either = random() < 0.2 ? ({ either: true } as const) : {};
      return { type: 'limit', term: whole(terms), side, limit, release, ...either };
    };
    const hold = (): Hold => (random() < 0.6 ? { readings: 1 + whole(4) } : { minutes: 1 + whole(20) });
    const rule: Rule = {
      version: 1,
      terms: Array.from({ length: terms }, () => ({ quantity: 'value', args: {} })),
      ladder: levels
        .filter(() => random() < 0.7)
        .map((level) => ({ level, condition: condition(2), hold: hold(), releaseHold: hold() })),
      patience: random() < 0.5 ? null : whole(30) * minute + 1,
      blindLevel: 'blue',
    };
    let t = whole(1000) * minute;
    const drift = Array.from({ length: terms }, () => whole(10));
    const samples = Array.from({ length: 20 + whole(60) }, (): AlarmSample => {
      t += (1 + whole(random() < 0.1 ? 40 : 6)) * minute;
      for (const [index, value] of drift.entries())
        drift[index] = Math.max(-4, Math.min(14, value + whole(7) - 3));
      const values = drift.map((value) => (random() < 0.15 ? null : value));
      return { t, values, isReading: random() < 0.95 };
    });
    return { rule, samples, random, whole };
  }
  const plain = (events: readonly AlarmEvent[]) =>
    events.map(({ type, t, from, to }) => `${t} ${type} ${from}→${to}`);
  const isOfLevel = ({ type }: AlarmEvent) => type !== 'blind' && type !== 'sighted';

  it('raise and release as the reference does', () => {
    let raised = 0;
    for (let seed = 1; seed <= schedules; seed += 1) {
      const { rule, samples } = randomCase(seed);
      const { events } = run(rule, samples);
      expect(plain(events.filter(isOfLevel)), `seed ${seed}`).toEqual(reference(rule, samples));
      raised += events.length;
    }
    // The series are not all quiet.
    expect(raised).toBeGreaterThan(schedules);
  });

  it('go on from a stored state as if they had never been cut', () => {
    for (let seed = 1; seed <= schedules; seed += 1) {
      const { rule, samples, whole } = randomCase(seed);
      const cut = whole(samples.length);
      const before = run(rule, samples.slice(0, cut));
      let state = JSON.parse(JSON.stringify(before.state)) as State;
      const events = [...before.events];
      for (const sample of samples.slice(cut)) {
        const stepped = step(rule, state, sample);
        state = stepped.state;
        events.push(...stepped.events);
      }
      expect(events, `seed ${seed}`).toEqual(run(rule, samples).events);
    }
  });

  it('A1: whatever the order of arrival and the edits, what is not contradicted is what the past shows', () => {
    for (let seed = 1; seed <= schedules; seed += 1) {
      const { rule, samples, random, whole } = randomCase(seed);
      const edits = Array.from({ length: whole(3) }, () => samples[whole(samples.length)]?.t ?? 0).toSorted(
        (a, b) => a - b,
      );
      const versions: RuleVersion[] = [
        { from: Number.MIN_SAFE_INTEGER, rule },
        ...edits.map((from, index) => ({
          from: from + index,
          rule: { ...randomCase(seed + 7919 * (index + 1)).rule, version: index + 2, terms: rule.terms },
        })),
      ];
      // Late ones arrive up to a quarter of the series later, some twice.
      const arrivals = samples
        .flatMap((sample, index) => {
          const late = random() < 0.3 ? whole(samples.length / 4) : 0;
          const first = { sample, at: index + late };
          return random() < 0.1 ? [first, { sample, at: first.at + whole(10) }] : [first];
        })
        .toSorted((a, b) => a.at - b.at);
      const known = new Map<number, AlarmSample>();
      const checkpoints: State[] = [];
      let raised: AlarmEvent[] = [];
      for (const { sample } of arrivals) {
        if (known.has(sample.t)) continue;
        known.set(sample.t, sample);
        // The newest state before it; every third one is kept, as a server does.
        while ((checkpoints.at(-1)?.t ?? Number.NEGATIVE_INFINITY) >= sample.t) checkpoints.pop();
        const from = checkpoints.at(-1) ?? null;
        const again = [...known.values()]
          .filter(({ t }) => t > (from?.t ?? Number.NEGATIVE_INFINITY))
          .toSorted((a, b) => a.t - b.t);
        const { state, events } = replay(versions, from, again);
        const isBehind = ({ t }: AlarmEvent) => t > (from?.t ?? Number.NEGATIVE_INFINITY);
        const { added, contradicted } = reconcile(raised.filter(isBehind), events);
        raised = [...raised.filter((event) => !contradicted.includes(event)), ...added];
        if (random() < 0.4) checkpoints.push(JSON.parse(JSON.stringify(state)) as State);
      }
      const past = replay(versions, null, [...samples]);
      expect(plain(raised).toSorted(), `seed ${seed}`).toEqual(plain(past.events).toSorted());
    }
  });
});
