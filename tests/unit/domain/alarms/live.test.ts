/** What is only counted, reading by reading, ends in the state that the whole judgement has. */
import { expect, it } from 'vitest';
import { judge } from '../../../../src/domain/alarms/judge.ts';
import type { JudgedInstance, TermPlace } from '../../../../src/domain/alarms/judged-instance.ts';
import { LiveJudge, type LiveSources, type SharedValue } from '../../../../src/domain/alarms/live.ts';
import type { SourceReading } from '../../../../src/domain/alarms/model.ts';
import { elapse } from '../../../../src/domain/alarms/replay.ts';
import type { Hold, LevelCondition, Rule, Term } from '../../../../src/domain/alarms/rule.ts';
import { type State, stateBefore } from '../../../../src/domain/alarms/stepper.ts';
import { unit } from '../../../../src/simulator/random.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 3, 1);

class Held {
  isKnown = true;
  from = start - 3 * hour;
  revision = 0;
  readings: SourceReading[] = [];
  add(reading: SourceReading): void {
    this.readings = [...this.readings, reading];
    this.revision += 1;
  }
}

const place = (id: number, row: 'tilt' | 'rain', channel: string | null, isOwn: boolean): TermPlace => ({
  ...{ source: `${row}/${id}`, row, element: 0, channel, isOwn },
  ...{ baselines: [], datums: [] },
});
const terms: readonly (readonly [Term, TermPlace])[] = [
  [{ quantity: 'value', args: {} }, place(1, 'tilt', 'x', true)],
  [{ quantity: 'change', args: { window: 0.5 } }, place(1, 'tilt', 'x', true)],
  [{ quantity: 'windowStatistic', args: { window: 1, statistic: 'maximum' } }, place(1, 'tilt', 'x', true)],
  [{ quantity: 'value', args: {} }, place(2, 'tilt', 'x', false)],
  [{ quantity: 'rainSum', args: { window: 1 } }, place(3, 'rain', null, false)],
];

