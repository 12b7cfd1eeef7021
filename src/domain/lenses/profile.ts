/**
 * The lens *profile*: displacement over depth of an inclinometer string at every moment of a range, and where it shears.
 * Increments and sums are those of src/catalogue/README.md#formulas; displacements mm, depths m, times UTC ms.
 */
import { bearing, degrees } from '../readings/angles.ts';
import { type Node, sumDifference } from '../readings/node-figures.ts';
import { cumulative, type FixedEnd } from '../readings/profile.ts';
import { blocks, median, robustDeviation, theilSen } from './robust.ts';
import { day, type Progress, placeAt } from './series.ts';

/** The readings of one node, NaN = missing. */
export interface ProfileNode {
  readonly element: number;
  /** As the device counts it: downwards, or as a negative height; NaN = it says none. */
  readonly depth: number;
  readonly t: Float64Array;
  readonly incrementalA: Float64Array;
  readonly incrementalB: Float64Array;
  readonly cumulativeA: Float64Array;
  readonly cumulativeB: Float64Array;
}

export interface ProfileInput {
  /** From the top down. */
  readonly nodes: readonly ProfileNode[];
  /** The end that the device holds fixed (`fixedEnd` of its mount mode), for the check of its sums. */
  readonly mounted: FixedEnd;
  /** The end that displacements are added up from. */
  readonly from: FixedEnd;
  /** Profile that displacements are counted from: the newest at or before this moment; null = as the device counts them. */
  readonly zero: number | null;
  /** Compass bearing of axis A. */
  readonly azimuth: number;
}

/** A value of each node at each moment: that of node i at moment k stands at k · nodes + i. */
export interface ProfileAxes {
  readonly a: Float64Array;
  readonly b: Float64Array;
}

export interface ShearZone {
  /** Depths between which it lies: half way to the nodes that are not of it. */
  readonly from: number;
  readonly to: number;
  /** Places of its first and last node. */
  readonly first: number;
  readonly last: number;
  /** By how much it has sheared over the range, both axes together, and that for a metre of it. */
  readonly change: number;
  readonly perMetre: number;
  /** Part of the free end's movement that it holds; null where that does not move. */
  readonly share: number | null;
  /** Along its direction, mm per day, over the newest 7 days of the range, with the range of 95 %; null: too few readings. */
  readonly rate: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** Compass bearing in which what lies above it moves. */
  readonly bearing: number;
  /** From which moment on it stands out of the noise. */
  readonly since: number;
  /** Readings since. */
  readonly count: number;
}

export interface Profiles {
  readonly t: Float64Array;
  readonly elements: readonly number[];
  /** Downwards from the head, positive. */
  readonly depths: Float64Array;
  readonly incremental: ProfileAxes;
  readonly cumulative: ProfileAxes;
  /** Place of the node at the free end. */
  readonly free: number;
  /** How far the device's own sum at its free end is from the sum of its increments, mm, by moment; NaN = not known. */
  readonly difference: Float64Array;
  /** Scatter of one node's increment from reading to reading, mm. */
  readonly noise: number;
  readonly zone: ShearZone | null;
}

/** `few`: less than two nodes, or less than the least of readings. */
export type NoProfiles = 'few';

export const leastProfiles = 6;
/** A node moves where its change passes so many times the noise in so many newest readings. */
export const movingNoise = { times: 3, readings: 3 } as const;
/** Least noise, mm: a step of what the increments are kept in. */
const leastNoise = 0.01;
/** A neighbour belongs to the zone from this part of its greatest change on. Assumed. */
const zonePart = 0.25;
/** Of the rate of the zone. */
const rateWindow = 7 * day;
const mostPoints = 200;
/** A sum of n increments, each rounded to 0.01 mm, may be off by n halves of a step, and the kept sum by another half. */
export const sumSlack = (nodes: number): number => ((nodes + 1) * leastNoise) / 2 + 1e-9;

