/**
 * Figures of a string of nodes: the deepest node that moves, how fast, and whether its sums agree with its parts. Pure.
 * Displacements in mm, depths in m, times UTC ms.
 */
import type { FixedEnd } from './profile.ts';

const day = 86_400_000;
/** How far apart the two profiles lie, ms, and from which rate on a node moves, mm/d: as rules' depth of the shear zone begins. */
export const movingWindow = 7 * day;
export const leastMoving = 0.1;

/** A node as it was read last, from the top down. */
export interface Node {
  readonly element: number;
  readonly t: number;
  readonly depth: number | null;
  readonly incrementalA: number | null;
  readonly incrementalB: number | null;
  readonly cumulativeA: number | null;
  readonly cumulativeB: number | null;
}

/** Increments of a node at an earlier moment. */
export interface EarlierNode {
  readonly incrementalA: number | null;
  readonly incrementalB: number | null;
}

/** mm per day of both axes together, by the two profiles; null where one of the four values is missing. */
export function nodeRate(now: Node, earlier: EarlierNode, window: number = movingWindow): number | null {
  const { incrementalA: a, incrementalB: b } = now;
  if (a === null || b === null || earlier.incrementalA === null || earlier.incrementalB === null) return null;
  return (Math.hypot(a - earlier.incrementalA, b - earlier.incrementalB) * day) / window;
}

/** The deepest node that moves, with its rate; null where none moves, or none has a rate. @param earlier by element */
export function deepestMoving(
  nodes: readonly Node[],
  earlier: ReadonlyMap<number, EarlierNode>,
): { readonly depth: number; readonly rate: number } | null {
  let deepest: { readonly depth: number; readonly rate: number } | null = null;
  for (const node of nodes) {
    const before = earlier.get(node.element);
    const rate = before === undefined ? null : nodeRate(node, before);
    if (rate === null || rate < leastMoving || node.depth === null) continue;
    // The device may count depths downwards or, of boreholes, as negative heights.
    if (deepest === null || Math.abs(node.depth) > Math.abs(deepest.depth))
      deepest = { depth: node.depth, rate };
  }
  return deepest;
}

/**
 * By how much the cumulative displacement at the free end differs from the sum of all increments, of the two axes the
 * larger difference, mm: 0 of a string that is right. null where a node was not read with the others.
 */
export function sumDifference(nodes: readonly Node[], fixed: FixedEnd): number | null {
  const free = fixed === 'first' ? nodes.at(-1) : nodes[0];
  if (free === undefined) return null;
  let [a, b] = [0, 0];
  for (const { incrementalA, incrementalB, t } of nodes) {
    if (incrementalA === null || incrementalB === null || t !== free.t) return null;
    a += incrementalA;
    b += incrementalB;
  }
  const { cumulativeA, cumulativeB } = free;
  if (cumulativeA === null || cumulativeB === null) return null;
  return Math.max(Math.abs(cumulativeA - a), Math.abs(cumulativeB - b));
}