class Draws {
  #drawn = 0;
  constructor(readonly seed: number) {}
  whole = (below: number) => Math.floor(unit(this.seed, this.#drawn++) * below);
  is = (share: number) => unit(this.seed, this.#drawn++) < share;
}

function ruleOf(draws: Draws): { readonly rule: Rule; readonly places: readonly TermPlace[] } {
  // The first one is of the instance itself: its readings are the moments.
  const pairs = [terms[draws.whole(3)], terms[draws.whole(5)]].flatMap((one) =>
    one === undefined ? [] : [one],
  );
  const condition = (): LevelCondition => {
    const limit = 2 + draws.whole(7);
    const own: LevelCondition = {
      ...{ type: 'limit', term: draws.whole(2), side: draws.is(0.8) ? 'above' : 'below' },
      ...{ limit, release: limit - draws.whole(2) },
    };
    return draws.is(0.3) ? { type: draws.is(0.5) ? 'and' : 'or', of: [own, condition()] } : own;
  };
  const hold = (): Hold =>
    draws.is(0.6) ? { readings: 1 + draws.whole(3) } : { minutes: 10 * (1 + draws.whole(3)) };
  const ladder = (['yellow', 'red'] as const).map((level) => ({
    ...{ level, condition: condition(), hold: hold(), releaseHold: hold() },
  }));
  const patience = draws.is(0.5) ? null : (20 + draws.whole(60)) * minute;
  return {
    rule: { version: 1, terms: pairs.map(([term]) => ({ ...term })), ladder, patience, blindLevel: 'blue' },
    places: pairs.map(([, one]) => one),
  };
}

it('in 400 generated stretches, quiet and not', () => {
  let quiet = 0;
  let loud = 0;
  let events = 0;
  for (let seed = 1; seed <= 400; seed += 1) {
    const draws = new Draws(seed * 104_729);
    const { rule, places } = ruleOf(draws);
    const instance: JudgedInstance = {
      ...{ versions: [{ from: 0, rule }], collectionCycle: 600, sendCycle: 600 },
      ...{ zone: 'Asia/Shanghai', rainBoundary: 480 },
      place: (term) => places[rule.terms.indexOf(term)] ?? null,
    };
    const held = new Map([1, 2].map((id) => [`tilt/${id}`, new Held()]));
    held.set('rain/3', new Held());
    const shared = new Map<string, SharedValue>();
    const sources: LiveSources = {
      recent: (source) => held.get(source) ?? null,
      shared: (key) => {
        const known = shared.get(key) ?? { t: Number.NaN, revision: Number.NaN, value: null };
        shared.set(key, known);
        return known;
      },
    };
    let base: { readonly t: number; readonly state: State } = { t: start, state: stateBefore(rule, start) };
    let live = LiveJudge.of(instance, base, sources);
    let value = 4;
    for (let n = 1; n <= 40; n += 1) {
      const t = start + n * 10 * minute + draws.whole(2) * minute;
      for (const [source, one] of held) {
        if (draws.is(0.1)) continue;
        value = Math.max(0, Math.min(9, value + draws.whole(3) - 1));
        const at = source === 'tilt/1' ? t : t - draws.whole(4) * minute;
        const values =
          source === 'rain/3' ? { amount: draws.whole(3), interval: 600, dataType: 1 } : { x: value };
        one.add({ t: at, receivedAt: t, element: 0, values: draws.is(0.1) ? {} : values });
      }
      // Several at once now and then.
      if (draws.is(0.2)) continue;
      // Now and then what comes is long past.
      const now = draws.is(0.1) ? t + draws.whole(90) * minute : t;
      const watched = now - 15 * minute;
      const whole = judge(
        instance,
        new Map([...held].map(([source, { readings }]) => [source as TermPlace['source'], readings])),
        [],
        base.state,
        { after: base.t, receiptsUntil: t, hoursUntil: watched },
      );
      const passed = elapse(instance.versions, whole.state, now, watched);
      events += whole.events.length;
      if (live?.goOn(watched) === true) {
        quiet += 1;
        // Where nothing was taken, who asks knows itself when time is due.
        const ofTime = whole.moments > 0 ? passed.events : [];
        expect([...whole.events, ...ofTime], `seed ${seed} ${n}`).toEqual([]);
        expect(live.state, `seed ${seed} ${n}`).toEqual(whole.state);
        expect(live.t).toBe(whole.base.t);
      } else loud += 1;
      base = whole.base;
      // Made anew after each whole judgement, and now and then without one.
      if (live?.t !== base.t || draws.is(0.1)) live = LiveJudge.of(instance, base, sources);
    }
  }
  expect(quiet).toBeGreaterThan(3000);
  expect(loud).toBeGreaterThan(1000);
  expect(events).toBeGreaterThan(1000);
});

it('is not begun where time alone is judged, nor before another version or cycle begins', () => {
  const held = new Held();
  const sources: LiveSources = { recent: () => held, shared: () => ({ t: 0, revision: 0, value: 0 }) };
  const [term, own] = terms[0] ?? [];
  if (term === undefined || own === undefined) throw new Error('no term');
  const rule = (version: number, quantity = 'value'): Rule => ({
    ...{ version, terms: [{ ...term, quantity }], ladder: [], patience: null, blindLevel: 'blue' },
  });
  const instance = (given: Partial<JudgedInstance>): JudgedInstance => ({
    ...{ versions: [{ from: 0, rule: rule(1) }], collectionCycle: 600, sendCycle: 600 },
    ...{ zone: 'Asia/Shanghai', rainBoundary: 480, place: () => own },
    ...given,
  });
  const begin = (given: Partial<JudgedInstance>, state = stateBefore(rule(1), start)) =>
    LiveJudge.of(instance(given), { t: start, state }, sources);
  expect(begin({})).not.toBeNull();
  expect(begin({ versions: [{ from: 0, rule: rule(1, 'silence') }] })).toBeNull();
  const two = (from: number) => [
    { from: 0, rule: rule(1) },
    { from, rule: rule(2) },
  ];
  expect(begin({ versions: two(start + 2) }, stateBefore(rule(2), start))).toBeNull();
  expect(begin({ versions: two(start + 1) }, stateBefore(rule(2), start))).not.toBeNull();
  expect(begin({ versions: two(start + 1) })).toBeNull();
  const cycles = (until: number) => ({ formerCycles: [{ until, collectionCycle: 60, sendCycle: 60 }] });
  expect(begin(cycles(start + 2))).toBeNull();
  expect(begin(cycles(start + 1))).not.toBeNull();
  expect(begin({ place: () => ({ ...own, isOwn: false }) })).toBeNull();
});

it('asks again of a neighbour that has other readings at the same moment', () => {
  const [own, neighbour] = [new Held(), new Held()];
  const [[term, place] = [], , , [other, otherPlace] = []] = terms;
  if (term === undefined || place === undefined || other === undefined || otherPlace === undefined)
    throw new Error('no term');
  const rule: Rule = {
    ...{ version: 1, terms: [term, { ...other }], patience: null, blindLevel: 'blue' },
    ladder: [
      {
        ...{ level: 'red', hold: { readings: 1 }, releaseHold: { readings: 1 } },
        condition: { type: 'limit', term: 1, side: 'above', limit: 5 },
      },
    ],
  };
  const instance: JudgedInstance = {
    ...{ versions: [{ from: 0, rule }], collectionCycle: 600, sendCycle: 600 },
    ...{ zone: 'Asia/Shanghai', rainBoundary: 480 },
    place: (one) => (one === term ? place : otherPlace),
  };
  const shared: SharedValue = { t: Number.NaN, revision: Number.NaN, value: null };
  const sources: LiveSources = {
    recent: (source) => (source === place.source ? own : neighbour),
    shared: () => shared,
  };
  const base = { t: start - 1, state: stateBefore(rule, start) };
  const [first, second] = [LiveJudge.of(instance, base, sources), LiveJudge.of(instance, base, sources)];
  own.add({ t: start, receivedAt: start, element: 0, values: { x: 1 } });
  neighbour.add({ t: start, receivedAt: start, element: 0, values: {} });
  expect(first?.goOn(start)).toBe(true);
  neighbour.readings = [{ t: start, receivedAt: start, element: 0, values: { x: 6 } }];
  neighbour.revision += 1;
  expect(second?.goOn(start)).toBe(false);
});

it('takes nothing that is not held far enough back', () => {
  const held = new Held();
  held.from = start - 35 * minute + 1;
  const [term, own] = terms[1] ?? [];
  if (term === undefined || own === undefined) throw new Error('no term');
  const rule: Rule = { version: 1, terms: [term], ladder: [], patience: null, blindLevel: 'blue' };
  const instance: JudgedInstance = {
    ...{ versions: [{ from: 0, rule }], collectionCycle: 600, sendCycle: 600 },
    ...{ zone: 'Asia/Shanghai', rainBoundary: 480, place: () => own },
  };
  const base = { t: start - 1, state: stateBefore(rule, start) };
  const live = LiveJudge.of(instance, base, {
    recent: () => held,
    shared: () => ({ t: 0, revision: 0, value: 0 }),
  });
  held.add({ t: start, receivedAt: start, element: 0, values: { x: 1 } });
  // A change in half an hour looks back 30 min and half a cycle.
  expect(live?.goOn(start)).toBe(false);
  held.from -= 1;
  expect(live?.goOn(start)).toBe(true);
  expect(live?.t).toBe(start);
  held.isKnown = false;
  expect(live?.goOn(start)).toBe(false);
});