/** Profiles of a range and the zone that shears. */
export function profilesOf(input: ProfileInput, progress?: Progress): Profiles | NoProfiles {
  const { nodes } = input;
  const t = momentsOf(nodes);
  if (nodes.length < 2 || t.length < leastProfiles) return 'few';
  const read = (column: 'incrementalA' | 'incrementalB' | 'cumulativeA' | 'cumulativeB') =>
    onto(t, nodes, column);
  const [a, b] = [read('incrementalA'), read('incrementalB')];
  progress?.(0.3);
  const depths = depthsOf(nodes);
  const difference = differences(
    t,
    nodes,
    { a, b },
    { a: read('cumulativeA'), b: read('cumulativeB') },
    input.mounted,
  );
  progress?.(0.5);
  const incremental = {
    a: zeroed(a, t, nodes.length, input.zero),
    b: zeroed(b, t, nodes.length, input.zero),
  };
  const sums = {
    a: summed(incremental.a, nodes.length, input.from),
    b: summed(incremental.b, nodes.length, input.from),
  };
  progress?.(0.8);
  const free = input.from === 'first' ? nodes.length - 1 : 0;
  const noise = noiseOf(incremental, nodes.length);
  const zone = shearZone({ t, depths, incremental, noise, azimuth: input.azimuth });
  return {
    t,
    elements: nodes.map(({ element }) => element),
    depths,
    incremental,
    cumulative: sums,
    free,
    difference,
    noise,
    zone,
  };
}

function momentsOf(nodes: readonly ProfileNode[]): Float64Array {
  const all = new Set<number>();
  for (const { t } of nodes) for (const at of t) all.add(at);
  return Float64Array.from(all).sort();
}

/** Depths from the head down; nodes that say none lie a metre apart. */
function depthsOf(nodes: readonly ProfileNode[]): Float64Array {
  return Float64Array.from(nodes, ({ depth }, i) => (Number.isNaN(depth) ? i + 1 : Math.abs(depth)));
}

function onto(
  t: Float64Array,
  nodes: readonly ProfileNode[],
  column: 'incrementalA' | 'incrementalB' | 'cumulativeA' | 'cumulativeB',
): Float64Array {
  const values = new Float64Array(t.length * nodes.length).fill(Number.NaN);
  nodes.forEach((node, i) => {
    node.t.forEach((at, k) => {
      values[placeAt(t, at) * nodes.length + i] = node[column][k] as number;
    });
  });
  return values;
}

function differences(
  t: Float64Array,
  nodes: readonly ProfileNode[],
  own: ProfileAxes,
  sums: ProfileAxes,
  mounted: FixedEnd,
): Float64Array {
  const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  return t.map((at, k) => {
    const read = nodes.map(({ element }, i): Node => {
      const place = k * nodes.length + i;
      return {
        element,
        t: at,
        depth: null,
        incrementalA: orNull(own.a[place]),
        incrementalB: orNull(own.b[place]),
        cumulativeA: orNull(sums.a[place]),
        cumulativeB: orNull(sums.b[place]),
      };
    });
    return sumDifference(read, mounted) ?? Number.NaN;
  });
}

/** Increments less those of the profile at or before a moment; where a node has none before, its first one. */
function zeroed(values: Float64Array, t: Float64Array, nodes: number, zero: number | null): Float64Array {
  if (zero === null) return values;
  const end = placeAt(t, zero + 1);
  const found = Float64Array.from({ length: nodes }, (_, i) => {
    for (let k = end - 1; k >= 0; k -= 1)
      if (!Number.isNaN(values[k * nodes + i])) return values[k * nodes + i] as number;
    for (let k = end; k < t.length; k += 1)
      if (!Number.isNaN(values[k * nodes + i])) return values[k * nodes + i] as number;
    return Number.NaN;
  });
  return values.map((value, place) => value - (found[place % nodes] as number));
}

