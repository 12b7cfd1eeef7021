import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groups, kindByCode, kinds } from '../../../src/catalogue/index.ts';
import { daysFired, type LimitTest, limitsOf, moves, type Track } from '../../../src/domain/back-test.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const zone = 'Asia/Shanghai';
const terms = { collectionCycle: 600, datumAt: null, hold: 0 };
const track = (values: readonly number[], step = hour): Track => ({
  t: values.map((_, index) => index * step),
  value: values,
});
const limit = (test: LimitTest, off: number | null = null) => ({
  field: 'f',
  row: 'tilt' as const,
  channels: ['x'],
  elements: false,
  test,
  off,
});
const localDay = (t: number) => Math.floor((t + 8 * hour) / day);

/** What a limit would do, asked reading by reading over all readings before it. */
function naive({ t, value }: Track, test: LimitTest, bound: number): Set<number> {
  const days = new Set<number>();
  for (let i = 0; i < t.length; i++) {
    const [now, at] = [value[i] ?? Number.NaN, t[i] ?? 0];
    const until = (window: number) =>
      Array.from(t, (moment, j) => [moment, value[j] ?? Number.NaN] as const).filter(
        ([moment]) => moment <= at && moment > at - window,
      );
    let fires = false;
    if (test.type === 'above') fires = now > bound;
    if (test.type === 'below') fires = now < bound;
    if (test.type === 'outside') fires = Math.abs(now) > bound;
    if (test.type === 'jump') fires = i > 0 && Math.abs(now - (value[i - 1] ?? Number.NaN)) > bound;
    if (test.type === 'sum')
      fires = until(test.window).reduce((sum, [, v]) => sum + (Number.isNaN(v) ? 0 : v), 0) > bound + 1e-9;
    if (test.type === 'change') {
      const slack = Math.max(1.5 * terms.collectionCycle * 1000, 10 * minute);
      const reference = Array.from(t, (moment, j) => [moment, value[j] ?? Number.NaN] as const)
        .filter(([moment, v]) => moment <= at - test.window && !Number.isNaN(v))
        .at(-1);
      fires =
        reference !== undefined &&
        reference[0] >= at - test.window - slack &&
        Math.abs(now - reference[1]) > bound;
    }
    if (fires) days.add(localDay(at));
  }
  return days;
}

const tests: readonly LimitTest[] = [
  { type: 'above' },
  { type: 'below' },
  { type: 'outside' },
  { type: 'jump' },
  { type: 'change', window: hour },
  { type: 'change', window: 24 * hour },
  { type: 'sum', window: hour },
  { type: 'sum', window: 24 * hour },
];

describe.each(tests)('$type', (test) => {
  it('fires on the days that a slow oracle finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(Number.NaN)), { maxLength: 400 }),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom(10 * minute, 20 * minute, hour),
        (values, bound, step) => {
          const kept = test.type === 'sum' ? values.map(Math.abs) : values;
          const found = daysFired(track(kept, step), limit(test), bound, zone, terms);
          expect([...found].sort()).toEqual([...naive(track(kept, step), test, bound)].sort());
        },
      ),
      { numRuns: 60, seed: 11 },
    );
  });
  it('does not fire while it is off', () => {
    expect(daysFired(track([99, 99]), limit(test, 0), 0, zone, terms).size).toBe(0);
  });
});

describe('readings that were put together', () => {
  it('fire by their highest and lowest', () => {
    const both = { ...track([1, 1]), low: [-7, 1], high: [1, 6] };
    expect(daysFired(both, limit({ type: 'above' }), 5, zone, terms).size).toBe(1);
    expect(daysFired(both, limit({ type: 'below' }), -5, zone, terms).size).toBe(1);
    expect(daysFired(both, limit({ type: 'outside' }), 6.5, zone, terms).size).toBe(1);
    expect(daysFired(both, limit({ type: 'above' }), 6.5, zone, terms).size).toBe(0);
  });
});

describe('a hold', () => {
  const held = (values: readonly number[], hold: number) =>
    daysFired(track(values, 10 * minute), limit({ type: 'above' }), 5, zone, { ...terms, hold }).size;
  it('shorter than readings are apart changes nothing', () => expect(held([0, 9, 0], 10)).toBe(1));
  it('longer needs the condition to last', () => {
    expect(held([0, 9, 9, 9, 0], 1800)).toBe(0);
    expect(held([0, 9, 9, 9, 9, 0], 1800)).toBe(1);
    expect(held([9, 9, 0, 9, 9, 0, 9, 9], 1800)).toBe(0);
  });
});

describe('limits of the catalogue', () => {
  const pairs = kinds.flatMap((kind) => kind.groups.map((group) => [kind.id, group, kind] as const));
  it.each(pairs)('%s, %s name fields of their group and channels of the kind', (_kind, group, kind) => {
    for (const { field, row } of limitsOf(group, kind, {})) {
      expect(groups[group].fields.map(({ id }) => id)).toContain(field);
      expect(kind.rows).toContain(row);
    }
  });
  it('of an angle follow its condition, and an edit of the condition moves them', () => {
    const kind = kindByCode(4);
    const of = (condition: string) => limitsOf('mems', kind, { condition })[0]?.test.type;
    expect(['above', 'below', 'outside', 'mutation'].map(of)).toEqual(['above', 'below', 'outside', 'jump']);
    expect(moves('threshold', { condition: 'below' })).toBe(true);
    expect(moves('threshold', { offsetX: 1 })).toBe(false);
    expect(moves('lowBattery', { lowBattery: 12 })).toBe(true);
  });
});
