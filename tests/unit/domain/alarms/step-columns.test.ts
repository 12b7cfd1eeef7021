/** Columns against the stepper and against the quantities, reading by reading, over random rules and series. */
import { describe, expect, it } from 'vitest';
import { levels } from '../../../../src/base/alarm-words.ts';
import type { JudgedInstance, TermPlace } from '../../../../src/domain/alarms/judged-instance.ts';
import type { SourceReading } from '../../../../src/domain/alarms/model.ts';
import {
  type ColumnSeries,
  columnChannelsOf,
  judgePast,
  stepPastColumns,
  termColumns,
} from '../../../../src/domain/alarms/past.ts';
import { quantities } from '../../../../src/domain/alarms/quantities/index.ts';
import type { Hold, LevelCondition, Rule, Term } from '../../../../src/domain/alarms/rule.ts';
import { stepColumns } from '../../../../src/domain/alarms/step-columns.ts';
import { type AlarmEvent, begin, type State, step } from '../../../../src/domain/alarms/stepper.ts';
import { unit } from '../../../../src/simulator/random.ts';

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);

class Draws {
  #drawn = 0;
  constructor(readonly seed: number) {}
  one = () => unit(this.seed, this.#drawn++);
  whole = (below: number) => Math.floor(this.one() * below);
  is = (share: number) => this.one() < share;
  of = <T>(list: readonly T[]): T => {
    const found = list[this.whole(list.length)];
    if (found === undefined) throw new Error('of nothing');
    return found;
  };
}

/** Limits and values are small whole numbers, so that many values lie at a limit. */
function randomRule(draws: Draws, terms: readonly Term[]): Rule {
  const condition = (depth: number): LevelCondition => {
    const kind = depth === 0 ? 0 : draws.whole(6);
    if (kind === 1) return { type: 'not', of: condition(depth - 1) };
    if (kind === 2 || kind === 3)
      return { type: kind === 2 ? 'and' : 'or', of: [condition(depth - 1), condition(depth - 1)] };
    const limit = draws.whole(9) - 2;
    const isBelow = draws.is(0.3);
    return {
      type: 'limit',
      term: draws.whole(terms.length),
      side: isBelow ? 'below' : 'above',
      limit,
      ...(draws.is(0.3) ? { either: true } : {}),
      // Now and then a release that contradicts its limit: it falls, and is raised again.
      ...(draws.is(0.7) ? { release: limit + draws.whole(5) - 2 } : {}),
    };
  };
  const hold = (): Hold =>
    draws.is(0.6) ? { readings: 1 + draws.whole(4) } : { minutes: draws.whole(6) * 10 };
  const ladder = levels
    .filter(() => draws.is(0.7))
    .map((level) => ({ level, condition: condition(2), hold: hold(), releaseHold: hold() }));
  const patience = draws.is(0.4) ? null : (20 + draws.whole(60)) * minute;
  return { version: 1, terms, ladder, patience, blindLevel: draws.of(levels) };
}

/** Times about 10 min apart with gaps, and values that stay for a while, or jump. */
function randomColumn(draws: Draws, count: number) {
  const t: number[] = [];
  const values: number[] = [];
  let at = start;
  let value = 0;
  const pace = draws.of([0.05, 0.3, 0.9]);
  let unknown = 0;
  for (let n = 0; n < count; n += 1) {
    at += draws.is(0.03) ? (30 + draws.whole(120)) * minute : 10 * minute;
    if (draws.is(pace)) value = draws.whole(12) - 3 + (draws.is(0.5) ? 0.5 : 0);
    if (draws.is(0.02)) unknown = draws.whole(15);
    unknown -= 1;
    t.push(at);
    values.push(unknown > 0 ? Number.NaN : value);
  }
  return { t: Float64Array.from(t), values: Float64Array.from(values) };
}

const kinds = (events: readonly AlarmEvent[], into: Map<string, number>) => {
  for (const { type } of events) into.set(type, (into.get(type) ?? 0) + 1);
};

describe('stepping over columns', () => {
  it('is the stepper, reading by reading: events, their values and the state after each stretch', () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= 400; seed += 1) {
      const draws = new Draws(seed * 104_729);
      const count = 1 + draws.whole(3);
      const terms = Array.from({ length: count }, (): Term => ({ quantity: 'value', args: {} }));
      const rule = randomRule(draws, terms);
      const { t } = randomColumn(draws, 200);
      const values = terms.map(() => randomColumn(draws, 200).values);
      const first = begin(rule, draws.is(0.5) ? start : null);
      let known: State = first;
      const expected: AlarmEvent[] = [];
      for (const [at, time] of t.entries()) {
        const own = values.map((column) => (Number.isNaN(column[at]) ? null : (column[at] ?? null)));
        const stepped = step(rule, known, { t: time, values: own, isReading: true });
        expected.push(...stepped.events);
        known = stepped.state;
      }
      // In two pieces, the second from the state of the first.
      const cut = draws.whole(200);
      const events: AlarmEvent[] = [];
      const piece = (from: number, to: number) => ({
        t: t.slice(from, to),
        values: values.map((column) => column.slice(from, to)),
      });
      const half = stepColumns(rule, first, piece(0, cut), events);
      const whole = stepColumns(rule, half, piece(cut, 200), events);
      expect(events, `seed ${seed}`).toEqual(expected);
      expect(whole, `seed ${seed}`).toEqual(known);
      kinds(events, seen);
    }
    for (const type of ['raise', 'rise', 'fall', 'return', 'blind', 'sighted'])
      expect(seen.get(type) ?? 0, type).toBeGreaterThan(100);
  });
});