function summed(values: Float64Array, nodes: number, from: FixedEnd): Float64Array {
  const sums = new Float64Array(values.length);
  for (let begin = 0; begin < values.length; begin += nodes) {
    const own = Array.from(values.subarray(begin, begin + nodes), (value) =>
      Number.isNaN(value) ? null : value,
    );
    cumulative(own, from).forEach((sum, i) => {
      sums[begin + i] = sum ?? Number.NaN;
    });
  }
  return sums;
}

/** What a node reads over the moments. */
const track = (values: Float64Array, nodes: number, i: number) =>
  Float64Array.from({ length: values.length / nodes }, (_, k) => values[k * nodes + i] as number);

/** Scatter from the steps between neighbouring readings, which a slow movement hardly touches; √2 makes one of two. */
function noiseOf({ a, b }: ProfileAxes, nodes: number): number {
  const own = Array.from({ length: nodes * 2 }, (_, place) => {
    const known = track(place < nodes ? a : b, nodes, place % nodes).filter((one) => !Number.isNaN(one));
    return robustDeviation(known.slice(1).map((one, k) => one - (known[k] as number))) / Math.SQRT2;
  }).filter((one) => !Number.isNaN(one));
  return Math.max(leastNoise, own.length === 0 ? 0 : median(own));
}

interface Found {
  readonly t: Float64Array;
  readonly depths: Float64Array;
  readonly incremental: ProfileAxes;
  readonly noise: number;
  readonly azimuth: number;
}

/** The middle of the first three readings of a track. */
const begin = (own: Float64Array) =>
  median(own.filter((one) => !Number.isNaN(one)).subarray(0, movingNoise.readings));
/** Those of the newest readings. */
const newest = (own: Float64Array) => own.filter((one) => !Number.isNaN(one)).slice(-movingNoise.readings);

/** The run of nodes about the one that changed most, where it stands out of the noise in the newest readings; or null. */
function shearZone(found: Found): ShearZone | null {
  const { depths, incremental, noise } = found;
  const nodes = depths.length;
  const change = Float64Array.from({ length: nodes }, (_, i) => {
    const [a, b] = [track(incremental.a, nodes, i), track(incremental.b, nodes, i)];
    const [fromA, fromB] = [begin(a), begin(b)];
    const [nowA, nowB] = [newest(a), newest(b)];
    if (nowA.length < movingNoise.readings || nowB.length < movingNoise.readings) return 0;
    const away = nowA.map((one, k) => Math.hypot(one - fromA, (nowB[k] as number) - fromB));
    return Math.min(...away) > movingNoise.times * noise ? median(away) : 0;
  });
  const strongest = change.indexOf(Math.max(...change));
  const most = change[strongest] as number;
  if (!(most > 0)) return null;
  let [first, last] = [strongest, strongest];
  while (first > 0 && (change[first - 1] as number) >= most * zonePart) first -= 1;
  while (last < nodes - 1 && (change[last + 1] as number) >= most * zonePart) last += 1;
  return zoneOf(found, first, last);
}

