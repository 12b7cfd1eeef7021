/** Duties against a naive walk, minute by minute on the zone's clock. */
import { describe, expect, it } from 'vitest';
import { dutiesAt } from '../../../../src/domain/notify/duty.ts';
import {
  gapsOf,
  onDuty,
  type RotaLayer,
  type RotaPlan,
  shiftsOf,
} from '../../../../src/domain/notify/rota.ts';

const minute = 60_000;
const layer = (given: Partial<RotaLayer>): RotaLayer => ({
  ...{
    name: 'A',
    people: [1, 2, 3],
    from: '2026-03-01',
    every: 'day',
    weekday: 1,
    at: [480],
    onHolidays: [],
  },
  ...given,
});
const rota = (one: RotaLayer, given: Partial<RotaPlan> = {}): RotaPlan => ({
  ...{ timeZone: 'Asia/Shanghai', layers: [one], overrides: [], holidays: [] },
  ...given,
});

/** What the clock of a zone shows. */
function wall(timeZone: string, t: number) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    ...{ weekday: 'short', hourCycle: 'h23' },
  }).formatToParts(t);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    date: `${of('year')}-${of('month')}-${of('day')}`,
    minute: Number(of('hour')) * 60 + Number(of('minute')),
    weekday: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(of('weekday')) + 1,
  };
}

/** Counts hand-overs from the first date on, by looking at the clock each quarter of an hour. */
function naive({ timeZone, layers }: RotaPlan, from: number, to: number): Map<number, number | null> {
  const [one] = layers;
  const found = new Map<number, number | null>();
  let turn = -1;
  const handed = new Set<string>();
  for (let t = from; t < to; t += 15 * minute) {
    const now = wall(timeZone, t);
    if (one === undefined) continue;
    for (const [place, at] of one.at.entries()) {
      const key = `${now.date} ${at}`;
      const counts = one.every === 'day' || (place === 0 && now.weekday === one.weekday);
      if (counts && now.date >= one.from && now.minute >= at && !handed.has(key)) {
        handed.add(key);
        turn += 1;
      }
    }
    found.set(t, turn < 0 ? null : (one.people[turn % one.people.length] ?? null));
  }
  return found;
}

describe('turns', () => {
  it.each([
    ['a day', layer({}), 'Asia/Shanghai'],
    ['half a day', layer({ at: [480, 1200] }), 'Asia/Shanghai'],
    ['three a day, one of nobody', layer({ at: [0, 480, 960], people: [1, null, 2, 3] }), 'Asia/Tokyo'],
    ['a week from Wednesday', layer({ every: 'week', weekday: 3, at: [540] }), 'Asia/Shanghai'],
    ['a day over a change of clocks', layer({ at: [90, 1200] }), 'Europe/Berlin'],
    [
      'a week over a change of clocks',
      layer({ every: 'week', weekday: 7, at: [120], people: [1, 2] }),
      'Europe/Berlin',
    ],
  ])('%s', (_title, one, timeZone) => {
    const plan = rota(one, { timeZone });
    const from = Date.UTC(2026, 1, 27);
    const to = Date.UTC(2026, 3, 10);
    for (const [t, person] of naive(plan, from, to))
      expect([new Date(t).toISOString(), onDuty(plan, 0, t)]).toEqual([new Date(t).toISOString(), person]);
  });
  it('a hand-over is at its minute, from both sides', () => {
    const at = Date.UTC(2026, 2, 5, 0);
    expect([onDuty(rota(layer({})), 0, at - 1), onDuty(rota(layer({})), 0, at)]).toEqual([1, 2]);
  });
});

describe('overrides, holidays and gaps', () => {
  const day = (date: number, hour = 0) => Date.UTC(2026, 2, date, hour - 8);
  it('the newest override counts, from its beginning to before its end', () => {
    const overrides = [
      { layer: 0, from: day(5, 10), to: day(5, 20), userId: 7 },
      { layer: 0, from: day(5, 12), to: day(5, 13), userId: null },
    ];
    const plan = rota(layer({}), { overrides });
    expect(shiftsOf(plan, 0, day(5, 8), day(6, 8))).toEqual([
      { from: day(5, 8), to: day(5, 10), userId: 2 },
      { from: day(5, 10), to: day(5, 12), userId: 7 },
      { from: day(5, 12), to: day(5, 13), userId: null },
      { from: day(5, 13), to: day(5, 20), userId: 7 },
      { from: day(5, 20), to: day(6, 8), userId: 2 },
    ]);
    expect(gapsOf(plan, 0, day(5), day(7))).toEqual([{ from: day(5, 12), to: day(5, 13), userId: null }]);
  });
  it('holidays have people of their own, from midnight to midnight', () => {
    const plan = rota(layer({ people: [1], onHolidays: [8, 9] }), { holidays: ['2026-03-07', '2026-03-06'] });
    expect(shiftsOf(plan, 0, day(5, 12), day(8, 12))).toEqual([
      { from: day(5, 12), to: day(6), userId: 1 },
      { from: day(6), to: day(7), userId: 8 },
      { from: day(7), to: day(8), userId: 9 },
      { from: day(8), to: day(8, 12), userId: 1 },
    ]);
  });
  it('every layer says who has it, and until when, or that nobody has', () => {
    const two = rota(layer({}), {
      layers: [layer({}), layer({ name: 'second', people: [] })],
      overrides: [{ layer: 0, from: day(5, 10), to: day(5, 20), userId: 7 }],
    });
    const [zone, name] = [two.timeZone, 'Slopes'];
    expect(dutiesAt([{ name, body: two }], day(5, 12))).toEqual([
      { rota: name, layer: layer({}).name, userId: 7, to: day(5, 20), zone },
      { rota: name, layer: 'second', userId: null, to: null, zone },
    ]);
  });
  it('before the first turn, and in a layer that nobody has, there is nobody', () => {
    expect(onDuty(rota(layer({})), 0, day(1, 8) - 1)).toBeNull();
    expect(onDuty(rota(layer({})), 0, day(1, 8))).toBe(1);
    expect(onDuty(rota(layer({ people: [] })), 0, day(5))).toBeNull();
    expect(onDuty(rota(layer({})), 3, day(5))).toBeNull();
  });
});
