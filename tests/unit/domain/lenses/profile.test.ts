import { describe, expect, it } from 'vitest';
import {
  eastNorth,
  leastProfiles,
  type ProfileInput,
  type ProfileNode,
  type Profiles,
  profileAt,
  profilesOf,
  profileTrack,
  sumSlack,
} from '../../../../src/domain/lenses/profile.ts';
import { day, hour } from '../../../../src/domain/lenses/series.ts';
import { noise } from './noise.ts';

const start = 1_790_000_000_000;
const round = (value: number) => Math.round(value * 100) / 100;
const count = 16;
/** Nodes 10 and 11 of 16, 0.5 m apart, at 5.0 and 5.5 m: they shear; above them the rest is carried. */
const shearing = new Map([
  [9, 0.7],
  [10, 0.3],
]);

interface Made {
  readonly moments?: number;
  /** mm of the whole at a day of the range. */
  readonly way?: (x: number) => number;
  readonly scatter?: number;
  /** Direction in the plane of the string, degrees from A to B. */
  readonly towards?: number;
  readonly change?: (node: ProfileNode) => ProfileNode;
}
/** What a device sends: increments to 0.01 mm, and sums of the exact increments from the bottom, to 0.01 mm as well. */
function made({ moments = 240, way = (x) => 0.4 * x, scatter = 0.01, towards = 30, change }: Made = {}) {
  const random = noise(9);
  const t = Float64Array.from({ length: moments }, (_, k) => start + k * hour);
  const exact = Array.from({ length: count }, (_, i) =>
    (['cos', 'sin'] as const).map((part) =>
      t.map(
        (at) =>
          way((at - start) / day) * (shearing.get(i) ?? 0) * Math[part]((towards * Math.PI) / 180) +
          scatter * random(),
      ),
    ),
  );
  const sum = (axis: number, i: number, k: number) => {
    let all = 0;
    for (let node = i; node < count; node += 1) all += exact[node]?.[axis]?.[k] as number;
    return all;
  };
  return Array.from({ length: count }, (_, i): ProfileNode => {
    const node = {
      element: i + 1,
      depth: -0.5 * (i + 1),
      t,
      incrementalA: t.map((_, k) => round(exact[i]?.[0]?.[k] as number)),
      incrementalB: t.map((_, k) => round(exact[i]?.[1]?.[k] as number)),
      cumulativeA: t.map((_, k) => round(sum(0, i, k))),
      cumulativeB: t.map((_, k) => round(sum(1, i, k))),
    };
    return change?.(node) ?? node;
  });
}
const options = { mounted: 'last', from: 'last', zero: null, azimuth: 0 } as const;
function profiles(nodes: readonly ProfileNode[], own: Partial<ProfileInput> = {}): Profiles {
  const found = profilesOf({ nodes, ...options, ...own });
  if (found === 'few') throw new Error(found);
  return found;
}

describe('profiles of a string', () => {
  it('have sums that equal the cumulative channels which the device stored, node by node', () => {
    const nodes = made();
    const { cumulative, t } = profiles(nodes);
    nodes.forEach((node, i) => {
      const [a, b] = [profileTrack(cumulative, count, i, 'a'), profileTrack(cumulative, count, i, 'b')];
      t.forEach((_, k) => {
        expect(Math.abs((a[k] as number) - (node.cumulativeA[k] as number))).toBeLessThan(sumSlack(count));
        expect(Math.abs((b[k] as number) - (node.cumulativeB[k] as number))).toBeLessThan(sumSlack(count));
      });
    });
  });

  it('say how far the stored sum at the free end is from the increments; a wrong one is beyond the slack of rounding', () => {
    for (const own of profiles(made()).difference) expect(own).toBeLessThan(sumSlack(count));
    const wrong = made({
      change: (node) =>
        node.element === 1 ? { ...node, cumulativeB: node.cumulativeB.map((one) => one + 0.2) } : node,
    });
    for (const own of profiles(wrong).difference) expect(Math.abs(own - 0.2)).toBeLessThan(sumSlack(count));
    const broken = made({
      change: (node) =>
        node.element === 4 ? { ...node, incrementalA: node.incrementalA.map(() => Number.NaN) } : node,
    });
    for (const own of profiles(broken).difference) expect(own).toBeNaN();
  });

  it('are added up from the other end where that is asked for, and then end at the bottom with the negative of nothing', () => {
    const found = profiles(made(), { from: 'first' });
    expect(found.free).toBe(count - 1);
    const last = found.t.length - 1;
    const nodes = made();
    const all = nodes.reduce((sum, node) => sum + (node.incrementalA[last] as number), 0);
    expect(profileAt(found.cumulative, count, last, 'a')[count - 1]).toBeCloseTo(all, 9);
    expect(profileAt(found.cumulative, count, last, 'a')[0]).toBeCloseTo(
      nodes[0]?.incrementalA[last] as number,
      9,
    );
  });

  it('are counted from a date: 0 there, and everywhere less by what was read there', () => {
    const nodes = made();
    const zero = start + 100 * hour;
    // Between two readings the earlier one is the zero.
    const found = profiles(nodes, { zero: zero + hour / 2 });
    for (const one of profileAt(found.cumulative, count, 100, 'both')) expect(one).toBe(0);
    expect(profileAt(found.incremental, count, 239, 'a')[9]).toBeCloseTo(
      (nodes[9]?.incrementalA[239] as number) - (nodes[9]?.incrementalA[100] as number),
      9,
    );
    // Before the first reading it is that reading; the zone does not depend on the zero.
    expect(profileAt(profiles(nodes, { zero: 1 }).cumulative, count, 0, 'both')[0]).toBe(0);
    expect(found.zone).toMatchObject({ first: 9, last: 10 });
  });

  it('end at a node that is not read, away from the fixed end', () => {
    const found = profiles(
      made({
        change: (node) =>
          node.element === 5 ? { ...node, incrementalA: node.incrementalA.map(() => Number.NaN) } : node,
      }),
    );
    const shown = profileAt(found.cumulative, count, 50, 'a');
    expect(Array.from(shown, Number.isNaN)).toEqual(Array.from({ length: count }, (_, i) => i <= 4));
  });

  it('put together readings of nodes that came at different moments', () => {
    const nodes = made({
      change: (node) =>
        node.element === 2
          ? {
              ...node,
              t: node.t.subarray(0, 200),
              incrementalA: node.incrementalA.subarray(0, 200),
              incrementalB: node.incrementalB.subarray(0, 200),
              cumulativeA: node.cumulativeA.subarray(0, 200),
              cumulativeB: node.cumulativeB.subarray(0, 200),
            }
          : node,
    });
    const found = profiles(nodes);
    expect(found.t).toHaveLength(240);
    expect(profileAt(found.incremental, count, 199, 'a')[1]).toBe(nodes[1]?.incrementalA[199]);
    expect(profileAt(found.incremental, count, 200, 'a')[1]).toBeNaN();
  });
});