function zoneOf(found: Found, first: number, last: number): ShearZone | null {
  const { t, depths, incremental, noise, azimuth } = found;
  const nodes = depths.length;
  const sumOver = (values: Float64Array, low: number, high: number) =>
    t.map((_, k) => {
      let sum = 0;
      for (let i = low; i <= high; i += 1) sum += values[k * nodes + i] as number;
      return sum;
    });
  const [a, b] = [sumOver(incremental.a, first, last), sumOver(incremental.b, first, last)];
  const [fromA, fromB] = [begin(a), begin(b)];
  const [toA, toB] = [median(newest(a)) - fromA, median(newest(b)) - fromB];
  const change = Math.hypot(toA, toB);
  if (!(change > 0)) return null;
  const whole = [incremental.a, incremental.b].map((values) => {
    const own = sumOver(values, 0, nodes - 1);
    return median(newest(own)) - begin(own);
  });
  const total = Math.hypot(whole[0] ?? Number.NaN, whole[1] ?? Number.NaN);
  // The movement along its direction alone: what lies across it is scatter.
  const along = t.map(
    (_, k) => (((a[k] as number) - fromA) * toA + ((b[k] as number) - fromB) * toB) / change,
  );
  const since = standsOut(t, along, movingNoise.times * noise * Math.sqrt(last - first + 1));
  const [from, to] = [borderOf(depths, first, -1), borderOf(depths, last, 1)];
  return {
    from: Math.min(from, to),
    to: Math.max(from, to),
    first,
    last,
    change,
    perMetre: change / Math.max(Math.abs(to - from), 1e-3),
    share: total > movingNoise.times * noise * Math.sqrt(nodes) ? change / total : null,
    rate: rateOf(t, along),
    bearing: bearing(degrees(Math.atan2(toB, toA)) + azimuth),
    since: t[since] ?? (t.at(-1) as number),
    count: t.length - since,
  };
}

/** Half way from a node to its neighbour on one side, or as far as to the one on the other side where it has none. */
function borderOf(depths: Float64Array, i: number, side: -1 | 1): number {
  const own = depths[i] as number;
  const next = depths[i + side];
  if (next !== undefined) return (own + next) / 2;
  return own + (own - (depths[i - side] ?? own)) / 2;
}

/** The place from which on a track stays above a limit; the last where it does not. */
function standsOut(t: Float64Array, along: Float64Array, limit: number): number {
  let place = t.length - 1;
  for (let k = t.length - 1; k >= 0; k -= 1) {
    const own = along[k] as number;
    if (Number.isNaN(own)) continue;
    if (own <= limit) break;
    place = k;
  }
  return place;
}

function rateOf(t: Float64Array, along: Float64Array): ShearZone['rate'] {
  const from = placeAt(t, (t.at(-1) as number) - rateWindow);
  const kept = Array.from({ length: t.length - from }, (_, k) => from + k).filter(
    (k) => !Number.isNaN(along[k]),
  );
  if (kept.length < leastProfiles) return null;
  const line = theilSen(
    blocks(
      {
        t: Float64Array.from(kept, (k) => t[k] as number),
        values: Float64Array.from(kept, (k) => along[k] as number),
      },
      mostPoints,
    ),
  );
  return line === null ? null : { value: line.slope * day, low: line.low * day, high: line.high * day };
}

/** Which component of a displacement is shown: along axis A or B, or both together as their resultant. */
export const profileAxes = ['a', 'b', 'both'] as const;
export type ProfileAxis = (typeof profileAxes)[number];

/** A component of a moment's profile, from the top down. */
export function profileAt(
  { a, b }: ProfileAxes,
  nodes: number,
  moment: number,
  axis: ProfileAxis,
): Float64Array {
  return Float64Array.from({ length: nodes }, (_, i) =>
    componentOf(a[moment * nodes + i], b[moment * nodes + i], axis),
  );
}

/** A component of a node over the moments. */
export function profileTrack(
  { a, b }: ProfileAxes,
  nodes: number,
  node: number,
  axis: ProfileAxis,
): Float64Array {
  return Float64Array.from({ length: a.length / nodes }, (_, k) =>
    componentOf(a[k * nodes + node], b[k * nodes + node], axis),
  );
}

const componentOf = (a = Number.NaN, b = Number.NaN, axis: ProfileAxis) =>
  axis === 'a' ? a : axis === 'b' ? b : Math.hypot(a, b);

/** A displacement along A and B as one to the east and the north, by the bearing of A; B lies 90° clockwise of it. */
export function eastNorth(a: number, b: number, azimuth: number): readonly [number, number] {
  const turn = (azimuth * Math.PI) / 180;
  return [a * Math.sin(turn) + b * Math.cos(turn), a * Math.cos(turn) - b * Math.sin(turn)];
}
