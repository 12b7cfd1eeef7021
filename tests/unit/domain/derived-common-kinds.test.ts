/** What the server derives of GNSS displacements and pore pressures, against values worked out by hand. */
import { describe, expect, test } from 'vitest';
import type { DerivedFacts } from '../../../src/domain/derived/index.ts';
import { derivedRows } from '../../../src/domain/derived/index.ts';

const hour = 3_600_000;
const day = 24 * hour;
const t = Date.UTC(2026, 4, 3, 12);
const facts: DerivedFacts = {
  collectionCycle: 600,
  timeZone: 'Asia/Shanghai',
  boundary: 480,
  azimuth: 0,
  datums: [],
};
interface Position {
  readonly t: number;
  readonly east: number;
  readonly north: number;
}

function gnss(own: readonly number[], before: readonly Position[], of: DerivedFacts = facts) {
  const rule = derivedRows.gnss;
  if (rule === undefined) throw new Error('no rule');
  const all = [...before, { t, east: own[0] ?? Number.NaN, north: own[1] ?? Number.NaN }];
  const derived = rule.derive(
    t,
    own,
    {
      length: all.length,
      t: all.map((one) => one.t),
      columns: [all.map(({ east }) => east), all.map(({ north }) => north)],
    },
    of,
  );
  const [horizontal, displacement, bearing, speed] = derived;
  return { horizontal, displacement, bearing, speed };
}

describe('GNSS displacement', () => {
  test('lengths and bearing of east 3, north −4, up 12', () => {
    const { horizontal, displacement, bearing } = gnss([3, -4, 12], []);
    expect(horizontal).toBeCloseTo(5, 9);
    expect(displacement).toBeCloseTo(13, 9);
    // South-east: 180° less atan(3 / 4).
    expect(bearing).toBeCloseTo(143.130_102_354, 6);
  });
  test.each([
    ['north', 0, 2, 0],
    ['east', 2, 0, 90],
    ['south', 0, -2, 180],
    ['west', -2, 0, 270],
  ])('a movement to the %s has its bearing', (_, east, north, expected) => {
    expect(gnss([east, north, 0], []).bearing).toBeCloseTo(expected, 9);
  });
  test('what did not move has no bearing, and a missing part leaves its results unknown', () => {
    expect(gnss([0, 0, 1], []).bearing).toBeNaN();
    const noUp = gnss([3, 4, Number.NaN], []);
    expect(noUp.horizontal).toBe(5);
    expect(noUp.displacement).toBeNaN();
    const noEast = gnss([Number.NaN, 4, 1], [{ t: t - day, east: 0, north: 0 }]);
    expect([noEast.horizontal, noEast.bearing, noEast.speed]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
  test('speed is the way by the time between the two positions', () => {
    expect(gnss([3, 4, 0], [{ t: t - day, east: 0, north: 0 }]).speed).toBeCloseTo(5, 9);
    // 15 min of the slack later: 5 mm in 24.25 h.
    expect(gnss([3, 4, 0], [{ t: t - day - 900_000, east: 0, north: 0 }]).speed).toBeCloseTo(
      (5 * 24) / 24.25,
      9,
    );
  });
  test('the reference is the last complete position at or before 24 h, and none older than the slack of 15 min', () => {
    const positions = [
      { t: t - day - 600_000, east: 0, north: 0 },
      { t: t - day, east: Number.NaN, north: 1 },
      { t: t - day + 1, east: 100, north: 100 },
    ];
    expect(gnss([3, 4, 0], positions).speed).toBeCloseTo(5 / (1 + 600_000 / day), 9);
    expect(gnss([3, 4, 0], [{ t: t - day - 900_001, east: 0, north: 0 }]).speed).toBeNaN();
  });
  test('never across a re-zeroing: from both sides of its moment', () => {
    const zeroed = (at: number): DerivedFacts => ({ ...facts, datums: [{ t: at, azimuthBefore: null }] });
    const reference = [{ t: t - day, east: 0, north: 0 }];
    expect(gnss([3, 4, 0], reference, zeroed(t - day)).speed).toBeCloseTo(5, 9);
    expect(gnss([3, 4, 0], reference, zeroed(t - day + 1)).speed).toBeNaN();
  });
  test('looks back and ahead as far as a speed can reach', () => {
    expect(derivedRows.gnss?.since(t, facts)).toBe(t - day - 900_000);
    expect(derivedRows.gnss?.until(t, facts)).toBe(t + day + 900_000);
  });
});

test('a pore pressure of 98.0665 kPa is 10 m of water; none is none', () => {
  const head = (pressure: number) =>
    derivedRows.pore?.derive(t, [pressure], { length: 0, t: [], columns: [] }, facts)[0];
  expect(head(98.0665)).toBeCloseTo(10, 9);
  expect(head(-9.80665)).toBeCloseTo(-1, 9);
  expect(head(Number.NaN)).toBeNaN();
});