describe('judging over columns', () => {
  const ofChannels = quantities.filter((one) => 'evaluateAll' in one);

  const argsOf = (draws: Draws, id: string): Term['args'] => {
    if (id === 'change') return { window: draws.of([0.5, 1, 3]) };
    if (id === 'speed') return { range: draws.of([15, 60]) };
    if (id !== 'windowStatistic') return {};
    const statistic = draws.of(['cumulative', 'maximum', 'minimum', 'mean', 'spread']);
    return { statistic, window: draws.of([0.5, 2]) };
  };

  /** A source, as readings and as columns: tilt with a plain channel and a bearing, or rain with test tips. */
  const sourceOf = (draws: Draws, row: 'tilt' | 'rain') => {
    const { t, values } = randomColumn(draws, 150);
    const names = row === 'tilt' ? ['x', 'azimuth'] : ['amount'];
    const columns = names.map((name, index) => ({
      name,
      values:
        index === 0 ? values.map((value) => value / 10) : randomColumn(draws, 150).values.map((v) => v * 70),
    }));
    const isTest = Array.from(t, () => row === 'rain' && draws.is(0.1));
    const readings = Array.from(t, (at, place): SourceReading => {
      const own = columns.map(({ name, values: all }) => [name, all[place] ?? Number.NaN] as const);
      const known = Object.fromEntries(
        own.map(([name, value]) => [name, Number.isNaN(value) ? null : value]),
      );
      return { t: at, receivedAt: at, element: 0, values: { ...known, dataType: isTest[place] ? 0 : 1 } };
    });
    const map = new Map(
      columns.map(({ name, values: all }) => [name, all.map((value, n) => (isTest[n] ? Number.NaN : value))]),
    );
    return { readings, columns: { t, values: map } };
  };

  it('is judging reading by reading, of one source or of several, with datums and what was before', () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= 150; seed += 1) {
      const draws = new Draws(seed * 15_485_863);
      const sources = {
        'tilt/1': sourceOf(draws, 'tilt'),
        'tilt/2': sourceOf(draws, 'tilt'),
        'rain/3': sourceOf(draws, 'rain'),
      };
      const ids = ['tilt/1', 'tilt/2', 'rain/3'] as const;
      const own = draws.of(ids);
      const places = new Map<Term, TermPlace>();
      const terms = Array.from({ length: 1 + draws.whole(3) }, (_, n) => {
        const source = n === 0 && draws.is(0.8) ? own : draws.of(ids);
        const quantity = draws.of(ofChannels).id;
        const row = source === 'rain/3' ? 'rain' : 'tilt';
        const channel = row === 'rain' ? 'amount' : draws.of(['x', 'azimuth']);
        const term: Term = { quantity, args: argsOf(draws, quantity) };
        const datums = [start + draws.whole(500) * minute, start + (500 + draws.whole(900)) * minute];
        const isOwn = source === own;
        places.set(term, {
          source,
          row,
          element: 0,
          channel,
          isOwn,
          baselines: [],
          datums: draws.is(0.5) ? datums : [],
        });
        return term;
      });
      const rule = randomRule(draws, terms);
      const from = start + draws.whole(400) * minute;
      const judged: JudgedInstance = {
        versions: [{ from, rule }],
        ...{ collectionCycle: 600, sendCycle: 600, zone: 'Asia/Shanghai', rainBoundary: 480 },
        formerCycles: [250, 600, 1100].slice(draws.whole(4)).map((at) => ({
          until: start + (at + draws.whole(200)) * minute,
          ...{ collectionCycle: draws.of([120, 900, 3600]), sendCycle: 600 },
        })),
        place: (term) => places.get(term) ?? null,
      };
      const end = start + 5000 * minute;
      const stretch = { from, to: end, now: end };
      expect(columnChannelsOf(judged)).not.toBeNull();
      const byColumns: ColumnSeries = new Map(ids.map((id) => [id, sources[id].columns]));
      const columns = termColumns(judged, byColumns, from);
      const lines: (readonly (number | null)[])[] = [];
      const whole = judgePast(
        judged,
        new Map(ids.map((id) => [id, sources[id].readings])),
        [],
        stretch,
        (t, values) => lines.push([t, ...values]),
      );
      const found = Array.from(columns.t, (t, at) => [
        t,
        ...columns.values.map((column) => (Number.isNaN(column[at]) ? null : (column[at] ?? null))),
      ]);
      expect(found, `seed ${seed}`).toEqual(lines);
      expect(stepPastColumns(rule, columns, 600, stretch), `seed ${seed}`).toEqual(whole);
      for (const { quantity } of terms) seen.set(quantity, (seen.get(quantity) ?? 0) + 1);
      kinds(whole.events, seen);
    }
    expect(ofChannels.length).toBeGreaterThan(3);
    for (const { id } of ofChannels) expect(seen.get(id) ?? 0, id).toBeGreaterThan(30);
    expect(seen.get('raise') ?? 0).toBeGreaterThan(300);
  });

  it('is not for a rule that asks for a row as a whole, for time alone, or for two nodes of one source', () => {
    const place = (channel: string | null, element = 0): TermPlace => ({
      ...{ source: 'profile/1', row: 'profile', element, channel },
      ...{ isOwn: true, baselines: [], datums: [] },
    });
    const asks = (...asked: readonly (readonly [string, TermPlace])[]) => {
      const terms = asked.map(([quantity]): Term => ({ quantity, args: {} }));
      const rule = { ...randomRule(new Draws(1), terms), terms };
      return columnChannelsOf({
        versions: [{ from: 0, rule }],
        ...{ collectionCycle: 600, sendCycle: 600, zone: 'UTC', rainBoundary: 0 },
        place: (term) => asked[terms.indexOf(term)]?.[1] ?? null,
      });
    };
    const node = 'cumulativeA';
    expect(asks(['value', place(node, 2)])?.get('profile/1')).toEqual({
      element: 2,
      channels: new Set([node]),
    });
    expect(asks(['value', place(node, 2)], ['value', place(node, 3)])).toBeNull();
    expect(asks(['value', place(node, 2)], ['shearDepth', place(null)])).toBeNull();
    expect(asks(['silence', place(null)])).toBeNull();
    expect(asks(['value', place('no such channel', 2)])).toBeNull();
  });
});
