import { describe, expect, it } from 'vitest';
import { isOld } from '../../../src/domain/age.ts';
import {
  type Baseline,
  initialAt,
  inOrder,
  ownInitials,
  relativeChannels,
  relativeValues,
} from '../../../src/domain/baseline.ts';

const x = (value: number | null) => ({ row: 'tilt' as const, element: 0, channel: 'x', value });
const place = { row: 'tilt', element: 0, channel: 'x' } as const;
const list: readonly Baseline[] = inOrder([
  { id: 3, t: 200, initialValues: [x(3)] },
  { id: 1, t: 100, initialValues: [x(1), { ...x(9), channel: 'y' }] },
  { id: 4, t: 200, initialValues: [x(4)] },
  { id: 2, t: 300, initialValues: [x(null)] },
]);

describe('R8: the initial value in force', () => {
  it.each([
    [99, null],
    [100, 1],
    [199, 1],
    [200, 4],
    [299, 4],
  ])('at %d it is %s: the newest that has begun, of one moment the one made last', (t, value) =>
    expect(initialAt(list, place, t)?.value ?? null).toBe(value));
  it('one that ends the others has no value and states since when', () =>
    expect(initialAt(list, place, 300)).toEqual({ value: null, since: 300, id: 2 }));
  it('a channel that a later one does not name goes on by the earlier one', () =>
    expect(initialAt(list, { ...place, channel: 'y' }, 1000)?.value).toBe(9));
  it('null as element means each of them', () => {
    const zero: readonly Baseline[] = [
      { id: 1, t: 0, initialValues: [{ row: 'profile', element: null, channel: 'cumulativeA', value: 0 }] },
      { id: 2, t: 5, initialValues: [{ row: 'profile', element: 3, channel: 'cumulativeA', value: 2 }] },
    ];
    const at = (element: number) => initialAt(zero, { row: 'profile', element, channel: 'cumulativeA' }, 9);
    expect([at(2)?.value, at(3)?.value, at(4)?.value]).toEqual([0, 2, 0]);
  });
});

describe('R8: values relative to it', () => {
  it('each channel by its own time; what has no initial value is null, what can have none stays', () => {
    const times: Readonly<Record<string, number>> = { x: 150, y: 50, temperature: 1 };
    const values = { x: 1.5, y: 7, z: null, temperature: 20, firmware: 'T3' };
    expect(relativeValues(list, 'tilt', 0, (channel) => times[channel] ?? 150, values)).toEqual({
      x: 0.5,
      y: null,
      z: null,
      temperature: 20,
      firmware: 'T3',
    });
  });
  it('the total tilt is that of the relative angles, not a difference of totals', () => {
    const both: readonly Baseline[] = [{ id: 1, t: 0, initialValues: [x(1), { ...x(0), channel: 'y' }] }];
    // From +1° to −1°: the totals are the same, the slope has turned by 2°.
    const found = relativeValues(both, 'tilt', 0, () => 1, { x: -1, y: 0, tilt: 1 });
    expect(found['tilt']).toBeCloseTo(2, 6);
  });
  it('the length of a displacement is that of the relative one, as the crow flies', () => {
    const at = (channel: string, value: number) => ({ row: 'gnss' as const, element: 0, channel, value });
    const both: readonly Baseline[] = [
      { id: 1, t: 0, initialValues: [at('east', 10), at('north', -20), at('up', 5)] },
    ];
    const shown = { east: 13, north: -16, up: -7, horizontal: 20.6, displacement: 21.8, bearing: 140.9 };
    const found = relativeValues(both, 'gnss', 0, () => 1, shown);
    expect(found).toMatchObject({
      east: 3,
      north: 4,
      up: -12,
      horizontal: 5,
      displacement: 13,
      bearing: 140.9,
    });
    const noUp = [{ id: 1, t: 0, initialValues: [at('east', 10), at('north', -20)] }];
    expect(relativeValues(noUp, 'gnss', 0, () => 1, shown)).toMatchObject({
      horizontal: 5,
      displacement: null,
    });
  });
  it('displacements and angles can, and rain, temperatures and bearings cannot', () => {
    const of = (row: Parameters<typeof relativeChannels>[0], elements = false) =>
      relativeChannels(row, elements).map(({ id }) => id);
    expect(of('tilt')).toEqual(['x', 'y', 'z', 'tilt']);
    expect(ownInitials('tilt', false).map(({ id }) => id)).toEqual(['x', 'y', 'z']);
    expect(of('crack')).toEqual(['opening']);
    expect(of('settlement', true)).toEqual(['settlement']);
    expect(of('profile', true)).toEqual([
      'angleA',
      'angleB',
      'incrementalA',
      'incrementalB',
      'cumulativeA',
      'cumulativeB',
    ]);
    expect([...of('rain'), ...of('moisture'), ...of('status'), ...of('blast')]).toEqual([]);
  });
});

describe('R8: what is old', () => {
  const cycle = 600;
  it.each([
    [2 * cycle * 1000 - 1, false],
    [2 * cycle * 1000, false],
    [2 * cycle * 1000 + 1, true],
    [-5000, false],
  ])('%d ms after it was measured: %s', (age, old) =>
    expect(isOld(1_000_000, 1_000_000 + age, cycle)).toBe(old));
});