describe('the shear zone', () => {
  it('lies half way to the nodes beside it, and shears at the rate and in the direction that the series were made with', () => {
    const { zone, noise: scatter } = profiles(made(), { azimuth: 100 });
    if (zone === null) throw new Error('no zone');
    expect([zone.from, zone.to, zone.first, zone.last]).toEqual([4.75, 5.75, 9, 10]);
    // 0.4 mm a day over 239 hours.
    const whole = (0.4 * 239) / 24;
    expect(Math.abs(zone.change - whole)).toBeLessThan(0.05);
    expect(zone.perMetre).toBeCloseTo(zone.change / 1, 9);
    expect(zone.share).toBeCloseTo(1, 1);
    expect(zone.bearing).toBeCloseTo(130, 0);
    expect(zone.rate?.value).toBeCloseTo(0.4, 2);
    expect(zone.rate?.low).toBeLessThan(0.4);
    expect(zone.rate?.high).toBeGreaterThan(0.4);
    expect(scatter).toBeGreaterThanOrEqual(0.01);
    expect(scatter).toBeLessThan(0.015);
  });

  it('stands out since the moment at which it passed the noise, to the hour', () => {
    const onset = 6;
    const { zone, noise: scatter } = profiles(made({ way: (x) => Math.max(0, x - onset) * 2, towards: 0 }));
    if (zone === null) throw new Error('no zone');
    // 2 mm a day reach three times the noise of two nodes after so long.
    const passed = onset + (3 * scatter * Math.SQRT2) / 2;
    expect(Math.abs((zone.since - start) / day - passed)).toBeLessThan(1 / 24);
    expect(zone.count).toBe(240 - (zone.since - start) / hour);
  });

  it('is none in noise alone, and none below three times the noise; it is there above', () => {
    expect(profiles(made({ way: () => 0 })).zone).toBeNull();
    // A step of the greater node at the middle of the range: 0.7 of the whole.
    const step = (mm: number) => profiles(made({ way: (x) => (x > 5 ? mm / 0.7 : 0), scatter: 0 })).zone;
    expect(step(0.02)).toBeNull();
    // The node below moves by 0.02 and so does not stand out itself.
    expect(step(0.05)).toMatchObject({ first: 9, last: 9 });
  });

  it('is none of a step that only the newest reading shows', () => {
    const jump = (from: number) => profiles(made({ way: (x) => (x * 24 > from ? 3 : 0) })).zone;
    expect(jump(237.5)).toBeNull();
    expect(jump(236.5)).not.toBeNull();
  });

  it('needs two nodes and the least of moments', () => {
    expect(profilesOf({ ...options, nodes: made({ moments: leastProfiles - 1 }) })).toBe('few');
    expect(profilesOf({ ...options, nodes: made({ moments: leastProfiles }) })).not.toBe('few');
    expect(profilesOf({ ...options, nodes: made().slice(0, 1) })).toBe('few');
    expect(profilesOf({ ...options, nodes: [] })).toBe('few');
  });
});

describe('the plan', () => {
  it('turns A and B to the east and the north: B lies 90° clockwise of A', () => {
    const near = (own: readonly [number, number], east: number, north: number) => {
      expect(own[0]).toBeCloseTo(east, 9);
      expect(own[1]).toBeCloseTo(north, 9);
    };
    near(eastNorth(1, 0, 0), 0, 1);
    near(eastNorth(0, 1, 0), 1, 0);
    near(eastNorth(1, 0, 90), 1, 0);
    near(eastNorth(0, 1, 90), 0, -1);
    near(eastNorth(3, 4, 180), -4, -3);
  });
});
